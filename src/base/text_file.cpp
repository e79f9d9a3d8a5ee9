#include "base/text_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/utf8.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

bool is_control(unsigned char c) {
  return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F;
}

}  // namespace

Problem file_problem(const std::string& file, const std::string& sentence) {
  Problem problem;
  problem.place.file = file;
  problem.expected = sentence;
  return problem;
}

std::string read_text_file(const std::string& path, std::size_t max_bytes) {
  const auto fail = [&](const std::string& what) -> InputError {
    return InputError(file_problem(path, what));
  };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) throw fail("no such file");
  if (!fs::exists(status)) throw fail(fmt::format("cannot be opened: {}", error.message()));
  if (fs::is_directory(status)) throw fail("found a folder, expected a file");
  if (!fs::is_regular_file(status)) throw fail("found a device or pipe, expected a file");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw fail(fmt::format("cannot be opened: {}", std::strerror(errno)));
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (!error && bytes > max_bytes)
    throw fail(
        fmt::format("found {} MB, expected at most {} MB", (bytes >> 20) + 1, max_bytes >> 20));
  std::string text;
  // Stream iterators would throw exceptions other than InputError.
  std::string chunk(std::min<std::uintmax_t>(error ? 0 : bytes, 1 << 16) + 1, '\0');
  while (stream.read(chunk.data(), std::ssize(chunk)).gcount() > 0)
    text.append(chunk, 0, static_cast<std::size_t>(stream.gcount()));
  if (stream.bad()) throw fail("cannot be read");
  if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) text.erase(0, 3);
  return text;
}

void require_text(const std::string& text, const std::string& file) {
  int line = 1, col = 1;
  for (std::size_t i = 0; i < text.size();) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    const std::size_t length = c < 0x80 ? 1 : utf8_length(std::string_view(text).substr(i));
    if (length == 0 || is_control(c))
      throw InputError(Problem{
          {file, line, col}, "", fmt::format("the byte 0x{:02X}", c), "a text file in UTF-8"});
    i += length;
    ++col;
    if (c == '\n') {
      ++line;
      col = 1;
    }
  }
}

std::string too_long_a_chain(const std::string& of_what) {
  return fmt::format("at most {} {}", most_files_in_a_row, of_what);
}

std::string resolve_path(const std::string& from, const std::string& reference) {
  return (fs::path(from).parent_path() / reference).lexically_normal().string();
}

}  // namespace gambol
