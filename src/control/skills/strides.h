#pragma once

// The gaits of a controller of leg frames, and which of them a speed asks for (seed 002, section 4,
// "Gait selection and transitions").

#include <vector>

#include "base/curve.h"
#include "dynamics/model.h"
#include "figure/figure_spec.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol {

// What a gait says of one leg, all of it.
struct StrideLeg {
  double relative_phase = 0;  // of its gait's pattern, see gait/gait_spec.h
  double duty_factor = 0.5;
  Vec2 step = Vec2::Zero();                   // m forward and outwards
  double placement = 0, placement_aside = 0;  // s
  Curve lift, progress, pull, drive;
  double toe_off = 0, toe_off_time = 0, strike = 0, strike_time = 0;  // rad, s
  Curve pitch;         // of the swing; without keys: from toe_off to strike
  Curve stance_pitch;  // over the share of the stance; without keys: by toe_off and strike
  Curve inversion, stance_inversion, aside;
};
struct StrideFrame {
  Curve height, pitch, roll, yaw;
  Curve bounces;  // over m/s; without keys: it goes by `height`
  Curve brakes;   // m lower, over m/s by which it is too fast
  bool flies() const { return !bounces.keys.empty(); }
  // m, without what it bounces; `speed`: m/s.
  double height_at(double phase, double speed) const {
    return flies() ? bounces.at(speed) : height.at(phase);
  }
};
// The angle of a degree of freedom.
struct StrideAngle {
  int dof = 0;
  int leg = -1;  // of a frame; -1: over the phase of the stride
  Curve angle;
};
struct Gain {
  double stiffness = 0, damping = 0;  // of a servo
};
struct StridePlan : StrideNumbers {
  Vec2 speeds = Vec2::Zero();
  std::vector<StrideFrame> frames;  // [frame]
  std::vector<StrideLeg> legs;      // [leg of a frame]
  std::vector<StrideAngle> angles;
  std::vector<std::pair<int, Gain>> grips;  // of degrees of freedom, instead of the skill's
  // Places, in the order of the gaits, of those that StridePushedSpec names; -1: none. m/s.
  int pushed_left = -1, pushed_right = -1;
  double pushed_from = 0, pushed_over = 1;
};

// The plans of all gaits, in their order. `legs`: of the figure, those of the frames, in their
// order. `heights` [frame]: of the hips at rest, m.
std::vector<StridePlan> stride_plans(const LegFramesSpec& spec, const FigureSpec& figure,
                                     const Model& model, const std::vector<std::size_t>& legs,
                                     const std::vector<double>& heights);

// Two gaits of which the second counts by `share`.
struct StrideMix {
  const StridePlan *slow = nullptr, *fast = nullptr;
  double share = 0;
  double shift = 0;  // phase by which the strides of `slow` are ahead
  // `f` returns a number of a StridePlan.
  template <class F>
  auto of(const F& f) const {
    const auto a = f(*slow);
    if (share == 0) return a;
    return decltype(a)(a + share * (f(*fast) - a));
  }
  // `f` returns a number of a StridePlan at a phase of its stride.
  template <class F>
  auto at_phase(double phase, const F& f) const {
    return of([&](const StridePlan& s) {
      const double own = &s == slow ? phase + shift : phase;
      return f(s, own >= 1 ? own - 1 : own);
    });
  }
};

// A gain of the gaits that a mix consists of.
inline double gain_of(const StrideMix& mix, double StrideGainsSpec::*gain) {
  return mix.of([&](const StridePlan& s) { return s.gains.*gain; });
}

inline double lean_of(const StridePlan& s) { return s.lean; }

inline double balance_of(const StrideMix& mix, double StrideBalanceSpec::*number) {
  return mix.of([&](const StridePlan& s) { return s.balance.*number; });
}

class Strides {
 public:
  // `gaits`: by rising speeds. `legs`: those of the frames, in their order. `heights` [frame]: of
  // the hips at rest, m.
  Strides(const LegFramesSpec& spec, const std::vector<const StrideSpec*>& gaits,
          const FigureSpec& figure, const Model& model, const std::vector<std::size_t>& legs,
          const std::vector<double>& heights);
  StrideMix at(double speed) const;

 private:
  std::vector<StridePlan> strides_;  // by rising speeds
};

}  // namespace gambol
