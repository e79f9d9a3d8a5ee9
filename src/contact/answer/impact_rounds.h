#pragma once

// Impulses at all contacts that single bodies have at one instant. Rounds over the contacts
// continue until none changes a velocity noticeably. Laws of one contact: contact/answer/impact.h.

#include <vector>

#include "base/scratch_vector.h"
#include "contact/answer/impact.h"

namespace gambol {

struct ImpactContact {
  int a = 0, b = -1;  // bodies; b < 0: the ground
  Vec3 p_W = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();  // W, unit, out of b into a
  double depth = 0;             // m, > 0
  Vec3 impulse = Vec3::Zero();  // N*s on a: result
  Support support;              // the part of the impulse that keeps the bodies from approaching
};

class ImpactRounds {
 public:
  // For bodies numbered 0 to `bodies` - 1; reserves memory for `usual_contacts` contacts.
  explicit ImpactRounds(std::size_t bodies = 0, std::size_t usual_contacts = 0);

  // The bodies (-1: the ground, which cannot move) and their contacts; the caller fills them. The
  // contacts of a pair of bodies must be consecutive.
  ImpactBody& body(int i) { return bodies_[i < 0 ? bodies_.size() - 1 : i]; }
  const ImpactBody& body(int i) const { return bodies_[i < 0 ? bodies_.size() - 1 : i]; }
  std::vector<ImpactContact>& contacts() { return contacts_; }
  const std::vector<ImpactContact>& contacts() const { return contacts_; }

  // Speed (m/s) at which the bodies approach each other at the contact.
  double approach(const ImpactContact& c) const;

  // Applies impulses with restitution until no bodies approach each other faster than `rest_speed`
  // (m/s): one for all contacts of a pair that face the same way. A restitution above 1 adds energy
  // in the first round only. Returns whether there was an impulse.
  bool bounce(ImpactLaw law, double rest_speed);
  // Applies impulses without restitution until no bodies approach, where they approach slowly or
  // are pressed between others. Ends when a round changes no velocity by more than `settled` (m/s).
  void support(double friction, double settled);
  // Adds to `shifts` ([body], then the ground; W, m) the displacements, in inverse proportion to
  // the masses, after which no bodies overlap by more than `tolerance` (m).
  void move_apart(double tolerance, std::vector<Vec3>& shifts) const;

 private:
  struct Group {
    int first = 0, count = 0;  // contacts
  };
  void group();
  bool bounce_together(const Group& group, const ImpactLaw& law, double rest_speed);

  std::vector<ImpactBody> bodies_;  // the last is the ground
  ScratchVector<ImpactContact> contacts_;
  ScratchVector<Group> groups_;
};

}  // namespace gambol
