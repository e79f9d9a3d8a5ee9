#include "farm/openjd.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "base/atomic_file.h"
#include "farm/chunks.h"
#include "farm/template.h"

namespace gambol {
namespace {

// Frames per task: the number of nodes of that farm is not known here.
constexpr std::size_t chosen_chunk = 8;

}  // namespace

std::string openjd_frames(const std::vector<int>& frames) {
  std::string text = frames_text(frames);
  std::replace(text.begin(), text.end(), 'x', ':');
  return text;
}

std::string openjd_text(const SubmitRequest& request, const std::vector<int>& frames) {
  const Submission& s = request.submission;
  std::size_t chunk = chosen_chunk;
  if (request.chunk > 0) chunk = static_cast<std::size_t>(request.chunk);
  std::string file;
  const std::string text = farm_template("job.openjd.yaml.in", file);
  return fill_in(file, text,
                 {{"name", {request.name}},
                  {"gambol", {request.program}},
                  {"options", request.options},
                  {"rendering", rendering_options(request)},
                  {"shot", {s.shot}},
                  {"preset", {s.preset}},
                  {"frames", {openjd_frames(frames)}},
                  {"chunk", {std::to_string(chunk)}},
                  {"out", {request.out}},
                  {"motion", {s.motion}}},
                 Quoting::json);
}

void write_openjd(const SubmitRequest& request, const std::vector<int>& frames,
                  const std::string& file) {
  namespace fs = std::filesystem;
  const std::string& here = request.submission.project;
  if (fs::absolute(file).lexically_normal().parent_path() != fs::path(here))
    throw std::invalid_argument(
        fmt::format("{}: the paths in a template are relative to its folder, which must be the "
                    "working folder, {}",
                    file, here));
  write_file(file, openjd_text(request, frames));
}

}  // namespace gambol
