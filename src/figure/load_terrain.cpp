// Loads terrain from a picture, a formula or rows of heights.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <stdexcept>
#include <unordered_map>

#include "base/allowed_paths.h"
#include "base/text_file.h"
#include "base/work_done.h"
#include "figure/reading.h"
#include "figure/shapes/height_field.h"
#include "geometry/formula.h"
#include "geometry/height_field.h"
#include "image/image.h"
#include "schema/fields.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

constexpr int most_heights = 4'000'000;
// Beyond these bounds, quotients and squares of distances may not be finite.
constexpr double finest = 1e-9, farthest = 1e9;  // m

struct Grid {
  int nx = 0, ny = 0;
  std::vector<double> z;  // z[j * nx + i], j from the right (least y) to the left
};

bool from_formula(const TerrainSpec& t, Findings& findings, Grid& grid) {
  for (const char* field : {"length", "width"}) {
    const double size = *field == 'l' ? t.length : t.width;
    if (size <= 0) {
      if (!findings.written(t.place, field))
        findings.report(t.place, field, "nothing", "this key, which a formula needs");
      return false;
    }
    const double cells = size / t.spacing;
    if (std::abs(cells - std::round(cells)) > 1e-6 * cells || std::round(cells) < 1) {
      findings.report(t.place, field, fmt::format("{} m", size),
                      fmt::format("a whole number of spacings of {} m", t.spacing));
      return false;
    }
  }
  const double nx = std::round(t.length / t.spacing) + 1, ny = std::round(t.width / t.spacing) + 1;
  if (nx * ny > most_heights) {
    findings.report(t.place, "spacing", fmt::format("{:.6g} heights", nx * ny),
                    "at most four million");
    return false;
  }
  // Each letter is at most one operation: this many take about a second.
  constexpr double most_letters = 3e8;
  if (nx * ny * static_cast<double>(t.formula.size()) > most_letters) {
    findings.report(t.place, "formula",
                    fmt::format("{} letters at {:.6g} heights", t.formula.size(), nx * ny),
                    "a shorter formula, or a greater spacing");
    return false;
  }
  grid = {static_cast<int>(nx), static_cast<int>(ny), {}};
  try {
    Formula formula(t.formula);
    const int different_rows = formula.uses_y() ? grid.ny : 1;
    for (int j = 0; j < different_rows; ++j) {
      for (int i = 0; i < grid.nx; ++i) {
        const double x = (i - (nx - 1) / 2) * t.spacing, y = (j - (ny - 1) / 2) * t.spacing;
        grid.z.push_back(formula.at(x, y));
        if (std::isfinite(grid.z.back())) continue;
        findings.report(t.place, "formula", fmt::format("no number at x = {:g}, y = {:g}", x, y),
                        "a height everywhere");
        return false;
      }
    }
    const std::vector<double> row(grid.z.begin(), grid.z.begin() + grid.nx);
    for (int j = different_rows; j < grid.ny; ++j)
      grid.z.insert(grid.z.end(), row.begin(), row.end());
  } catch (const std::invalid_argument& e) {
    findings.report(t.place, "formula", in_quotes(t.formula),
                    fmt::format("a formula of x and y: {}", e.what()));
    return false;
  }
  return true;
}

bool from_heights(const TerrainSpec& t, Findings& findings, Grid& grid) {
  const std::size_t columns = t.heights[0].size();
  if (t.heights.size() < 2 || columns < 2) {
    findings.report(t.place, "heights", fmt::format("{} by {}", t.heights.size(), columns),
                    "at least two rows of two heights");
    return false;
  }
  for (std::size_t row = 0; row < t.heights.size(); ++row) {
    if (t.heights[row].size() == columns) continue;
    findings.report(t.place, "heights",
                    fmt::format("{} heights in row {}", t.heights[row].size(), row + 1),
                    fmt::format("{}, as in the first row", columns));
    return false;
  }
  grid = {static_cast<int>(columns), static_cast<int>(t.heights.size()), {}};
  for (auto row = t.heights.rbegin(); row != t.heights.rend(); ++row)
    grid.z.insert(grid.z.end(), row->begin(), row->end());
  return true;
}

// Makes `t.image` the path of the file.
bool find_image(const std::string& shot, TerrainSpec& t, Findings& findings) {
  const Written* written = findings.written(t.place, "image");
  const std::string path = resolve_path(written ? written->place.file : shot, t.image);
  if (const std::string why = why_no_file(path, "an image file"); !why.empty()) {
    findings.report(t.place, "image", in_quotes(t.image), why);
    return false;
  }
  t.image = path;
  return true;
}

