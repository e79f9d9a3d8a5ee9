#pragma once

// The axis of costs: where a cost stands between the ends of a plot, and which costs have a tick.

#include <string>
#include <vector>

namespace gambol {

struct AxisTick {
  double part = 0;  // of the axis
  std::string text;
};

class CostAxis {
 public:
  // `costs` are finite, in any order. The axis is logarithmic if they are positive and span more
  // than two decades. A linear one ends above most costs if a few are far above them.
  explicit CostAxis(std::vector<double> costs);

  double part(double cost) const;  // 0 at the lower end, 1 at the upper and for whatever is above
  std::vector<AxisTick> ticks() const;
  bool is_log() const { return log_; }
  std::size_t above() const { return above_; }  // number of costs above the axis

 private:
  double scaled(double cost) const;

  bool log_ = false;
  double low_ = 0, high_ = 1;  // scaled
  std::size_t above_ = 0;
};

}  // namespace gambol
