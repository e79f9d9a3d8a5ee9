#include "control/kinematic_gait/body_plan.h"

#include <algorithm>
#include <cmath>

#include "base/gravity.h"
#include "base/hermite.h"
#include "base/rotation.h"

namespace gambol {
namespace {

// Number of a leg's cycles, after its mid-stance, over which the plan must be known before the
// leg's next turn is chosen.
constexpr double turn_foresight = 1.5;

// Of a path's length: the least distance that tells its direction, or along which it is searched.
constexpr double least_way = 1e-3;

// m/s: below it the velocity has no usable direction. It is no ratio of the figure's measures, as
// rounding is what it guards against.
constexpr double standing_speed = 1e-3;

// Of the time in which a pendulum as long as the trunk is high falls: the time constant of the
// body's velocity, Eq. 15, and on a line how far ahead the point lies that the body heads for.
constexpr double reaction = 1, look_ahead = 2;

// On a line, the share of one foot's force that slows the body down to the end.
constexpr double braking = 0.5;

double heading_of(const Vec3& way) { return std::atan2(way.y(), way.x()); }

double near_to(double angle, double other) {
  return angle + 2 * M_PI * std::round((other - angle) / (2 * M_PI));
}

}  // namespace

double TurnLead::yaw() const {
  double sum = 0;
  for (std::size_t leg = 0; leg < from.size(); ++leg)
    sum += from[leg] + (to[leg] - from[leg]) * turn_by(clock.legs[leg], clock.time);
  return sum;
}

const BodyAhead& BodyRing::number(long k) const {
  return ring[static_cast<std::size_t>(k) % ring.size()];
}
BodyAhead& BodyRing::number(long k) { return ring[static_cast<std::size_t>(k) % ring.size()]; }

BodyAhead BodyRing::at(double t) const {
  const double exact = (t - begun) / dt;
  if (exact < 0 && known <= static_cast<long>(ring.size())) {  // at constant velocity before begun
    BodyAhead c = number(0);
    c.p += (t - begun) * c.v;
    c.yaw += (t - begun) * c.yaw_rate;
    return c;
  }
  const long oldest = std::max({known - static_cast<long>(ring.size()), lost, 0L});
  const long k = std::clamp(static_cast<long>(std::floor(exact)), oldest, known - 1);
  if (k + 1 >= known) return number(known - 1);
  const double s = std::clamp(exact - static_cast<double>(k), 0.0, 1.0);
  const BodyAhead &a = number(k), &b = number(k + 1);
  const Hermite cubic(s, dt);
  BodyAhead c = a;
  const auto mix = [s](double x, double y) { return x + s * (y - x); };
  c.p = cubic(a.p, a.v, b.p, b.v);
  c.p.z() = mix(a.p.z(), b.p.z());
  c.v = a.v + s * (b.v - a.v);
  c.slope_x = mix(a.slope_x, b.slope_x);
  c.slope_y = mix(a.slope_y, b.slope_y);
  c.lift = mix(a.lift, b.lift);
  c.nod = mix(a.nod, b.nod);
  c.aside = a.aside + s * (b.aside - a.aside);
  c.course = mix(a.course, b.course);
  c.yaw = cubic(a.yaw, a.yaw_rate, b.yaw, b.yaw_rate);
  c.yaw_rate = mix(a.yaw_rate, b.yaw_rate);
  return c;
}

BodyPlan::BodyPlan(const KinematicGaitSpec& spec, const GaitScore& score,
                   const std::vector<PlannedLeg>& legs, double height, double dt)
    : spec_(spec), score_(score), fall_(std::sqrt(height / standard_gravity)), dt_(dt) {
  for (const PlannedLeg& leg : legs) {
    feet_.push_back(leg.foot);
    shares_.push_back(leg.share);
    forces_.push_back(leg.foot_force);
  }
  find_levers(legs);
  for (const Vec3& f : feet_) middle_ += f * share();
  for (const Vec3& f : feet_) {
    square_x_ += share() * std::pow(f.x() - middle_.x(), 2);
    square_y_ += share() * std::pow(f.y() - middle_.y(), 2);
  }
  if (spec.path) line_.emplace(positions(spec.path->points), spec.path->closed, spec.path->spline);
}

// Each section rises by the lift of its legs; the slope is that of the line through all sections,
// each weighted by what its legs carry.
void BodyPlan::find_levers(const std::vector<PlannedLeg>& legs) {
  const auto at = [&](std::size_t section) {  // m: the middle of its feet
    double sum = 0, n = 0;
    for (const PlannedLeg& leg : legs)
      if (leg.section == section) sum += leg.foot.x(), ++n;
    return sum / n;
  };
  double middle = 0, square = 0;
  for (const PlannedLeg& leg : legs) middle += leg.share * at(leg.section);
  for (const PlannedLeg& leg : legs) levers_.push_back(at(leg.section) - middle);
  for (std::size_t k = 0; k < legs.size(); ++k) square += legs[k].share * levers_[k] * levers_[k];
  for (double& lever : levers_) lever = square > 0 ? lever / square : 0;
}

void BodyPlan::add(std::size_t leg, double lift, BodyLift& to) const {
  to.heave += shares_[leg] * lift;
  to.slope += shares_[leg] * levers_[leg] * lift;
}

// The number of instants that the longest cycles need.
std::size_t BodyPlan::ring_size(const GaitSettings& set) const {
  // Ahead: to the end of the stance after the cycle that a leg begins, and beyond it turn_foresight
  // for its turn. Behind: half a cycle, from which LedTrunk takes the way's curvature.
  const double cycles = (1 + 0.5 + turn_foresight) + 0.5;
  return static_cast<std::size_t>(std::ceil(cycles * score_.longest_cycle(set) / dt_)) + 8;
}

// The design's speed, or that of the body's place on the line.
double BodyPlan::wanted_speed(const BodyLead& lead, double t, const GaitSettings& set) const {
  if (!line_ || spec_.path->speeds.empty()) return score_.times(t, set).body_speed;
  const auto& speeds = spec_.path->speeds;
  double at = lead.along;
  if (line_->closed()) at -= line_->length() * std::floor(at / line_->length());
  if (at <= speeds.front().along) return speeds.front().speed;
  for (std::size_t k = 1; k < speeds.size(); ++k)
    if (at < speeds[k].along) {
      const PlaceSpeedSpec &a = speeds[k - 1], &b = speeds[k];
      return a.speed + smooth_step((at - a.along) / (b.along - a.along)) * (b.speed - a.speed);
    }
  return speeds.back().speed;
}

// The velocity towards a point that lies ahead on the path, limited so that the body can stop at
// the path's end. `foot`: m/s2 that one foot can give.
Vec3 BodyPlan::wanted_velocity(const BodyLead& lead, double t, double foot,
                               const GaitSettings& set) const {
  double speed = wanted_speed(lead, t, set);
  if (!line_) {
    const double course = lead.first_course + set.at("direction", t, spec_.direction);
    return speed * Vec3(std::cos(course), std::sin(course), 0);
  }
  if (!line_->closed()) {
    const double left = std::max(line_->length() - lead.along, 0.0);
    speed = std::min({speed, std::sqrt(braking * foot * left), left / (reaction * fall_)});
  }
  const double ahead = std::max(speed * look_ahead * fall_, least_way * line_->length());
  const Vec3 to = line_->at(lead.along + ahead) - Vec3(lead.p.x(), lead.p.y(), 0);
  const double far = to.norm();
  return far > 0 ? Vec3(speed / far * to) : Vec3(Vec3::Zero());
}

// Where the body faces at p on its course.
double BodyPlan::faced(const Vec3& p, double course, double t, const GaitSettings& set) const {
  if (!spec_.aim) return course + set.at("facing", t, spec_.facing);
  return near_to(heading_of(spec_.aim->at - p), course);
}

// Moves `lead` towards the plane fitted to the ground below the legs, by the fraction `share_now`.
void BodyPlan::lean_on_ground(const GroundSurface& ground, const Vec3& p, double heading,
                              double share_now, BodyLead& lead) const {
  if (!ground.terrain) {
    lead.ground = ground.height;
    return;
  }
  const Mat3 R = rotation_about(Vec3::UnitZ(), heading);
  double sum = 0, along = 0, across = 0;
  for (const Vec3& f : feet_) {
    const Vec3 at = p + R * f;
    const double z = ground_height(ground, at.x(), at.y());
    sum += share() * z;
    along += share() * z * (f.x() - middle_.x());
    across += share() * z * (f.y() - middle_.y());
  }
  const auto take_up = [&](double& now, double wanted) { now += share_now * (wanted - now); };
  take_up(lead.ground, sum);
  take_up(lead.slope_x, square_x_ > 0 ? along / square_x_ : 0);
  take_up(lead.slope_y, square_y_ > 0 ? across / square_y_ : 0);
}

// The mean of the planes along the way over which they will be smoothed.
void BodyPlan::begin_on_ground(const PlanStart& start, BodyLead& lead) const {
  constexpr int looks = 8;  // to either side
  const Vec3 way = spec_.ground_smoothing * score_.times(start.time, start.set).period * lead.v;
  for (int k = -looks; k <= looks; ++k)
    lean_on_ground(start.world.ground, lead.p + static_cast<double>(k) / looks * way, start.yaw,
                   1.0 / (k + looks + 1), lead);
}

BodyLift BodyPlan::level(double gravity, double t, const GaitSettings& set) const {
  const double period = score_.times(t, set).period;
  BodyLift sum;
  for (std::size_t leg = 0; leg < feet_.size(); ++leg) {
    const double duty = score_.duty_factor(leg, t, set);
    add(leg, mean_lift(duty * period / 2, (1 - duty) * period, gravity), sum);
  }
  return sum;
}

// The horizontal force that any one foot can give, in weights.
double BodyPlan::weakest_foot(double t, const GaitSettings& set) const {
  const double others = set.at("foot_force", t, spec_.foot_force);
  double least = INFINITY;
  for (const auto& own : forces_) least = std::min(least, own.value_or(others));
  return least;
}

// The horizontal force that all standing feet can give, in weights (Eq. 14).
double BodyPlan::standing_force(const GaitClock& clock, const GaitSettings& set) const {
  int others = 0;
  double own = 0;
  for (std::size_t leg = 0; leg < forces_.size(); ++leg) {
    if (!clock.legs[leg].stands(clock.time)) continue;
    if (forces_[leg])
      own += *forces_[leg];
    else
      ++others;
  }
  return others * set.at("foot_force", clock.time, spec_.foot_force) + own;
}

// The weighted mean position of the standing feet, in the body's axes. A foot's weight rises and
// falls smoothly over its stance; without standing feet the result is 0.
// `v`: velocity of the body in its own axes.
Vec3 BodyPlan::over_feet(const GaitClock& clock, const Vec3& v) const {
  Vec3 mean = mean_over_feet(clock, [&](std::size_t leg) -> Vec3 {
    const LegClock& c = clock.legs[leg];
    const double since = clock.time - (clock.time < c.lift() ? c.mid : c.next_mid());
    return feet_[leg] - since * v;
  });
  mean.z() = 0;
  return mean;
}

BodyAhead BodyPlan::look(double gravity, const BodyLead& lead, const GaitSettings& set) const {
  BodyAhead now;
  const double t = lead.clock.time;
  BodyLift lift;
  for (std::size_t leg = 0; leg < feet_.size(); ++leg) {
    const LegClock& c = lead.clock.legs[leg];
    add(leg, lift_by(c, t, gravity), lift);
  }
  const double bounce = set.at("bounce", t, spec_.bounce);
  now.lift = bounce * (lift.heave - lead.level.heave);
  now.nod = bounce * std::atan(lift.slope - lead.level.slope);
  now.p = Vec3(lead.p.x(), lead.p.y(), lead.ground);
  now.v = lead.v;
  now.course = lead.course;
  const double balance = set.at("balance", t, spec_.balance);
  if (balance > 0) {
    const Mat3 R = rotation_about(Vec3::UnitZ(), -faced(now.p, lead.course, t, set));
    now.aside = balance * over_feet(lead.clock, R * lead.v);
  }
  now.allowed = standing_force(lead.clock, set) * gravity;
  now.slope_x = lead.slope_x;
  now.slope_y = lead.slope_y;
  return now;
}

PlanMemory BodyPlan::begin(const PlanStart& start) const {
  PlanMemory m;
  BodyLead& lead = m.lead;
  const double t = start.time, gravity = start.world.gravity.norm();
  score_.begin(lead.clock, t, start.set);
  m.turn.clock = lead.clock;
  m.turn.from.assign(feet_.size(), share() * start.yaw);
  m.turn.to = m.turn.from;
  lead.p = start.p;
  const double direction = start.set.at("direction", t, spec_.direction),
               facing = start.set.at("facing", t, spec_.facing);
  lead.first_course = start.yaw - (spec_.aim ? 0 : facing) - direction;
  lead.course = lead.first_course + direction;
  lead.along = line_ ? line_->nearest(lead.p, 0, line_->length()) : 0;
  if (line_ && spec_.aim) {  // it goes along the path from the first, wherever it faces
    const double ahead = least_way * line_->length();
    const Vec3 way = line_->at(lead.along + ahead) - line_->at(lead.along);
    lead.course = near_to(heading_of(way), start.yaw);
  }
  lead.v = wanted_speed(lead, t, start.set) * Vec3(std::cos(lead.course), std::sin(lead.course), 0);
  begin_on_ground(start, lead);
  lead.level = level(gravity, t, start.set);
  m.ring.begun = t;
  m.ring.dt = dt_;
  m.ring.ring.assign(ring_size(start.set), {});
  m.ring.number(0) = look(gravity, lead, start.set);
  m.ring.number(0).yaw = start.yaw;
  m.ring.known = m.ring.turned = 1;
  m.lead_here = m.lead;
  m.turn_here = m.turn;
  return m;
}

const BodyRing& BodyPlan::run(const PlanIn& in, PlanMemory& m) const {
  const BodyRing& ring = m.ring;
  while (ring.begun + static_cast<double>(ring.turned - 1) * ring.dt < in.until) advance(in, m);
  return ring;
}

void BodyPlan::keep_up(const PlanIn& in, long here, PlanMemory& m) const {
  const BodyRing& ring = m.ring;
  for (; m.here < here; ++m.here) {
    const double t = ring.begun + static_cast<double>(m.here + 1) * ring.dt;
    step(in, ring.number(m.here), t, ring.dt, m.lead_here);
    turn_to(t, ring, in.set, m.turn_here);
  }
}

void BodyPlan::change(const PlanIn& in, PlanMemory& m) const {
  BodyRing& ring = m.ring;
  const long size = static_cast<long>(ring.ring.size());
  ring.lost = std::max(ring.lost, ring.known - size);
  m.lead = m.lead_here;
  m.turn = m.turn_here;
  ring.known = ring.turned = m.here + 1;
  if (const std::size_t needed = ring_size(in.set); needed > ring.ring.size()) {
    BodyRing longer = ring;
    longer.ring.assign(needed, {});
    for (long k = std::max(ring.lost, 0L); k < ring.known; ++k) longer.number(k) = ring.number(k);
    ring = std::move(longer);
  }
  run(in, m);
}

// Takes `lead` from the instant `before` to the next, at t, but for its yaw.
BodyAhead BodyPlan::step(const PlanIn& in, const BodyAhead& before, double t, double dt,
                         BodyLead& lead) const {
  const LedWorld& world = in.world;
  const GaitSettings& set = in.set;
  const double gravity = world.gravity.norm();
  const double foot = weakest_foot(t, set) * gravity;
  const Vec3 wanted = (wanted_velocity(lead, t, foot, set) - lead.v) / (reaction * fall_);
  // Eq. 14's bound, for the feet that stand as the interval begins.
  const double most = before.allowed, size = wanted.norm();
  lead.v += (size > most ? most / size : 1.0) * wanted * dt;
  if (lead.v.norm() > standing_speed) lead.course = near_to(heading_of(lead.v), lead.course);
  score_.advance(
      lead.clock, t, [](std::size_t) {}, set);
  // The mean changes only while feet stand: a flight is free.
  const double cycle_share = before.allowed > 0 ? dt / score_.times(t, set).period : 0;
  const BodyLift mean = level(gravity, t, set);
  lead.level.heave += cycle_share * (mean.heave - lead.level.heave);
  lead.level.slope += cycle_share * (mean.slope - lead.level.slope);
  BodyAhead now = look(gravity, lead, set);
  lead.p += (before.v + now.v) * (dt / 2);
  if (line_) {
    const double reach = 2 * now.v.norm() * dt + least_way * line_->length();
    lead.along = line_->nearest(lead.p, lead.along, lead.along + reach);
  }
  const double smooth = spec_.ground_smoothing * score_.times(t, set).period;
  // Samples the ground ahead of the body by the smoothing time, so that the smoothed plane is
  // neither late nor early.
  lean_on_ground(world.ground, lead.p + now.v * smooth, faced(lead.p, lead.course, t, set),
                 dt / smooth, lead);
  now.p = Vec3(lead.p.x(), lead.p.y(), lead.ground);
  now.slope_x = lead.slope_x, now.slope_y = lead.slope_y;
  now.yaw = before.yaw, now.yaw_rate = 0;
  return now;
}

// Plans one more instant, and the yaw of all instants for which it can be known by then.
void BodyPlan::advance(const PlanIn& in, PlanMemory& m) const {
  BodyRing& ring = m.ring;
  const double t = ring.begun + static_cast<double>(ring.known) * ring.dt;
  const BodyAhead before = ring.number(ring.known - 1);
  ring.number(ring.known++) = step(in, before, t, ring.dt, m.lead);
  turn_ahead(in.set, m);
}

// The yaw can be known up to the time at which a leg's next cycle needs more than the ring holds.
void BodyPlan::turn_ahead(const GaitSettings& set, PlanMemory& m) const {
  BodyRing& ring = m.ring;
  TurnLead& turn = m.turn;
  while (ring.turned < ring.known) {
    const double to = ring.begun + static_cast<double>(ring.turned) * ring.dt;
    double needs = 0;
    for (const LegClock& leg : turn.clock.legs)
      if (to >= leg.next_mid()) needs = std::max(needs, turn_foresight * leg.period());
    if (to + needs > ring.begun + static_cast<double>(ring.known - 1) * ring.dt) break;
    turn_to(to, ring, set, turn);
    BodyAhead& there = ring.number(ring.turned++);
    there.yaw = turn.yaw();
    there.yaw_rate = 0;
    for (std::size_t leg = 0; leg < feet_.size(); ++leg)
      there.yaw_rate += (turn.to[leg] - turn.from[leg]) * turn_rate_by(turn.clock.legs[leg], to);
  }
}

double BodyPlan::heading(const BodyRing& ring, double t, double near,
                         const GaitSettings& set) const {
  const BodyAhead there = ring.at(t);
  const double yaw = faced(there.p, there.course, t, set);
  return spec_.aim ? near_to(yaw, near) : yaw;
}

// Advances the clock of `turn` to t. Each leg that begins a cycle gets its next share of the yaw.
void BodyPlan::turn_to(double t, const BodyRing& ring, const GaitSettings& set,
                       TurnLead& turn) const {
  const auto began = [&](std::size_t leg) {
    turn.from[leg] = turn.to[leg];
    const double near = turn.from[leg] / share();
    turn.to[leg] = share() * heading(ring, turn.clock.legs[leg].next_mid(), near, set);
  };
  score_.advance(turn.clock, t, began, set);
}

}  // namespace gambol
