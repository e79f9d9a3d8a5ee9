#include "control/skills/leg_frames.h"

#include <algorithm>
#include <cmath>

#include "base/channel_names.h"
#include "control/controller_memory.h"
#include "shot/controllers/controller_spec.h"

namespace gambol {

std::unique_ptr<Controller> ControllerPlug<LegFramesSpec>::make(const LegFramesSpec& spec,
                                                                const ControllerMakings& m) {
  return std::make_unique<skills::LegFrames>(spec, m.spec.tick, m.figure, m.model, m.seed);
}

}  // namespace gambol

namespace gambol::skills {
namespace {

// `time`: s, of this tick; `tick`: s, until the next.
void command_joints(const Wanted& wanted, const Aims& aims, const Torques& torques, double time,
                    double tick, Command& command) {
  for (int i = root_dofs; i < aims.angles.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double grip = 1 - torques.slack[i], rate = aims.rates[i];
    const JointWay way{time, time + tick, aims.angles[i], rate, aims.angles[i] + tick * rate, rate};
    const Gain& gain = wanted.gains[k];
    command.joints[k] = {true, torques.Q[i], grip * gain.stiffness, grip * gain.damping, way};
  }
}

}  // namespace

LegFrames::LegFrames(const LegFramesSpec& spec, double tick, const FigureSpec& figure,
                     const Model& model, std::uint64_t seed)
    : spec_(spec),
      tick_(tick),
      body_(spec_, figure, model),
      on_soles_(spec_.sole ? std::make_optional<OnSoles>(spec_, body_) : std::nullopt),
      stride_(spec_, body_, figure, model, seed),
      acts_({spec_, figure, model, body_.legs_of_figure(), stride_.plans()}),
      senses_(spec_, body_),
      course_(spec_),
      falls_(spec_, body_, stride_.plans()),
      leaps_(spec_, body_, acts_),
      player_(body_, acts_, tick),
      steps_(spec_, body_, on_soles_ ? &on_soles_->balance : nullptr, tick),
      bearers_(spec_, body_, on_soles_ ? &on_soles_->balance : nullptr),
      postures_(spec_, body_, on_soles_ ? &on_soles_->soles : nullptr, tick),
      torques_(spec_, body_, on_soles_ ? &on_soles_->servos : nullptr),
      efforts_(spec_, tick) {
  for (const LegFrameSpec& f : spec.frames)
    for (const std::string& leg : f.legs)
      for (const outputs::OfLeg& output : {outputs::step, outputs::asked})
        outputs_.push_back(output.of(leg));
  for (const std::string_view name :
       {outputs::phase, outputs::goal_speed, outputs::goal_heading, outputs::goal_facing})
    outputs_.emplace_back(name);
}

ControllerMemory LegFrames::start() const { return LegFramesMemory{}; }

// The memory may come from another shot, whose controller had other legs, gaits, acts and answers
// to a loss of balance.
void LegFrames::forget_what_it_lacks(LegFramesMemory& m) const {
  m.steps.legs.resize(body_.legs.size());
  player_.forget_what_it_lacks(m.act);
  stride_.forget_what_it_lacks(m.stride);
  leaps_.forget_what_it_lacks(m.leaps);
  falls_.forget_what_it_lacks(m.falls);
}

void LegFrames::obey(const Order& order, double time, ControllerMemory& memory,
                     Goals& goals) const {
  Controller::obey(order, time, memory, goals);
  const auto* run = std::get_if<RunProgram>(&order);
  if (!run) return;
  auto& m = std::get<LegFramesMemory>(memory);
  if (const int target = leaps_.target_index(run->program); target >= 0)
    m.leaps.target = {static_cast<std::uint32_t>(target)};
  else
    m.act.asked = acts_.index(run->program);
}

bool LegFrames::plays(const std::string& program) const {
  return acts_.has(program) || leaps_.target_index(program) >= 0;
}

void LegFrames::release(Command& command) const {
  for (JointCommand& joint : command.joints) joint = {};
}

void LegFrames::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& m = std::get<LegFramesMemory>(memory);
  forget_what_it_lacks(m);
  const Seen seen = senses_.run({sense, steps_.grounds(m.steps)}, m.senses);
  Wanted wanted = begin_wanted(seen, body_, m.stride.phase);
  if (m.falls.fallen && m.act.asked < 0) {
    falls_.be_limp(seen, tick_, command);
    return write_outputs(seen, wanted, m, command);
  }
  const Changes changes = choose_motion(seen, m, wanted);
  const Steps::Out steps =
      steps_.run({seen, wanted, changes.act_begins, changes.stage_begins}, m.steps);
  const Stepping now{seen, wanted, steps.legs, steps.footfalls};
  steps_.go_back_over_feet(now, wanted.frames);
  const Loads bearing = bearers_.run(now, m.soles);
  Aims aims = postures_.legs(now);
  if (on_soles_) on_soles_->servos.ease(now, m.sole_servos, aims);
  postures_.spine(wanted, aims);
  postures_.steady(seen, wanted, m.gaze, aims);
  postures_.add_angles(now, aims);
  player_.aim(wanted, m.act, aims);
  const Torques torques = torques_.run(now, bearing, aims, m.sole_servos);
  command_joints(wanted, aims, torques, sense.time, tick_, command);
  efforts_.limit(sense, wanted.velocity.norm(), m.efforts, command);
  write_outputs(seen, wanted, m, command);
}

