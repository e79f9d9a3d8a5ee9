#include "simulation/linked_forces.h"

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// Residuals below this fraction of the largest force are left: a momentum that is lost or gained
// by them is as small.
constexpr double settled_fraction = 1e-6;
// In exact arithmetic there are as many iterations as links have equations, and usually far fewer.
constexpr int most_iterations = 60;

void add(const FigureSims& figures, const BodyId& id, const Vec3& p_B, const Vec3& force) {
  apply_at_point({force, Mat3::Zero(), false}, p_B, work_of(figures, id));
}

}  // namespace

// S of what the ends accelerate by: each end is pushed as the other one moves.
LinkedForces::Ends LinkedForces::Coupled::exchanged(const Ends& acceleration) const {
  const Mat3& D = link->reaction.D;
  return {moves_a ? Vec3(D * acceleration.b) : Vec3::Zero(),
          moves_b ? Vec3(D * acceleration.a) : Vec3::Zero()};
}

// How far the carried forces are from those that the accelerations require, and the largest of
// them, N.
double LinkedForces::find_residuals(const FigureSims& figures) {
  double largest = 0;
  for (Coupled& c : coupled_) {
    const Link& link = *c.link;
    const Ends required = c.exchanged(
        {acceleration_of(figures, link.a, link.p_A), acceleration_of(figures, link.b, link.p_B)});
    c.residual = {required.a - link.carried_a, required.b - link.carried_b};
    largest = std::max({largest, link.reaction.force.norm(), required.a.norm(), required.b.norm()});
  }
  return largest;
}

// z = J K^-1 J^T r.
void LinkedForces::respond(const FigureSims& figures, const std::vector<char>& linked) {
  for (const Coupled& c : coupled_) {
    if (c.moves_a) figures[c.link->a.figure]->push(c.link->a.body, c.link->p_A, c.residual.a);
    if (c.moves_b) figures[c.link->b.figure]->push(c.link->b.body, c.link->p_B, c.residual.b);
  }
  for (std::size_t f = 0; f < linked.size(); ++f)
    if (linked[f]) figures[f]->respond();
  for (Coupled& c : coupled_) {
    if (c.moves_a) c.moved.a = figures[c.link->a.figure]->response(c.link->a.body, c.link->p_A);
    if (c.moves_b) c.moved.b = figures[c.link->b.figure]->response(c.link->b.body, c.link->p_B);
  }
}

void LinkedForces::descend(const FigureSims& figures, const std::vector<char>& linked,
                           double settled) {
  double before = 0;
  for (int i = 0; i < most_iterations; ++i) {
    respond(figures, linked);
    double squared = 0, curvature = 0;
    for (const Coupled& c : coupled_) squared += c.residual.dot(c.moved);
    if (!(squared > 0)) return;
    const double keeps = i > 0 ? squared / before : 0;
    before = squared;
    for (Coupled& c : coupled_) {
      c.along = {c.moved.a + keeps * c.along.a, c.moved.b + keeps * c.along.b};
      c.push = {c.residual.a + keeps * c.push.a, c.residual.b + keeps * c.push.b};
      const Ends other = c.exchanged(c.along);
      curvature += c.along.dot(c.push) - c.along.dot(other);
    }
    if (!(curvature > 0)) return;
    const double step = squared / curvature;
    double left = 0;
    for (Coupled& c : coupled_) {
      const Ends other = c.exchanged(c.along);
      c.sum = {c.sum.a + step * c.along.a, c.sum.b + step * c.along.b};
      c.residual.a -= step * (c.push.a - other.a);
      c.residual.b -= step * (c.push.b - other.b);
      left = std::max({left, c.residual.a.norm(), c.residual.b.norm()});
    }
    if (left <= settled) return;
  }
}

bool LinkedForces::settle(const FigureSims& figures, const std::vector<char>& is_member,
                          std::vector<Link>& links, std::vector<char>& changed) {
  coupled_.clear();
  const auto moves = [&](const BodyId& id) { return !id.is_world() && is_member[id.figure]; };
  for (Link& link : links) {
    if (!link.reaction.implicit || link.a.is_world() || link.b.is_world()) continue;
    coupled_.push_back({&link, moves(link.a), moves(link.b)});
  }
  if (coupled_.empty()) return false;
  const double settled = settled_fraction * find_residuals(figures);
  bool any = false;
  for (const Coupled& c : coupled_) {
    if (std::max(c.residual.a.norm(), c.residual.b.norm()) <= settled) continue;
    any = true;
  }
  if (!any) return false;
  for (const Coupled& c : coupled_) {
    if (c.moves_a) changed[c.link->a.figure] = 1;
    if (c.moves_b) changed[c.link->b.figure] = 1;
  }
  // The forces that are wanted are r + S J e, where e solves (K - C) e = J^T r.
  for (Coupled& c : coupled_) c.sum = {};
  const auto carry = [&](Coupled& c, const Ends& more) {
    if (c.moves_a) add(figures, c.link->a, c.link->p_A, more.a);
    if (c.moves_b) add(figures, c.link->b, c.link->p_B, more.b);
    c.link->carried_a += more.a;
    c.link->carried_b += more.b;
  };
  for (Coupled& c : coupled_) carry(c, c.residual);
  descend(figures, changed, settled);
  for (Coupled& c : coupled_) carry(c, c.exchanged(c.sum));
  return true;
}

}  // namespace gambol
