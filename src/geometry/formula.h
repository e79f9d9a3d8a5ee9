#pragma once

// A formula in x and y, in calculator notation: `0.01*exp(-(x^2+y^2)/0.02^2)`. It may use
// muParser's functions (sin, cos, exp, sqrt, abs, min, max, rint, a ? b : c, ...) and pi.

#include <memory>
#include <string>
#include <vector>

namespace gambol {

class Formula {
 public:
  // Throws std::invalid_argument, which says what is wrong with the text, and where.
  explicit Formula(const std::string& text);
  ~Formula();
  // Returns NaN or an infinity where the formula has that value.
  double at(double x, double y);
  // Whether its value depends on y.
  bool uses_y() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The names that a formula may use besides x and y: "functions: abs, acos, ...", "constants: ..."
// and "operators: ...".
std::vector<std::string> formula_names();

}  // namespace gambol
