#include "base/units.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "base/prefixed_unit.h"

namespace gambol {
namespace {

constexpr double pi = std::numbers::pi;
// Of light of 555 nm, which the eye sees best: what light is seen as counts, not what a lamp burns.
constexpr double lumens_per_watt = 683;

// One such unit is `times / over` SI units. Both are whole numbers where possible, so that `50 ms`
// is the double nearest to 0.05.
struct Unit {
  std::string_view name;
  double times, over;
  Dimension dimension;
};

// clang-format off
constexpr Unit units[] = {
    {"m", 1, 1, dim::length},    {"km", 1e3, 1, dim::length}, {"cm", 1, 1e2, dim::length},
    {"mm", 1, 1e3, dim::length}, {"um", 1, 1e6, dim::length}, {"nm", 1, 1e9, dim::length}, {"kg", 1, 1, dim::mass},
    {"g", 1, 1e3, dim::mass},    {"mg", 1, 1e6, dim::mass},   {"s", 1, 1, dim::time},
    {"ms", 1, 1e3, dim::time},   {"us", 1, 1e6, dim::time},   {"ns", 1, 1e9, dim::time},
    {"min", 60, 1, dim::time},   {"h", 3600, 1, dim::time},   {"rad", 1, 1, dim::angle},
    {"deg", pi, 180, dim::angle}, {"turn", 2 * pi, 1, dim::angle}, {"Hz", 1, 1, dim::frequency},
    {"N", 1, 1, dim::force},     {"kN", 1e3, 1, dim::force},  {"mN", 1, 1e3, dim::force},
    {"uN", 1, 1e6, dim::force},  {"W", 1, 1, dim::power},     {"kW", 1e3, 1, dim::power},
    {"sr", 1, 1, {0, 0, 0, 2}},  {"lm", 1, lumens_per_watt, dim::power},
    {"cd", 1, lumens_per_watt, {2, 1, -3, -2}}, {"lx", 1, lumens_per_watt, dim::irradiance},
};
// clang-format on

struct Name {
  std::string_view name;
  Dimension dimension;
};

constexpr Name names[] = {
    {"angle", dim::angle},
    {"length", dim::length},
    {"time", dim::time},
    {"mass", dim::mass},
    {"density", dim::density},
    {"frequency", dim::frequency},
    {"speed", dim::speed},
    {"acceleration", dim::acceleration},
    {"angular speed", dim::angular_speed},
    {"force", dim::force},
    {"torque", dim::torque},
    {"power", dim::power},
    {"irradiance", dim::irradiance},
    {"moment of inertia", dim::inertia},
    {"linear stiffness", dim::force_per_length},
    {"linear damping", dim::force_per_speed},
    {"torque per mass", dim::torque_per_mass},
    {"rotary damping", dim::torque_time},
    {"rotary damping per mass", dim::torque_time_per_mass},
};

// SI units as an author would write them, where base units would be less clear.
constexpr Name readable_units[] = {
    {"Hz", dim::frequency},
    {"N", dim::force},
    {"N*m", dim::torque},
    {"W", dim::power},
    {"W/m2", dim::irradiance},
    {"kg*m2", dim::inertia},
    {"N/m", dim::force_per_length},
    {"N*s/m", dim::force_per_speed},
    {"N*m/kg", dim::torque_per_mass},
    {"N*m*s", dim::torque_time},
    {"N*m*s/kg", dim::torque_time_per_mass},
};

// Reads a quantity from left to right.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Quantity quantity() {
    skip_space();
    Quantity q;
    q.value = number();
    skip_space();
    if (peek() == '/' && starts_number(after_space(at_ + 1))) {
      at_ = after_space(at_ + 1);
      const double divisor = number();
      if (divisor == 0) fail("a fraction whose divisor is not 0");
      q.value /= divisor;
      skip_space();
    }
    if (at_ < text_.size()) unit(q);
    if (!std::isfinite(q.value)) fail("a number that fits into a double");
    return q;
  }

 private:
  [[noreturn]] static void fail(const std::string& expected) {
    throw std::invalid_argument(expected);
  }
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  std::size_t after_space(std::size_t i) const {
    while (i < text_.size() && (text_[i] == ' ' || text_[i] == '\t')) ++i;
    return i;
  }
  void skip_space() { at_ = after_space(at_); }
  bool starts_number(std::size_t i) const {
    return i < text_.size() && (is_digit(text_[i]) || text_[i] == '.');
  }

