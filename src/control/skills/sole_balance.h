#pragma once

// Balance on one or two feet with soles: where a foot comes down so that the figure does not fall,
// and where the ground is to press on the soles that stand. The figure is taken for a pendulum
// (control/skills/pendulum.h).

#include "control/skills/bearing.h"
#include "control/skills/standing.h"

namespace gambol::skills {

struct SolesMemory {
  StandingMemory standing;
  Vec3 off = Vec3::Zero();  // m, W: of the capture point from where the gait has it, smoothed
};

class SoleBalance {
 public:
  // The spec has a sole. All must outlive this.
  SoleBalance(const LegFramesSpec& spec, const Anatomy& body, const Soles& soles)
      : spec_(spec), body_(body), soles_(soles), standing_(spec, body, soles) {}

  // The foothold of a leg that comes down in `time_left`, s. `plain`: the one that the frame's
  // speed asks for, W, on the ground.
  Vec3 captured(const Stepping& now, std::size_t leg, double time_left, const Vec3& plain) const;
  // Asks for the footfalls of a walk on two legs, in turn, one of which stands: each a step from
  // the one before, off edges. Returns false, and asks for nothing, if they are no such walk.
  bool ask(const Stepping& now, Footfalls& plan) const;
  // Where the ground is to press on each standing leg, along which the force points, and which part
  // of it is its own.
  void press(const Stepping& now, SolesMemory& memory, Loads& bearing) const;

  const Soles& soles() const { return soles_; }
  const Standing& standing() const { return standing_; }

 private:
  const PressedSoleSpec& sole() const { return *spec_.sole; }
  Vec3 within_reach(const Stepping& now, std::size_t leg, double time_left,
                    const Vec3& foothold) const;
  Vec3 without_crossing(const Stepping& now, std::size_t leg, double time_left,
                        const Vec3& foothold) const;
  void remember(const Stepping& now, const Loads& bearing, std::size_t frame, const Vec3& standing,
                SolesMemory& memory) const;
  Vec3 capture_at_transfer(const Stepping& now, std::size_t leg, double time_left, double both,
                           const Vec3& ahead) const;
  // Of a walk that repeats itself, in the heading's axes, for a foot to the left.
  struct Repeated {
    double step_time = 0;         // s
    double length = 0;            // m, of a step
    double aside = 0, width = 0;  // m outwards: of a step, and between the feet's lines
    Vec3 growing = Vec3::Zero();  // m: the capture point from the pressure as the weight comes,
                                  // but for what the pressure's velocity adds
    Vec3 rolls = Vec3::Zero();    // m/s: velocity of the pressure on the sole
  };
  Repeated repeated(const Stepping& now, std::size_t leg) const;
  bool walks_on_two(const Stepping& now, std::span<const Footfall> plan) const;
  // `of_left`: in the axes of a heading, rad, as of a foot to the left.
  Vec3 in_world(double heading, std::size_t leg, const Vec3& of_left) const;
  // rad: along which a leg's next step goes, and of its foot; see Footfall.
  struct Headings {
    double way = 0, foot = 0;
  };
  Headings headings(const Stepping& now, std::size_t leg) const;
  double width(const Stepping& now) const;  // m, between the lines of the feet
  // The part of the capture point's distance from the pressure that grows by e^(omega t), as the
  // weight comes upon the leg; m, W.
  Vec3 growing(const Stepping& now, std::size_t leg) const;
  Vec3 growing_before(const Stepping& now, const Repeated& r, const Vec3& step, const Vec3& then,
                      double heading) const;
  Vec3 foot_from_pivot(double heading, std::size_t leg) const;  // m, W
  bool stands(const Stepping& now, std::size_t leg) const { return now.legs[leg].swing < 0; }
  double since_transfer(const Stepping& now, std::size_t leg) const;  // s, up to a step's time
  Vec3 press_about(const Stepping& now, const Vec3& middle, const Vec3& captured) const;
  Vec3 wanted_press(const Stepping& now, std::size_t leg) const;
  Vec3 rolled_pivot(const Stepping& now, std::size_t leg) const;
  Vec3 where_captured(const Stepping& now, std::size_t leg) const;
  // m/s, as is wanted of the leg's frame.
  double speed_ahead(const Stepping& now, std::size_t leg) const;
  // As it flies between steps on one foot: leg k alone has so much of the stride as its stance.
  bool flies(const Stepping& now, std::size_t k) const;
  BouncingPendulum bounces(const Stepping& now, std::size_t k) const;
  BouncingPendulum::Place bounced(const Stepping& now, std::size_t k, double since) const;
  // Places of the pendulum on the sole that is to come down, W, along the ground.
  Vec3 bounced_to(const Stepping& now, std::size_t leg, double time_left) const;
  Vec3 captured_to(const Stepping& now, std::size_t leg, double time_left) const;
  void share_soles(const Stepping& now, std::size_t frame, const Vec3& wanted,
                   Loads& bearing) const;
  Vec3 slope(const Stepping& now, std::size_t leg, const Vec3& press) const;

  const LegFramesSpec& spec_;
  const Anatomy& body_;
  const Soles& soles_;
  Standing standing_;
};

}  // namespace gambol::skills
