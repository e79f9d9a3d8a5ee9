#include "control/skills/leg_frames.h"

#include <algorithm>
#include <cmath>

#include "base/channel_names.h"
#include "contact/find/ground_surface.h"
#include "control/controller_memory.h"
#include "figure/find.h"
#include "shot/controllers/controller_spec.h"

namespace gambol {
namespace {

// The bodies that `body` carries, itself included.
std::vector<int> carried_by(const Model& model, int body) {
  std::vector<int> all;
  for (int b = body; b < static_cast<int>(model.bodies.size()); ++b) {
    const int parent = model.bodies[static_cast<std::size_t>(b)].parent;
    if (b == body || std::find(all.begin(), all.end(), parent) != all.end()) all.push_back(b);
  }
  return all;
}

}  // namespace

std::unique_ptr<Controller> ControllerPlug<LegFramesSpec>::make(const LegFramesSpec& spec,
                                                                const ControllerMakings& m) {
  return std::make_unique<LegFrames>(spec, m.spec.tick, m.figure, m.model);
}

LegFrames::LegFrames(const LegFramesSpec& spec, double tick, const FigureSpec& figure,
                     const Model& model)
    : spec_(spec), tick_(tick), rest_(model), weight_(model.mass) {
  std::vector<std::size_t> indices;
  std::vector<double> heights;
  for (const LegFrameSpec& f : spec.frames) {
    LegFrame frame{model.body_index(f.body), {}, f.bears, f.spine_share};
    double height = 0;
    for (const std::string& name : f.legs) {
      const LegSpec& leg = *find_leg(figure, name);
      const auto index = static_cast<std::size_t>(&leg - figure.legs.data());
      frame.legs.push_back(legs_.size());
      indices.push_back(index);
      Leg made{frames_.size(),
               index,
               outward(leg.side),
               make_leg_chain(model, rest_, leg, frame.body),
               {}};
      made.chain.soft = spec.soft_reach;
      made.links = carried_by(model, made.chain.hip.body);
      frame.hips += made.chain.frame_to_hip / static_cast<double>(f.legs.size());
      height += (made.chain.frame_to_hip - made.chain.foot).z() + made.chain.foot_height;
      legs_.push_back(std::move(made));
      for (const outputs::OfLeg& output : {outputs::step, outputs::asked})
        outputs_.push_back(output.of(name));
    }
    heights.push_back(height / static_cast<double>(f.legs.size()));
    frames_.push_back(std::move(frame));
  }
  for (const std::string_view name : {outputs::phase, outputs::goal_speed, outputs::goal_heading})
    outputs_.emplace_back(name);
  gaits_.emplace(spec, figure, model, indices, heights);
  plans_ = stride_plans(spec, figure, model, indices, heights);
  acts_.emplace(ActMakings{spec, figure, model, indices, plans_});
  for (std::size_t g = 0; spec.catches && g < plans_.size(); ++g)
    if (spec.gaits[g].name == spec.catches->gait) catch_ = static_cast<int>(g);
  for (std::size_t f = 0; f + 1 < frames_.size(); ++f)
    spine_.push_back(chain_between(rest_, model, frames_[f].body, frames_[f + 1].body));
  for (const SteadyBodySpec& s : spec.steady) {
    const int end = model.body_index(s.body);
    int base = end;
    const auto is_frame = [&](const LegFrame& f) { return f.body == base; };
    while (base > 0 && std::none_of(frames_.begin(), frames_.end(), is_frame))
      base = model.bodies[static_cast<std::size_t>(base)].parent;
    // The root, which is no frame, carries it, or is it.
    const bool inner = base == end;
    steady_.push_back(chain_between(rest_, model, base, inner ? frames_.front().body : end));
    steady_.back().holds_base = inner;
  }
  gains_.resize(static_cast<std::size_t>(model.nv()));
  for (const JointGainSpec& g : spec.joints)
    for (int i = root_dofs; i < model.nv(); ++i)
      if (model.means(g.name, i)) gains_[static_cast<std::size_t>(i)] = {g.stiffness, g.damping};
  place_weights(model);
  if (spec_.sole) soles_.emplace(leg_frames::SoleBalance::Of{spec_, rest_, frames_, legs_});
}

// Every body belongs to the frame that carries it, or to the back between two frames.
void LegFrames::place_weights(const Model& model) {
  const std::size_t n = model.bodies.size();
  nearest_.assign(n, -1);
  along_.assign(n, 0);
  const auto give = [&](int body, int frame) {
    for (const int b : carried_by(model, body)) nearest_[static_cast<std::size_t>(b)] = frame;
  };
  // From the root outwards: what a frame carries beyond another one is that one's.
  std::vector<std::size_t> order(frames_.size());
  for (std::size_t f = 0; f < order.size(); ++f) order[f] = f;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return frames_[a].body < frames_[b].body; });
  give(0, static_cast<int>(order.front()));
  for (const std::size_t f : order) give(frames_[f].body, static_cast<int>(f));
  for (const Chain& chain : spine_) {
    const std::size_t links = chain.joints.size();
    for (std::size_t k = 0; k + 1 < links; ++k) {
      const auto body = static_cast<std::size_t>(chain.joints[k].body);
      nearest_[body] = -1;
      along_[body] = static_cast<double>(k + 1) / static_cast<double>(links);
    }
  }
}

