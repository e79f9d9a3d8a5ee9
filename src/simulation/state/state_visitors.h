#pragma once

// Visitors that do the same with every member of State. See simulation/state/state_members.h.

#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "simulation/state/state_members.h"

namespace gambol {

// Traverses the members. The derived class D handles each run of bits with `bits(void*, size)`, and
// the size of a container with `count(std::size_t&)`, which a reader changes.
template <class D>
class StateVisitor {
 public:
  void operator()(bool& value) {  // any byte except 0 and 1 is damage
    std::uint8_t byte = value;
    self().bits(&byte, 1);
    if (byte > 1) throw std::runtime_error("is damaged: a truth value is neither 0 nor 1");
    value = byte != 0;
  }
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void operator()(T& value) { self().bits(&value, sizeof value); }
  void operator()(Vec3& value) { self().bits(value.data(), 3 * sizeof(double)); }
  void operator()(Quat& value) { self().bits(value.coeffs().data(), 4 * sizeof(double)); }
  void operator()(Eigen::VectorXd& value) {
    std::size_t n = static_cast<std::size_t>(value.size());
    self().count(n);
    if (n != static_cast<std::size_t>(value.size())) value.resize(static_cast<Eigen::Index>(n));
    self().bits(value.data(), n * sizeof(double));
  }
  void operator()(std::string& value) {
    std::size_t n = value.size();
    self().count(n);
    value.resize(n);
    self().bits(value.data(), n);
  }
  template <class T>
  void operator()(std::vector<T>& list) {
    std::size_t n = list.size();
    self().count(n);
    if constexpr (std::is_same_v<T, double>)
      if (n == list.size()) return self().bits(list.data(), n * sizeof(double));
    if (n < list.size()) list.resize(n);
    for (T& t : list) (*this)(t);
    // One at a time: damaged bytes may end before n elements are read.
    while (list.size() < n) (*this)(list.emplace_back());
  }
  template <class T>
  void operator()(std::optional<T>& value) {
    bool is_there = value.has_value();
    (*this)(is_there);
    if (is_there && !value) value.emplace();
    if (!is_there) value.reset();
    if (value) (*this)(*value);
  }
  template <class... Kinds>
  void operator()(std::variant<Kinds...>& value) {
    std::size_t kind = value.index();
    self().count(kind);
    if (kind != value.index()) {
      std::size_t i = 0;
      const bool known = ((i++ == kind && (value.template emplace<Kinds>(), true)) || ...);
      if (!known) throw std::runtime_error("is damaged: unknown kind of controller memory");
    }
    std::visit([&](auto& memory) { (*this)(memory); }, value);
  }
  template <class S>
  requires std::is_class_v<S>
  void operator()(S& s) { members(self(), s); }
  void clock(double& t) { (*this)(t); }
  template <class T>
  void if_any(T& value) {
    (*this)(value);
  }

 private:
  D& self() { return static_cast<D&>(*this); }
};

class StateWriter : public StateVisitor<StateWriter> {
 public:
  std::string bytes;
  void bits(const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
  }
  void count(std::size_t& n) { bits(&n, sizeof n); }
};

// Writes what is hashed: of an empty vector or optional that if_any() visits, nothing.
class StateHasher : public StateVisitor<StateHasher> {
 public:
  std::string bytes;
  void bits(const void* data, std::size_t size) {
    bytes.append(static_cast<const char*>(data), size);
  }
  void count(std::size_t& n) { bits(&n, sizeof n); }
  template <class T>
  void if_any(std::vector<T>& list) {
    if (!list.empty()) (*this)(list);
  }
  template <class T>
  void if_any(std::optional<T>& value) {
    if (value) (*this)(value);
  }
};

// Throws std::runtime_error if the bytes end too soon.
class StateReader : public StateVisitor<StateReader> {
 public:
  explicit StateReader(std::string_view bytes) : bytes_(bytes) {}
  void bits(void* data, std::size_t size) {
    if (size > bytes_.size()) throw std::runtime_error("is cut off");
    if (size > 0) std::memcpy(data, bytes_.data(), size);
    bytes_.remove_prefix(size);
  }
  void count(std::size_t& n) {
    bits(&n, sizeof n);
    if (n > bytes_.size()) throw std::runtime_error("is cut off");  // an element has >= 1 byte
  }
  bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
};

// Shifts every clock by the same time, s.
class ClockShift : public StateVisitor<ClockShift> {
 public:
  explicit ClockShift(double by) : by_(by) {}
  void bits(const void*, std::size_t) {}
  void count(std::size_t&) {}
  void clock(double& t) { t += by_; }

 private:
  double by_;
};

}  // namespace gambol
