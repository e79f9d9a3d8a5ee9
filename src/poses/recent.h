#pragma once

// Keeps what was used last, as long as there is room for it.

#include <cstdint>
#include <map>

namespace gambol {

template <class Key, class Value>
class Recent {
 public:
  // `room`: the greatest sum of the sizes of values that are kept; the last one always is.
  explicit Recent(std::size_t room) : room_(room) {}

  // The value of `key`; if it is not kept, `make()`, whose size is `size(value)`. Valid until the
  // next call.
  template <class Make, class Size>
  const Value& get(const Key& key, const Make& make, const Size& size) {
    auto found = kept_.find(key);
    if (found == kept_.end()) {
      Value value = make();
      const std::size_t bytes = size(value);
      while (!kept_.empty() && used_ + bytes > room_) drop_oldest();
      used_ += bytes;
      found = kept_.emplace(key, Kept{std::move(value), bytes, 0}).first;
    }
    found->second.used = ++clock_;
    return found->second.value;
  }

 private:
  struct Kept {
    Value value;
    std::size_t bytes;
    std::uint64_t used;
  };

  void drop_oldest() {
    auto oldest = kept_.begin();
    for (auto it = kept_.begin(); it != kept_.end(); ++it)
      if (it->second.used < oldest->second.used) oldest = it;
    used_ -= oldest->second.bytes;
    kept_.erase(oldest);
  }

  std::map<Key, Kept> kept_;
  std::size_t room_, used_ = 0;
  std::uint64_t clock_ = 0;
};

}  // namespace gambol