// What is wanted: by gaits, or by the act that it plays; leaps that are planned are acts.
LegFrames::Changes LegFrames::choose_motion(const Seen& seen, LegFramesMemory& m,
                                            Wanted& wanted) const {
  const Footings feet = steps_.footings(m.steps);
  const double phase_before = m.stride.phase;
  const bool idle = m.act.playing < 0;
  if (idle) follow_gait(seen, feet, m, wanted);
  if (idle && m.act.asked < 0)
    if (const auto leap = leaps_.run({seen, wanted, phase_before, m.stride.phase}, m.leaps))
      m.act.asked = *leap;
  const bool regains = m.falls.catching && wanted.goal_speed < falls_.calm();
  Changes changes;
  changes.act_begins = player_.begin(
      {seen, phase_before, m.stride.phase, regains, m.falls.fallen.has_value()}, m.act);
  if (changes.act_begins) m.falls = {};
  if (m.act.playing >= 0) play_act(seen, feet, m, wanted, changes);
  // What waited for its balance or phase is forgotten.
  if (falls_.falls(seen, wanted, m.falls) && m.act.playing < 0) m.act.asked = -1;
  return changes;
}

// By the gait of its speed, or by the one that catches it.
void LegFrames::follow_gait(const Seen& seen, const Footings& feet, LegFramesMemory& m,
                            Wanted& wanted) const {
  const double phase_before = m.stride.phase;
  go(seen, feet, falls_.catches(seen.sense.time, m.falls), m, wanted);
  if (const auto phase = falls_.keep_balance({seen, wanted, feet, phase_before}, m.falls))
    m.stride.phase = *phase;
}

// To the goals.
void LegFrames::go(const Seen& seen, const Footings& feet, Falls::Catch by, LegFramesMemory& m,
                   Wanted& wanted) const {
  const bool waits = !m.soles.standing.shift.empty();
  const Course course =
      course_.run({seen, leaps_.most_speed(m.leaps), waits, stride_.flies(m.stride)}, m.course);
  StrideClock::In in{seen, course, 0, by.gait, by.share, {leaps_.stretch(m.leaps), m.soles.off}};
  if (on_soles_) {
    const Standing& standing = on_soles_->balance.standing();
    const double speed = std::max(course.asked_speed, course.goal_speed);
    const Standing::Out stands =
        standing.run({seen, feet, speed, course.goal_heading + course.facing}, m.soles.standing);
    in.least = stands.steps ? standing.steps_at() : 0;
    in.lifts = stands.lifts;
  }
  stride_.run(in, m.stride, wanted);
}

void LegFrames::play_act(const Seen& seen, const Footings& feet, LegFramesMemory& m, Wanted& wanted,
                         Changes& changes) const {
  const ActPlayer::Turn turn = player_.turn({seen, feet}, m.act);
  changes.stage_begins = turn.stage_begins;
  if (turn.phase) m.stride.phase = *turn.phase;
  if (turn.over) return follow_gait(seen, feet, m, wanted);
  if (!turn.walks) return player_.ask(seen, m.act, wanted);
  const StridePlan& gait = *turn.walks->gait;
  if (turn.walks->to_goal)
    go(seen, feet, {&gait, 1}, m, wanted);
  else
    stride_.run_in_place(
        {seen, gait, turn.heading, turn.speed, {leaps_.stretch(m.leaps), m.soles.off}}, m.stride,
        wanted);
  player_.enter_walk(seen, *turn.walks, m.act, wanted);
}

void LegFrames::write_outputs(const Seen& seen, const Wanted& wanted, const LegFramesMemory& m,
                              Command& command) const {
  double* out = command.outputs.data() + first_output_;
  for (const StepsMemory::Leg& leg : m.steps.legs) {
    *out++ = leg.swings ? 1 : 0;
    *out++ = leg.asked ? 1 : 0;
  }
  *out++ = wanted.phase;
  *out++ = wanted.asked_speed;
  *out++ = seen.asked_heading;
  *out = seen.asked_heading + seen.asked_facing;
}

}  // namespace gambol::skills
