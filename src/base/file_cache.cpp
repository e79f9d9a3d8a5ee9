#include "base/file_cache.h"

#include <ctime>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace gambol {
namespace {

struct Unreadable {};

std::string read_whole(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) throw Unreadable();
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Unreadable();
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::string bytes(error ? 0 : size, '\0');
  std::size_t got = 0;
  while (
      in.read(bytes.data() + got, std::ssize(bytes) - static_cast<std::ptrdiff_t>(got)).gcount() >
      0) {
    got += static_cast<std::size_t>(in.gcount());
    if (got == bytes.size()) bytes.resize(got + (1 << 16));  // it grows, or tells no size
  }
  if (in.bad()) throw Unreadable();
  bytes.resize(got);
  return bytes;
}

}  // namespace

FileState::FileState(const std::string& path) {
  there_ = ::stat(path.c_str(), &stat_) == 0;
  if (!there_) return;
  const double grain = stat_.st_mtim.tv_nsec == 0 ? 2 : 0.1;  // s; some systems store whole seconds
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  const auto age = [&](const timespec& t) {
    return static_cast<double>(now.tv_sec - t.tv_sec) +
           1e-9 * static_cast<double>(now.tv_nsec - t.tv_nsec);
  };
  is_settled_ = age(stat_.st_mtim) > grain && age(stat_.st_ctim) > grain;
}

bool FileState::operator==(const FileState& other) const {
  const auto same = [](const timespec& a, const timespec& b) {
    return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
  };
  const struct stat &a = stat_, &b = other.stat_;
  return there_ == other.there_ && a.st_dev == b.st_dev && a.st_ino == b.st_ino &&
         a.st_size == b.st_size && same(a.st_mtim, b.st_mtim) && same(a.st_ctim, b.st_ctim);
}

std::shared_ptr<const std::string> file_content(const std::string& path) try {
  static FileCache<std::string> contents(most_content);
  return contents.get(path, [&] { return read_whole(path); });
} catch (const Unreadable&) {
  return nullptr;
}

}  // namespace gambol
