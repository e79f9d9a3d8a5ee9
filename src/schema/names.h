#pragma once

// Names of the values of an enum, as authors write them. A specialisation stands beside each enum:
//
//     enum class Side { left, right };
//     template <>
//     inline constexpr auto names_of<Side> = named<Side>({{"left", Side::left},
//                                                         {"right", Side::right}});
//
// An enum without names, and an enumerator without a name, do not compile.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gambol {

class Fields;  // a visitor of the fields of a struct: schema/fields.h

template <class E>
inline constexpr int names_of = [] {
  static_assert(sizeof(E) == 0, "specialise names_of beside this enum");
  return 0;
}();

// Whether the enum has an enumerator of this value. The compiler prints one by its name, and any
// other value as a cast.
template <auto value>
consteval bool is_enumerator() {
  const std::string_view text = __PRETTY_FUNCTION__;
  return text[text.find("value = ") + 8] != '(';
}

// Takes all enumerators in the order of their values, which count from 0.
template <class E, std::size_t n>
consteval auto named(const std::pair<std::string_view, E> (&names)[n]) {
  static_assert(!is_enumerator<static_cast<E>(n)>(), "an enumerator has no name");
  for (std::size_t k = 0; k < n; ++k)
    if (static_cast<std::size_t>(names[k].second) != k) throw "not in the order of the enumerators";
  return std::to_array(names);
}

// The name by which an author picks an alternative of a variant: a std::string_view. A
// specialisation stands beside the alternative; without one, nothing converts to a text.
struct SpecialiseVariantName {};
template <class T>
inline constexpr SpecialiseVariantName variant_name;

template <class E>
std::vector<std::string> choices() {
  std::vector<std::string> names;
  for (const auto& [name, value] : names_of<E>) names.emplace_back(name);
  return names;
}

template <class E>
std::string name_of(E value) {
  return std::string(names_of<E>[static_cast<std::size_t>(value)].first);
}

}  // namespace gambol
