#pragma once

// Moves the targets of a servo once in every step, in proportion to what the figure does
// sideways: lateral foot placement.

#include <vector>

#include "control/controller.h"
#include "control/servo/servo_memory.h"
#include "shot/controllers/servo/servo_spec.h"

namespace gambol {

class ServoFeedback {
 public:
  ServoFeedback(const std::vector<ServoFeedbackSpec>& specs, const FigureSpec& figure,
                const Model& model);
  bool empty() const { return watches_.empty(); }
  // Watches which legs come down, and measures where that is due. Returns whether it has changed
  // beyond().
  bool tick(const Sense& sense, ServoMemory& memory) const;
  // How far beyond their curves the joints are commanded, rad or m.
  double beyond(const ServoMemory& memory) const;

 private:
  struct Watch {
    std::size_t spec = 0;
    std::vector<int> feet;  // bodies
    double side = 1;        // of the leg: 1 left, -1 right
    FeedbackOf of = FeedbackOf::lean;
    double after = 0;             // s
    double around = 0, gain = 0;  // see ServoFeedbackSpec
  };
  std::vector<Watch> watches_;  // [feedback and leg], as ServoMemory::measuring
};

}  // namespace gambol
