#include "cli/check_report.h"

#include <fmt/format.h>

#include <cctype>
#include <set>

#include "base/json.h"

namespace gambol {
namespace {

Json lines_object() { return Json::object(Json::Layout::lines); }
Json lines_array() { return Json::array(Json::Layout::lines); }

// The file that a problem lies in: its place's, or else the file that was checked, without its
// take.
std::string file_of(const Problem& problem, const CheckedFile& file) {
  return problem.place.file.empty() ? file.name : problem.place.file;
}

Json problem_json(const Problem& problem, const CheckedFile& file) {
  Json json = lines_object();
  json.add("file", file_of(problem, file));
  if (problem.place.line > 0) json.add("line", problem.place.line).add("column", problem.place.col);
  if (!problem.key.empty()) json.add("key", problem.key);
  if (!problem.found.empty()) json.add("found", problem.found);
  return json.add("expected", problem.expected).add("message", problem.to_string());
}

// A path as a URI (RFC 3986): SARIF has no other names of files.
std::string uri(const std::string& path) {
  std::string text = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || std::string_view("-._~/").find(c) != std::string_view::npos)
      text += c;
    else
      text += fmt::format("%{:02X}", byte);
  }
  return text;
}

// The message without its place, which SARIF keeps apart.
std::string message(Problem problem) {
  problem.place = {};
  return problem.to_string();
}

Json sarif_result(const Problem& problem, const CheckedFile& file, const char* level) {
  Json physical = lines_object();
  physical.add("artifactLocation",
               Json::object(Json::Layout::spaced).add("uri", uri(file_of(problem, file))));
  if (problem.place.line > 0)
    physical.add("region", Json::object(Json::Layout::spaced)
                               .add("startLine", problem.place.line)
                               .add("startColumn", problem.place.col));
  return lines_object()
      .add("ruleId", "input")
      .add("level", level)
      .add("message", Json::object(Json::Layout::spaced).add("text", message(problem)))
      .add("locations", lines_array().push(lines_object().add("physicalLocation", physical)));
}

}  // namespace

Problem as_warning(Problem problem) {
  problem.key = problem.key.empty() ? "warning" : "warning: " + problem.key;
  return problem;
}

std::string check_report_json(const std::vector<CheckedFile>& files) {
  Json list = lines_array(), skipped = lines_array();
  for (const CheckedFile& file : files) {
    if (!file.skipped.empty()) {
      skipped.push(file.name);
      continue;
    }
    Json problems = lines_array(), warnings = lines_array();
    for (const Problem& problem : file.problems) problems.push(problem_json(problem, file));
    for (const Problem& warning : file.warnings) warnings.push(problem_json(warning, file));
    list.push(lines_object()
                  .add("file", file.name)
                  .add("ok", file.problems.empty())
                  .add("problems", problems)
                  .add("warnings", warnings));
  }
  return lines_object().add("files", list).add("skipped", skipped).text() + '\n';
}

std::string check_report_sarif(const std::vector<CheckedFile>& files) {
  Json results = lines_array();
  // A mistake in a file that others name is one.
  std::set<std::string> told;
  const auto push = [&](const std::vector<Problem>& problems, const CheckedFile& file,
                        const char* level) {
    for (const Problem& problem : problems)
      if (told.insert(file_of(problem, file) + problem.to_string()).second)
        results.push(sarif_result(problem, file, level));
  };
  for (const CheckedFile& file : files) {
    push(file.problems, file, "error");
    push(file.warnings, file, "warning");
  }
  const Json rule =
      lines_object()
          .add("id", "input")
          .add("shortDescription",
               Json::object(Json::Layout::spaced)
                   .add("text", "what a file says is wrong, impossible or without effect"));
  const Json driver = lines_object()
                          .add("name", "gambol")
                          .add("version", GAMBOL_VERSION)
                          .add("rules", lines_array().push(rule));
  const Json run = lines_object()
                       .add("tool", lines_object().add("driver", driver))
                       .add("columnKind", "unicodeCodePoints")
                       .add("results", results);
  return lines_object()
             .add("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
             .add("version", "2.1.0")
             .add("runs", lines_array().push(run))
             .text() +
         '\n';
}

}  // namespace gambol
