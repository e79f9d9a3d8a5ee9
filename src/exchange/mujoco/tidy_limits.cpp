#include "exchange/mujoco/tidy_limits.h"

#include <fmt/format.h>

#include <cmath>

namespace gambol {
namespace {

constexpr double distant = 1e5;  // rad or m: no joint gets there

}  // namespace

LimitsSaid tidy_limits(RobotTidying& tidying, const XmlNode& joint, Vec2& limits) {
  const auto say = [&](const std::string& why) {
    tidying.leave_out(joint, why, "limits of joint");
  };
  if (std::isnan(limits[0]) || std::isnan(limits[1])) {
    say("they are no numbers");
    return LimitsSaid::none;
  }
  if (limits[0] > limits[1]) {
    say(fmt::format(
        "they are the wrong way round: the lower one, {:g}, is above the upper one, {:g}",
        limits[0], limits[1]));
    return LimitsSaid::none;
  }
  if (limits[0] > distant || limits[1] < -distant) {
    say("they are where the joint never is");
    return LimitsSaid::none;
  }
  const bool open_below = limits[0]<-distant, open_above = limits[1]> distant;
  if (!open_below && !open_above) return LimitsSaid::as_written;
  if (open_below && open_above) {
    say("they are so wide that they limit nothing");
    return LimitsSaid::none;
  }
  say(fmt::format("{} is so far away that it limits nothing",
                  open_below ? "the lower one" : "the upper one"));
  limits = limits.cwiseMax(-distant).cwiseMin(distant);
  return LimitsSaid::changed;
}

}  // namespace gambol
