#pragma once

// What legs that stand bear, and which couples are to turn the frames.

#include <algorithm>
#include <vector>

#include "control/skills/wanted.h"

namespace gambol::skills {

class SoleBalance;
struct SolesMemory;

// Where the feet are, aside, that push: sums weighted by how far they do.
struct Feet {
  double n = 0, y = 0, yy = 0;  // 1, m, m2
  double least = 0, most = 0;   // m
  double most_push = 0;
  void add(double push, double aside) {
    least = n == 0 ? aside : std::min(least, aside);
    most = n == 0 ? aside : std::max(most, aside);
    most_push = std::max(most_push, push);
    n += push;
    y += push * aside;
    yy += push * aside * aside;
  }
  double middle() const { return n > 0 ? y / n : 0; }
  bool apart(double narrow) const { return most - least > narrow; }
};

// Shares of what the legs of a frame do together: of the forces, and of the torque that turns it.
struct LegBears {
  double push = 0, turn = 0;
  double stands = 0;  // how far its hip turns the frame, not the leg
  double aside = 0;   // m: of the foot from the middle of the hips, to the left
  // Where the ground is to press on it, W, and along which the force points upwards: 0 is up.
  Vec3 press = Vec3::Zero(), slope = Vec3::Zero();
};
struct FrameBears {
  Vec3 couple = Vec3::Zero();  // N*m, W: wanted on the frame
  double up = 0;               // N: force of its legs together
  Feet feet;
};
struct Loads {
  std::vector<LegBears> legs;      // [leg of a frame]
  std::vector<FrameBears> frames;  // [frame]
  std::vector<double> back;        // [frame but the last] N*m: about the way, on the frame behind
};

class Bearers {
 public:
  // `soles`: none if forces act at the feet's points.
  Bearers(const LegFramesSpec& spec, const Anatomy& body, const SoleBalance* soles)
      : spec_(spec), body_(body), soles_(soles) {}
  Loads run(const Stepping& now, SolesMemory& soles) const;

 private:
  // m: feet of a frame that are less apart stand as one.
  double narrow() const { return 0.02 * body_.height; }
  std::vector<LegBears> share_loads(const Stepping& now) const;
  Vec3 wanted_couple(const Stepping& now, std::size_t frame) const;
  double standing_share(const Stepping& now, std::size_t frame) const;
  double weight_share(const Stepping& now, const Loads& b, std::size_t frame) const;
  double back_to_bounce(const Stepping& now, std::size_t frame) const;
  double lift(const Stepping& now, const Loads& b, std::size_t frame) const;
  void lean(const Stepping& now, Loads& b) const;
  double pressure_aside(const Stepping& now, Loads& b) const;
  double share_push(const Stepping& now, std::size_t frame, double centre, Loads& b) const;

  const LegFramesSpec& spec_;
  const Anatomy& body_;
  const SoleBalance* soles_;
};

}  // namespace gambol::skills