// The frames' order is from front to back, the bodies' from the root outwards: the chain goes from
// the one nearer to the root.
LegFrames::Chain LegFrames::chain_between(const AtRest& rest, const Model& model, int base,
                                          int end) const {
  Chain chain{std::min(base, end), std::max(base, end), {}};
  for (int b = chain.end; b != chain.base; b = model.bodies[static_cast<std::size_t>(b)].parent)
    if (model.bodies[static_cast<std::size_t>(b)].nv > 0)
      chain.joints.insert(chain.joints.begin(), rest.turns(model, b));
  return chain;
}

ControllerMemory LegFrames::start() const { return LegFramesMemory{}; }

// The memory may come from another shot, whose controller had other legs, gaits, acts and answers
// to a loss of balance.
void LegFrames::forget_what_it_lacks(LegFramesMemory& m) const {
  m.legs.resize(legs_.size());
  LegFramesMemory::Act& a = m.act;
  if (a.asked >= acts_->count()) a.asked = -1;
  const bool plays_one = a.playing >= 0 && a.playing < acts_->count() &&
                         a.wanted.size() == frames_.size() &&
                         a.stage < static_cast<int>(acts_->at(a.playing, a.mirrored).stages.size());
  if (!plays_one) a.playing = -1;
  if (!gaits_->knows(m)) m.groups.clear();
  if (m.target && (!spec_.plan_leaps || m.target->index >= spec_.plan_leaps->targets.size()))
    m.target.reset();
  if (!spec_.catches) m.catching.reset();
  if (!spec_.limp) m.fallen.reset();
}

