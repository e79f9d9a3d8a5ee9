#include "schema/values.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "base/nearest.h"

namespace gambol {
namespace {

bool is_plain_scalar(const YamlNode& node) {
  return node.kind == YamlNode::Kind::scalar && !node.quoted;
}

bool allows(const Field& field, const Dimension& dimension) {
  if (field.any_dim || field.dim.same_as(dimension)) return true;
  for (const Dimension& other : field.or_dim)
    if (other.same_as(dimension)) return true;
  return false;
}

bool in_range(const Field& field, double value) {
  return value >= field.min && value <= field.max && (!field.positive || value > 0);
}

std::string range_text(const Field& field) {
  if (field.positive)
    return std::isinf(field.max) ? " greater than 0"
                                 : fmt::format(" greater than 0 and at most {}", field.max);
  if (std::isinf(field.min) && std::isinf(field.max)) return "";
  if (std::isinf(field.max)) return fmt::format(" of at least {}", field.min);
  if (std::isinf(field.min)) return fmt::format(" of at most {}", field.max);
  return fmt::format(" from {} to {}", field.min, field.max);
}

std::string not_a_quantity(const Slot& slot, const std::string& why) {
  const std::string wanted = expected_number(slot.field);
  return wanted.rfind("a number", 0) == 0 && why.rfind("a number", 0) == 0 ? wanted
                                                                           : wanted + "; " + why;
}

// Parses `12 f`, a number of film frames.
std::optional<double> film_frames(const std::string& text) {
  double frames = 0;
  const char* end = text.data() + text.size();
  auto [at, error] = std::from_chars(text.data(), end, frames);
  if (error != std::errc() || !std::isfinite(frames)) return {};
  while (at != end && *at == ' ') ++at;
  if (end - at != 1 || *at != 'f') return {};
  return frames;
}

// Beyond this a number is a slip of the pen, in whatever unit: SI.
double largest_of(const Dimension& dimension) {
  static const std::pair<Dimension, double> limits[] = {
      {dim::length, 1e12},    {dim::time, 1e10},         {dim::speed, 3e8}, {dim::angle, 1e6},
      {dim::frequency, 1e12}, {dim::acceleration, 1e12}, {dim::force, 1e25}};
  for (const auto& [of, most] : limits)
    if (of.same_as(dimension)) return most;
  return std::numeric_limits<double>::infinity();
}

// Refuses a number whose magnitude no motion has, and an angle of more than a turn without its
// unit, which is meant in degrees.
bool is_sensible(const Slot& slot, double number, bool has_unit) {
  const Field& field = slot.field;
  if (field.any_dim) return true;
  const double most = largest_of(field.dim);
  if (std::abs(number) > most && std::isinf(field.max))
    return slot.fail(fmt::format("{} of at most {:.0e} {}: nothing is so large",
                                 expected_number(field), most, field.dim.unit()));
  constexpr double turn = 2 * std::numbers::pi * (1 + 1e-6);
  if (field.dim == dim::angle && !has_unit && std::abs(number) > turn)
    return slot.fail(
        fmt::format("its unit, such as {} deg: without one it is in radians, and more "
                    "than a turn",
                    slot.node.text));
  return true;
}

bool read_quantity(const Slot& slot, double& value) {
  const YamlNode& node = slot.node;
  if (node.kind != YamlNode::Kind::scalar) return slot.fail(expected_number(slot.field));
  double number = 0;
  bool has_unit = true;
  const std::optional<double> frames = film_frames(node.text);
  if (frames && (slot.field.film_time || slot.field.frames) && allows(slot.field, dim::time)) {
    number = *frames / slot.context.fps;
    if (slot.written) slot.written->frames = frames;
  } else {
    Quantity q;
    try {
      q = parse_quantity(node.text);
    } catch (const std::invalid_argument& e) {
      if (frames && allows(slot.field, dim::time))
        return slot.fail("a time in simulated seconds: film frames have no meaning here");
      return slot.fail(not_a_quantity(slot, e.what()));
    }
    if (q.has_unit && !allows(slot.field, q.dimension)) {
      const std::string is = q.dimension.name();
      slot.context.findings.add(
          slot.place(), slot.key,
          is.empty() ? in_quotes(node.text) : fmt::format("{} ({})", in_quotes(node.text), is),
          expected_number(slot.field));
      return false;
    }
    if (!q.has_unit && node.quoted)
      return slot.fail(expected_number(slot.field) + ", without the quotation marks");
    if (q.has_unit && slot.written) slot.written->dimension = q.dimension;
    number = q.value;
    has_unit = q.has_unit;
  }
  if (!is_sensible(slot, number, has_unit)) return false;
  if (!in_range(slot.field, number)) return slot.fail(expected_number(slot.field));
  value = number;
  return true;
}

template <class Whole>
bool read_whole(const Slot& slot, Whole& value) {
  std::string expected = "a whole number" + range_text(slot.field);
  if (std::is_unsigned_v<Whole>) expected = "a whole number from 0 to 2^64 - 1";
  if (!is_plain_scalar(slot.node)) return slot.fail(expected);
  const std::string& text = slot.node.text;
  Whole number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return slot.fail(expected);
  if (!in_range(slot.field, static_cast<double>(number))) return slot.fail(expected);
  value = number;
  return true;
}

double linear_from_srgb(double c) {
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

bool read_color(const Slot& slot, Vec3& value) {
  static constexpr const char* expected = "a colour: [r, g, b] linear, or \"#rrggbb\"";
  const YamlNode& node = slot.node;
  if (node.kind == YamlNode::Kind::null)
    return slot.fail(std::string(expected) + " (in quotes: # begins a comment)");
  if (node.kind != YamlNode::Kind::scalar) return slot.fail(expected);
  const std::string& text = node.text;
  if (text.size() != 7 || text[0] != '#') return slot.fail(expected);
  Vec3 color;
  for (int i = 0; i < 3; ++i) {
    unsigned byte = 0;
    const char* begin = text.data() + 1 + 2 * i;
    const auto [end, error] = std::from_chars(begin, begin + 2, byte, 16);
    if (error != std::errc() || end != begin + 2) return slot.fail(expected);
    color[i] = linear_from_srgb(byte / 255.0);
  }
  value = color;
  return true;
}

template <class Vec>
bool read_vector(const Slot& slot, Vec& value, const std::string& expected) {
  constexpr int size = Vec::RowsAtCompileTime;
  if (slot.node.kind != YamlNode::Kind::sequence || slot.node.items.size() != size)
    return slot.fail(expected);
  Vec vector;
  bool good = true;
  for (int i = 0; i < size; ++i) {
    const std::string key = fmt::format("{}[{}]", slot.key, i);
    const YamlNode& item = slot.node.items[static_cast<std::size_t>(i)];
    good = read(Slot{item, key, slot.field, slot.context, slot.written}, vector[i]) && good;
  }
  if (good) value = vector;
  return good;
}

// Reads a list of scalars, or one of them alone.
template <class T>
bool read_list(const Slot& slot, std::vector<T>& value, const char* expected) {
  if (slot.node.kind == YamlNode::Kind::mapping || slot.node.kind == YamlNode::Kind::null)
    return slot.fail(expected);
  std::vector<T> list;
  bool good = true;
  const auto add = [&](const YamlNode& node, const std::string& key) {
    list.emplace_back();
    Written written;
    good = read(Slot{node, key, slot.field, slot.context, &written}, list.back()) && good;
    if (slot.written) slot.written->dimensions.push_back(written.dimension);
  };
  if (slot.node.kind == YamlNode::Kind::scalar) add(slot.node, slot.key);
  for (std::size_t i = 0; i < slot.node.items.size(); ++i)
    add(slot.node.items[i], fmt::format("{}[{}]", slot.key, i));
  if (good) value = std::move(list);
  return good;
}

}  // namespace

bool Slot::fail(const std::string& expected) const {
  context.findings.add(place(), key, describe(node), expected);
  return false;
}

std::string expected_number(const Field& field) {
  if (field.any_dim) return "a number, with or without a unit" + range_text(field);
  std::vector<std::string> words = {describe(field.dim)};
  for (const Dimension& dimension : field.or_dim) words.push_back(describe(dimension));
  return alternatives(words) + range_text(field);
}

std::string expected_vector(const Field& field) {
  if (field.color) return "a colour: [r, g, b] linear, or \"#rrggbb\"";
  return "a list [x, y, z], each " + expected_number(field);
}

bool read(const Slot& slot, bool& value) {
  if (is_plain_scalar(slot.node) && (slot.node.text == "true" || slot.node.text == "false")) {
    value = slot.node.text == "true";
    return true;
  }
  return slot.fail("true or false");
}

bool read(const Slot& slot, int& value) { return read_whole(slot, value); }
bool read(const Slot& slot, std::uint64_t& value) { return read_whole(slot, value); }
bool read(const Slot& slot, double& value) { return read_quantity(slot, value); }

bool read(const Slot& slot, std::string& value) {
  if (slot.node.kind != YamlNode::Kind::scalar) return slot.fail("a text");
  if (slot.node.text.empty() && slot.field.required) return slot.fail("a text that is not empty");
  value = slot.node.text;
  return true;
}

bool read(const Slot& slot, Vec2& value) {
  return read_vector(slot, value, "a list [x, y], each " + expected_number(slot.field));
}

bool read(const Slot& slot, Vec3& value) {
  if (slot.field.color && slot.node.kind != YamlNode::Kind::sequence)
    return read_color(slot, value);
  return read_vector(slot, value, expected_vector(slot.field));
}

bool read(const Slot& slot, RotationSpec& value) {
  static constexpr const char* expected = "an axis and an angle, such as `x -45 deg`";
  if (slot.node.kind != YamlNode::Kind::scalar) return slot.fail(expected);
  const std::string& text = slot.node.text;
  if (text.size() < 3 || text[0] < 'x' || text[0] > 'z' || text[1] != ' ')
    return slot.fail(expected);
  try {
    const Quantity angle = parse_quantity(std::string_view(text).substr(2));
    if (angle.has_unit && !angle.dimension.same_as(dim::angle)) return slot.fail(expected);
    value = {text[0], angle.value};
    return true;
  } catch (const std::invalid_argument&) {
    return slot.fail(expected);
  }
}

bool read(const Slot& slot, std::vector<RotationSpec>& value) {
  return read_list(slot, value, "a list of rotations, such as [x -45 deg, y 90 deg]");
}

bool read(const Slot& slot, std::vector<std::string>& value) {
  return read_list(slot, value, "a name or a list of names");
}

bool read(const Slot& slot, std::vector<double>& value) {
  const std::string expected =
      fmt::format("{}, or a list of such numbers", expected_number(slot.field));
  return read_list(slot, value, expected.c_str());
}

bool read(const Slot& slot, ChangeNames& value) {
  if (slot.node.kind != YamlNode::Kind::mapping)
    return slot.fail(fmt::format("a mapping from names of {} to what differs in them", slot.key));
  constexpr std::size_t most = 20'000;
  if (slot.node.entries.size() > most) {
    slot.context.findings.add(slot.place(), slot.key,
                              fmt::format("{} {}", slot.node.entries.size(), slot.key),
                              fmt::format("at most {}", most));
    return false;
  }
  constexpr const char* sound = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.";
  std::vector<std::string> names;
  bool good = true;
  for (const YamlEntry& entry : slot.node.entries) {
    names.push_back(entry.key);
    if (!entry.key.empty() && entry.key.find_first_not_of(sound) == entry.key.npos) continue;
    slot.context.findings.add(
        entry.place(), slot.key, in_quotes(entry.key),
        "a name of letters, digits, `_`, `-` and `.`, as files are named after it");
    good = false;
  }
  if (good) value.names = std::move(names);
  return good;
}

bool read_choice(const Slot& slot, const std::vector<std::string>& names, std::size_t& index) {
  std::string expected = alternatives(names);
  if (slot.node.kind != YamlNode::Kind::scalar) return slot.fail(expected);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] != slot.node.text) continue;
    index = i;
    return true;
  }
  const std::string close = nearest(slot.node.text, names);
  if (!close.empty()) expected += fmt::format(" (did you mean {}?)", close);
  return slot.fail(expected);
}

}  // namespace gambol
