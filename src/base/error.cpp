#include "base/error.h"

#include <fmt/format.h>

#include "base/shown_text.h"

namespace gambol {

std::string Problem::to_string() const {
  constexpr std::size_t some = 400, much = 4000;
  std::string text = shown_text(place.file, much);
  if (place.line > 0) text += fmt::format(":{}:{}", place.line, place.col);
  if (!text.empty()) text += ": ";
  if (!key.empty()) text += shown_text(key, some) + ": ";
  if (found.empty()) return text + shown_text(expected, much);
  return text +
         fmt::format("found {}, expected {}", shown_text(found, some), shown_text(expected, much));
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
