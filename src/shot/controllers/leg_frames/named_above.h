#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "schema/findings.h"
#include "schema/report.h"

namespace gambol {

// The element before list[index] that it names by the key `as`; nullptr, and a report, if there is
// none. `kind`: of the elements, such as "an act".
template <class T>
const T* named_above(const std::vector<T>& list, std::size_t index, const std::string& kind,
                     Findings& findings) {
  const T& element = list[index];
  const auto end = list.begin() + static_cast<std::ptrdiff_t>(index);
  const auto base =
      std::find_if(list.begin(), end, [&](const T& other) { return other.name == element.as; });
  if (base != end) return &*base;
  std::vector<std::string> above;
  for (auto it = list.begin(); it != end; ++it) above.push_back(it->name);
  report_unknown(findings, element.place, "as", element.as, kind + " above this one", above);
  return nullptr;
}

}  // namespace gambol
