#pragma once

// A vector for the intermediate results of one computation. A copy has the same capacity and is
// empty: who copies a scratch wants its room, and std::vector's copy would drop it.

#include <vector>

namespace gambol {

template <class T>
class ScratchVector : public std::vector<T> {
 public:
  ScratchVector() = default;
  ScratchVector(const ScratchVector& other) : std::vector<T>() { this->reserve(other.capacity()); }
  ScratchVector(ScratchVector&&) noexcept = default;
  ScratchVector& operator=(const ScratchVector& other) {
    this->clear();
    this->reserve(other.capacity());
    return *this;
  }
  ScratchVector& operator=(ScratchVector&&) noexcept = default;
};

}  // namespace gambol
