#include "contact/answer/impact_rounds.h"

#include <algorithm>

namespace gambol {
namespace {

// A row of balls transmits an impact by only one ball per round in the worst case.
constexpr int most_bounces = 100, most_rounds = 100;
// Normals face the same way if the cosine of the angle between them exceeds this.
constexpr double same_way = 0.999;

}  // namespace

ImpactRounds::ImpactRounds(std::size_t bodies, std::size_t usual_contacts) : bodies_(bodies + 1) {
  contacts_.reserve(usual_contacts);
  groups_.reserve(usual_contacts);
}

double ImpactRounds::approach(const ImpactContact& c) const {
  return -c.normal.dot(body(c.a).velocity_at(c.p_W) - body(c.b).velocity_at(c.p_W));
}

void ImpactRounds::group() {
  groups_.clear();
  for (int i = 0; i < static_cast<int>(contacts_.size()); ++i) {
    const ImpactContact& c = contacts_[i];
    const ImpactContact* before = groups_.empty() ? nullptr : &contacts_[groups_.back().first];
    if (before && before->a == c.a && before->b == c.b && before->normal.dot(c.normal) > same_way)
      ++groups_.back().count;
    else
      groups_.push_back({i, 1});
  }
}

// Applies the impulse at the mean of the points that approach, so that a box that lands flat is not
// turned by the corner that is first in the list.
bool ImpactRounds::bounce_together(const Group& group, const ImpactLaw& law, double rest_speed) {
  ImpactContact middle;
  int approaching = 0;
  double fastest = rest_speed;
  Vec3 fastest_p;
  for (int i = group.first; i < group.first + group.count; ++i) {
    const double speed = approach(contacts_[i]);
    if (speed <= rest_speed) continue;
    if (speed > fastest) {
      fastest = speed;
      fastest_p = contacts_[i].p_W;
    }
    middle.p_W += contacts_[i].p_W;
    ++approaching;
  }
  if (approaching == 0) return false;
  ImpactContact& first = contacts_[group.first];
  middle.p_W /= approaching;
  middle.a = first.a;
  middle.b = first.b;
  middle.normal = first.normal;
  if (approach(middle) <= rest_speed) middle.p_W = fastest_p;  // the body turns about the middle
  first.impulse += collide(middle.p_W, middle.normal, law, body(first.a), body(first.b));
  return true;
}

bool ImpactRounds::bounce(ImpactLaw law, double rest_speed) {
  group();
  bool any = false;
  for (int round = 0; round < most_bounces; ++round) {
    bool again = false;
    for (const Group& group : groups_) again = bounce_together(group, law, rest_speed) || again;
    if (!again) break;
    any = true;
    law.restitution = std::min(law.restitution, 1.0);
  }
  return any;
}

void ImpactRounds::support(double friction, double settled) {
  double change = 2 * settled;
  for (int round = 0; round < most_rounds && change > settled; ++round) {
    change = 0;
    for (ImpactContact& c : contacts_)
      change = std::max(change, bear(c.p_W, c.normal, friction, c.support, body(c.a), body(c.b)));
  }
  for (ImpactContact& c : contacts_) c.impulse += c.support.along * c.normal + c.support.across;
}

void ImpactRounds::move_apart(double tolerance, std::vector<Vec3>& shifts) const {
  const auto shift = [&](int i) -> Vec3& { return shifts[i < 0 ? shifts.size() - 1 : i]; };
  bool moved = true;
  for (int round = 0; round < most_rounds && moved; ++round) {
    moved = false;
    for (const ImpactContact& c : contacts_) {
      const double a = body(c.a).inverse_mass, b = body(c.b).inverse_mass;
      const double deep = c.depth - c.normal.dot(shift(c.a) - shift(c.b)) - tolerance;
      if (deep <= 1e-3 * tolerance || a + b == 0) continue;
      shift(c.a) += a / (a + b) * deep * c.normal;
      shift(c.b) -= b / (a + b) * deep * c.normal;
      moved = true;
    }
  }
}

}  // namespace gambol
