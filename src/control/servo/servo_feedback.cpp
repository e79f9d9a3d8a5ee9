#include "control/servo/servo_feedback.h"

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/pattern.h"

namespace gambol {
namespace {

bool bears(const Sense& sense, const std::vector<int>& feet) {
  return std::any_of(sense.contacts.begin(), sense.contacts.end(), [&](const GroundContact& c) {
    return !c.force.isZero(0) && std::find(feet.begin(), feet.end(), c.body) != feet.end();
  });
}

// To the left: rad or m/s. See FeedbackOf.
double measured(const BodyWork& root, const BodyWork& foot, FeedbackOf of) {
  const Vec3 x = root.X_WB.R.col(0), ahead = Vec3(x.x(), x.y(), 0).normalized();
  const Vec3 left(-ahead.y(), ahead.x(), 0);
  if (of == FeedbackOf::lean) return -std::asin(std::clamp(foot.X_WB.R(2, 1), -1.0, 1.0));
  if (of == FeedbackOf::heading) return std::atan2(ahead.y(), ahead.x());
  return left.dot(root.X_WB.R * root.velocity.v);
}

}  // namespace

ServoFeedback::ServoFeedback(const std::vector<ServoFeedbackSpec>& specs, const FigureSpec& figure,
                             const Model& model) {
  for (std::size_t s = 0; s < specs.size(); ++s)
    for (const LegSpec& leg : figure.legs) {
      const ServoFeedbackSpec& spec = specs[s];
      if (!matches(spec.legs, leg.name)) continue;
      Watch watch{s, {}, outward(leg.side), spec.of, spec.after, spec.around, spec.gain};
      for (const std::string& foot : leg.feet) watch.feet.push_back(model.body_index(foot));
      watches_.push_back(watch);
    }
}

bool ServoFeedback::tick(const Sense& sense, ServoMemory& memory) const {
  if (memory.measuring.size() != watches_.size()) memory.measuring.assign(watches_.size(), {});
  bool changed = false;
  for (std::size_t k = 0; k < watches_.size(); ++k) {
    const Watch& watch = watches_[k];
    ServoMemory::Measuring& m = memory.measuring[k];
    const bool down = bears(sense, watch.feet);
    if (down && !m.down) m.waits = true, m.due = sense.time + watch.after;
    m.down = down;
    if (!m.waits || sense.time < m.due - clock_slack) continue;
    m.waits = false;
    const auto& bodies = sense.work.bodies;
    for (std::size_t other = 0; other < watches_.size(); ++other)
      if (watches_[other].spec == watch.spec) memory.measuring[other].moves = 0;
    const double value = watch.side * measured(bodies[0], bodies[watch.feet[0]], watch.of);
    m.moves = watch.gain * (value - watch.around);
    changed = true;
  }
  return changed;
}

double ServoFeedback::beyond(const ServoMemory& memory) const {
  double sum = 0;
  for (const ServoMemory::Measuring& m : memory.measuring) sum += m.moves;
  return sum;
}

}  // namespace gambol
