#pragma once

// A list of lobes, which code goes through at compile time.

#include <tuple>
#include <type_traits>
#include <utility>

#include "shot/look_spec.h"

namespace gambol {

// An element of a tuple that is filled later. Without the constructor, std::tuple clears all bytes
// before initialisers run, and the constructor of a Bsdf takes a third longer.
template <class T>
struct Later {
  T value;
  Later() {}
};

template <class... L>
struct LobeList {
  using All = std::tuple<L...>;
  template <class F>
  using Points = std::tuple<Later<typename L::template Point<F>>...>;
  template <class F>
  using Views = std::tuple<Later<typename L::template View<F>>...>;

  static constexpr std::size_t size = sizeof...(L);
  template <class Lobe>
  static constexpr bool has = (std::is_same_v<Lobe, L> || ...);
  template <class Lobe>
  static constexpr std::size_t number_of = [] {
    std::size_t k = 0;
    (void)((!std::is_same_v<Lobe, L> && ++k) && ...);
    return k;
  }();
  using Last = std::tuple_element_t<sizeof...(L) - 1, All>;
  template <class Another>
  using And = LobeList<L..., Another>;

  // The constants of a material for all lobes.
  static All of(const MaterialSpec& spec) { return All(L(spec)...); }
  // Calls function(std::type_identity<L>()) for each lobe.
  template <class Function>
  static void each(const Function& function) {
    (function(std::type_identity<L>()), ...);
  }
  // From the last to the first.
  template <class Function>
  static void each_upwards(const Function& function) {
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      (function(std::type_identity<std::tuple_element_t<sizeof...(L) - 1 - i, All>>()), ...);
    }
    (std::index_sequence_for<L...>());
  }
};

}  // namespace gambol
