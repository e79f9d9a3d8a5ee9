#pragma once

// The conditions of cues: `when: SUBJECT WORD [OBJECT]`, such as
//
//   wire_3 broken                   an attachment has broken
//   roach.front_left_tarsus2 touches [roach2.head | ground]
//   roach.abdomen above 2 cm        height of the body's origin in the world; likewise `below`
//   roach tilted 60 deg             the root's up axis is at least that far from the vertical
//   puff_3 slower 1 mm/s            the origin of every body is slower than this

#include <string>

namespace gambol {

enum class ConditionKind { broken, touches, above, below, tilted, slower };

struct Condition {
  ConditionKind kind = ConditionKind::broken;
  std::string subject;  // attachment, FIGURE.BODY or FIGURE
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
