#include "shot/condition.h"

#include <array>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "base/units.h"

namespace gambol {
namespace {

struct Word {
  const char* word;
  ConditionKind kind;
  const Dimension* dimension;  // of the value that follows; nullptr for words without one
  const char* expected;
};

constexpr std::array<Word, 6> words{{
    {"broken", ConditionKind::broken, nullptr, ""},
    {"touches", ConditionKind::touches, nullptr, ""},
    {"above", ConditionKind::above, &dim::length, "above HEIGHT, such as `above 2 cm`"},
    {"below", ConditionKind::below, &dim::length, "below HEIGHT, such as `below 2 cm`"},
    {"tilted", ConditionKind::tilted, &dim::angle, "tilted ANGLE, such as `tilted 60 deg`"},
    {"slower", ConditionKind::slower, &dim::speed, "slower SPEED, such as `slower 1 mm/s`"},
}};

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' ');
  if (first == text.npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

double value_of(const std::string& text, const Dimension& dimension, const char* expected) {
  try {
    const Quantity q = parse_quantity(text);
    if (!q.has_unit || q.dimension.same_as(dimension)) return q.value;
  } catch (const std::invalid_argument&) {
    // reported below, in terms of the condition
  }
  throw std::invalid_argument(expected);
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

}  // namespace

Condition parse_condition(const std::string& text) {
  Condition condition;
  std::string rest;
  std::tie(rest, condition.delay) = with_delay(text);
  std::istringstream in(rest);
  std::string verb, object;
  in >> condition.subject >> verb;
  std::getline(in, object);
  object = trimmed(object);
  for (const Word& word : words) {
    if (verb != word.word) continue;
    condition.kind = word.kind;
    if (word.dimension) {
      condition.value = value_of(object, *word.dimension, word.expected);
    } else if (word.kind == ConditionKind::touches) {
      condition.object = object;
    } else if (!object.empty()) {
      throw std::invalid_argument("nothing after `broken`");
    }
    return condition;
  }
  throw std::invalid_argument(
      "SUBJECT broken, touches, above, below, tilted or slower, such as `wire_3 broken`");
}

AfterCue parse_after(const std::string& text) {
  AfterCue after;
  std::tie(after.cue, after.delay) = with_delay(text);
  return after;
}

}  // namespace gambol
