#include "contact/answer/contact_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gambol {
namespace {

// Normals face the same way if the cosine of the angle between them exceeds this.
constexpr double same_way = 0.999;
// Rounds that have not settled after so many are helped by Newton's method, and again after twice,
// four times as many; where its matrix is not too large.
constexpr int rounds_before_newton = 12, most_newton_steps = 10;
constexpr std::size_t most_newton_contacts = 24;

// Rows: two axes along the surface, and its normal.
Mat3 axes_of(const Vec3& normal) {
  Vec3 other = Vec3::Zero();
  Eigen::Index smallest;
  normal.cwiseAbs().minCoeff(&smallest);
  other[smallest] = 1;
  Mat3 axes;
  axes.row(0) = normal.cross(other).normalized();
  axes.row(1) = normal.cross(axes.row(0).transpose());
  axes.row(2) = normal;
  return axes;
}

Eigen::Matrix<double, 3, 6> velocity_of_point(const Mat3& axes, const Vec3& r) {
  Eigen::Matrix<double, 3, 6> J;
  J.leftCols<3>() = -axes * skew(r);
  J.rightCols<3>() = axes;
  return J;
}

}  // namespace

void ContactSolver::begin() {
  figures_.clear();
  bodies_.clear();
  contacts_.clear();
  rows_.clear();
  answers_.clear();
  prepared_ = false;
}

int ContactSolver::add_bodies(const InverseInertia& response, std::size_t count) {
  const int first = static_cast<int>(bodies_.size());
  figures_.push_back({&response, first, static_cast<int>(count)});
  Touched touched;
  touched.figure = static_cast<int>(figures_.size()) - 1;
  bodies_.resize(bodies_.size() + count, touched);
  return first;
}

void ContactSolver::add(const SolvedContact& contact) {
  contacts_.push_back(contact);
  prepared_ = false;
}

void ContactSolver::add_answers(const SolvedContact& c, Row& row, int figure) {
  const Figure& f = figures_[figure];
  for (int i = 0; i < f.count; ++i) {
    Answer answer = Answer::Zero();
    if (bodies_[c.a].figure == figure)
      answer.noalias() += (*f.response)(i, c.a - f.first) * row.J_a.transpose();
    if (c.b >= 0 && bodies_[c.b].figure == figure)
      answer.noalias() -= (*f.response)(i, c.b - f.first) * row.J_b.transpose();
    answers_.push_back(answer);
  }
}

template <class Visit>
void ContactSolver::each_answer(const SolvedContact& c, const Row& row, const Visit& visit) {
  const Answer* answer = &answers_[row.first];
  const int of_a = bodies_[c.a].figure, of_b = c.b < 0 ? of_a : bodies_[c.b].figure;
  for (int i = 0; i < figures_[of_a].count; ++i) visit(figures_[of_a].first + i, *answer++);
  if (of_b == of_a) return;
  for (int i = 0; i < figures_[of_b].count; ++i) visit(figures_[of_b].first + i, *answer++);
}

void ContactSolver::prepare() {
  if (prepared_) return;
  prepared_ = true;
  rows_.clear();
  answers_.clear();
  for (const SolvedContact& c : contacts_) {
    Row row;
    row.axes = axes_of(c.normal);
    row.J_a = velocity_of_point(row.axes, c.r_a);
    row.J_b = velocity_of_point(row.axes, c.r_b);
    row.first = answers_.size();
    add_answers(c, row, bodies_[c.a].figure);
    if (c.b >= 0 && bodies_[c.b].figure != bodies_[c.a].figure)
      add_answers(c, row, bodies_[c.b].figure);
    Mat3 phi = Mat3::Zero();
    each_answer(c, row, [&](int body, const Answer& answer) {
      if (body == c.a) phi.noalias() += row.J_a * answer;
      if (body == c.b) phi.noalias() -= row.J_b * answer;
    });
    row.at = point_answer((phi + phi.transpose()) / 2);
    rows_.push_back(row);
  }
}

Vec3 ContactSolver::velocity_at(const SolvedContact& c, const Row& row) const {
  Vec3 v = row.J_a * bodies_[c.a].velocity;
  if (c.b >= 0) v.noalias() -= row.J_b * bodies_[c.b].velocity;
  return v;
}

