#pragma once

// The acts of a controller of leg frames, ready to play (seed 002, section 6).

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "control/skills/strides.h"
#include "dynamics/model.h"
#include "figure/figure_spec.h"
#include "shot/controllers/leg_frames/leg_frames_spec.h"

namespace gambol {

struct StageJoint {
  int dof = 0;
  double stiffness = 1, damping = 1;
  std::optional<Curve> angle;
};
// Indices of legs of frames.
struct StageEnd {
  std::vector<std::size_t> down, up, touch;
  std::optional<double> lands_in;  // s
};
struct ActStage {
  std::optional<StridePlan> gait;  // that it walks by, instead of all that follows but duration
  StridePlan plan;                 // steps; a stride is the stage
  double duration = 1, blend = 0.1, keeps_speed = 0;
  bool to_goal = false;
  Curve strength;
  std::optional<StageEnd> until;
  // What it says of each, over all elements that mean it, by the names of this side.
  std::vector<StageFrameSpec> frames;  // [frame]
  std::vector<StageLegSpec> legs;      // [leg of a frame]
  std::vector<StageJoint> joints;
};
struct Act {
  static constexpr int stays = -2, gaits = -1;
  std::string name;
  StridePlan like;  // the gait whose gains it uses
  std::vector<ActStage> stages;
  int then = stays;  // an act, or one of these
  std::optional<double> at_phase;
  bool on_left_side = false;
  std::optional<LeapSpec> leap;
};

// Whether a phase, which goes round, passed `at` on its way from `before` to `now`.
bool passed_phase(double at, double before, double now);

// What the acts are made for.
struct ActMakings {
  const LegFramesSpec& spec;
  const FigureSpec& figure;
  const Model& model;
  const std::vector<std::size_t>& legs;  // of the figure, those of the frames in their order
  const std::vector<StridePlan>& gaits;  // [LegFramesSpec::gaits]
};

class Acts {
 public:
  explicit Acts(const ActMakings& makings);
  bool has(const std::string& name) const { return index(name) >= 0; }
  int index(const std::string& name) const;  // -1 if there is none
  int stages() const;                        // of all acts
  int count() const { return static_cast<int>(acts_.size()); }
  const Act& at(int act, bool mirrored) const {
    return (mirrored ? mirrored_ : acts_)[static_cast<std::size_t>(act)];
  }

 private:
  std::vector<Act> acts_, mirrored_;
};

}  // namespace gambol
