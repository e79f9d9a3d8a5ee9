// The verb `migrate`.

#include "shot/migrate.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "base/file_set.h"
#include "base/leftovers.h"
#include "base/say.h"
#include "base/text_file.h"
#include "cli/check_files.h"
#include "cli/confine.h"
#include "cli/verbs.h"
#include "cli/yaml_files.h"
#include "schema/yaml_tree.h"
#include "shot/check.h"

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

// What a killed process had begun to rewrite is settled before anybody looks at it.
void settle_folders(const std::vector<FileToMigrate>& files) {
  std::set<std::string> folders;
  for (const FileToMigrate& file : files)
    folders.insert(std::filesystem::path(file.path).parent_path());
  for (const std::string& folder : folders) remove_leftovers(folder);
}

std::vector<FileToMigrate> files_named(const MigrateOptions& options,
                                       std::vector<Problem>& problems) {
  std::vector<FileToMigrate> files;
  for (const std::string& word : options.files) {
    std::error_code error;
    if (!std::filesystem::is_directory(word, error)) {
      files.push_back({word});
      continue;
    }
    const FoundFiles found = files_below(word);
    for (const std::string& file : found.files) files.push_back({file, true});
    for (const std::string& link : found.linked)
      say("{}: left alone: a link to a folder elsewhere\n", link);
    problems.insert(problems.end(), found.unread.begin(), found.unread.end());
  }
  if (!options.check) settle_folders(files);
  return files;
}

// Throws InputError for a file that would have to be rewritten and is refused by `gambol check`:
// nobody knows what it means.
Migration migrated(const std::string& file) {
  Migration migration = migrate(file, read_text_file(file, yaml_max_bytes));
  if (!migration.done.empty())
    if (std::vector<Problem> problems = problems_of_file(file); !problems.empty())
      throw InputError(std::move(problems));
  return migration;
}

// Files of other programs among those of a folder are left alone. Throws InputError with every
// problem of every file.
std::vector<MigratedFile> migrated_files(const MigrateOptions& options) {
  std::vector<MigratedFile> files;
  std::vector<Problem> problems;
  for (const auto& [file, of_folder] : files_named(options, problems)) {
    try {
      confine(file, options.allowed);
      if (of_folder && kind_of_file(file).empty()) continue;
      files.push_back({file, migrated(file)});
    } catch (const InputError& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (!problems.empty()) throw InputError(problems);
  return files;
}

}  // namespace

ExitCode migrate_verb(const MigrateOptions& options) {
  // Nothing is written before all is known to be good: no project is left half old.
  const std::vector<MigratedFile> files = migrated_files(options);
  std::size_t old = 0;
  FileSet written;
  for (const MigratedFile& file : files) {
    if (file.migration.done.empty()) continue;
    ++old;
    for (const std::string& change : file.migration.done) fmt::print("{}: {}\n", file.name, change);
    // A link stays one.
    if (!options.check)
      written.write(std::filesystem::canonical(file.name).string(), file.migration.text);
  }
  written.commit();
  say("{} of {} files {}\n", old, files.size(),
      options.check ? "would be rewritten" : "are rewritten");
  return options.check && old > 0 ? ExitCode::bad_input : ExitCode::ok;
}

}  // namespace gambol
