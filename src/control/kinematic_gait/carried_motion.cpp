#include "control/kinematic_gait/carried_motion.h"

#include <algorithm>
#include <cmath>

#include "contact/answer/ground_share.h"

namespace gambol {
namespace {

constexpr int edges = 8;  // of the pyramid within a friction cone

using Stencil = std::array<double, 4>;  // of the instants k - 1 to k + 2

// Weights of the rate at instant k. The motion starts at instant 0 of no fixed ones: its rate there
// is that of the parabola through the first three.
Stencil rate_at(const CarriedMotion& m, std::size_t k) {
  if (k == 0 && m.fixed == 0) return {0, -1.5 / m.dt, 2 / m.dt, -0.5 / m.dt};
  return {-0.5 / m.dt, 0, 0.5 / m.dt, 0};
}

// Weights of the mean acceleration between instants k and k + 1.
Stencil mean_acceleration(const CarriedMotion& m, std::size_t k) {
  const Stencil before = rate_at(m, k), after = rate_at(m, k + 1);
  Stencil a;
  for (std::size_t s = 0; s < 4; ++s) a[s] = ((s > 0 ? after[s - 1] : 0) - before[s]) / m.dt;
  return a;
}

// Moment about the centre of mass and force that the motion requires between instants k and k + 1.
Vec6 needed(const CarriedMotion& m, std::size_t k) {
  const Stencil a = mean_acceleration(m, k);
  Vec3 acceleration = Vec3::Zero();
  for (std::size_t s = 0; s < 4; ++s)
    if (a[s] != 0) acceleration += a[s] * m.at[k + s - 1].com;
  return stacked((m.at[k + 1].angular - m.at[k].angular) / m.dt,
                 m.mass * (acceleration - m.gravity));
}

// Between two instants: what is required, and how it may be given.
struct Interval {
  std::size_t k = 0;         // it lasts from instant k to k + 1
  std::array<Block6, 4> by;  // d required / d offset of instants k - 1 to k + 2
  Vec6 rest = Vec6::Zero();  // required at offsets 0
  Eigen::Matrix<double, 6, Eigen::Dynamic> give;  // [edge of a support's pyramid]
  Eigen::VectorXd push, slack;                    // >= 0
  Eigen::VectorXd ease;                           // cost of pushes
  Eigen::VectorXd push_step, slack_step;
  Vec6 dual = Vec6::Zero(), dual_step = Vec6::Zero();
  // Of the present step: how far pushes yield to the dual, what they would be without its change,
  // their sum, and the response of the interval's dual.
  Eigen::VectorXd yield, wanted;
  Vec6 given = Vec6::Zero();
  // Of something, as it is moved before it is computed: Eigen leaves the state of an empty one
  // undefined.
  Eigen::LDLT<Block6> soft = Eigen::LDLT<Block6>(Block6::Identity());
};

class Program {
 public:
  explicit Program(CarriedMotion& motion);
  double solve();

 private:
  bool has(std::size_t k, std::size_t s) const { return k + s >= 1 && k + s - 1 < m_.at.size(); }
  bool is_free(std::size_t k, std::size_t s) const { return has(k, s) && k + s - 1 >= m_.fixed; }
  void require(Interval& i) const;
  void give(Interval& i) const;
  Vec6 required(const Interval& i) const;
  void evaluate_duals();
  void add_costs();
  void eliminate(Interval& i, double target);
  void step_towards(double target);
  double step_length() const;
  double gap() const;