void LegFrames::tick(const Sense& sense, ControllerMemory& memory, Command& command) const {
  auto& m = std::get<LegFramesMemory>(memory);
  forget_what_it_lacks(m);
  Now now = look(sense, m);
  if (soles_) {
    m.balance.resize(1);
    m.balance.front().to.resize(legs_.size(), Vec3::Zero());
    weigh(now);
  }
  read_goals(now);
  const double phase_before = m.phase;
  if (!soles_ && spec_.catches) weigh(now);
  if (m.fallen && m.act.asked < 0) return be_limp(now, m, command);
  if (m.act.playing < 0) choose_gait(now, m);
  plan_leap(now, phase_before, m);
  begin_act(now, phase_before, m);
  if (!soles_ && !spec_.catches && m.act.playing >= 0) weigh(now);
  if (m.act.playing >= 0) play_act(now, m);
  if (spec_.limp && fell(now)) {
    m.fallen = {sense.time};
    if (m.act.playing < 0) m.act.asked = -1;  // what waited for its balance or phase
  }
  step(now, m);
  share_loads(now, m);
  want_couples(now);
  for (std::size_t f = 0; f < frames_.size(); ++f) now.frames[f].up = std::max(0.0, lift(now, f));
  if (soles_)
    soles_->press_soles(now, m.balance.front());
  else
    lean(now);
  aim_legs(now);
  if (soles_) soles_->ease(now, m);
  aim_spine(now);
  aim_steady(now);
  aim_angles(now);
  aim_by_act(now, m);
  // On soles the ground's force bears the weight of all, through the centre of mass: hips do not
  // bear what swings once more.
  if (!soles_) bear_weights(now);
  pull_swinging(now);
  push_standing(now);
  turn_frames(now, m);
  if (soles_) bear_weights(now);
  for (int i = root_dofs; i < sense.model.nv(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double grip = 1 - now.slack[i];
    const double rate = now.rates[i], t = sense.time;
    const JointWay way{t, t + tick_, now.aims[i], rate, now.aims[i] + tick_ * rate, rate};
    command.joints[k] = {true, now.Q[i], grip * now.gains[k].stiffness, grip * now.gains[k].damping,
                         way};
  }
  write_outputs(now, m, command);
}

void LegFrames::write_outputs(const Now& now, const LegFramesMemory& memory,
                              Command& command) const {
  double* out = command.outputs.data() + first_output_;
  for (const LegFramesMemory::Leg& leg : memory.legs) {
    *out++ = leg.swings ? 1 : 0;
    *out++ = leg.asked ? 1 : 0;
  }
  *out++ = now.phase;
  *out++ = now.asked_speed;
  *out = now.goal_heading;
}

void LegFrames::release(Command& command) const {
  for (JointCommand& joint : command.joints) joint = {};
}

LegFrames::Now LegFrames::look(const Sense& sense, LegFramesMemory& memory) const {
  const Model& model = sense.model;
  const Workspace& work = sense.work;
  Now now{
      .sense = sense, .forces = VirtualForces(model, work), .phase = memory.phase, .gains = gains_};
  now.Q = now.aims = now.rates = now.slack = Eigen::VectorXd::Zero(model.nv());
  const double kept = std::exp(-sense.dt / spec_.smoothing);
  const bool first = memory.velocities.size() != frames_.size();
  now.first = first;
  memory.velocities.resize(frames_.size());
  for (const LegFrame& f : frames_) {
    const BodyWork& b = work.bodies[static_cast<std::size_t>(f.body)];
    FrameNow frame;
    frame.turn = rest_.turn(work, f.body);
    const Vec3 p_B = rest_.of(f.body).R.transpose() * f.hips;
    frame.hips = b.X_WB.R * p_B + b.X_WB.p;
    frame.velocity = point_velocity(b, p_B);
    frame.spin = b.X_WB.R * b.velocity.w;
    frame.heading = heading_of(frame.turn);
    frame.ground = ground_below(sense, f, frame.hips, memory);
    Vec3& smooth = memory.velocities[now.frames.size()];
    smooth =
        first ? across(frame.velocity) : Vec3(kept * smooth + (1 - kept) * across(frame.velocity));
    frame.smooth = smooth;
    now.frames.push_back(frame);
  }
  for (const Leg& leg : legs_) {
    const BodyWork& b = work.bodies[static_cast<std::size_t>(leg.chain.foot_body)];
    LegNow l;
    l.foot = b.X_WB.R * leg.chain.p_foot + b.X_WB.p;
    l.foot_velocity = point_velocity(b, leg.chain.p_foot);
    l.aim = l.press = l.foot;
    l.aim_velocity = Vec3::Zero();
    for (const GroundContact& contact : sense.contacts)
      if (model.bodies[static_cast<std::size_t>(contact.body)].leg == static_cast<int>(leg.index))
        l.load += std::max(0.0, contact.force.dot(contact.normal));
    now.legs.push_back(l);
  }
  return now;
}

// The mean of where its feet stand or are to come down: on a step, hips rise as feet do.
double LegFrames::ground_below(const Sense& sense, const LegFrame& frame, const Vec3& hips,
                               const LegFramesMemory& memory) const {
  if (soles_) return soles_->ground_around(sense, hips);
  double sum = 0;
  for (const std::size_t k : frame.legs) {
    if (!memory.legs[k].begun) return ground_height(sense.ground, hips.x(), hips.y());
    sum += memory.legs[k].ground;
  }
  return sum / static_cast<double>(frame.legs.size());
}

void LegFrames::read_goals(Now& now) const {
  const double t = now.sense.time;
  const auto goal = [&](const char* field, const Curve& curve) {
    const Ramp* set = now.sense.goals.find(field);
    return set ? set->at(t) : curve.at(t);
  };
  now.asked_speed = now.goal_speed = goal("speed", spec_.speed);
  now.goal_heading = goal("heading", spec_.heading);
}

// Of all frames.
double LegFrames::mean_heading(const Now& now) {
  Vec3 forward = Vec3::Zero();
  for (const FrameNow& f : now.frames) forward += ahead_of(f.heading);
  return std::atan2(forward.y(), forward.x());
}

// Of all hips, smoothed.
Vec3 LegFrames::mean_velocity(const Now& now) {
  Vec3 velocity = Vec3::Zero();
  for (const FrameNow& f : now.frames)
    velocity += f.smooth / static_cast<double>(now.frames.size());
  return velocity;
}

void LegFrames::choose_gait(Now& now, LegFramesMemory& memory) const {
  const double phase_before = memory.phase, share = catching_share(now, memory);
  go(now, share > 0 ? &plans_[static_cast<std::size_t>(catch_)] : nullptr, share, memory);
  if (catch_ >= 0) keep_balance(now, phase_before, memory);
}

// Gait and gait parameters by the speed that is wanted at once, which is near the present one;
// `by`: this gait at any speed, by its share.
void LegFrames::go(Now& now, const StridePlan* by, double share, LegFramesMemory& memory) const {
  const Vec3 velocity = mean_velocity(now);
  const double heading = mean_heading(now);
  const double off = std::clamp(std::remainder(now.goal_heading - heading, 2 * M_PI),
                                -spec_.most_turn, spec_.most_turn);
  now.heading = heading + off;
  const double way = spec_.keeps_course ? course(now, velocity) : now.heading;
  const double speed = velocity.dot(ahead_of(way));
  follow_goal(now, speed, memory);
  if (memory.approach)
    for (double* goal : {&now.asked_speed, &now.goal_speed})
      *goal = std::min(*goal, memory.approach->most_speed);
  trim(now, speed, memory);
  const double wanted =
      std::clamp(now.goal_speed + memory.trim, speed - spec_.most_ahead, speed + spec_.most_ahead);
  double least = 0;
  if (soles_ && soles_->steps(now, memory)) least = spec_.sole->steps_at;
  now.gait = gaits_->choose(std::max(wanted, least), now.sense.time, now.first, memory);
  if (by) now.gait = {now.gait.slow, by, share};
  give_way(now);
  now.heading = heading + gain_of(now.gait, &StrideGainsSpec::turn_share) * off;
  now.wanted = wanted * ahead_of(spec_.keeps_course ? way : now.heading);
  advance(now, wanted, memory);
  move_frames(now, heading);
}

void LegFrames::follow_goal(Now& now, double speed, LegFramesMemory& memory) const {
  if (!spec_.acceleration) return;
  if (now.first) memory.goal = speed;
  const double most = *spec_.acceleration * now.sense.dt, change = now.asked_speed - memory.goal;
  memory.goal =
      std::abs(change) <= most ? now.asked_speed : memory.goal + std::copysign(most, change);
  now.goal_speed = memory.goal;
}

// The heading of the velocity that is wanted: where the figure goes, as far as that lies between
// the heading wanted at once and the goal. One that a push has turned would else run after its
// nose. Below the speed by which it may be told to change at once, where it goes says little.
double LegFrames::course(const Now& now, const Vec3& velocity) const {
  if (velocity.dot(ahead_of(now.heading)) < spec_.most_ahead) return now.heading;
  const double to_goal = std::remainder(now.goal_heading - now.heading, 2 * M_PI);
  const double goes = std::atan2(velocity.y(), velocity.x());
  const double off = std::remainder(goes - now.heading, 2 * M_PI);
  return now.heading + std::clamp(off, std::min(0.0, to_goal), std::max(0.0, to_goal));
}

}  // namespace gambol
