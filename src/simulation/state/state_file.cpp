#include "simulation/state/state_file.h"

#include <fmt/format.h>

#include <charconv>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text_file.h"

namespace gambol {
namespace {

constexpr int format = 13;  // raised with every change of the layout of State

std::string header(std::string_view kind, const std::string& checksum,
                   const std::string& made_from) {
  return fmt::format("gambol {} {}\nchecksum {}\nmade_from {}\n\n", kind, format, checksum,
                     made_from);
}

std::string text_after(std::string_view text, std::string_view name) {
  const std::size_t begin = text.find(name);
  if (begin == text.npos) return "";
  const std::size_t value = begin + name.size();
  return std::string(text.substr(value, text.find('\n', value) - value));
}

}  // namespace

void refuse_state_file(const std::string& path, const std::string& why) {
  Problem problem;
  problem.place.file = path;
  problem.expected = why;
  throw InputError(problem);
}

void write_state_file(StateFile file, std::string_view kind, const std::string& path) {
  file.bytes.insert(0, header(kind, hash_of(file.bytes), file.made_from));
  write_file(path, file.bytes);
}

StateFile read_state_file(const std::string& path, std::string_view kind) {
  constexpr std::size_t most = std::size_t{1} << 34;
  const std::string text = read_text_file(path, most);
  const std::string magic = fmt::format("gambol {} ", kind);
  if (!text.starts_with(magic))
    refuse_state_file(path, fmt::format("is not a {} file of gambol", kind));
  int version = 0;
  std::from_chars(text.data() + magic.size(), text.data() + text.size(), version);
  if (version != format)
    refuse_state_file(
        path, fmt::format("was written by another gambol (format {}, not {})", version, format));
  const std::size_t end = text.find("\n\n");
  if (end == text.npos) refuse_state_file(path, "is cut off");
  const std::string_view head = std::string_view(text).substr(0, end + 1);
  StateFile file{text_after(head, "\nmade_from "), text.substr(end + 2)};
  if (hash_of(file.bytes) != text_after(head, "\nchecksum "))
    refuse_state_file(path, "is damaged or cut off: its content does not match its checksum");
  return file;
}

}  // namespace gambol
