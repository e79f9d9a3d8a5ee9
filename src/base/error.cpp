#include "base/error.h"

#include <fmt/format.h>

namespace gambol {

std::string Problem::to_string() const {
  std::string text = place.file;
  if (place.line > 0) text += fmt::format(":{}:{}", place.line, place.col);
  if (!text.empty()) text += ": ";
  if (!key.empty()) text += key + ": ";
  if (found.empty()) return text + expected;
  return text + fmt::format("found {}, expected {}", found, expected);
}

namespace {
std::string joined(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& p : problems) {
    if (!text.empty()) text += '\n';
    text += p.to_string();
  }
  return text;
}
}  // namespace

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(joined(problems)), problems_(std::move(problems)) {}

}  // namespace gambol
