#include <algorithm>

#include "schema/settable.h"
#include "shot/controllers/controller_kinds.h"

namespace gambol {
namespace {

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

template <class... Kinds>
void add_settable_of_all(std::vector<SettableField>& all, const std::variant<Kinds...>&) {
  (add_settable<Kinds>(all), ...);
}

}  // namespace

std::vector<SettableField> settable_fields_of_controllers() {
  std::vector<SettableField> all;
  add_settable_of_all(all, ControllerKinds());
  return all;
}

ControllerKind::ControllerKind() : any_(std::make_unique<AnyController>()) {}
ControllerKind::ControllerKind(AnyController any)
    : any_(std::make_unique<AnyController>(std::move(any))) {}
ControllerKind::ControllerKind(const ControllerKind& other)
    : any_(std::make_unique<AnyController>(*other.any_)) {}
ControllerKind::ControllerKind(ControllerKind&& other) noexcept = default;
ControllerKind& ControllerKind::operator=(ControllerKind other) noexcept {
  any_ = std::move(other.any_);
  return *this;
}
ControllerKind::~ControllerKind() = default;

std::string ControllerKind::name() const {
  return std::visit([](auto& s) { return std::string(variant_name<std::decay_t<decltype(s)>>); },
                    *any_);
}

bool ControllerKind::commands_steps() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::commands_steps; }, *any_);
}

bool ControllerKind::oscillates() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::oscillates; }, *any_);
}

bool ControllerKind::reverses() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::reverses; }, *any_);
}

void ControllerKind::complete(const ControllerSpec& controller, Findings& findings) {
  std::visit([&](auto& s) { TraitOf<decltype(s)>::complete(controller, s, findings); }, *any_);
}

void ControllerKind::check(const ControllerSpec& controller, const ControlledFigure& figure,
                           Findings& findings) const {
  std::visit([&](auto& s) { TraitOf<decltype(s)>::check(controller, s, figure, findings); }, *any_);
}

void ControllerKind::check_set(const FigureSpec& figure, const SetByCue& set,
                               Findings& findings) const {
  std::visit([&](auto& s) { TraitOf<decltype(s)>::check_set(s, figure, set, findings); }, *any_);
}

std::optional<FollowedPath> ControllerKind::path() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::path(s); }, *any_);
}

const GaitPlan* ControllerKind::plan() const {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::plan(s); }, *any_);
}

std::optional<ReflexSpec>* ControllerKind::reflexes() {
  return std::visit([](auto& s) { return TraitOf<decltype(s)>::reflexes(s); }, *any_);
}

bool ControllerKind::is_settable(const std::string& field) const {
  return std::visit([&](auto& s) { return settable_value(s, field, 0).has_value(); }, *any_);
}

double ControllerKind::value_at(const std::string& field, double t) const {
  return std::visit([&](auto& s) { return settable_value(s, field, t).value_or(0); }, *any_);
}

}  // namespace gambol
