#pragma once

// Makes a request for memory by one library fail, on this thread. Replaces operator new and
// posix_memalign, so one file of a test program may include this; not with sanitizers, which
// replace them themselves.

#include <dlfcn.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

extern "C" void* __libc_memalign(std::size_t alignment, std::size_t bytes) noexcept;

namespace {

struct Refusal {
  const char* library = nullptr;  // a part of its file's name; nullptr: nothing is watched
  long request = 0;               // the one that fails, counted from 1; 0: none
  long made = 0;
};
thread_local Refusal refusal;

bool is_refused(const void* caller) {
  const char* library = refusal.library;
  if (!library) return false;
  refusal.library = nullptr;  // finding out who calls may ask for memory
  Dl_info about{};
  const bool its = ::dladdr(caller, &about) != 0 && std::strstr(about.dli_fname, library);
  refusal.library = library;
  return its && ++refusal.made == refusal.request;
}

// Calls function() while the request fails. Returns how many the library made.
template <class Function>
long refusing(const char* library, long request, const Function& function) {
  refusal = {library, request, 0};
  struct Never {
    ~Never() { refusal.library = nullptr; }
  } never;
  function();
  return refusal.made;
}

}  // namespace

extern "C" int posix_memalign(void** made, std::size_t alignment, std::size_t bytes) noexcept {
  if (is_refused(__builtin_return_address(0))) return ENOMEM;
  *made = __libc_memalign(alignment, bytes);
  return *made ? 0 : ENOMEM;
}
__attribute__((noinline)) void* operator new(std::size_t bytes) {
  void* made = is_refused(__builtin_return_address(0)) ? nullptr : std::malloc(bytes);
  if (!made) throw std::bad_alloc();
  return made;
}
