#pragma once

// What bears on a joint of one degree of freedom: the inertia and the weight of what it carries,
// and, in stance, the ground under the legs beyond it. For choosing springs and limits.

#include <vector>

#include "figure/figure_spec.h"

namespace gambol {

inline constexpr double load_gravity = 9.81;  // m/s2, along -z of the root

// A force along the joint's coordinate q: N*m, or N of one that slides.
struct JointForce {
  double force = 0;
  double by_position = 0;  // its derivative with respect to q, as the joint alone moves
};

struct JointLoad {
  // kg m2 (kg) about (along) the axis, of what the joint carries as one rigid body, while the rest
  // of the figure is held, and of its rotors.
  double inertia = 0;
  JointForce weight;  // of what it carries
  double most = 0;    // the greatest that this weight can exert, in any posture
  // The same weight at the radius of gyration about the axis, at least `most`; of a slide, `most`.
  double spread = 0;
  // In stance: a share of the figure's weight at the tip of each leg beyond the joint, upwards,
  // besides `weight`; 0 without legs beyond.
  JointForce stance;
  double stance_inertia = 0;  // of that share of the mass, as the joint moves it up and down
  double most_stance = 0;     // all of the figure's weight at the tip that has the longest lever
};

// The joints of a figure in one posture, root upright.
class JointLoads {
 public:
  // X_RB: [body], as rest_posture() returns it. Bodies must be ordered, parents first.
  JointLoads(const FigureSpec& figure, std::vector<Transform> X_RB);
  // Of the joint of body `b`, which has one degree of freedom. `legs`: number of legs that share
  // the weight of the figure.
  JointLoad of(std::size_t b, int legs) const;

 private:
  struct Tip {
    std::size_t foot = 0;
    Vec3 at = Vec3::Zero();  // R, m
  };
  bool carries(std::size_t body, std::size_t other) const;

  const FigureSpec& figure_;
  std::vector<Transform> X_RB_;
  std::vector<int> parent_;             // [body]; -1: the root
  std::vector<MassProperties> beyond_;  // [body] of it and all that it carries, in R
  std::vector<Tip> tips_;               // of the legs
};

}  // namespace gambol
