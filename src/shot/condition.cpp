#include "shot/condition.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace gambol {
namespace {

struct Word {
  const char* word;
  ConditionKind kind;
  const Dimension* dimension;  // of the value that follows; nullptr for words without one
  const char* expected;
};

constexpr std::array<Word, 7> words{{
    {"broken", ConditionKind::broken, nullptr, ""},
    {"touches", ConditionKind::touches, nullptr, ""},
    {"above", ConditionKind::above, &dim::length,
     "above HEIGHT or ANGLE, such as `above 2 cm` or `above 5 deg`"},
    {"below", ConditionKind::below, &dim::length,
     "below HEIGHT or ANGLE, such as `below 2 cm` or `below 5 deg`"},
    {"tilted", ConditionKind::tilted, &dim::angle, "tilted ANGLE, such as `tilted 60 deg`"},
    {"slower", ConditionKind::slower, &dim::speed, "slower SPEED, such as `slower 1 mm/s`"},
    {"leans", ConditionKind::leans, &dim::angle, "leans ANGLE, such as `leans -5 deg`"},
}};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  if (first == text.npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Quantity quantity_of(const std::string& text, std::initializer_list<Dimension> allowed,
                     const char* expected) {
  try {
    const Quantity q = parse_quantity(text);
    const auto fits = [&](const Dimension& dimension) { return q.dimension.same_as(dimension); };
    if (!q.has_unit || std::any_of(allowed.begin(), allowed.end(), fits)) return q;
  } catch (const std::invalid_argument&) {
    // reported below, in terms of the condition
  }
  throw std::invalid_argument(expected);
}

double value_of(const std::string& text, const Dimension& dimension, const char* expected) {
  return quantity_of(text, {dimension}, expected).value;
}

// Splits "X + TIME"; a plus inside a number (1e+3) has no spaces around it.
std::pair<std::string, double> with_delay(const std::string& text) {
  const auto plus = text.rfind(" + ");
  if (plus == text.npos) return {trimmed(text), 0};
  const double delay =
      value_of(trimmed(text.substr(plus + 3)), dim::time, "a time after `+`, such as `+ 50 ms`");
  if (delay < 0) throw std::invalid_argument("a time of at least 0 after `+`");
  return {trimmed(text.substr(0, plus)), delay};
}

// Reads the value of `above` or `below`. An angle without `position` or `rate` before that word is
// a joint's.
void read_measured(const std::string& text, const Word& word, Condition& condition) {
  using Measured = Condition::Measured;
  if (condition.measured == Measured::rate)
    condition.written =
        quantity_of(text, {dim::angular_speed, dim::speed},
                    "a rate after `above` or `below`, such as `rate below 5 deg/s`");
  else
    condition.written = quantity_of(text, {dim::angle, dim::length}, word.expected);
  condition.value = condition.written.value;
  if (condition.written.has_unit && condition.written.dimension.same_as(dim::angle))
    condition.measured = Measured::position;
}

bool compares(ConditionKind kind) {
  return kind == ConditionKind::above || kind == ConditionKind::below;
}

}  // namespace

Condition parse_condition(const std::string& text) {
  Condition condition;
  std::string rest;
  std::tie(rest, condition.delay) = with_delay(text);
  std::istringstream in(rest);
  std::string verb, object;
  in >> condition.subject >> verb;
  for (const auto& [name, measured] : {std::pair{"position", Condition::Measured::position},
                                       std::pair{"rate", Condition::Measured::rate}})
    if (verb == name) {
      condition.measured = measured;
      in >> verb;
      break;
    }
  std::getline(in, object);
  object = trimmed(object);
  for (const Word& word : words) {
    if (verb != word.word) continue;
    condition.kind = word.kind;
    if (condition.measured != Condition::Measured::height && !compares(word.kind)) break;
    if (compares(word.kind)) {
      read_measured(object, word, condition);
    } else if (word.dimension) {
      condition.value = value_of(object, *word.dimension, word.expected);
    } else if (word.kind == ConditionKind::touches) {
      condition.object = object;
    } else if (!object.empty()) {
      throw std::invalid_argument("nothing after `broken`");
    }
    return condition;
  }
  throw std::invalid_argument(condition.measured != Condition::Measured::height
                                  ? "`above` or `below` after `position` or `rate`"
                                  : "SUBJECT broken, touches, above, below, tilted, slower or "
                                    "leans, such as `wire_3 broken`");
}

AfterCue parse_after(const std::string& text) {
  AfterCue after;
  std::tie(after.cue, after.delay) = with_delay(text);
  return after;
}

}  // namespace gambol
