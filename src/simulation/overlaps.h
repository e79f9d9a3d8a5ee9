#pragma once

// Bodies that pass through each other because the shot asks for no collisions between them: seldom
// what an author wants, and easy to overlook in a picture.

#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "contact/find/touch_search.h"
#include "poses/poses.h"
#include "shot/motion_spec.h"

namespace gambol {

struct World;

// The first overlap of two figures, or of one figure with itself.
struct OverlapNote {
  std::string a, b;  // FIGURE.BODY
  double time = 0;   // s, simulated
  double depth = 0;  // m
  int others = 0;    // further pairs of bodies of the same figures that overlapped later
  bool own = false;  // two bodies of one figure
  std::string to_string(const Poses* poses) const;  // a sentence; nullptr: without the frame
};

class OverlapWatch {
 public:
  explicit OverlapWatch(const MotionSpec& motion);
  // Whether there is anything to look for.
  bool any() const { return search_.bodies().size() > 1; }

  // Looks at all bodies at a time (s); `place(figure, body)` returns the pose of a body by the
  // indices of MotionSpec, or nullptr if it is absent. Bodies of one figure that are joined,
  // directly or through one between them, or that overlap when they are first looked at, may.
  void look(double time, const std::function<const Transform*(std::size_t, std::size_t)>& place);
  const std::vector<OverlapNote>& notes() const { return notes_; }

 private:
  void note(std::size_t i, std::size_t j, double time, double depth);
  double allowed(std::size_t i, std::size_t j) const;

  const MotionSpec& motion_;
  TouchSearch search_;
  bool begun_ = false;
  std::vector<OverlapNote> notes_;
  // [figures, or crowds, and whether it is one figure's]
  std::map<std::tuple<std::string, std::string, bool>, std::size_t> note_of_;
};

// Those of a recorded motion, at the first sample of each frame.
std::vector<OverlapNote> overlaps_of(const MotionSpec& motion, const Poses& poses);
// Those of different figures at the start.
std::vector<OverlapNote> overlaps_at_start(const World& world);

}  // namespace gambol