  double number() {
    const std::size_t sign = peek() == '+' || peek() == '-' ? 1 : 0;
    if (!starts_number(at_ + sign)) fail("a number, with or without a unit");
    if (peek() == '+') ++at_;
    double value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error == std::errc::result_out_of_range) fail("a number that fits into a double");
    if (error != std::errc()) fail("a number, with or without a unit");
    at_ += static_cast<std::size_t>(end - begin);
    if (peek() == ',' && is_digit(peek(1))) fail("a number with a decimal point, not a comma");
    if (peek() == 'x' || peek() == '_' || peek() == '.') fail("a plain decimal number");
    return value;
  }

  void unit(Quantity& q) {
    q.has_unit = true;
    int sign = 1;
    if (peek() == '/') {
      sign = -1;
      ++at_;
    }
    while (true) {
      factor(q, sign);
      skip_space();
      if (at_ == text_.size()) return;
      if (peek() != '*' && peek() != '/') fail("units joined by `*` or `/`, such as N*m/kg");
      sign = peek() == '*' ? 1 : -1;
      ++at_;
    }
  }

  void factor(Quantity& q, int sign) {
    skip_space();
    const std::size_t begin = at_;
    while (is_letter(peek())) ++at_;
    const Unit& unit = find(text_.substr(begin, at_ - begin));
    const int power = sign * exponent();
    for (int i = 0; i < std::abs(power); ++i) {
      q.value = power > 0 ? q.value * unit.times / unit.over : q.value * unit.over / unit.times;
    }
    q.dimension.m += power * unit.dimension.m;
    q.dimension.kg += power * unit.dimension.kg;
    q.dimension.s += power * unit.dimension.s;
    q.dimension.rad += power * unit.dimension.rad;
  }

  int exponent() {
    bool negative = false;
    if (peek() == '^') {
      ++at_;
      negative = peek() == '-';
      if (negative) ++at_;
      if (!is_digit(peek())) fail("a whole number after `^`");
    }
    if (!is_digit(peek())) return 1;
    const int power = text_[at_++] - '0';
    if (is_digit(peek()) || power == 0) fail("an exponent from 1 to 9");
    return negative ? -power : power;
  }

  const Unit& find(std::string_view name) const {
    for (const Unit& u : units)
      if (u.name == name) return u;
    if (name.empty()) fail("a unit such as cm, ms, deg or N*m");
    std::string known;
    for (const Unit& u : units) known += fmt::format(" {}", u.name);
    fail(fmt::format("a known unit instead of \"{}\":{}", name, known));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

void append_power(std::string& text, const char* unit, int power) {
  if (power == 0) return;
  if (!text.empty()) text += '*';
  text += unit;
  if (power > 1) text += std::to_string(power);
}

}  // namespace

bool Dimension::same_as(const Dimension& other) const {
  if (m != other.m || kg != other.kg || s != other.s) return false;
  return m != 0 || kg != 0 || rad == other.rad;
}

std::string Dimension::name() const {
  for (const Name& n : names)
    if (n.dimension.same_as(*this)) return std::string(n.name);
  return "";
}

std::string Dimension::unit() const {
  for (const Name& n : readable_units)
    if (n.dimension.same_as(*this)) return std::string(n.name);
  std::string over, under;
  const std::array<std::pair<const char*, int>, 4> parts = {
      {{"kg", kg}, {"m", m}, {"rad", rad}, {"s", s}}};
  for (const auto& [unit, power] : parts) {
    if (power > 0) append_power(over, unit, power);
    if (power < 0) {
      under += '/';
      std::string one;
      append_power(one, unit, -power);
      under += one;
    }
  }
  if (over.empty() && !under.empty()) over += '1';
  return over + under;
}

std::string describe(const Dimension& dimension) {
  if (dimension == dim::ratio) return "a number";
  const std::string name = dimension.name();
  if (name.empty()) return fmt::format("a quantity in {}", dimension.unit());
  const bool vowel = std::string_view("aeio").find(name.front()) != std::string_view::npos;
  const bool uncounted = name.find("stiffness") != name.npos || name.find("damping") != name.npos;
  return fmt::format("{}{} ({})", uncounted ? "" : (vowel ? "an " : "a "), name, dimension.unit());
}

std::string unit_names(std::string_view between) {
  std::string all;
  for (const Unit& unit : units) all.append(all.empty() ? "" : between).append(unit.name);
  return all;
}

PrefixedUnit prefixed_unit(const std::string& unit, double largest) {
  constexpr std::pair<std::string_view, double> prefixes[] = {
      {"kN", 1e3}, {"N", 1}, {"mN", 1e-3}, {"uN", 1e-6}};
  const std::string_view own = std::string_view(unit).substr(0, unit.find_first_of("*/"));
  for (const auto& [name, si] : prefixes) {
    if (name != own || !std::isfinite(largest) || largest == 0) continue;
    for (const auto& [better, si_of_better] : prefixes)
      if (std::abs(largest) * si >= si_of_better || better == "uN")
        return {si / si_of_better, std::string(better) + unit.substr(own.size())};
  }
  return {1, unit};
}

std::string force_text(double newtons) {
  const PrefixedUnit shown = prefixed_unit("N", newtons);
  return fmt::format("{:.3g} {}", newtons * shown.factor, shown.unit);
}

Quantity parse_quantity(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return Reader(text).quantity();
}

}  // namespace gambol
