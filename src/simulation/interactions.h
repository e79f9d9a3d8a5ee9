#pragma once

// Forces between bodies: collisions, attachments and attraction (seed 000 section 4.4, seed 003
// section 5.7). They act on two bodies at once, equally and oppositely, so figures that they join
// are solved together.

#include <vector>

#include "simulation/collisions.h"

namespace gambol {

class Interactions {
 public:
  // The specs must have been checked; names that do not exist throw InputError.
  Interactions(const MotionSpec& spec, const FigureSims& figures);

  std::vector<AttachmentState> initial_attachments() const;

  // Adds the forces of the instant (h = 0), or of the end of a step of length h, to the figures'
  // work. Requires FigureSim::prepare of all.
  void apply(const FigureSims& figures, const State& state, double t, double h);
  // After all figures are solved: an implicit force depends on the accelerations of both its
  // bodies, but each figure is solved as if the other's body kept its speed. Adds what the other's
  // acceleration contributes, and says of each figure whether that changed enough to solve it
  // again. Each round brings the two sides closer by the factor D / (D + mass); at most
  // `most_force_rounds` are worth their time.
  const std::vector<char>& correct(const FigureSims& figures, int round);
  void finish(const FigureSims& figures);

  // Breaks what is stretched too far at the figures' present poses, and tells which.
  void break_overstretched(const FigureSims& figures, State& state, std::vector<int>& broken) const;

  const std::vector<Link>& links() const { return links_; }
  // A touch that was answered by an impulse; known until the next forces are found.
  void note(const Link& touch) { links_.push_back(touch); }
  const std::vector<AttachmentSpec>& attachments() const { return attachments_; }
  bool any() const { return !ends_.empty() || attraction_ > 0 || collisions_.any(); }

 private:
  struct Ends {
    BodyId a, b;
  };
  void attach(const FigureSims& figures, std::size_t index, double h);
  void attract(const FigureSims& figures);
  void push(const FigureSims& figures, Link& link);

  std::vector<AttachmentSpec> attachments_;
  std::vector<Ends> ends_;  // [attachment]
  double attraction_ = 0;
  Collisions collisions_;
  std::vector<Link> links_;
  std::vector<char> changed_;  // [figure] scratch
};

}  // namespace gambol
