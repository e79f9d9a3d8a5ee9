#pragma once

// What a controller does, of any kind, in a box: who holds one sees no kind, so that an edit of one
// kind compiles little else. The list of kinds is in controller_kinds.h.

#include <memory>

#include "shot/controllers/controller_trait.h"

namespace gambol {

class Fields;
struct SettableField;
struct AnyController;  // shot/controllers/controller_kinds.h

class ControllerKind {
 public:
  ControllerKind();
  ControllerKind(AnyController any);
  template <class S>
  requires(!std::is_same_v<S, ControllerKind>) ControllerKind(S spec);
  ControllerKind(const ControllerKind& other);
  ControllerKind(ControllerKind&& other) noexcept;
  ControllerKind& operator=(ControllerKind other) noexcept;
  ~ControllerKind();

  // For the kinds themselves, and what exists for one of them alone: nullptr if it is another.
  template <class S>
  const S* as() const;
  template <class S>
  S* as();

  // The name by which an author picks the kind.
  std::string name() const;
  // The answers of ControllerTrait.
  bool commands_steps() const;
  bool oscillates() const;
  bool reverses() const;
  void complete(const ControllerSpec& controller, Findings& findings);
  void check(const ControllerSpec& controller, const ControlledFigure& figure,
             Findings& findings) const;
  void check_set(const FigureSpec& figure, const SetByCue& set, Findings& findings) const;
  std::optional<FollowedPath> path() const;
  const GaitPlan* plan() const;
  std::optional<ReflexSpec>* reflexes();
  // Whether a cue may set the field, and what the field is at time t, s; 0 if it is not written.
  bool is_settable(const std::string& field) const;
  double value_at(const std::string& field, double t) const;

  AnyController& any() { return *any_; }
  const AnyController& any() const { return *any_; }

 private:
  std::unique_ptr<AnyController> any_;
};

// The settable fields of all kinds, each name once, in the order of the kinds.
std::vector<SettableField> settable_fields_of_controllers();

}  // namespace gambol
