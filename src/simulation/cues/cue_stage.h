#pragma once

// Where cues happen: the parts of one simulation that they read and change.

#include <optional>
#include <vector>

#include "poses/poses.h"
#include "simulation/world.h"

namespace gambol {

// From the present value `now` at time t to `to`, over `over` (s).
// The way of a value from now on, over the cue's time.
inline Ramp ramp(double now, double to, double t, const CueSpec& cue) {
  return {t, t + cue.over, now, to, cue.ease};
}

class CueStage {
 public:
  CueStage(const World& world, Ensemble& ensemble, State& state, std::vector<Mark>& marks)
      : world_(world), ensemble_(ensemble), state_(state), marks_(marks) {}

  // Lets everything happen that is due at time t (s). `judged`: trigger(t) has been called since
  // the figures moved.
  void happen(double t, bool judged);
  // Marks the cues whose condition is true, or that follow one that happened, as triggered. Returns
  // whether any cue was. Requires kinematics and contacts at t (s).
  bool trigger(double t);
  // Breaks what is stretched too far, and records it. `broken`: scratch.
  void notice_breaks(std::vector<int>& broken);

 private:
  const FigureSims& figures() const { return ensemble_.figures(); }
  const Interactions& interactions() const { return ensemble_.interactions(); }
  const MotionSpec& spec() const { return world_.spec; }

  bool is_true(const Condition& condition) const;
  // When the cue, which waits for its trigger, is due; none if it is not triggered at t.
  std::optional<double> due_time(std::size_t cue, double t);
  bool comes_true(const Condition& condition, CueState& cue, double t) const;
  // What `above` or `below` compares; none while its figure is dormant.
  std::optional<double> measured(const Condition& condition) const;
  bool touches(const BodyId& id, const std::string& object) const;
  void perform(const CueSpec& cue, std::size_t index);
  void perform_on(const CueSpec& cue, std::size_t index, std::size_t figure);
  void switch_drives(const DriveSpec& drive, std::size_t figure);
  void move_rests(const CueSpec& cue, std::size_t figure);
  void switch_springs(const CueSpec& cue, std::size_t figure);
  void start_controller(const std::string& name, bool on);
  void run_program(const CueSpec& cue, std::size_t figure);
  void order(const Order& order, std::size_t figure, std::size_t controller);
  void set_goals(const CueSpec& cue, std::size_t figure);
  void set_world(const CueSpec& cue);
  void set_attachments(const CueSpec& cue);
  void sense_all();  // computes kinematics and contacts at this instant
  void call(const CueSpec& cue);
  bool enter_called(double t);  // whether any figure entered
  std::uint64_t stream(std::size_t cue, std::size_t figure) const;
  void kick(const KickSpec& kick, std::size_t index, std::size_t figure);
  void reverse(const ReverseSpec& reverse, std::size_t figure);

  const World& world_;
  Ensemble& ensemble_;
  State& state_;
  std::vector<Mark>& marks_;
};

// Marks the cues at times before state.time as happened.
void skip_past_cues(const MotionSpec& spec, State& state);

}  // namespace gambol
