#pragma once

// Counts what a thread takes from the heap. Replaces malloc, which Eigen's vectors use as well as
// operator new; so one file of a test program may include this. Sanitizers replace malloc
// themselves: the count stays 0 then.

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
namespace {
long allocations = 0;
}
#else
namespace {
thread_local long allocations = 0;
}
extern "C" void* __libc_malloc(std::size_t bytes) noexcept;
extern "C" void* malloc(std::size_t bytes) noexcept {
  ++allocations;
  return __libc_malloc(bytes);
}
#endif