Vec3 ContactSolver::middle_velocity_at(const SolvedContact& c, const Row& row) const {
  Vec3 v = velocity_at(c, row) - row.J_a * (bodies_[c.a].gain / 2);
  if (c.b >= 0) v.noalias() += row.J_b * (bodies_[c.b].gain / 2);
  return v;
}

void ContactSolver::push(const SolvedContact& c, Row& row, const Vec3& impulse) {
  row.impulse += impulse;
  each_answer(c, row, [&](int body, const Answer& answer) {
    bodies_[body].velocity.noalias() += answer * impulse;
  });
}

// Whether the bodies meet at the contact within the step, faster than `speed`.
bool ContactSolver::collides(std::size_t i, double speed, double h) const {
  const SolvedContact& c = contacts_[i];
  return -middle_velocity_at(c, rows_[i]).z() > speed &&
         c.depth - h * velocity_at(c, rows_[i]).z() > 0 && rows_[i].at.phi(2, 2) > 0;
}

// An impulse at the middle of points is the sum of equal ones at the points.
void ContactSolver::collide_with(std::size_t fastest, CollisionLaw law, double bounce_speed,
                                 double h) {
  const SolvedContact& first = contacts_[fastest];
  const Mat3& axes = rows_[fastest].axes;
  law.friction = first.friction;
  together_.clear();
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const SolvedContact& c = contacts_[i];
    const bool alike = c.a == first.a && c.b == first.b && c.normal.dot(first.normal) > same_way;
    if (alike && collides(i, bounce_speed, h)) together_.push_back(i);
  }
  const double share = 1.0 / static_cast<double>(together_.size());
  Vec3 v = Vec3::Zero();
  Mat3 phi = Mat3::Zero();
  for (std::size_t i : together_) {
    v += share * axes * rows_[i].axes.transpose() * middle_velocity_at(contacts_[i], rows_[i]);
    for (std::size_t j : together_)
      phi += share * share * axes * rows_[i].axes.transpose() * coupling(i, j) * rows_[j].axes *
             axes.transpose();
  }
  const Vec3 impulse = collision_impulse((phi + phi.transpose()) / 2, v, law);
  if (impulse.z() <= 0) {  // the bodies turn about the middle
    together_ = {fastest};
    push(first, rows_[fastest],
         collision_impulse(rows_[fastest].at.phi, middle_velocity_at(first, rows_[fastest]), law));
    return;
  }
  for (std::size_t i : together_)
    push(contacts_[i], rows_[i], share * rows_[i].axes * axes.transpose() * impulse);
}

// Velocity at contact i per impulse at contact j, each in its own axes.
Mat3 ContactSolver::coupling(std::size_t i, std::size_t j) {
  Mat3 sum = Mat3::Zero();
  each_answer(contacts_[j], rows_[j], [&](int body, const Answer& answer) {
    if (body == contacts_[i].a) sum.noalias() += rows_[i].J_a * answer;
    if (body == contacts_[i].b) sum.noalias() -= rows_[i].J_b * answer;
  });
  return sum;
}

int ContactSolver::collide(const CollisionLaw& law, double bounce_speed, double h, int most) {
  prepare();
  for (int n = 0; n < most; ++n) {
    std::size_t fastest = contacts_.size();
    double speed = bounce_speed;
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      if (!collides(i, speed, h)) continue;
      speed = -middle_velocity_at(contacts_[i], rows_[i]).z();
      fastest = i;
    }
    if (fastest == contacts_.size()) return n;
    collide_with(fastest, law, bounce_speed, h);
  }
  return most;
}

// Less the least normal velocity that is allowed.
Vec3 ContactSolver::allowed_velocity_at(const SolvedContact& c, const Row& row, double h) const {
  Vec3 v = velocity_at(c, row);
  v.z() -= std::min(c.depth, 0.0) / h;
  return v;
}

double ContactSolver::hold_one(const SolvedContact& c, Row& row, double h) {
  if (row.at.phi(2, 2) <= 0) return 0;
  // Without the contact's own impulse.
  const Vec3 v = allowed_velocity_at(c, row, h) - row.at.phi * row.impulse;
  const Vec3 change = cone_impulse(row.at, v, c.friction, row.impulse) - row.impulse;
  if (change.isZero(0)) return 0;
  push(c, row, change);
  return (row.at.phi * change).lpNorm<Eigen::Infinity>();
}

