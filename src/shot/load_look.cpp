#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/nearest.h"
#include "base/text_file.h"
#include "schema/loader.h"
#include "shot/frame_spec.h"
#include "shot/look_spec.h"
#include "shot/reading.h"

namespace gambol {

void load_base(LoadContext& context, const Written& reference, LookSpec& look) {
  Findings& findings = context.findings;
  const auto [path, why] =
      find_named_file(reference.place.file, look.file, "render/looks", "a look file");
  const auto& chain = context.including;
  if (path == context.file || std::find(chain.begin(), chain.end(), path) != chain.end()) {
    findings.add(reference.place, reference.key, in_quotes(look.file),
                 "a look that does not begin with this one");
    return;
  }
  if (chain.size() >= most_files_in_a_row) {
    findings.add(reference.place, reference.key, in_quotes(look.file),
                 too_long_a_chain("looks that begin with each other"));
    return;
  }
  if (!why.empty()) {
    findings.add(reference.place, reference.key, in_quotes(look.file), why);
    return;
  }
  LoadContext inner{path, findings, context.fps, chain};
  inner.including.push_back(context.file);
  std::string name;
  look.file.clear();
  try {
    load_document(inner, read_yaml(path, findings.problems), "look", look, name);
    find_pictures(look, findings);
    look.materials_of_file = names_in(look.materials);
  } catch (const InputError& e) {
    findings.problems.insert(findings.problems.end(), e.problems().begin(), e.problems().end());
  }
  look.file = path;
}

void find_pictures(LookSpec& look, Findings& findings) {
  const auto find = [&](const Place& owner, const char* field, std::string& file) {
    if (file.empty()) return;
    const Written* written = findings.written(owner, field);
    const std::string path =
        std::filesystem::absolute(resolve_path(written ? written->place.file : owner.file, file));
    if (const std::string why = why_no_file(path, "a picture"); !why.empty())
      findings.report(owner, field, in_quotes(file), why);  // a repeated report is identical
    else
      file = path;
  };
  for (MaterialSpec& material : look.materials)
    for (TextureSpec& texture : material.textures)
      if (auto* image = std::get_if<ImageTexture>(&texture.kind))
        find(texture.place, "file", image->file);
  for (HairSpec& hair : look.hair)
    for (HairMapSpec& map : hair.maps)
      if (auto* image = std::get_if<ImageTexture>(&map.kind)) find(map.place, "file", image->file);
  find(look.sky.place, "image", look.sky.image);
}

LookSpec load_look(const std::string& path, Findings& findings) {
  LookSpec look;
  LoadContext context{path, findings};
  std::string name;
  try {
    load_document(context, read_yaml(path, findings.problems), "look", look, name);
    find_pictures(look, findings);
  } catch (const InputError& e) {
    findings.problems.insert(findings.problems.end(), e.problems().begin(), e.problems().end());
  }
  return look;
}

LookSpec load_look(const std::string& path) {
  Findings findings;
  const LookSpec look = load_look(path, findings);
  check_look(look, findings);
  findings.throw_if_any();
  return look;
}

namespace {

void check_preset(const PresetSpec& preset, Findings& findings) {
  check_folder_name(preset.place, "preset", preset.name, findings);
  for (const char* field : {"width", "height"})
    if (preset.scale && findings.written(preset.place, field))
      findings.report(preset.place, field, "scale as well",
                      "one of the two: `scale` of the film's resolution, or a size in pixels");
  if (preset.width % 2 != 0)
    findings.report(preset.place, "width", std::to_string(preset.width),
                    "an even number, as films need");
  if (preset.height % 2 != 0)
    findings.report(preset.place, "height", std::to_string(preset.height),
                    "an even number, as films need");
}

}  // namespace

PresetSpec load_preset(const std::string& name) {
  const bool is_path = name.find('/') != name.npos || name.ends_with(".yaml");
  std::string path = name;
  if (!is_path) {
    path = find_data_file("render/presets/" + name + ".yaml");
    if (path.empty()) {
      const std::vector<std::string> known = data_file_names("render/presets", ".yaml");
      const std::string close = nearest(name, known);
      Problem problem;
      problem.key = "preset";
      problem.found = in_quotes(name);
      problem.expected = "a preset: " + alternatives(known);
      if (!close.empty()) problem.expected += fmt::format(" (did you mean {}?)", close);
      throw InputError(problem);
    }
    // A project's own may be a link that leads out of it. What a command names by its path may lie
    // anywhere.
    if (const std::string why = why_no_file(path, "a preset file"); !why.empty())
      throw InputError(file_problem(path, "expected " + why));
  }
  PresetSpec preset = load_file<PresetSpec>(path, "preset", check_preset);
  const PresetSpec usual = sized(preset, FrameSpec());
  preset.width = usual.width, preset.height = usual.height;
  return preset;
}

}  // namespace gambol
