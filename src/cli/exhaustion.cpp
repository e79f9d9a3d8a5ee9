#include "cli/exhaustion.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

#include "base/error.h"
#include "base/progress.h"

namespace gambol {
namespace {

// A message put together without memory.
class Line {
 public:
  Line& add(std::string_view text) {
    const std::size_t n = std::min(text.size(), sizeof bytes_ - 1 - used_);
    std::memcpy(bytes_ + used_, text.data(), n);
    used_ += n;
    return *this;
  }
  Line& add(std::size_t number) {
    char digits[24];
    const char* end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return add(std::string_view(digits, static_cast<std::size_t>(end - digits)));
  }
  std::string_view ended() {
    bytes_[used_] = '\n';
    return {bytes_, used_ + 1};
  }

 private:
  char bytes_[512];
  std::size_t used_ = 0;
};

void put(int stream, std::string_view text) {
  [[maybe_unused]] const auto written = ::write(stream, text.data(), text.size());
}

// Ends the process at once: destructors might need memory, or wait for threads that got none.
[[noreturn]] void end_with(Line& line) {
  static std::atomic_flag ending;
  if (ending.test_and_set())  // another thread is about to end the process
    for (;;) ::pause();
  if (::isatty(STDERR_FILENO)) put(STDERR_FILENO, "\r\033[K");  // a bar of progress
  put(STDERR_FILENO, line.ended());
  if (openjd_reads()) {
    put(STDOUT_FILENO, "openjd_fail: ");
    put(STDOUT_FILENO, line.ended());
  }
  ::_exit(static_cast<int>(ExitCode::failed));
}

[[noreturn]] void end_uncaught() {
  Line line;
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
    line.add("ended by a library without a reason");
  } catch (const std::bad_alloc&) {
    line.add("out of memory");
  } catch (const std::exception& error) {
    const std::string_view text = error.what();
    line.add(text.substr(0, text.find('\n')));
  } catch (...) {
    line.add("ended by an exception of an unknown kind");
  }
  end_with(line);
}

#if !defined(__SANITIZE_ADDRESS__)  // which has allocations of its own

// The next definitions of the functions that this file replaces.
struct Next {
  void* (*malloc)(std::size_t);
  void* (*calloc)(std::size_t, std::size_t);
  void* (*realloc)(void*, std::size_t);
  void* (*aligned_alloc)(std::size_t, std::size_t);
  void* (*memalign)(std::size_t, std::size_t);
  int (*posix_memalign)(void**, std::size_t, std::size_t);
  void* (*mmap)(void*, std::size_t, int, int, int, off_t);
  int (*pthread_create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
};

template <class Function>
void find(Function*& next, const char* name) {
  next = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

// Found by the first call, which comes before any constructor runs and before there are threads.
const Next& next() {
  static Next found;
  if (!found.malloc) {
    find(found.calloc, "calloc");
    find(found.realloc, "realloc");
    find(found.aligned_alloc, "aligned_alloc");
    find(found.memalign, "memalign");
    find(found.posix_memalign, "posix_memalign");
    find(found.mmap, "mmap");
    find(found.pthread_create, "pthread_create");
    find(found.malloc, "malloc");
  }
  return found;
}

// A request for more than the machine has cannot be granted, however little is in use: it comes
// from a damaged file, and whoever reads that must be able to say so.
bool is_absurd(std::size_t bytes) {
  struct sysinfo about {};
  if (::sysinfo(&about) != 0) return false;
  return bytes / about.mem_unit > about.totalram + about.totalswap;
}

void require(bool had, std::size_t bytes) {
  if (had || bytes == 0 || is_absurd(bytes)) return;
  Line line;
  line.add("out of memory: no room for ").add(bytes).add(" bytes more");
  end_with(line);
}

#endif

}  // namespace

void report_uncaught_exceptions() { std::set_terminate(end_uncaught); }

}  // namespace gambol

#if !defined(__SANITIZE_ADDRESS__)

// These take the places of the C library's functions for all libraries of the process.
extern "C" {

void* malloc(std::size_t bytes) {
  void* had = gambol::next().malloc(bytes);
  if (!had) [[unlikely]]
    gambol::require(had, bytes);
  return had;
}

void* calloc(std::size_t count, std::size_t size) {
  void* had = gambol::next().calloc(count, size);
  std::size_t bytes = 0;
  if (!had && !__builtin_mul_overflow(count, size, &bytes)) [[unlikely]]
    gambol::require(had, bytes);
  return had;
}

void* realloc(void* old, std::size_t bytes) {
  void* had = gambol::next().realloc(old, bytes);
  if (!had) [[unlikely]]
    gambol::require(had, bytes);
  return had;
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  void* had = gambol::next().aligned_alloc(alignment, bytes);
  if (!had && errno == ENOMEM) [[unlikely]]
    gambol::require(had, bytes);
  return had;
}

void* memalign(std::size_t alignment, std::size_t bytes) {
  void* had = gambol::next().memalign(alignment, bytes);
  if (!had && errno == ENOMEM) [[unlikely]]
    gambol::require(had, bytes);
  return had;
}

int posix_memalign(void** had, std::size_t alignment, std::size_t bytes) {
  const int error = gambol::next().posix_memalign(had, alignment, bytes);
  gambol::require(error != ENOMEM, bytes);
  return error;
}

// Embree and TBB take memory by pages too.
void* mmap(void* where, std::size_t bytes, int protection, int flags, int file, off_t offset) {
  void* had = gambol::next().mmap(where, bytes, protection, flags, file, offset);
  const int error = errno;
  gambol::require(had != MAP_FAILED || error != ENOMEM || !(flags & MAP_ANONYMOUS), bytes);
  errno = error;
  return had;
}
void* mmap64(void* where, std::size_t bytes, int protection, int flags, int file, off64_t offset) {
  return mmap(where, bytes, protection, flags, file, offset);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*begin)(void*),
                   void* given) {
  const int error = gambol::next().pthread_create(thread, attributes, begin, given);
  if (error == EAGAIN || error == ENOMEM) {
    gambol::Line line;
    line.add("cannot start a thread: memory or the number of processes is limited (see ulimit)");
    gambol::end_with(line);
  }
  return error;
}

}  // extern "C"

#endif
