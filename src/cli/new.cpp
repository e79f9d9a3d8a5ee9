// `gambol new`: a project of one's own, made from templates/ of gambol.

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/atomic_file.h"
#include "base/data_file.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/text_file.h"
#include "cli/verbs.h"
#include "farm/template.h"
#include "schema/explain.h"
#include "shot/file_kinds.h"
#include "shot/project_spec.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = 1 << 20;  // of a file of a template
const fs::path common = "common";            // the template that all projects have

fs::path templates() { return fs::path(shipped_folder()) / "templates"; }

[[noreturn]] void refuse(const std::string& key, const std::string& found,
                         const std::string& expected) {
  Problem problem;
  problem.key = key;
  problem.found = found;
  problem.expected = expected;
  throw InputError(problem);
}

}  // namespace

std::vector<std::string> template_names() {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(templates(), error))
    if (entry.is_directory() && entry.path().filename() != common)
      names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

namespace {

using Values = std::map<std::string, std::string>;

std::string filled(std::string text, const Values& values) {
  for (const auto& [name, value] : values)
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + value.size()))
      text.replace(at, name.size(), value);
  return text;
}

void copy_filled(const fs::path& from, const fs::path& to, const Values& values) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(from)) {
    if (!entry.is_regular_file()) continue;
    const fs::path target = to / entry.path().lexically_relative(from);
    fs::create_directories(target.parent_path());
    write_file(target, filled(read_text_file(entry.path(), most_bytes), values));
  }
}

// What editors complete and underline by.
void write_schemas(const fs::path& project) {
  fs::create_directories(project / ".vscode");
  for (const char* kind : {"shot", "figure", "look", "preset", "search", "project"})
    write_file(project / ".vscode" / fmt::format("gambol.{}.json", kind),
               json_schema(file_kinds(), kind));
}

// The template's shot, as its README names it.
std::string shot_of(const fs::path& chosen) {
  for (const fs::directory_entry& entry : fs::directory_iterator(chosen / "scenes"))
    return "scenes/" + entry.path().filename().string();
  return "scenes";
}

void require_new(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) return;
  if (!fs::is_directory(folder, error) || !fs::is_empty(folder, error))
    refuse("new", folder.string() + ", which is there", "the name of a new or empty folder");
}

}  // namespace

ExitCode new_verb(const NewOptions& options) {
  const fs::path folder = fs::path(options.folder).lexically_normal();
  if (options.schemas) {
    if (!fs::is_regular_file(folder / project_file))
      refuse("new", folder.string(), fmt::format("a project, which has {}", project_file));
    write_schemas(folder);
    fmt::print("{}\n", (folder / ".vscode").string());
    return ExitCode::ok;
  }
  const std::vector<std::string> known = template_names();
  if (std::find(known.begin(), known.end(), options.from) == known.end())
    refuse("--template", "\"" + options.from + "\"", alternatives(known));
  require_new(folder);
  const std::string name =
      (folder.has_filename() ? folder : fs::absolute(folder).parent_path()).filename();
  const fs::path chosen = templates() / options.from;
  const std::string shot = shot_of(chosen);
  const Values values = {{"@name@", name}, {"name_in_quotes", Json(name).text()}, {"@shot@", shot}};
  // The whole project appears at once.
  const fs::path making = fmt::format("{}.new.{}", fs::absolute(folder).string(), getpid());
  try {
    copy_filled(templates() / common, making, values);
    copy_filled(chosen, making, values);
    write_schemas(making);
    fs::rename(making, folder);
  } catch (const fs::filesystem_error& error) {
    std::error_code ignored;
    fs::remove_all(making, ignored);
    throw RunError(ExitCode::failed,
                   fmt::format("cannot write {}: {}", folder.string(), error.code().message()));
  }
  fmt::print("{}: now\n  cd {}\n  gambol make {} --preset draft\n", folder.string(),
             shell_text(folder.string()), shot);
  return ExitCode::ok;
}

}  // namespace gambol