  CarriedMotion& m_;
  Block6 metric_ = Block6::Zero();    // of offsets' accelerations
  Block6 softness_ = Block6::Zero();  // unsupported wrench per dual
  std::vector<Interval> intervals_;
  BlockBand band_;
  std::vector<Vec6> step_;
  std::size_t pushes_ = 0;
};

Program::Program(CarriedMotion& motion) : m_(motion) {
  constexpr double dear = 3e3;  // of what no support gives, against accelerations of the offsets
  metric_.topLeftCorner<3, 3>() = m_.inertia;
  metric_.bottomRightCorner<3, 3>() = m_.mass * Mat3::Identity();
  softness_ = metric_ / dear;
  const std::size_t first = m_.fixed == 0 ? 0 : m_.fixed - 2;
  for (std::size_t k = first; k + 2 < m_.at.size(); ++k) {
    Interval i;
    i.k = k;
    require(i);
    give(i);
    pushes_ += static_cast<std::size_t>(i.push.size());
    intervals_.push_back(std::move(i));
  }
}

void Program::require(Interval& i) const {
  const Stencil a = mean_acceleration(m_, i.k);
  const Stencil before = rate_at(m_, i.k), after = rate_at(m_, i.k + 1);
  const auto at = [&](std::size_t s) -> const CarriedInstant& { return m_.at[i.k + s - 1]; };
  i.rest = needed(m_, i.k);
  const Vec3 force = i.rest.tail<3>();
  for (std::size_t s = 0; s < 4; ++s) {
    i.by[s].setZero();
    if (!has(i.k, s)) continue;
    i.by[s].bottomRows<3>() = m_.mass * a[s] * at(s).com_by;
    i.by[s].topRows<3>() = -before[s] / m_.dt * at(1).angular_by;
    if (s > 0) i.by[s].topRows<3>() += after[s - 1] / m_.dt * at(2).angular_by;
    // The supports' moment is taken about a centre of mass that moves: displaced by d under the
    // force f, they give the moment f x d more.
    if (s == 1 || s == 2) i.by[s].topRows<3>() -= skew(force) * at(s).com_by / 2;
    i.rest -= i.by[s] * at(s).offset;
  }
}

void Program::give(Interval& i) const {
  const auto& supports = m_.at[i.k].supports;
  const Vec3 com = (m_.at[i.k].com + m_.at[i.k + 1].com) / 2;
  const auto n = static_cast<Eigen::Index>(supports.size() * edges);
  i.give.resize(6, n);
  constexpr double ease = 1e-4;  // it only chooses among pushes that are equally good
  i.ease.resize(n);
  Eigen::Index column = 0;
  for (const GroundHold& s : supports) {
    const Vec3 along = s.normal.unitOrthogonal(), across = s.normal.cross(along);
    for (int e = 0; e < edges; ++e) {
      const double angle = 2 * M_PI * e / edges;
      const Vec3 f = s.normal + s.friction * (std::cos(angle) * along + std::sin(angle) * across);
      i.ease[column] = ease / (m_.mass * s.share);
      i.give.col(column++) = stacked((s.p - com).cross(f), f);
    }
  }
  const double g = m_.gravity.norm();
  i.push = Eigen::VectorXd::Constant(n, m_.mass * g / std::max<double>(1, static_cast<double>(n)));
  i.slack = Eigen::VectorXd::Constant(n, g);
}

Vec6 Program::required(const Interval& i) const {
  Vec6 sum = i.rest;
  for (std::size_t s = 0; s < 4; ++s)
    if (has(i.k, s)) sum += i.by[s] * m_.at[i.k + s - 1].offset;
  return sum;
}

void Program::evaluate_duals() {
  const auto harden = softness_.ldlt();
  for (Interval& i : intervals_) i.dual = harden.solve(required(i) - i.give * i.push);
}

double Program::gap() const {
  double sum = 0;
  for (const Interval& i : intervals_) sum += i.push.dot(i.slack);
  return pushes_ > 0 ? sum / static_cast<double>(pushes_) : 0;
}

// Adds the cost of the offsets: of their accelerations, and of themselves.
void Program::add_costs() {
  const std::size_t fixed = m_.fixed, n = m_.at.size();
  const double place = std::pow(m_.hold, 4);
  for (std::size_t k = fixed; k < n; ++k) {
    Block6 hold = place * metric_;
    hold.topLeftCorner<3, 3>() *= std::pow(m_.hold_turn / m_.hold, 4);
    band_.add(k - fixed, k - fixed, hold);
    step_[k - fixed] -= hold * m_.at[k].offset;
  }
  const double dt2 = m_.dt * m_.dt;
  const std::array<double, 3> second = {1 / dt2, -2 / dt2, 1 / dt2};
  for (std::size_t k = std::max<std::size_t>(fixed, 2) - 1; k + 1 < n; ++k) {
    Vec6 bend = Vec6::Zero();
    for (std::size_t s = 0; s < 3; ++s) bend += second[s] * m_.at[k + s - 1].offset;
    bend = metric_ * bend;
    for (std::size_t s = 0; s < 3; ++s) {
      const std::size_t row = k + s - 1;
      if (row < fixed) continue;
      step_[row - fixed] -= second[s] * bend;
      for (std::size_t r = 0; r <= s; ++r)
        if (k + r - 1 >= fixed)
          band_.add(row - fixed, k + r - 1 - fixed, second[s] * second[r] * metric_);
    }
  }
}

// Eliminates the pushes of an interval, then its dual: what remains is how stiffly its supports
// answer to the offsets.
void Program::eliminate(Interval& i, double target) {
  i.yield = (i.slack.array() / i.push.array() + i.ease.array()).inverse();
  i.wanted = i.give.transpose() * i.dual - i.ease.cwiseProduct(i.push) +
             Eigen::VectorXd(target * i.push.array().inverse());
  i.soft.compute(softness_ + i.give * i.yield.asDiagonal() * i.give.transpose());
  i.given = i.give * i.yield.cwiseProduct(i.wanted);
  const Vec6 answer = i.soft.solve(i.given) - i.dual;
  for (std::size_t s = 0; s < 4; ++s) {
    if (!is_free(i.k, s)) continue;
    const std::size_t row = i.k + s - 1 - m_.fixed;
    step_[row] += i.by[s].transpose() * answer;
    const Block6 answered = i.soft.solve(i.by[s]);
    for (std::size_t r = s; r < 4; ++r)
      if (is_free(i.k, r)) band_.add(i.k + r - 1 - m_.fixed, row, i.by[r].transpose() * answered);
  }
}

// Newton's method, towards the point of the central path at which every push times its slack is
// `target`.
void Program::step_towards(double target) {
  const std::size_t free = m_.at.size() - m_.fixed;
  band_.reset(free);
  step_.assign(free, Vec6::Zero());
  add_costs();
  for (Interval& i : intervals_) eliminate(i, target);
  band_.solve(step_);
  for (Interval& i : intervals_) {
    Vec6 change = -i.given;
    for (std::size_t s = 0; s < 4; ++s)
      if (is_free(i.k, s)) change += i.by[s] * step_[i.k + s - 1 - m_.fixed];
    i.dual_step = i.soft.solve(change);
    i.push_step = i.yield.cwiseProduct(i.give.transpose() * i.dual_step + i.wanted);
    i.slack_step = (target - i.slack.array() * (i.push + i.push_step).array()) / i.push.array();
  }
}

double Program::step_length() const {
  double most = 1;
  const auto bound = [&](const Eigen::VectorXd& x, const Eigen::VectorXd& dx) {
    for (Eigen::Index j = 0; j < x.size(); ++j)
      if (dx[j] < 0) most = std::min(most, -0.99 * x[j] / dx[j]);
  };
  for (const Interval& i : intervals_) {
    bound(i.push, i.push_step);
    bound(i.slack, i.slack_step);
  }
  return most;
}

double Program::solve() {
  constexpr int most_rounds = 60;
  constexpr double closer = 0.15, enough = 1e-6;
  const double scale = m_.mass * m_.gravity.squaredNorm();
  std::vector<Vec6> before;
  for (const CarriedInstant& at : m_.at) before.push_back(at.offset);
  evaluate_duals();
  for (int round = 0; round < most_rounds && gap() > enough * scale; ++round) {
    step_towards(closer * gap());
    const double share = step_length();
    for (std::size_t k = m_.fixed; k < m_.at.size(); ++k)
      m_.at[k].offset += share * step_[k - m_.fixed];
    for (Interval& i : intervals_) {
      i.push += share * i.push_step;
      i.slack += share * i.slack_step;
      i.dual += share * i.dual_step;
    }
  }
  double most = 1;
  for (std::size_t k = 0; k < m_.at.size(); ++k) {
    const Vec6 change = m_.at[k].offset - before[k];
    most = std::max(
        {most, change.head<3>().norm() / m_.most_turn, change.tail<3>().norm() / m_.most_shift});
  }
  for (std::size_t k = 0; k < m_.at.size(); ++k)
    m_.at[k].offset = before[k] + (m_.at[k].offset - before[k]) / most;
  return 1 / most;
}

}  // namespace

double carry(CarriedMotion& motion) { return Program(motion).solve(); }

double unsupported(const CarriedMotion& m) {
  const auto inertia = m.inertia.ldlt();
  double sum = 0;
  std::size_t intervals = 0;
  std::vector<PlantedFoot> feet;
  for (std::size_t k = m.fixed == 0 ? 0 : m.fixed - 2; k + 2 < m.at.size(); ++k) {
    feet.clear();
    for (const GroundHold& s : m.at[k].supports)
      feet.push_back({0, s.p, s.normal, s.friction, s.share});
    const Vec6 wrench = needed(m, k);
    const RigidWhole whole{m.mass, (m.at[k].com + m.at[k + 1].com) / 2, m.inertia};
    const SpatialForce rest = share_ground_force(whole, {wrench.head<3>(), wrench.tail<3>()}, feet);
    sum += rest.n.dot(inertia.solve(rest.n)) + rest.f.squaredNorm() / m.mass;
    ++intervals;
  }
  return sum / (static_cast<double>(intervals) * m.mass * m.gravity.squaredNorm());
}

}  // namespace gambol
