#pragma once

// The conditions of cues: `when: SUBJECT WORD [OBJECT]`, such as
//
//   wire_3 broken                   an attachment has broken
//   roach.front_left_tarsus2 touches [roach2.head | ground]
//   roach.abdomen above 2 cm        height of the body's origin in the world; likewise `below`
//   roach tilted 60 deg             the root's up axis is at least that far from the vertical
//   puff_3 slower 1 mm/s            the origin of every body is slower than this
//   human.right_shank below 5 deg   coordinate of the degree of freedom; likewise `above`, and
//   slide.rod position above 2 cm   of what slides
//   human.right_shank rate below 0 deg/s   rate of that coordinate; likewise `above`
//   human.left_shank leans -5 deg   the body's z axis leans further than this ahead of the
//                                   vertical, in the direction in which the root's x axis points

#include <string>

#include "base/units.h"

namespace gambol {

enum class ConditionKind { broken, touches, above, below, tilted, slower, leans };

struct Condition {
  // Of what `above` and `below` compare: of a body, or of a degree of freedom of a joint.
  enum class Measured { height, position, rate };

  ConditionKind kind = ConditionKind::broken;
  Measured measured = Measured::height;
  Quantity written;     // the value as the author wrote it
  std::string subject;  // attachment, FIGURE.BODY, FIGURE.JOINT or FIGURE
  std::string object;   // of `touches`: FIGURE.BODY, "ground", or "" for anything
  double value = 0;     // SI
  double delay = 0;     // s after the condition comes true
};

// Parses "CONDITION" or "CONDITION + TIME". Throws std::invalid_argument whose text says what was
// expected.
Condition parse_condition(const std::string& text);

struct AfterCue {
  std::string cue;
  double delay = 0;  // s
};
// Parses "CUE" or "CUE + TIME". Throws std::invalid_argument whose text says what was expected.
AfterCue parse_after(const std::string& text);

}  // namespace gambol
