#include "exchange/formats/bvh_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string_view>

#include "base/error.h"
#include "exchange/formats/unique_names.h"

namespace gambol {
namespace {

constexpr std::size_t most_joints = 10'000, most_values = 50'000'000;

class BvhReader {
 public:
  BvhReader(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  Bvh read() {
    expect("HIERARCHY");
    expect("ROOT");
    read_joints();
    read_motion();
    return std::move(bvh_);
  }

 private:
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const {
    Problem problem;
    problem.place = {file_, line_, 1};
    problem.found = found.empty() ? "the end of the file" : fmt::format("\"{}\"", found);
    problem.expected = expected;
    throw InputError(problem);
  }

  std::string_view next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) {
      if (text_[at_] == '\n') ++line_;
      ++at_;
    }
    const std::size_t from = at_;
    while (at_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return std::string_view(text_).substr(from, at_ - from);
  }

  std::string_view rest_of_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view rest = std::string_view(text_).substr(at_, end - at_);
    at_ = end;
    const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
    while (!rest.empty() && is_space(rest.front())) rest.remove_prefix(1);
    while (!rest.empty() && is_space(rest.back())) rest.remove_suffix(1);
    return rest;
  }

  static bool same(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
      return std::tolower(static_cast<unsigned char>(x)) ==
             std::tolower(static_cast<unsigned char>(y));
    });
  }

  void expect(const char* word) {
    if (const std::string_view found = next(); !same(found, word)) fail(std::string(found), word);
  }

  // "Frames:" or "Frames :".
  void expect_with_colon(const std::string& word) {
    const std::string_view found = next();
    if (same(found, word + ":") || (same(found, word) && next() == ":")) return;
    fail(std::string(found), word + ":");
  }

  double number(const char* what) {
    std::string_view word = next();
    if (word.starts_with('+')) word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !(std::abs(value) < 1e9))
      fail(std::string(word), what);
    return value;
  }

  std::size_t count(const char* what, double most) {
    const double value = number(what);
    if (value < 0 || value > most || value != std::floor(value))
      fail(fmt::format("{}", value), fmt::format("{} up to {}", what, most));
    return static_cast<std::size_t>(value);
  }

  Vec3 vector() {
    Vec3 v;
    for (int k = 0; k < 3; ++k) v[k] = number("a number of an offset");
    return v;
  }

  void read_joints() {
    std::vector<int> open;  // joints whose brackets are open; -1 for an End Site
    begin_joint(-1, open);
    while (!open.empty()) {
      const std::string_view word = next();
      const int own = open.back();
      if (word == "}") {
        open.pop_back();
      } else if (same(word, "OFFSET")) {
        const Vec3 offset = vector();
        if (own >= 0)
          bvh_.joints[own].offset = offset;
        else if (open.size() > 1)
          bvh_.joints[open[open.size() - 2]].ends.push_back(offset);
      } else if (own >= 0 && same(word, "CHANNELS")) {
        read_channels(bvh_.joints[own]);
      } else if (own >= 0 && same(word, "JOINT")) {
        begin_joint(own, open);
      } else if (own >= 0 && same(word, "End")) {
        if (!rest_of_line().ends_with('{')) expect("{");
        open.push_back(-1);
      } else {
        fail(std::string(word), "OFFSET, CHANNELS, JOINT, End Site or }");
      }
    }
  }

  void begin_joint(int parent, std::vector<int>& open) {
    if (bvh_.joints.size() >= most_joints)
      fail("another joint", fmt::format("at most {} joints", most_joints));
    BvhJoint joint;
    joint.line = line_;
    joint.parent = parent;
    std::string_view name = rest_of_line();
    const bool opens = name.ends_with('{');  // "JOINT name {" is written, too
    if (opens) name.remove_suffix(1);
    while (!name.empty() && std::isspace(static_cast<unsigned char>(name.back())))
      name.remove_suffix(1);
    joint.name = names_.once(name.empty() ? "joint" : std::string(name));
    if (!opens) expect("{");
    open.push_back(static_cast<int>(bvh_.joints.size()));
    bvh_.joints.push_back(joint);
  }

  void read_channels(BvhJoint& joint) {
    if (!joint.channels.empty()) fail("CHANNELS", "the channels of a joint once");
    const std::size_t n = count("a number of channels", 6);
    joint.first = bvh_.channels;
    for (std::size_t k = 0; k < n; ++k) {
      const std::string word(next());
      const int axis = word.empty() ? -1 : std::toupper(static_cast<unsigned char>(word[0])) - 'X';
      const std::string_view kind =
          std::string_view(word).substr(std::min<std::size_t>(1, word.size()));
      if (axis < 0 || axis > 2 || !(same(kind, "rotation") || same(kind, "position")))
        fail(word, "Xposition, Yposition, Zposition, Xrotation, Yrotation or Zrotation");
      joint.channels.push_back({same(kind, "rotation"), axis});
    }
    bvh_.channels += n;
  }

  void read_motion() {
    if (const std::string_view word = next(); same(word, "ROOT"))
      fail("another ROOT", "one skeleton a file");
    else if (!same(word, "MOTION"))
      fail(std::string(word), "MOTION");
    expect_with_colon("Frames");
    bvh_.frames = count("a number of frames", 1e7);
    expect("Frame");
    expect_with_colon("Time");
    bvh_.frame_time = number("the time of a frame, s");
    if (!(bvh_.frame_time > 0)) fail("0", "a time of a frame greater than 0, s");
    if (bvh_.channels == 0 || bvh_.frames == 0) fail("no motion", "frames of at least one channel");
    if (bvh_.frames > most_values / bvh_.channels)
      fail(fmt::format("{} frames", bvh_.frames), fmt::format("at most {} numbers", most_values));
    bvh_.values.reserve(std::min(bvh_.frames * bvh_.channels, text_.size() / 2));
    for (std::size_t i = 0; i < bvh_.frames * bvh_.channels; ++i)
      bvh_.values.push_back(number("a number of a frame"));
    while (!next().empty()) ++bvh_.beyond;
  }

  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
  Bvh bvh_;
  UniqueNames names_;
};

}  // namespace

Bvh read_bvh(const std::string& text, const std::string& file) {
  return BvhReader(text, file).read();
}

}  // namespace gambol
