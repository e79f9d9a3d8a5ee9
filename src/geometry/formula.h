#pragma once

// A number as a formula in x and y, written as in a calculator: `0.01*exp(-(x^2+y^2)/0.02^2)`.
// Functions are muParser's (sin, cos, exp, sqrt, abs, min, max, rint, a ? b : c, ...) and pi.

#include <memory>
#include <string>

namespace gambol {

class Formula {
 public:
  // Throws std::invalid_argument that says what is wrong with the text, and where.
  explicit Formula(const std::string& text);
  ~Formula();
  // NaN or infinite where the formula is.
  double at(double x, double y);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gambol
