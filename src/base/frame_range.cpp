#include "base/frame_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <set>
#include <stdexcept>
#include <string>

namespace gambol {
namespace {

[[noreturn]] void refuse(std::string_view text, std::string_view why) {
  throw std::invalid_argument(
      fmt::format("frames \"{}\": {}; write for example 1-48, 1-48x2 or 1,5,9-12", text, why));
}

// Removes a number from the front of `rest` and returns it.
int take_number(std::string_view text, std::string_view& rest, const char* what) {
  int number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error == std::errc::result_out_of_range) refuse(text, "a number is too large");
  if (error != std::errc{} || rest.front() == '-') refuse(text, fmt::format("{} is missing", what));
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  return number;
}

bool take(std::string_view& rest, char c) {
  if (rest.empty() || rest.front() != c) return false;
  rest.remove_prefix(1);
  return true;
}

struct FrameNumbers {
  int first = 1, last = 1;
};

void add_part(std::string_view text, std::string_view part, FrameNumbers all, int kept,
              std::set<int>& chosen) {
  const int first = take_number(text, part, "a frame number");
  int last = first, step = 1;
  if (take(part, '-')) last = take_number(text, part, "the last frame");
  if (take(part, 'x')) step = take_number(text, part, "the step");
  if (!part.empty()) refuse(text, fmt::format("\"{}\" is not understood", part));
  if (last < first) refuse(text, fmt::format("{} comes before {}", last, first));
  if (step < 1) refuse(text, "the step must be at least 1");
  if (first < all.first || last > all.last)
    throw std::invalid_argument(
        fmt::format("frames \"{}\": frame {} is outside the shot, which "
                    "has frames {}-{}",
                    text, first < all.first ? first : last, all.first, all.last));
  // long, because the last sum may exceed the range of int.
  for (long frame = first; frame <= std::min(last, kept); frame += step)
    chosen.insert(static_cast<int>(frame));
}

// The frames of `text`, which must be among `all`, that are not above `kept`.
std::vector<int> parse(std::string_view text, FrameNumbers all, int kept) {
  if (text.find(':') != text.npos)
    refuse(text,
           "\":\" is refused, because render farms disagree on whether it is a step or a list");
  std::set<int> chosen;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    add_part(text, text.substr(begin, end - begin), all, kept, chosen);
    begin = end + 1;
  }
  return {chosen.begin(), chosen.end()};
}

}  // namespace

std::vector<int> parse_frame_range(std::string_view text, int frames, int first) {
  const int last = first + frames - 1;
  return parse(text, {first, last}, last);
}

std::vector<int> parse_frames_up_to(std::string_view text, int last) {
  return parse(text, {1, std::numeric_limits<int>::max()}, last);
}

std::vector<int> all_frames(int frames, int first) {
  std::vector<int> all(static_cast<std::size_t>(frames));
  std::iota(all.begin(), all.end(), first);
  return all;
}

}  // namespace gambol
