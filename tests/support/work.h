#pragma once

// Counts the work of a thread, for tests that bound it: what it takes from the heap, and how often
// it compares memory, which is how strings are compared and names looked up. Unlike seconds, the
// count is the same on a busy machine. Replaces memcmp besides malloc; so one file of a test
// program may include this. Sanitizers replace both themselves: the count stays 0 then.

#include <cstddef>

#include "support/allocations.h"

#if defined(__SANITIZE_ADDRESS__)
namespace {
long comparisons = 0;
}
#else
namespace {
thread_local long comparisons = 0;
}
extern "C" int memcmp(const void* a, const void* b, std::size_t bytes) noexcept {
  ++comparisons;
  const auto* p = static_cast<const unsigned char*>(a);
  const auto* q = static_cast<const unsigned char*>(b);
  for (std::size_t i = 0; i < bytes; ++i)
    if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
  return 0;
}
#endif

namespace gambol {
namespace {

// What has been counted since this object was made.
class WorkCount {
 public:
  long done() const { return allocations + comparisons - begun_; }

 private:
  long begun_ = allocations + comparisons;
};

}  // namespace
}  // namespace gambol
