#pragma once

// Plays acts: motions that happen once, such as sitting down (seed 002, sections 5 and 6).

#include <optional>
#include <string>
#include <vector>

#include "control/skills/wanted.h"

namespace gambol::skills {

struct ActMemory {
  // What an act wants of a frame.
  struct Posture {
    double height = 0, pitch = 0, roll = 0;  // m, rad
    double bears = 1;                        // factor
  };
  // A joint's angle that a stage of an act has set, rad.
  struct Held {
    int dof = 0;
    double aim = 0;
  };
  int asked = -1;    // that a cue has run and that has not begun
  int playing = -1;  // -1: gaits
  bool mirrored = false;
  int stage = 0;
  double since = 0;                   // s: of the stage's beginning
  double speed = 0, heading = 0;      // m/s, rad: as the act began
  std::vector<Posture> from, wanted;  // [frame] at the stage's beginning; at the last tick
  std::vector<Held> held_from, held;  // likewise
};

// Angles of servos and their rates, [nv]; see Posture.
struct Aims;

class ActPlayer {
 public:
  // `tick`: s between two ticks.
  ActPlayer(const Anatomy& body, const Acts& acts, double tick)
      : body_(body), acts_(acts), tick_(tick) {}

  // Begins the act that waits, if it may now. Returns whether it has begun.
  struct Begin {
    const Seen& seen;
    double phase_before = 0, phase = 0;  // of the stride, at the last tick and now
    bool regains_balance = false;        // it steps to keep its balance, and is to stand
    bool fallen = false;
  };
  bool begin(const Begin& in, ActMemory& memory) const;

  // The stage that is played now, after those that are over.
  struct Turn {
    bool stage_begins = false;
    std::optional<double> phase;      // of the stride, from where it goes on
    bool over = false;                // a gait follows the act
    const ActStage* walks = nullptr;  // steps of a gait
    double heading = 0, speed = 0;    // rad, m/s: of them, if they do not go to the goals
  };
  struct In {
    const Seen& seen;
    const Footings& feet;  // as they were at the last tick
  };
  Turn turn(const In& in, ActMemory& memory) const;

  // What the stage asks, if it does not walk.
  void ask(const Seen& seen, ActMemory& memory, Wanted& wanted) const;
  // Steps begin from the heights at which the stage before left the frames.
  void enter_walk(const Seen& seen, const ActStage& stage, ActMemory& memory, Wanted& wanted) const;
  // Angles that a stage sets are entered by degrees, and left by degrees in the next one.
  void aim(const Wanted& wanted, ActMemory& memory, Aims& aims) const;

  // The memory may come from another shot, whose controller had other acts.
  void forget_what_it_lacks(ActMemory& memory) const;

 private:
  bool may_begin(const Begin& in, const ActMemory& memory, bool& mirrored) const;
  bool stage_is_over(const In& in, const ActMemory& memory) const;
  double time_to_land(const Seen& seen, const ActMemory& memory) const;
  bool next_stage(double time, ActMemory& memory, Turn& turn) const;
  void ask_of_frame(const Seen& seen, std::size_t frame, ActMemory& memory, Wanted& wanted) const;
  const ActStage& stage(const ActMemory& memory) const;

  const Anatomy& body_;
  const Acts& acts_;
  double tick_ = 0;  // s
};

}  // namespace gambol::skills
