#include "cli/files/export_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file_set.h"
#include "base/say.h"
#include "exchange/formats/bvh_text.h"
#include "exchange/formats/gltf.h"
#include "exchange/formats/joint_table.h"
#include "exchange/formats/missing.h"
#include "exchange/formats/usd.h"
#include "exchange/formats/wavefront.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// Files that appear together, and whose names are printed when they are there.
class ExportedFiles {
 public:
  void write(const std::string& file, const std::string& bytes) {
    add(file, bytes);
    names_.push_back(file);
  }
  // Without printing its name.
  void add(const std::string& file, const std::string& bytes) { files_.write(file, bytes); }
  void finish() {
    files_.commit();
    for (const std::string& name : names_) fmt::print("{}\n", name);
  }

 private:
  FileSet files_;
  std::vector<std::string> names_;
};

void say_missing(const ExportedFilm& film, const CarriedParts& carried) {
  std::vector<std::string> missing = missing_parts(film.scene, carried);
  if (!film.shot.look.grow.empty()) missing.push_back("hair");
  if (!film.shot.overlays.empty()) missing.push_back("overlays");
  if (!missing.empty()) say("not in the file: {}\n", fmt::join(missing, ", "));
}

// A file for each figure.
template <class Text>
void export_figures(const ExportedFilm& film, const std::string& ending, const Text& text) {
  ExportedFiles files;
  for (std::size_t f = 0; f < film.scene.figures.size(); ++f) {
    const SceneFigure& figure = film.scene.figures[f];
    if (figure_is_written(film.scene, figure))
      files.write(film.output.exported(figure.name + "." + ending), text(f));
  }
  files.finish();
}

void export_film(const ExportedFilm& film, const std::string& ending, const std::string& bytes) {
  ExportedFiles files;
  files.write(film.output.exported(ending), bytes);
  files.finish();
}

// With the pictures that its text names.
void export_usd(const ExportedFilm& film, SceneSpan span) {
  ExportedFiles files;
  std::string folder;
  for (const auto& [file, picture] : film.scene.picture_files) {
    const std::string path = film.output.folder + "/" + usd_picture_path(film.scene, file);
    files.add(path, picture.bytes);
    folder = path.substr(0, path.rfind('/'));
  }
  files.write(film.output.exported("usda"), usd_text(film.scene, span));
  files.finish();
  const std::size_t count = film.scene.picture_files.size();
  if (count > 0) say("{} picture{} in {}\n", count, count == 1 ? "" : "s", folder);
}

}  // namespace

void export_span(const ExportedFilm& film, const std::string& format, SceneSpan span) {
  const Scene& scene = film.scene;
  if (format == "csv") {
    export_figures(film, format, [&](std::size_t f) {
      return joint_table(film.poses, scene.figures[f].name, span.from, span.to);
    });
  } else if (format == "bvh") {
    export_figures(film, format, [&](std::size_t f) { return bvh_text(scene, f, span); });
    say_missing(film, carried_by_bvh);
  } else if (format == "usda") {
    export_usd(film, span);
    say_missing(film, carried_by_usd);
  } else {
    export_film(film, format, gltf_binary(scene, span));
    say_missing(film, carried_by_gltf);
  }
}

void export_stills(const ExportedFilm& film, const std::vector<std::size_t>& frames,
                   bool numbered) {
  const Output& output = film.output;
  const std::string base = numbered ? fmt::format("{}/obj/{}", output.folder, output.shot)
                                    : fmt::format("{}/{}", output.folder, output.shot);
  ExportedFiles files;
  files.write(base + ".mtl", material_library(film.scene));
  for (const std::size_t frame : frames)
    files.write(numbered ? fmt::format("{}.{:04}.obj", base, frame + film.scene.first_frame)
                         : base + ".obj",
                wavefront_text(film.scene, frame, output.shot + ".mtl"));
  files.finish();
  say_missing(film, carried_by_obj);
}

}  // namespace gambol
