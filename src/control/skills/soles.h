#pragma once

// Balance on one or two feet with soles: where a foot comes down so that the figure does not fall,
// where the ground is to press on the soles that stand, how soles lie on the ground and roll over
// heel and ball, and how far the hips of standing legs turn the frame. The figure is taken for a
// pendulum (control/skills/pendulum.h). A controller of leg frames asks it at each tick.

#include "control/skills/leg_frames_memory.h"
#include "control/skills/leg_frames_now.h"

namespace gambol::leg_frames {

class SoleBalance {
 public:
  // All of a controller of leg frames, which owns this. The spec has a sole.
  struct Of {
    const LegFramesSpec& spec;
    const AtRest& rest;
    const std::vector<LegFrame>& frames;
    const std::vector<Leg>& legs;
  };
  explicit SoleBalance(const Of& of)
      : spec_(of.spec), rest_(of.rest), frames_(of.frames), legs_(of.legs) {}

  // The foothold of a leg that comes down in `time_left`, s. `plain`: the one that the frame's
  // speed asks for, W, on the ground.
  Vec3 captured(const Now& now, std::size_t leg, double time_left, const Vec3& plain) const;
  // Where the ground is to press on each standing leg, along which the force points, and which part
  // of it is its own.
  void press_soles(Now& now, LegFramesMemory::Balance& memory) const;
  // Whether it steps, whatever its speed, because it would not come to rest on its feet as they
  // are.
  bool steps(const Now& now, LegFramesMemory& memory) const;
  // Factor by which strides are quicker: a foot comes down sooner if balance asks for it, and the
  // other does not leave the ground before it is down.
  double quicker(const Now& now, const LegFramesMemory& memory) const;
  // Servos of a standing leg give up a part.
  void slacken(Now& now, std::size_t leg) const;
  // The servos of a leg that has just lifted or come down go over to what is asked of it.
  void ease(Now& now, LegFramesMemory& memory) const;
  // What standing legs take up of the couple of the swinging hips of frame f, N*m, W.
  Vec3 taken_up(const Now& now, std::size_t f, const Vec3& swinging,
                LegFramesMemory::Balance& memory) const;
  // Adds the part of the couple on a frame that a standing leg exerts by a force along the ground,
  // and takes it off the couple.
  void couple_along(Now& now, std::size_t leg, Vec3& couple) const;
  // The couple by which standing legs turn a frame, of the one that is wanted, N*m, W.
  Vec3 at_most(const Now& now, const Vec3& couple) const;
  // Adds the part of the couple about the length of a standing leg.
  void twist(Now& now, std::size_t leg, const Vec3& couple) const;

  // The mean height of the ground around the hips, m.
  double ground_around(const Sense& sense, const Vec3& hips) const;
  // Pitch at which a foot lies flat on the ground under it, and its heading, rad.
  double ground_pitch(const Now& now, std::size_t leg) const;
  double foot_heading(const Now& now, std::size_t leg) const;
  // How much higher than on the flat sole the foot's point is at a pitch, m.
  double heel_rise(double pitch) const;
  // The least height of a swinging foot's point so that heel and toes pass above edges, m.
  double above_edges(const Now& now, std::size_t leg, const Vec3& foot) const;
  // Coordinates of the toes' joint.
  Vec3 bent_toes(const Now& now, std::size_t leg) const;
  // The pitch of a foot on the ground, of which `pitch` is wanted.
  double heel_lifted(const Now& now, std::size_t leg, const Vec3& to_foot, double pitch) const;

 private:
  const PressedSoleSpec& sole() const { return *spec_.sole; }
  double flat_heel() const { return sole().flat_heel.value_or(sole().heel); }
  double middle() const { return (flat_heel() + sole().ball) / 2; }
  double pivot() const { return sole().pivot.value_or(middle()); }
  double strike_pitch(const Now& now, std::size_t leg) const;
  struct Along;
  Along along(const Now& now, const Vec3& at, double back, double front) const;
  Vec3 off_edges(const Now& now, std::size_t leg, const Vec3& foothold) const;
  Vec3 within_reach(const Now& now, std::size_t leg, double time_left, const Vec3& foothold) const;
  void remember(const Now& now, std::size_t frame, const Vec3& standing,
                LegFramesMemory::Balance& memory) const;
  Vec3 capture_at_transfer(const Now& now, std::size_t leg, double time_left, double both,
                           const Vec3& ahead) const;
  // Of a walk that repeats itself, in the heading's axes, for a foot to the left.
  struct Repeated {
    double step_time = 0;         // s
    Vec3 ahead = Vec3::Zero();    // m: the capture point from the pressure as the weight comes
    Vec3 growing = Vec3::Zero();  // m: the part of it that grows by e^(omega t)
    Vec3 rolls = Vec3::Zero();    // m/s: velocity of the pressure on the sole
  };
  Repeated repeated(const Now& now, std::size_t leg) const;
  double since_transfer(const Now& now, std::size_t leg) const;  // s, up to a step's time
  Vec3 press_about(const Now& now, const Vec3& middle, const Vec3& captured) const;
  Vec3 wanted_press(const Now& now, std::size_t leg) const;
  Vec3 rolled_pivot(const Now& now, std::size_t leg) const;
  Vec3 where_captured(const Now& now, std::size_t leg) const;
  void share_soles(Now& now, std::size_t frame, const Vec3& wanted) const;
  // Points on the ground, W, in the middle of a sole across and so far ahead of the ankle.
  Vec3 on_ground(const Now& now, std::size_t leg, double ahead) const;
  Vec3 sole_middle(const Now& now, std::size_t k) const { return on_ground(now, k, middle()); }
  Vec3 sole_pivot(const Now& now, std::size_t k) const { return on_ground(now, k, pivot()); }
  Vec3 on_sole(const Now& now, std::size_t leg, const Vec3& wanted) const;

  const LegFramesSpec& spec_;
  const AtRest& rest_;
  const std::vector<LegFrame>& frames_;
  const std::vector<Leg>& legs_;
};

}  // namespace gambol::leg_frames
