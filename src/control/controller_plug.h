#pragma once

// What a kind of controller adds in control/<kind>/, beside its memory.

#include <concepts>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace gambol {

struct ControllerMemory;  // of the program's kinds: control/controller_memory.h
template <class Memory>
class ControllerOf;
using Controller = ControllerOf<ControllerMemory>;
struct Model;
struct Actuator;
struct ControllerSpec;
struct FigureSpec;

// What a controller is made from.
struct ControllerMakings {
  const ControllerSpec& spec;
  const FigureSpec& figure;
  const Model& model;
  const std::vector<Actuator>& actuators;
  std::uint64_t seed = 0;  // of random numbers, the figure's own
};

// A kind specialises it for its spec S:
//
//   using Memory = ...;  copyable; members(v, memory) lists its members for hashing and storing
//                        (simulation/state/state_members.h)
//   static std::unique_ptr<Controller> make(const S&, const ControllerMakings&);
template <class S>
struct ControllerPlug;

// Accepts any member, as the visitors of a state do.
struct AnyMember {
  template <class T>
  void operator()(T&);
  void clock(double&);
};

template <class S>
concept KindWithMemory = std::copyable<typename ControllerPlug<S>::Memory> &&
    std::default_initializable<typename ControllerPlug<S>::Memory> &&
    requires(AnyMember& v, typename ControllerPlug<S>::Memory& memory) {
  members(v, memory);
};

template <class S, class Made>
concept KindThatMakes = requires(const S& spec, const ControllerMakings& makings) {
  { ControllerPlug<S>::make(spec, makings) } -> std::same_as<std::unique_ptr<Made>>;
};

// The memory of a controller of any kind in a list (shot/controllers/controller_kind.h).
template <class Kinds>
struct MemoryOf;
template <template <class...> class List, class... Specs>
struct MemoryOf<List<Specs...>> {
  static_assert((KindWithMemory<Specs> && ...), "a kind of controller lacks its memory");
  using Any = std::variant<std::monostate, typename ControllerPlug<Specs>::Memory...>;
};

// Makes the controller of whichever kind `any` holds.
template <class Made, class... Specs>
std::unique_ptr<Made> make_any(const std::variant<Specs...>& any,
                               const ControllerMakings& makings) {
  static_assert((KindThatMakes<Specs, Made> && ...), "a kind of controller is not made");
  return std::visit([&]<class S>(const S& spec) { return ControllerPlug<S>::make(spec, makings); },
                    any);
}

}  // namespace gambol
