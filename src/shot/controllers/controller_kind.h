#pragma once

// What a controller does, of any kind, in a box: a file that holds one sees no kind's spec, so that
// an edit of one kind compiles little else.

#include <memory>
#include <variant>

#include "shot/controllers/controller_trait.h"

namespace gambol {

struct OscillatorGaitSpec;
struct MotorScriptSpec;
struct KinematicGaitSpec;
struct LegFramesSpec;
struct ServoSpec;
struct SpectralSpec;

template <class... Specs>
struct KindList {
  using Any = std::variant<Specs...>;
  template <class S>
  static constexpr bool has = (std::is_same_v<S, Specs> || ...);
};

// The list of all kinds. Each kind has two folders, shot/controllers/<kind> and control/<kind>,
// whose headers controller_kinds.h and control/controller_memory.h include. A kind that lacks a
// part does not compile.
using ControllerKinds = KindList<OscillatorGaitSpec, MotorScriptSpec, KinematicGaitSpec, ServoSpec,
                                 LegFramesSpec, SpectralSpec>;

struct SettableField;

// Members that need a complete spec are defined in controller_box.h.
template <class Kinds>
class ControllerBox {
 public:
  using Any = typename Kinds::Any;

  ControllerBox();  // of the first kind, with its defaults
  template <class S>
  requires(Kinds::template has<S>) ControllerBox(S spec)
      : any_(std::make_unique<Any>(std::move(spec))) {}
  ControllerBox(const ControllerBox& other);
  ControllerBox(ControllerBox&& other) noexcept;
  ControllerBox& operator=(ControllerBox other) noexcept;
  ~ControllerBox();

  // For the kinds themselves, and for tests: nullptr if it is another kind.
  template <class S>
  const S* as() const {
    return std::get_if<S>(any_.get());
  }
  template <class S>
  S* as() {
    return std::get_if<S>(any_.get());
  }

  // The name by which an author picks the kind.
  std::string name() const;
  // The answers of ControllerTrait.
  bool commands_steps() const;
  bool oscillates() const;
  bool reverses() const;
  bool has_goals() const;
  bool keeps_stance() const;
  void complete(const ControllerSpec& controller, Findings& findings);
  void check(const ControllerSpec& controller, const ControlledFigure& figure,
             Findings& findings) const;
  CommandedDofs commands(const FigureSpec& figure) const;
  void check_set(const FigureSpec& figure, const SetByCue& set, Findings& findings) const;
  bool vary(const Variation& by);
  std::optional<FollowedPath> path() const;
  const GaitPlan* plan() const;
  ReflexesOfSteps reflexes();
  std::vector<FrameOfLegs> frames() const;
  std::vector<std::string> programs() const;
  bool rests(const std::string& program) const;
  // Whether a cue may set the field, and what the field is at time t, s; 0 if it is not written.
  bool is_settable(const std::string& field) const;
  double value_at(const std::string& field, double t) const;
  // The settable fields of all kinds, each name once, in the order of the kinds.
  static std::vector<SettableField> settable_fields();

  Any& any() { return *any_; }
  const Any& any() const { return *any_; }

 private:
  std::unique_ptr<Any> any_;
};

using ControllerKind = ControllerBox<ControllerKinds>;

}  // namespace gambol