bool from_image(const TerrainSpec& t, Findings& findings, Grid& grid) {
  Image image;
  try {
    image = read_values(t.image, most_heights);
  } catch (const InputError& e) {
    const Problem& problem = e.problems()[0];
    findings.report(t.place, "image", problem.found, problem.expected);
    return false;
  }
  if (image.width < 2 || image.height < 2 ||
      static_cast<double>(image.width) * image.height > most_heights) {
    findings.report(t.place, "image", fmt::format("{} by {} pixels", image.width, image.height),
                    "at least 2 by 2, at most four million in all");
    return false;
  }
  grid = {image.width, image.height, {}};
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const int row = grid.ny - 1 - j;  // the picture's first row is the leftmost (greatest y)
      const double v = image.pixels[(static_cast<std::size_t>(row) * grid.nx + i) * image.channels];
      grid.z.push_back(t.low + v * (t.high - t.low));
      if (std::isfinite(grid.z.back())) continue;
      findings.report(t.place, "image",
                      fmt::format("no number in column {}, row {}", i + 1, row + 1),
                      "a height in every pixel");
      return false;
    }
  }
  return true;
}

bool check_size(const TerrainSpec& t, const Grid& grid, Findings& findings) {
  const auto refuse = [&](const char* field, const char* what, double value, const char* expected) {
    findings.report(t.place, field, fmt::format("{}{:g} m", what, value), expected);
    return false;
  };
  constexpr const char* at_most = "at most a million kilometres";
  if (t.spacing < finest) return refuse("spacing", "", t.spacing, "at least a nanometre");
  const double size = (std::max(grid.nx, grid.ny) - 1) * t.spacing;
  if (size > farthest) return refuse("spacing", "a field of ", size, at_most);
  const double away = t.at.cwiseAbs().maxCoeff();
  if (away > farthest) return refuse("at", "", away, at_most);
  double height = 0;
  for (const double z : grid.z) height = std::max(height, std::abs(z));
  const char* source = !t.image.empty() ? "image" : !t.formula.empty() ? "formula" : "heights";
  return height <= farthest || refuse(source, "a height of ", height, at_most);
}

// Checks that there is one source, with none of the keys of another. Returns whether the source is
// usable.
bool check_sources(const TerrainSpec& t, Findings& findings) {
  const int sources = !t.image.empty() + !t.formula.empty() + !t.heights.empty();
  if (sources != 1) {
    // One that could not be read has been reported already.
    for (const char* source : {"image", "formula", "heights"})
      if (sources == 0 && findings.written(t.place, source)) return false;
    findings.report(t.place, "", sources == 0 ? "no shape" : "several shapes",
                    "one of image, formula or heights");
    return false;
  }
  const auto only = [&](const char* field, bool allowed, const char* whose) {
    if (!allowed && findings.written(t.place, field))
      findings.report(t.place, field, fmt::format("{} without {}", field, whose),
                      fmt::format("this key with {} only", whose));
  };
  only("length", !t.formula.empty(), "formula");
  only("width", !t.formula.empty(), "formula");
  only("low", !t.image.empty(), "image");
  only("high", !t.image.empty(), "image");
  return t.spacing > 0;
}

// Fields that were made without problems, by what they were made of: takes and starts of a shot
// mostly share one, and making it takes longer than all else of loading them.
class KnownFields {
 public:
  using Field = std::shared_ptr<const HeightField>;

  // Returns nullptr if it is not known.
  Field find(const std::string& made_of) {
    const std::scoped_lock lock(mutex_);
    const auto known = fields_.find(made_of);
    return known == fields_.end() ? nullptr : known->second;
  }
  void keep(const std::string& made_of, const Field& field) {
    const std::scoped_lock lock(mutex_);
    heights_ += field->nx() * field->ny();
    if (heights_ > most_heights) {
      fields_.clear();
      heights_ = field->nx() * field->ny();
    }
    fields_[made_of] = field;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, Field> fields_;
  int heights_ = 0;  // of fields_, each at most most_heights
};

// All that the heights depend on: of an image its content, of the others what is written.
std::string made_of(TerrainSpec& t, double level) {
  CanonicalText text(Touches::motion);
  text.write_fields(t);
  return fmt::format("{} {}", level, text.text());
}

}  // namespace

std::shared_ptr<const HeightField> load_heights(const std::string& file, TerrainSpec& t,
                                                double level, Findings& findings) {
  static KnownFields known;
  if (!check_sources(t, findings)) return nullptr;
  if (!t.image.empty() && !find_image(file, t, findings)) return nullptr;
  const std::string key = made_of(t, level);
  if (const auto field = known.find(key)) return field;
  Grid grid;
  const bool good = !t.image.empty()     ? from_image(t, findings, grid)
                    : !t.formula.empty() ? from_formula(t, findings, grid)
                                         : from_heights(t, findings, grid);
  if (!good || !check_size(t, grid, findings)) return nullptr;
  const Vec3 middle = t.at + Vec3(0, 0, level);
  auto field =
      std::make_shared<const HeightField>(grid.nx, grid.ny, t.spacing, middle, std::move(grid.z));
  ++work_done.terrains_made;
  known.keep(key, field);
  return field;
}

bool HeightFieldKey::make(const WrittenHeights& w, ShapeSpec& out, Findings& findings) {
  out.heights = w.heights;
  out.heights->place = w.place;
  out.shape.length = w.thickness;
  out.shape.smooth = w.heights.smooth;
  out.heights->field = load_heights(w.place.file, *out.heights, 0, findings);
  out.shape.field = out.heights->field;
  return out.shape.field != nullptr;
}

}  // namespace gambol
