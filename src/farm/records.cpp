#include "farm/records.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "base/error.h"
#include "base/for_each_file.h"
#include "base/shown_text.h"
#include "farm/job.h"

namespace gambol {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t hash_digits = 32;

std::string_view take_word(std::string_view& line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

template <class T>
bool take_number(std::string_view& line, const char* name, T& value) {
  if (take_word(line) != name) return false;
  const std::string_view word = take_word(line);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc{} && end == word.data() + word.size();
}

bool take_text(std::string_view& line, const char* name, std::string& value) {
  if (take_word(line) != name) return false;
  value = shown_text(take_word(line), 400);
  return !value.empty();
}

bool parse_line(std::string_view line, FrameRecord& r) {
  return take_number(line, "frame", r.frame) && take_number(line, "seconds", r.seconds) &&
         take_number(line, "megabytes", r.megabytes) && take_text(line, "host", r.host) &&
         take_text(line, "inputs", r.inputs) && take_text(line, "checksum", r.checksum) &&
         r.inputs.size() == hash_digits && r.checksum.size() == hash_digits && line.empty() &&
         r.frame >= 1 && std::isfinite(r.seconds) && r.seconds >= 0 && std::isfinite(r.megabytes) &&
         r.megabytes >= 0;
}

[[noreturn]] void fail(const std::string& file, int error) {
  throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", file, std::strerror(error)));
}

}  // namespace

std::string record_line(const FrameRecord& r) {
  return fmt::format("frame {} seconds {:.3f} megabytes {:.0f} host {} inputs {} checksum {}\n",
                     r.frame, r.seconds, r.megabytes, r.host, r.inputs, r.checksum);
}

std::vector<FrameRecord> parse_records(const std::string& text) {
  std::vector<FrameRecord> records;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == text.npos) break;
    FrameRecord record;
    if (parse_line(std::string_view(text).substr(begin, end - begin), record))
      records.push_back(record);
    begin = end + 1;
  }
  return records;
}

void append_record(const std::string& file, const FrameRecord& record) {
  std::error_code ignored;
  fs::create_directories(fs::path(file).parent_path(), ignored);
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (fd < 0) fail(file, errno);
  // A single write, so that a kill leaves a whole line or, on a full disk, a part that readers
  // skip.
  const std::string line = record_line(record);
  const ssize_t written = ::write(fd, line.data(), line.size());
  const int error = written < 0 ? errno : written < std::ssize(line) ? ENOSPC : 0;
  if (::close(fd) != 0 && !error) fail(file, errno);
  if (error) fail(file, error);
}

std::vector<FrameRecord> read_records(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  std::vector<std::vector<FrameRecord>> read(files.size());
  for_each_file(files.size(), [&](std::size_t i) { read[i] = parse_records(file_text(files[i])); });
  std::vector<FrameRecord> all;
  for (std::vector<FrameRecord>& records : read)
    std::move(records.begin(), records.end(), std::back_inserter(all));
  return all;
}

std::string this_host() {
  std::string name;
  if (const char* node = std::getenv("SLURMD_NODENAME")) name = node;
  std::array<char, 256> host{};
  if (name.empty() && ::gethostname(host.data(), host.size() - 1) == 0) name = host.data();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c <= ' '; }, '_');
  return name.empty() ? "?" : name;
}

double peak_megabytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

}  // namespace gambol
