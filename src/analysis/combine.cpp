#include "analysis/combine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/statistics.h"
#include "schema/names.h"

namespace gambol {
namespace {

// How far outside of the bounds the value is; negative within them. Without bounds its size.
double badness(const Measurement& m) {
  if (std::isnan(m.value)) return std::numeric_limits<double>::infinity();
  if (!m.min && !m.max) return std::abs(m.value);
  double outside = -std::numeric_limits<double>::infinity();
  if (m.min) outside = std::max(outside, *m.min - m.value);
  if (m.max) outside = std::max(outside, m.value - *m.max);
  return outside;
}

bool is_better(const Measurement& a, const Measurement& b) {
  if (a.passed != b.passed) return a.passed;
  return badness(a) < badness(b);
}

Measurement middle_of(OfValues which, const std::vector<Measurement>& all) {
  Measurement m = all[0];
  m.why.clear();
  std::vector<double> values;
  for (const Measurement& one : all) values.push_back(one.value);
  const auto unknown = std::find_if(all.begin(), all.end(),
                                    [](const Measurement& one) { return std::isnan(one.value); });
  if (unknown != all.end())
    m.value = unknown->value, m.why = unknown->why;
  else
    m.value = which == OfValues::mean ? mean(values) : median(values);
  const bool low = m.min && !(m.value >= *m.min), high = m.max && !(m.value <= *m.max);
  m.passed = !low && !high;
  if (!m.passed && m.why.empty())
    m.why =
        fmt::format("{:.4g} is {} {:.4g}", m.value, low ? "below" : "above", low ? *m.min : *m.max);
  return m;
}

}  // namespace

Measurement combine(OfValues which, const std::vector<Measurement>& all, const std::string& of,
                    const std::vector<std::string>& names) {
  const std::string over = fmt::format("{} of {} {}", name_of(which), all.size(), of);
  Measurement m;
  if (which == OfValues::worst) {
    const auto worst = std::max_element(all.begin(), all.end(), is_better);
    m = *worst;
    if (!m.why.empty())
      m.why += fmt::format(", {}", names[static_cast<std::size_t>(worst - all.begin())]);
  } else {
    m = middle_of(which, all);
  }
  m.over = m.over.empty() ? over : fmt::format("{}, {}", over, m.over);
  return m;
}

}  // namespace gambol