// Replaces the rounds' impulses by better ones, if Newton's method finds any.
void ContactSolver::improve(double h, double tolerance) {
  const int n = static_cast<int>(contacts_.size());
  newton_.begin(n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) newton_.set_answer(i, j, coupling(i, j));
  for (int i = 0; i < n; ++i) {
    Vec3 v = allowed_velocity_at(contacts_[i], rows_[i], h);
    for (int j = 0; j < n; ++j) v -= newton_.answer(i, j) * rows_[j].impulse;
    newton_.set(i, v, contacts_[i].friction, rows_[i].impulse);
  }
  if (newton_.solve(tolerance, most_newton_steps) < 0) return;
  for (int i = 0; i < n; ++i) push(contacts_[i], rows_[i], newton_.impulse(i) - rows_[i].impulse);
}

ContactRounds ContactSolver::hold(double h, double tolerance, int most_rounds) {
  prepare();
  // What collisions exerted stays, and does not count as the hold's.
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Row& row = rows_[i];
    const Vec3 collided = row.impulse;
    row.impulse.setZero();
    if (collided.isZero(0) && !contacts_[i].impulse.isZero(0))
      push(contacts_[i], row, row.axes * contacts_[i].impulse);
    contacts_[i].impulse = row.axes.transpose() * collided;
  }
  int newton_at = rounds_before_newton;
  ContactRounds done{0, std::numeric_limits<double>::infinity()};
  while (done.rounds < most_rounds && done.residual > tolerance) {
    done.residual = 0;
    for (std::size_t i = 0; i < contacts_.size(); ++i)
      done.residual = std::max(done.residual, hold_one(contacts_[i], rows_[i], h));
    if (++done.rounds < newton_at || done.residual <= tolerance) continue;
    if (contacts_.size() <= most_newton_contacts) improve(h, tolerance);
    newton_at *= 2;
  }
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    contacts_[i].impulse += rows_[i].axes.transpose() * rows_[i].impulse;
  return done;
}

double ContactSolver::part_one(const SolvedContact& c, Row& row, double slop, double share) {
  if (c.depth <= slop || row.at.phi(2, 2) <= 0) return 0;
  double moved = row.J_a.row(2) * bodies_[c.a].shift;
  if (c.b >= 0) moved -= row.J_b.row(2) * bodies_[c.b].shift;
  const double before = row.pushed;
  row.pushed = std::max(0.0, before + (share * (c.depth - slop) - moved) / row.at.phi(2, 2));
  const double change = row.pushed - before;
  each_answer(c, row, [&](int body, const Answer& answer) {
    bodies_[body].shift += change * answer.col(2);
  });
  return std::abs(change) * row.at.phi(2, 2);
}

bool ContactSolver::separate(double slop, double share, int most_rounds) {
  prepare();
  double deepest = slop;
  for (const SolvedContact& c : contacts_) deepest = std::max(deepest, c.depth);
  if (deepest <= slop) return false;
  double change = slop;
  for (int round = 0; round < most_rounds && change > 1e-3 * slop; ++round) {
    change = 0;
    for (std::size_t i = 0; i < contacts_.size(); ++i)
      change = std::max(change, part_one(contacts_[i], rows_[i], slop, share));
  }
  return true;
}

Vec6 ContactSolver::impulse_on(int body) const {
  Vec6 sum = Vec6::Zero();
  for (const SolvedContact& c : contacts_) {
    if (c.a == body) sum += stacked(c.r_a.cross(c.impulse), c.impulse);
    if (c.b == body) sum -= stacked(c.r_b.cross(c.impulse), c.impulse);
  }
  return sum;
}

Vec6 ContactSolver::push_on(int body) const {
  Vec6 sum = Vec6::Zero();
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const SolvedContact& c = contacts_[i];
    const Vec3 push = rows_[i].pushed * c.normal;
    if (c.a == body) sum += stacked(c.r_a.cross(push), push);
    if (c.b == body) sum -= stacked(c.r_b.cross(push), push);
  }
  return sum;
}

}  // namespace gambol
