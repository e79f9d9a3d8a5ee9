#pragma once

// Physical dimensions and quantities with units, as authors write them: `45 deg`, `2.9 cm`,
// `1 g/cm3`, `0.02 N*m`. Inside the program everything is SI and radians.

#include <string>
#include <string_view>

namespace gambol {

// Exponents of metre, kilogram, second and radian. same_as() compares the angle only if there is
// neither length nor mass: `N*m*s` and `N*m*s/rad` are the same dimension; `deg` and a bare ratio
// are not, nor are `deg/s` and `Hz`.
struct Dimension {
  int m = 0, kg = 0, s = 0, rad = 0;
  bool operator==(const Dimension&) const = default;
  bool same_as(const Dimension& other) const;
  std::string name() const;  // "length", "density", ...; "" if it has no common name
  std::string unit() const;  // SI, e.g. "kg/m3"; "" for a ratio
};

// For messages: "a length (m)", "an angle (rad)", "a number", or "a quantity in kg*m3".
std::string describe(const Dimension& dimension);

namespace dim {
inline constexpr Dimension ratio{};
inline constexpr Dimension angle{0, 0, 0, 1};
inline constexpr Dimension length{1, 0, 0, 0};
inline constexpr Dimension time{0, 0, 1, 0};
inline constexpr Dimension mass{0, 1, 0, 0};
inline constexpr Dimension density{-3, 1, 0, 0};
inline constexpr Dimension frequency{0, 0, -1, 0};
inline constexpr Dimension speed{1, 0, -1, 0};
inline constexpr Dimension acceleration{1, 0, -2, 0};
inline constexpr Dimension angular_speed{0, 0, -1, 1};
inline constexpr Dimension per_length{-1, 0, 0, 0};
inline constexpr Dimension per_angle{0, 0, 0, -1};
inline constexpr Dimension force{1, 1, -2, 0};
inline constexpr Dimension power{2, 1, -3, 0};
inline constexpr Dimension irradiance{0, 1, -3, 0};
inline constexpr Dimension inertia{2, 1, 0, 0};
inline constexpr Dimension torque{2, 1, -2, 0};
inline constexpr Dimension force_per_length{0, 1, -2, 0};  // a linear spring's stiffness
inline constexpr Dimension force_per_speed{0, 1, -1, 0};   // a linear damper
inline constexpr Dimension torque_per_mass{2, 0, -2, 0};
inline constexpr Dimension force_per_mass{1, 0, -2, 0};
inline constexpr Dimension torque_time{2, 1, -1, 0};  // a rotary damper, N*m*s
inline constexpr Dimension torque_time_per_mass{2, 0, -1, 0};
inline constexpr Dimension force_per_speed_per_mass{0, 0, -1, 0};
inline constexpr Dimension force_per_length_per_mass{0, 0, -2, 0};
}  // namespace dim

struct Quantity {
  double value = 0;     // SI
  Dimension dimension;  // of the unit; ratio if there was none
  bool has_unit = false;
};

// The names of all units, such as `mm`, with `between` between them.
std::string unit_names(std::string_view between);

// Parses `number [unit]`; units combine with `*`, `/` and integer exponents (`m2`, `s^-1`). A bare
// fraction such as `1/20` is a number, `010` is ten. Throws std::invalid_argument with the
// `expected` text of a Problem. Times in film frames (`12 f`) are not quantities:
// schema/values.cpp reads them, because it knows the frame rate.
Quantity parse_quantity(std::string_view text);

}  // namespace gambol
