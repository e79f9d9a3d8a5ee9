#include "base/arithmetic.h"

#include <cmath>
#include <cstdint>

#include "base/hash.h"

namespace gambol {
namespace {

// Of glibc 2.36 on processors with FMA and AVX2, which gambol requires.
constexpr const char* usual = "1cb9d08b1e269b77bcb05e2c03897dcf";

// Arguments from -1 to 1, the same everywhere.
class Arguments {
 public:
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
  }

 private:
  std::uint64_t state_ = 1;
};

// Called by pointers that the compiler cannot see through: else it would replace some of the calls.
template <class Number>
struct Functions {
  using Of1 = Number (*)(Number);
  using Of2 = Number (*)(Number, Number);

  // Adds the values at x and y, from -1 to 1.
  void add(Hasher& hash, Number x, Number y) const {
    for (const volatile Of1& f : anywhere) hash.add(f(20 * x));
    for (const volatile Of1& f : within_1) hash.add(f(x));
    for (const volatile Of1& f : of_positive) hash.add(f(30 * std::abs(x) + Number(0.001)));
    for (const volatile Of2& f : of_two) hash.add(f(std::abs(x), 3 * y));
  }

  Of1 anywhere[10] = {std::sin,  std::cos,   std::tan,  std::atan, std::exp,
                      std::exp2, std::expm1, std::cbrt, std::sinh, std::cosh};
  Of1 within_1[3] = {std::asin, std::acos, std::tanh};
  Of1 of_positive[4] = {std::log, std::log2, std::log10, std::log1p};
  Of2 of_two[3] = {std::pow, std::hypot, std::atan2};
};

}  // namespace

std::string hash_of_arithmetic() {
  Hasher hash;
  Arguments arguments;
  // Variants differ in one of some hundred values.
  for (int i = 0; i < 1000; ++i) {
    const double x = arguments.next(), y = arguments.next();
    Functions<double>().add(hash, x, y);
    Functions<float>().add(hash, static_cast<float>(x), static_cast<float>(y));
  }
  return hash.hex();
}

const std::string& unusual_arithmetic() {
  static const std::string unusual = [] {
    const std::string found = hash_of_arithmetic();
    return found == usual ? std::string() : found;
  }();
  return unusual;
}

}  // namespace gambol
