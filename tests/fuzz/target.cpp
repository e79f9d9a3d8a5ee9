#include "fuzz/target.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>

#include "base/allowed_paths.h"
#include "base/text_file.h"
#include "shot/file_kinds.h"
#include "support/broken_cases.h"

namespace gambol::fuzz {
namespace {

namespace fs = std::filesystem;

// In memory where there is such a folder: a fuzzer writes ten thousand files a second.
fs::path scratch() {
  std::error_code error;
  const fs::path memory = "/dev/shm";
  if (::access(memory.c_str(), W_OK) == 0 && fs::is_directory(memory, error)) return memory;
  return fs::temp_directory_path();
}

class Project {
 public:
  Project() {
    std::string name = scratch() / "gambol_fuzz_XXXXXX";
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot make " + name);
    folder_ = fs::canonical(name);
    for (const char* part : {"scenes", "figures", "render", "searches"})
      fs::copy(fs::path(GAMBOL_SOURCE_DIR) / part, fs::path(folder_) / part,
               fs::copy_options::recursive);
    // Small files that small ones name.
    for (const auto& [name, text] : beside_broken().files)
      for (const char* part : {"scenes", "figures", "render/looks"})
        if (!fs::exists(fs::path(folder_) / part / name))
          std::ofstream(fs::path(folder_) / part / name) << text;
    ::setenv("GAMBOL_DATA", folder_.c_str(), 1);
    allow_only_below({folder_});
  }
  ~Project() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

bool is_of_kind(const std::string& text, const std::string& kind) {
  return text.starts_with(kind + ":") || text.find("\n" + kind + ":") != text.npos;
}

void add_words(const std::vector<FieldInfo>& fields, std::set<std::string>& found) {
  for (const FieldInfo& field : fields) {
    found.insert(field.name);
    found.insert(field.choices.begin(), field.choices.end());
    add_words(field.fields, found);
    for (const FieldInfo::Alternative& a : field.alternatives) add_words(a.fields, found);
  }
}

}  // namespace

void must_not_be(const std::string& what) { throw std::logic_error(what); }

void check(const InputError& error) {
  if (error.problems().empty()) must_not_be("refused without a problem");
  for (const Problem& problem : error.problems()) {
    const std::string text = problem.to_string();
    if (problem.expected.empty()) must_not_be("nothing expected: " + text);
    // What is wrong with a key stands somewhere.
    const bool somewhere = !problem.key.empty() && problem.place.file.ends_with(".yaml");
    if (problem.place.file.empty() || problem.place.line < somewhere ||
        problem.place.col < somewhere)
      must_not_be("no place: " + text);
    try {
      require_text(text, "message");
    } catch (const InputError& e) {
      must_not_be(std::string(e.what()) + " in: " + text);
    }
    if (text.find('\n') != text.npos || text.find('\r') != text.npos)
      must_not_be("a message of several lines: " + text);
  }
}

const std::vector<std::string>& extreme_numbers() {
  static const std::vector<std::string> numbers = {
      "0",          "-0",         "1",           "-1",         "2",
      "1e9",        "1e12",       "1e308",       "-1e308",     "1e-308",
      "5e-324",     "1e400",      "1e-400",      "nan",        "-nan",
      "inf",        "-inf",       ".inf",        ".nan",       "1/0",
      "0/0",        "1/3",        "0x10",        "010",        "1_000",
      "2147483647", "2147483648", "-2147483648", "4294967295", "4294967296",
      "1000000000", "4000000000", "1000000",     "100000",     "9223372036854775807",
      "-1000000",   "0.5",        "1e-9",        "360 deg",    "18446744073709551615",
      "1e300 m9",   "12 f",       "1e300 f",     "-3 s",       "99999999999999999999999"};
  return numbers;
}

std::vector<std::string> words() {
  std::set<std::string> found = {"&a", "*a", "<<", "!!", "~",    "null", "true", "false",
                                 "- ", ": ", "{",  "}",  "[",    "]",    "|",    ">",
                                 "\"", "'",  "#",  "@",  "../x", "\n  ", "? ",   "---\n"};
  for (const FieldInfo* kind : file_kinds()) {
    found.insert(kind->name);
    add_words(kind->fields, found);
  }
  found.insert(extreme_numbers().begin(), extreme_numbers().end());
  return {found.begin(), found.end()};
}

const std::string& project() {
  static const Project project;
  return project.folder();
}

std::string put(const std::string& name, const std::string& bytes) {
  const std::string path = project() + "/" + name;
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

std::string content_of(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> shipped(const std::string& folder, const std::string& kind) {
  std::set<fs::path> files;  // sorted: the same everywhere
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(project()) / folder))
    if (entry.path().extension() == ".yaml") files.insert(entry.path());
  std::vector<std::string> found;
  for (const fs::path& file : files) {
    std::string text = content_of(file);
    if (is_of_kind(text, kind)) found.push_back(std::move(text));
  }
  return found;
}

std::vector<std::string> shipped_and_small(const std::string& folder, const std::string& kind) {
  std::vector<std::string> texts = shipped(folder, kind);
  for (const auto& [name, text] : beside_broken().files)
    if (is_of_kind(text, kind)) texts.push_back(text);
  for (const BrokenCase& c : all_broken_cases())
    if (is_of_kind(c.files.at(0).second, kind)) texts.push_back(c.files[0].second);
  return texts;
}

}  // namespace gambol::fuzz
