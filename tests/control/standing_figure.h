#pragma once

// A figure whose skill is of leg frames, as its shot has it, which stands on level ground with all
// joints at 0: what parts of the controller are tested on, without a simulation.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/rotation.h"
#include "control/skills/steps.h"
#include "control/skills/stride.h"
#include "dynamics/coordinates.h"
#include "shot/controllers/controller_box.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"

namespace gambol::testing {

constexpr double tick = 1e-3;  // s

struct StandingFigure {
  ShotSpec shot;
  const FigureSpec& figure = shot.motion.figures.front().figure;
  LegFramesSpec spec = *shot.motion.figures.front().controllers.front().kind.as<LegFramesSpec>();
  Model model = make_model(figure);
  skills::Anatomy body{spec, figure, model};
  skills::StrideClock stride{spec, body, figure, model, 0};
  Eigen::VectorXd q, v = Eigen::VectorXd::Zero(model.nv());
  Workspace work{model};
  std::vector<GroundContact> contacts;
  std::vector<Actuator> actuators;
  Goals goals;
  double time = 1;
  skills::SensesMemory senses;

  // `file`: of the shot, in scenes/.
  explicit StandingFigure(const std::string& file, const Vec3& turned = Vec3::Zero())
      : shot(load_shot(GAMBOL_SOURCE_DIR "/scenes/" + file)) {
    q = initial_q(model, {exp_rotation(turned), Vec3(0, 0, 1)});
    update_kinematics(model, q, v, work);
    double low = 1;
    for (const skills::Leg& leg : body.legs)
      low = std::min(low, foot(leg).z() - leg.chain.foot_height);
    q = initial_q(model, {exp_rotation(turned), Vec3(0, 0, 1 - low)});
    update_kinematics(model, q, v, work);
    work.gravity = Vec3(0, 0, -9.81);
  }
  Vec3 foot(const skills::Leg& leg) const {
    const Frame& X = work.bodies[static_cast<std::size_t>(leg.chain.foot_body)].X_WB;
    return X.R * leg.chain.p_foot + X.p;
  }
  Sense sense() const {
    return {time, tick, model, q, v, work, contacts, actuators, goals, {}, 0.9};
  }
  // All feet bear alike.
  skills::Seen see(const Sense& sense) {
    skills::Seen seen =
        skills::Senses(spec, body)
            .run({sense, std::vector<std::optional<double>>(body.frames.size())}, senses);
    for (skills::LegSeen& leg : seen.legs)
      leg.load = model.mass * 9.81 / static_cast<double>(body.legs.size());
    return seen;
  }
  std::size_t named(const std::string& leg) const {
    for (std::size_t k = 0; k < body.legs.size(); ++k)
      if (figure.legs[body.legs[k].index].name == leg) return k;
    throw std::runtime_error(leg);
  }
  const StridePlan& gait(const std::string& name) const {
    for (std::size_t g = 0; g < spec.gaits.size(); ++g)
      if (spec.gaits[g].name == name) return stride.plans()[g];
    throw std::runtime_error(name);
  }
  // Its first step.
  std::vector<skills::LegStep> step(const skills::Seen& seen, const skills::Wanted& wanted) const {
    skills::StepsMemory memory;
    memory.legs.resize(body.legs.size());
    return skills::Steps(spec, body, nullptr, tick).run({seen, wanted}, memory).legs;
  }
  // What a gait at a phase wants of it.
  skills::Wanted by(const skills::Seen& seen, const StridePlan& plan, double phase, double speed) {
    skills::Wanted wanted = skills::begin_wanted(seen, body, phase);
    StrideMemory memory{phase, {}};
    stride.run_in_place({seen, plan, 0, speed}, memory, wanted);
    return wanted;
  }
};

}  // namespace gambol::testing
