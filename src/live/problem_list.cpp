#include "live/problem_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/allowed_paths.h"
#include "base/text_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_read = 16 << 20;   // bytes; yaml files may have fewer
constexpr std::size_t most_of_a_line = 2000;  // bytes

std::vector<std::string> lines_of(const std::string& file) try {
  // The file may have been replaced, by a link too, since it was read.
  if (!why_no_file(file, "a file").empty()) return {};
  const std::string text = read_text_file(file, most_read);
  std::vector<std::string> lines;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, end - from));
    if (lines.back().ends_with('\r')) lines.back().pop_back();
    from = end + 1;
  }
  return lines;
} catch (const InputError&) {
  return {};
}

std::string without(const std::string& project, const std::string& file) {
  std::error_code error;
  const std::string path = fs::absolute(file, error).lexically_normal().string();
  const bool is_below = !error && !project.empty() && path.starts_with(project + "/");
  return is_below ? path.substr(project.size() + 1) : file;
}

}  // namespace

Json problem_list(const std::vector<Problem>& problems, const std::string& project) {
  std::map<std::string, std::vector<std::string>> read;
  Json list = Json::array();
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (i == most_shown_problems) {
      list.push(Json::object().add(
          "text", fmt::format("and {} more problems", problems.size() - most_shown_problems)));
      break;
    }
    const Problem& p = problems[i];
    Json item = Json::object()
                    .add("text", p.to_string())
                    .add("file", without(project, p.place.file))
                    .add("line", p.place.line)
                    .add("col", p.place.col)
                    .add("key", p.key)
                    .add("found", p.found)
                    .add("expected", p.expected);
    if (p.place.line > 0) {
      auto [at, is_new] = read.try_emplace(p.place.file);
      if (is_new) at->second = lines_of(p.place.file);
      const auto line = static_cast<std::size_t>(p.place.line);
      if (line <= at->second.size())
        item.add("source", at->second[line - 1].substr(0, most_of_a_line));
    }
    list.push(item);
  }
  return list;
}

Json problem_list(const std::string& message) {
  return Json::array().push(Json::object().add("text", message));
}

}  // namespace gambol
