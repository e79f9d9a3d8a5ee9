#pragma once

// The members of ControllerBox, for the file that makes them for one list of kinds
// (controller_kind.cpp), and how an author picks a kind of that list.

#include <algorithm>

#include "schema/fields.h"
#include "schema/settable.h"
#include "shot/controllers/controller_kind.h"

namespace gambol {

template <class Kinds>
struct VariantOf<ControllerBox<Kinds>> {
  using Box = ControllerBox<Kinds>;
  using Of = VariantOf<typename Kinds::Any>;
  static VariantType type() {
    static const VariantType any_type = Of::type();
    return {any_type.names,
            [](void* box, std::size_t index) {
              any_type.choose(&static_cast<Box*>(box)->any(), index);
            },
            [](const void* box) { return any_type.index(&static_cast<const Box*>(box)->any()); },
            [](Fields& v, void* box) { any_type.fields(v, &static_cast<Box*>(box)->any()); },
            [](CanonicalText& text, void* box) {
              any_type.write(text, &static_cast<Box*>(box)->any());
            }};
  }
};

template <class S>
using TraitOf = ControllerTrait<std::decay_t<S>>;

template <class S>
void add_settable(std::vector<SettableField>& all) {
  S spec;
  for (const SettableField& field : settable_fields(visit_fields<S>, &spec))
    if (std::none_of(all.begin(), all.end(),
                     [&](const SettableField& known) { return known.name == field.name; }))
      all.push_back(field);
}

template <class... Specs>
std::vector<SettableField> settable_fields_of(const KindList<Specs...>&) {
  static_assert((DescribedKind<Specs> && ...), "a kind of controller lacks a part of its spec");
  std::vector<SettableField> all;
  (add_settable<Specs>(all), ...);
  return all;
}

template <class Kinds>
std::vector<SettableField> ControllerBox<Kinds>::settable_fields() {
  return settable_fields_of(Kinds());
}

template <class Kinds>
ControllerBox<Kinds>::ControllerBox() : any_(std::make_unique<Any>()) {}
template <class Kinds>
ControllerBox<Kinds>::ControllerBox(const ControllerBox& other)
    : any_(std::make_unique<Any>(*other.any_)) {}
template <class Kinds>
ControllerBox<Kinds>::ControllerBox(ControllerBox&& other) noexcept = default;
template <class Kinds>
ControllerBox<Kinds>& ControllerBox<Kinds>::operator=(ControllerBox other) noexcept {
  any_ = std::move(other.any_);
  return *this;
}
template <class Kinds>
ControllerBox<Kinds>::~ControllerBox() = default;

template <class Kinds>
std::string ControllerBox<Kinds>::name() const {
  return std::visit([](auto& s) { return std::string(variant_name<std::decay_t<decltype(s)>>); },
                    *any_);
}

template <class Kinds>
bool ControllerBox<Kinds>::commands_steps() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::commands_steps; }, *any_);
}

template <class Kinds>
bool ControllerBox<Kinds>::oscillates() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::oscillates; }, *any_);
}

template <class Kinds>
bool ControllerBox<Kinds>::reverses() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::reverses; }, *any_);
}

template <class Kinds>
bool ControllerBox<Kinds>::has_goals() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::has_goals; }, *any_);
}

template <class Kinds>
bool ControllerBox<Kinds>::keeps_stance() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::keeps_stance; }, *any_);
}

template <class Kinds>
void ControllerBox<Kinds>::complete(const ControllerSpec& controller, Findings& findings) {
  std::visit([&](auto& s) { TraitOf<decltype(s)>::complete(controller, s, findings); }, *any_);
}

template <class Kinds>
void ControllerBox<Kinds>::check(const ControllerSpec& controller, const ControlledFigure& figure,
                                 Findings& findings) const {
  std::visit([&](auto& s) { TraitOf<decltype(s)>::check(controller, s, figure, findings); }, *any_);
}

template <class Kinds>
CommandedDofs ControllerBox<Kinds>::commands(const FigureSpec& figure) const {
  return std::visit([&](auto& s) { return TraitOf<decltype(s)>::commands(s, figure); }, *any_);
}

template <class Kinds>
void ControllerBox<Kinds>::check_set(const FigureSpec& figure, const SetByCue& set,
                                     Findings& findings) const {
  std::visit([&](auto& s) { TraitOf<decltype(s)>::check_set(s, figure, set, findings); }, *any_);
}

template <class Kinds>
bool ControllerBox<Kinds>::vary(const Variation& by) {
  return std::visit([&](auto& s) { return TraitOf<decltype(s)>::vary(s, by); }, *any_);
}

template <class Kinds>
std::optional<FollowedPath> ControllerBox<Kinds>::path() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::path(s); }, *any_);
}

template <class Kinds>
const GaitPlan* ControllerBox<Kinds>::plan() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::plan(s); }, *any_);
}

template <class Kinds>
std::vector<FrameOfLegs> ControllerBox<Kinds>::frames() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::frames(s); }, *any_);
}

template <class Kinds>
std::vector<std::string> ControllerBox<Kinds>::programs() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::programs(s); }, *any_);
}

template <class Kinds>
bool ControllerBox<Kinds>::rests(const std::string& program) const {
  return std::visit([&](auto& s) { return TraitOf<decltype(s)>::rests(s, program); }, *any_);
}

template <class Kinds>
ReflexesOfSteps ControllerBox<Kinds>::reflexes() {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::reflexes(s); }, *any_);
}

template <class Kinds>
bool ControllerBox<Kinds>::is_settable(const std::string& field) const {
  return std::visit([&](auto& s) { return settable_value(s, field, 0).has_value(); }, *any_);
}

template <class Kinds>
double ControllerBox<Kinds>::value_at(const std::string& field, double t) const {
  return std::visit([&](auto& s) { return settable_value(s, field, t).value_or(0); }, *any_);
}

}  // namespace gambol
