#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/channel_names.h"
#include "base/error.h"
#include "base/nearest.h"
#include "base/text_file.h"
#include "exchange/formats/motion_keys.h"
#include "exchange/formats/read_motion.h"
#include "figure/joint_motion.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_table = 200 << 20;

// A table of RFC 4180.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> values;  // [column][row]
};

class TableReader {
 public:
  TableReader(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  Table read() {
    Table table;
    table.columns = row();
    table.values.resize(table.columns.size());
    while (at_ < text_.size()) {
      ++line_;
      const std::vector<std::string> cells = row();
      if (cells.size() == 1 && cells[0].empty()) continue;
      if (cells.size() != table.columns.size())
        fail(fmt::format("{} cells", cells.size()),
             fmt::format("{}, as the first row has", table.columns.size()));
      for (std::size_t c = 0; c < cells.size(); ++c)
        table.values[c].push_back(number(cells[c], table.columns[c]));
    }
    if (table.values[0].empty()) fail("no rows", "a row for each moment");
    return table;
  }

 private:
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const {
    Problem problem;
    problem.place = {file_, line_, 1};
    problem.found = found;
    problem.expected = expected;
    throw InputError(problem);
  }

  double number(const std::string& cell, const std::string& column) const {
    double value = 0;
    const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (error != std::errc() || end != cell.data() + cell.size() || !(std::abs(value) < 1e9))
      fail(fmt::format("\"{}\" in the column {}", cell, column), "a number");
    return value;
  }

  std::vector<std::string> row() {
    std::vector<std::string> cells(1);
    bool quoted = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (quoted && c == '"' && at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
        cells.back() += c;
        ++at_;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == ',') {
        cells.emplace_back();
      } else if (!quoted && c == '\n') {
        ++at_;
        break;
      } else if (c != '\r') {
        cells.back() += c;
      }
    }
    return cells;
  }

  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
};

class TableMotion {
 public:
  TableMotion(const std::string& path, const std::string& name, const std::string& file)
      : path_(path),
        table_(TableReader(text_ = read_text_file(path, most_table), path).read()),
        spec_(load_figure(file)) {
    made_.name = name;
    made_.source = fs::path(path).filename();
    figure_.name = spec_.name;
    figure_.file = file;
    // A figure's file says nothing of how its materials look.
    const auto add = [&](const std::string& material) {
      if (!material.empty()) figure_.materials.try_emplace(material, "#9aa4ae");
    };
    add(spec_.material);
    for (const BodySpec& body : spec_.bodies) {
      add(body.material);
      for (const ShapeSpec& shape : body.visible) add(shape.material);
    }
    for (const SkinSpec& skin : spec_.skins) add(skin.material);
  }

  Imported make() {
    const std::vector<double>* time = find("time");
    if (!time) time = find("film_time");
    if (!time) refuse("no column `time`", "the times of the rows, s");
    for (std::size_t i = 1; i < time->size(); ++i)
      if (!((*time)[i] > (*time)[i - 1]))
        refuse(fmt::format("the time {} after {}", (*time)[i], (*time)[i - 1]),
               "times that increase from row to row");
    const std::size_t step = kept_step(time->size(), table_.columns.size());
    if (step > 1) made_.notes.push_back(kept_note(time->size(), "rows", step));
    for (std::size_t i = 0; i < time->size(); i += step) rows_.push_back(i);
    // The shot begins with the first row.
    for (const std::size_t i : rows_) times_.push_back((*time)[i] - time->front());
    if (times_.size() > 1)
      made_.fps = film_rate(times_.back() / static_cast<double>(times_.size() - 1));
    add_root();
    add_joints();
    if (figure_.motions.empty())
      refuse("no column that is a joint of the figure", "columns such as " + known());
    made_.duration = std::max(times_.back(), 1 / made_.fps);
    made_.figures.push_back(std::move(figure_));
    return std::move(made_);
  }

 private:
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const {
    Problem problem;
    problem.place = {path_, 1, 1};
    problem.found = found;
    problem.expected = expected;
    throw InputError(problem);
  }

  std::string known() const {
    std::vector<std::string> names;
    for (const JointDof& dof : joint_dofs(spec_))
      if (names.size() < 5) names.push_back(dof.name);
    return alternatives(names);
  }

  const std::vector<double>* find(std::string_view column) {
    const auto at = std::find(table_.columns.begin(), table_.columns.end(), column);
    if (at == table_.columns.end()) return nullptr;
    used_[std::string(column)] = true;
    return &table_.values[at - table_.columns.begin()];
  }

  std::vector<double> kept(const std::vector<double>& all) const {
    std::vector<double> some;
    for (const std::size_t i : rows_) some.push_back(all[i]);
    return some;
  }

  void add_root() {
    const std::string root = spec_.bodies.at(0).name;
    const std::string_view places[] = {columns::x, columns::y, columns::z};
    const char* suffixes[] = {".tx", ".ty", ".tz"};
    for (int k = 0; k < 3; ++k)
      if (const auto* values = find(places[k])) {
        figure_.motions.push_back({root + suffixes[k], length_keys(times_, kept(*values))});
        figure_.at[k] = values->front();
      }
    const auto *w = find(columns::qw), *x = find(columns::qx), *y = find(columns::qy),
               *z = find(columns::qz);
    if (!w || !x || !y || !z) return;
    std::vector<Quat> turned;
    for (const std::size_t i : rows_) {
      turned.emplace_back((*w)[i], (*x)[i], (*y)[i], (*z)[i]);
      if (!(turned.back().norm() > 0.5)) refuse("a quaternion of length 0", "unit quaternions");
      turned.back().normalize();
    }
    figure_.turned = turned[0];
    for (ImportedCurve& curve : rotation_curves(root, times_, turned))
      figure_.motions.push_back(std::move(curve));
  }

  void add_joints() {
    for (const JointDof& dof : joint_dofs(spec_)) {
      const auto* values = find(dof.name);
      if (!values) continue;
      figure_.motions.push_back({dof.name, dof.slides ? length_keys(times_, kept(*values))
                                                      : angle_keys(times_, kept(*values))});
    }
    figure_.has_joints = true;
    for (const std::string& column : table_.columns)
      if (!used_[column] && column != "film_time" && column != "time")
        add_left_out(made_.left_out, Place{path_, 1, 1}, "column", column,
                     fmt::format("{} has no such joint", spec_.name));
  }

  const std::string& path_;
  std::string text_;
  Table table_;
  FigureSpec spec_;
  Imported made_;
  ImportedFigure figure_;
  std::map<std::string, bool> used_;
  std::vector<std::size_t> rows_;
  std::vector<double> times_;
};

}  // namespace

Imported table_motion(const std::string& path, const std::string& name, const std::string& figure) {
  return TableMotion(path, name, figure).make();
}

}  // namespace gambol
