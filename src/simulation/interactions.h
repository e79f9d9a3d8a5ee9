#pragma once

// Forces between bodies: collisions, attachments and attraction (McKenna's MS thesis, MIT 1990,
// "seed 000", section 4.4; McKenna's PhD thesis, MIT 1994, "seed 003", section 5.7). They act on
// two bodies at once, equally and oppositely, so the figures that they join are solved together.

#include <span>
#include <vector>

#include "base/scratch_vector.h"
#include "shot/motion_spec.h"
#include "simulation/collisions.h"
#include "simulation/linked_forces.h"

namespace gambol {

class Interactions {
 public:
  // The specs must have been checked; names that do not exist throw InputError.
  Interactions(const MotionSpec& spec, const FigureSims& figures);

  std::vector<AttachmentState> initial_attachments() const;
  // See Ensemble::confine().
  void confine(std::span<const std::size_t> members, std::span<const std::size_t> beside);
  // W: what the colliding bodies of a figure can reach in a time (s); empty if it has none.
  Bounds reach_of(const FigureSims& figures, std::size_t figure, const TouchAhead& ahead) const {
    return collisions_.reach_of(figures, figure, ahead);
  }

  // See Collisions.
  void find_with(const FigureSims& figures, Interactions& other) {
    collisions_.find_with(figures, other.collisions_);
  }
  // Adds the forces at this instant (h = 0), or at the end of a step of length h (s), to the
  // figures' work. Requires FigureSim::prepare on all figures.
  void apply(const FigureSims& figures, const State& state, double t, double h);
  // After all figures are solved: adds to implicit forces what the accelerations of both bodies
  // change of them (linked_forces.h), and returns for each figure whether it must be solved again.
  const std::vector<char>& correct(const FigureSims& figures, int round);
  // See Collisions.
  std::size_t needs_pads(const FigureSim& figure) const { return collisions_.needs_pads(figure); }
  void hold(const FigureSims& figures, State& state, double t) {
    collisions_.hold(figures, state, t);
  }
  // After the last round: computes Link::force from the accelerations of both bodies.
  void finish(const FigureSims& figures);

  // Breaks the attachments that are stretched too far at the figures' present poses or exceed their
  // break force. Appends their indices to `broken`.
  void break_overstretched(const FigureSims& figures, State& state, std::vector<int>& broken) const;

  const std::vector<Link>& links() const { return links_; }
  // Adds a touch that was resolved by an impulse; the next evaluation of forces removes it.
  void note(const Link& touch) { links_.push_back(touch); }
  // Removes all touches; for shots in which nothing acts between bodies but impulses.
  void forget() { links_.clear(); }
  const std::vector<AttachmentSpec>& attachments() const { return attachments_; }
  bool any() const { return !ends_.empty() || attraction_ > 0 || collisions_.any(); }

 private:
  struct Ends {
    BodyId a, b;
  };
  void attach(const FigureSims& figures, std::size_t index, double h);
  void attract(const FigureSims& figures);
  void push(const FigureSims& figures, Link& link);
  bool moves(const BodyId& id) const { return !id.is_world() && is_member_[id.figure]; }
  void add_force(const FigureSims& figures, const BodyId& id, const Vec3& p, const Vec3& force);

  std::vector<AttachmentSpec> attachments_;
  std::vector<Ends> ends_;  // [attachment]
  double attraction_ = 0;
  Collisions collisions_;
  ScratchVector<Link> links_;
  std::vector<std::size_t> members_;
  std::vector<char> is_member_;  // [figure]
  std::vector<char> changed_;    // [figure] scratch
  LinkedForces linked_;
};

}  // namespace gambol
