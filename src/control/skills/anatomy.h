#pragma once

// What a controller of leg frames knows of its figure: its frames, their legs, and the joints
// between them. Nothing of it changes.

#include <cmath>
#include <vector>

#include "control/skills/leg_chain.h"
#include "control/skills/strides.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol::skills {

struct Leg {
  std::size_t frame = 0;
  std::size_t index = 0;  // in the figure
  double side = 1;        // 1 left, -1 right
  LegChain chain;
  std::vector<int> links;  // bodies beyond the frame
};
struct LegFrame {
  int body = 0;
  std::vector<std::size_t> legs;  // of Anatomy::legs
  double bears = 0, spine_share = 0;
  Vec3 hips = Vec3::Zero();  // between the hips, from the frame's origin in its turn, m
  double height = 0;         // m: of the hips above the ground at rest
};
// Joints between two bodies, which turn alike.
struct Chain {
  int base = 0, end = 0;
  std::vector<Turns> joints;  // from the base to the end
  bool holds_base = false;    // the end is a frame, and the base is to be steady
};
inline double larger_than_the_dog(double hips) { return hips / 0.46; }

struct Anatomy {
  // Requires that check_leg_frames() has found no problem.
  Anatomy(const LegFramesSpec& spec, const FigureSpec& figure, const Model& model);

  AtRest rest;
  std::vector<LegFrame> frames;
  std::vector<Leg> legs;      // those of the frames, in their order
  std::vector<Chain> spine;   // between a frame and the next one
  std::vector<Chain> steady;  // [LegFramesSpec::steady] from the frame to the steady body
  std::vector<Gain> gains;    // [nv]
  std::vector<int> nearest;   // [body] the frame that bears its weight; -1: the spine's
  std::vector<double> along;  // [body] of the spine: share of the way to the frame in front
  std::vector<int> hangs_on;  // [body] the body whose joints bear its weight: its own, or, if it
                              // hangs, what carries it
  double mass = 0;            // kg
  double height = 0;          // m: of the hips at rest; the measure of what is small beside it

  // Beside the dog, whose hips are 46 cm high and on which lengths and times of acts and leaps were
  // found: factors of lengths, and of times and speeds.
  double larger() const { return larger_than_the_dog(height); }
  double slower() const { return std::sqrt(larger()); }

  // From the middle of the frame's hips to the hip of a leg, in the frame's turn, m.
  Vec3 to_hip(std::size_t leg) const {
    return legs[leg].chain.frame_to_hip - frames[legs[leg].frame].hips;
  }
  std::vector<std::size_t> legs_of_figure() const;  // [leg] its index in the figure
  std::vector<double> heights() const;              // [frame]
};

}  // namespace gambol::skills
