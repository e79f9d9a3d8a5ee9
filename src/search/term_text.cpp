#include "search/term_text.h"

#include "analysis/measure_table.h"
#include "analysis/measures.h"

namespace gambol {

TermText term_text(const TermSpec& term) {
  const ExpectSpec& e = term.measured;
  Measurement m;
  m.name = e.measure;
  m.label = e.name;
  m.body = e.body;
  TermText text{title(m), "", 1};
  if (!e.figure.empty()) text.title = e.figure + ": " + text.title;
  for (const Measure& measure : all_measures()) {
    if (e.measure != measure.name) continue;
    text.unit = measure.unit;
    text.per_si = measure.per_si;
  }
  return text;
}

}  // namespace gambol
