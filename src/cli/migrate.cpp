// The verb `migrate`.

#include "shot/migrate.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "base/say.h"
#include "base/text_file.h"
#include "cli/confine.h"
#include "cli/verbs.h"
#include "cli/yaml_files.h"
#include "schema/file_kinds.h"

namespace gambol {
namespace {

struct MigratedFile {
  std::string name;
  Migration migration;
};

struct FileToMigrate {
  std::string path;
  bool of_folder = false;  // found below a folder of the command line
};

// Files of other programs among those of a folder are left alone. Of one that cannot be read nobody
// knows whose it is.
bool is_ours(const std::string& file) try {
  std::vector<Problem> ignored;
  return !kind_of(parse_yaml(read_text_file(file, yaml_max_bytes), file, ignored)).empty();
} catch (const InputError&) {
  say("{}: left alone: it cannot be read\n", file);
  return false;
}

std::vector<FileToMigrate> files_named(const MigrateOptions& options) {
  std::vector<FileToMigrate> files;
  for (const std::string& word : options.files) {
    std::error_code error;
    if (!std::filesystem::is_directory(word, error)) {
      files.push_back({word});
      continue;
    }
    for (const std::string& file : files_below(word)) files.push_back({file, true});
  }
  return files;
}

}  // namespace

ExitCode migrate_verb(const MigrateOptions& options) {
  // Nothing is written before all is known to be good: no project is left half old.
  std::vector<MigratedFile> files;
  std::vector<Problem> problems;
  for (const auto& [file, of_folder] : files_named(options)) {
    try {
      confine(file, options.allowed);
      if (of_folder && !is_ours(file)) continue;
      files.push_back({file, migrate(file, read_text_file(file, yaml_max_bytes))});
    } catch (const InputError& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (!problems.empty()) throw InputError(problems);
  std::size_t old = 0;
  for (const MigratedFile& file : files) {
    if (file.migration.done.empty()) continue;
    ++old;
    for (const std::string& change : file.migration.done) fmt::print("{}: {}\n", file.name, change);
    // A link stays one.
    if (!options.check)
      write_file(std::filesystem::canonical(file.name).string(), file.migration.text);
  }
  say("{} of {} files {}\n", old, files.size(),
      options.check ? "would be rewritten" : "are rewritten");
  return options.check && old > 0 ? ExitCode::bad_input : ExitCode::ok;
}

}  // namespace gambol
