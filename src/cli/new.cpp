// `gambol new`: a project of one's own, made from templates/ of gambol.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "base/atomic_file.h"
#include "base/data_file.h"
#include "base/file_set.h"
#include "base/json.h"
#include "base/leftovers.h"
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

// The text with values in place of their names, from left to right: no value is looked into.
std::string filled(const std::string& text, const Values& values) {
  std::string made;
  for (std::size_t i = 0; i < text.size();) {
    const auto value = std::find_if(values.begin(), values.end(), [&](const auto& named) {
      return text.compare(i, named.first.size(), named.first) == 0;
    });
    if (value == values.end()) {
      made += text[i++];
    } else {
      made += value->second;
      i += value->first.size();
    }
  }
  return made;
}

// Into `made`, which will be `project`.
void copy_filled(const fs::path& from, const fs::path& made, const fs::path& project,
                 const Values& values) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(from)) {
    if (!entry.is_regular_file()) continue;
    const fs::path name = entry.path().lexically_relative(from);
    write_file(made / name, filled(read_text_file(entry.path(), most_bytes), values), {},
               project / name);
  }
}

// What editors complete and underline by, by their names: a schema of each kind, and one of any
// file, which looks at the key that says what the file is. Kinds in front go first, as in
// check_file().
std::map<std::string, std::string> schemas() {
  std::map<std::string, std::string> files;
  Json cases = Json::array(Json::Layout::lines), before = Json::array();
  for (const char* kind : file_kind_names) {
    const std::string file = fmt::format("gambol.{}.json", kind);
    files[file] = json_schema(file_kinds(), kind);
    const Json has = Json::object().add("required", Json::array().push(kind));
    Json is = Json::object().add("required", Json::array().push(kind));
    is.add("not", Json::object().add("anyOf", Json(before).push(Json(false))));
    cases.push(Json::object().add("if", is).add("then", Json::object().add("$ref", file)));
    before.push(has);
  }
  const Json any = Json::object(Json::Layout::lines)
                       .add("$schema", "https://json-schema.org/draft/2020-12/schema")
                       .add("title", "a file of gambol")
                       .add("allOf", cases);
  files["gambol.any.json"] = any.text() + '\n';
  return files;
}

// The template's shot, as its README names it.
std::string shot_of(const fs::path& chosen) {
  for (const fs::directory_entry& entry : fs::directory_iterator(chosen / "scenes"))
    return "scenes/" + entry.path().filename().string();
  return "scenes";
}

void require_new(const fs::path& folder, const std::string& written) {
  std::error_code error;
  const bool fit = !fs::exists(fs::symlink_status(folder, error)) ||
                   (fs::is_directory(folder, error) && fs::is_empty(folder, error));
  const std::string name = folder.filename();
  const bool plain = std::none_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '@';
  });
  if (!fit) refuse("new", written + ", which is there", "the name of a new or empty folder");
  if (!plain || name.empty()) refuse("new", name, "a name without @ and line ends");
}

// The whole project appears at once; in an empty folder that is there, what it holds does.
void make_project(const fs::path& folder, const fs::path& chosen, const Values& values) try {
  FileSet files;
  const bool is_new = !fs::exists(folder);
  const fs::path made = fs::path(files.staging(is_new ? folder.parent_path() : folder)) / "project";
  copy_filled(templates() / common, made, folder, values);
  copy_filled(chosen, made, folder, values);
  for (const auto& [name, schema] : schemas())
    write_file(made / ".vscode" / name, schema, {}, folder / ".vscode" / name);
  if (is_new) {
    files.move(made, folder);
  } else {
    const std::vector<fs::path> parts{fs::directory_iterator(made), fs::directory_iterator()};
    for (const fs::path& part : parts) files.move(part, folder / part.filename());
  }
  files.commit();
} catch (const fs::filesystem_error& error) {
  throw RunError(ExitCode::failed,
                 fmt::format("cannot write {}: {}", folder.string(), error.code().message()));
}

}  // namespace

ExitCode new_verb(const NewOptions& options) {
  // Without a slash at its end, which shells write.
  fs::path folder = fs::absolute(options.folder).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  if (options.schemas) {
    if (!fs::is_regular_file(folder / project_file))
      refuse("new", folder.string(), fmt::format("a project, which has {}", project_file));
    FileSet files;
    for (const auto& [name, schema] : schemas()) files.write(folder / ".vscode" / name, schema);
    files.commit();
    fmt::print("{}\n", (folder / ".vscode").string());
    return ExitCode::ok;
  }
  const std::vector<std::string> known = template_names();
  if (std::find(known.begin(), known.end(), options.from) == known.end())
    refuse("--template", "\"" + options.from + "\"", alternatives(known));
  // Not what a killed process began to make there.
  for (const fs::path& begun : {folder.parent_path(), folder}) remove_leftovers(begun);
  require_new(folder, options.folder);
  const std::string name = folder.filename();
  const fs::path chosen = templates() / options.from;
  const std::string shot = shot_of(chosen);
  make_project(folder, chosen,
               {{"@name@", name}, {"name_in_quotes", Json(name).text()}, {"@shot@", shot}});
  fmt::print("{}: now\n  cd {}\n  gambol make {} --preset draft\n", options.folder,
             shell_text(options.folder), shot);
  return ExitCode::ok;
}

}  // namespace gambol
