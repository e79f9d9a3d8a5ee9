// Hashes notice every field that an author can write, and no field that he leaves as it is.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

#include "figure/figure_spec.h"
#include "figure/fractions_spec.h"
#include "figure/genome_spec.h"
#include "gait/gait_spec.h"
#include "schema/canonical.h"
#include "schema/fields.h"
#include "schema/loader.h"
#include "shot/actor_spec.h"
#include "shot/controllers/controller_spec.h"
#include "shot/controllers/oscillators/reflex_spec.h"
#include "shot/evolution_spec.h"
#include "shot/file_kinds.h"
#include "shot/run_spec.h"
#include "shot/sequence_spec.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

struct ToyWheel {
  double radius = 0.5;
  int spokes = 8;
};
void fields(Fields& v, ToyWheel& w) {
  v.field("radius", w.radius, {});
  v.field("spokes", w.spokes, {});
}

struct ToyCart {
  std::string name;
  double speed = 2;
  ToyWheel wheel = {.radius = 3};
  std::vector<ToyWheel> wheels;
};
void fields(Fields& v, ToyCart& c) {
  v.field("name", c.name, {});
  v.field("speed", c.speed, {});
  v.field("wheel", c.wheel, {});
  v.field("wheels", c.wheels, {});
}

// The same with fields that came later.
struct ToyWheelNow : ToyWheel {
  std::vector<double> holes = {1, 2};
};
void fields(Fields& v, ToyWheelNow& w) {
  v.field("holes", w.holes, {});
  fields(v, static_cast<ToyWheel&>(w));
}

struct ToyCartNow {
  std::string name, driver = "nobody";
  double speed = 2;
  ToyWheelNow wheel = [] {
    ToyWheelNow wheel;
    wheel.radius = 3;
    return wheel;
  }();
  std::vector<ToyWheelNow> wheels;
  std::optional<ToyWheelNow> spare;
};
void fields(Fields& v, ToyCartNow& c) {
  v.field("driver", c.driver, {});
  v.field("name", c.name, {});
  v.field("speed", c.speed, {});
  v.field("wheel", c.wheel, {});
  v.field("wheels", c.wheels, {});
  v.field("spare", c.spare, {});
}

template <class S>
std::string motion_text(const S& spec) {
  return canonical_text(spec, Touches::motion);
}

TEST(HashedFields, AFieldThatIsAddedWithADefaultChangesNoHash) {
  ToyCart cart;
  ToyCartNow now;
  EXPECT_EQ(motion_text(now), motion_text(cart));
  cart.name = now.name = "a cart";
  cart.wheel.spokes = now.wheel.spokes = 5;
  cart.wheels.resize(2);
  now.wheels.resize(2);
  cart.wheels[1].radius = now.wheels[1].radius = 3;
  EXPECT_EQ(motion_text(now), motion_text(cart));
  const std::string before = motion_text(now);
  now.wheels[0].holes.pop_back();
  EXPECT_NE(motion_text(now), before);
}

TEST(HashedFields, AValueAnywhereTellsItselfFromItsDefault) {
  const ToyCart fresh;
  ToyCart cart;
  cart.wheel.radius = ToyWheel().radius;  // the default of a wheel, but not of this one
  EXPECT_NE(motion_text(cart), motion_text(fresh));
  cart = fresh;
  cart.wheels.emplace_back();
  EXPECT_NE(motion_text(cart), motion_text(fresh));
}

// Writes each declared field of a kind of file with its default, with one value and with another.
template <class S>
class EachField {
 public:
  explicit EachField(const char* kind) : kind_(kind) {}

  void check(const FieldInfo& info) {
    const Within whole = [](const std::string& inner) { return inner; };
    // The key that names the kind, and the version, are none of the struct's.
    const std::vector<FieldInfo> own(info.fields.begin() + 2, info.fields.end());
    try_fields(own, whole, Touches::motion, "");
    try_alternatives(info, whole, Touches::motion, "");
  }
  int tried() const { return tried_; }

 private:
  using Within = std::function<std::string(const std::string&)>;  // the text around a field

  void try_fields(const std::vector<FieldInfo>& fields, const Within& within, Touches touches,
                  const std::string& path) {
    for (const FieldInfo& field : fields)
      try_field(field, within, std::max(touches, field.field.touches), path + "." + field.name);
  }

  void try_alternatives(const FieldInfo& info, const Within& within, Touches touches,
                        const std::string& path) {
    for (const FieldInfo::Alternative& one : info.alternatives)
      try_fields(
          one.fields,
          [&](const std::string& inner) {
            return within(fmt::format("{}: {}, {}", info.alternative_key, one.name, inner));
          },
          touches, path + "(" + one.name + ")");
  }

  void try_field(const FieldInfo& field, const Within& within, Touches touches,
                 const std::string& path) {
    // A declaration that several structs share is tried once. Keys of a shape mean nothing one by
    // one; no member of a Shape is missing (fields() of ShapeSpec).
    if (!known_.insert({field.name, field.field.help}).second || is_shape(field)) return;
    const bool is_list = field.kind == ValueKind::structures;
    if (is_list || field.kind == ValueKind::structure) {
      const Within inside = [&](const std::string& inner) {
        const char* form = is_list ? "{}: [{{{}}}]" : "{}: {{{}}}";
        return within(fmt::format(fmt::runtime(form), field.name, inner));
      };
      try_fields(field.fields, inside, touches, path);
      try_alternatives(field, inside, touches, path);
      return;
    }
    if (!field.fallback.empty() && !is_rounded(path)) {
      const char* form = field.kind == ValueKind::text ? "{}: \"{}\"" : "{}: {}";
      const std::string written =
          within(fmt::format(fmt::runtime(form), field.name, field.fallback));
      EXPECT_EQ(text(written, touches), text(within(""), touches)) << path << ": " << written;
    }
    const auto [one, other] = values(field);
    if (one != other)
      compare(within(fmt::format("{}: {}", field.name, one)),
              within(fmt::format("{}: {}", field.name, other)), touches, path);
  }

  void compare(const std::string& one, const std::string& other, Touches touches,
               const std::string& path) {
    ++tried_;
    EXPECT_NE(text(one, touches), text(other, touches)) << path << ": " << one;
    if (touches == Touches::motion) return;
    const auto less = static_cast<Touches>(static_cast<int>(touches) - 1);
    EXPECT_EQ(text(one, less), text(other, less)) << path << ": " << one;
  }

  // What is missing beside the field does not matter here.
  std::string text(const std::string& fields, Touches touches) const {
    Findings findings;
    LoadContext context{"it.yaml", findings};
    S spec;
    std::string name;
    const YamlNode tree =
        parse_yaml(fmt::format("{{{}: it, {}}}\n", kind_, fields), "it.yaml", findings.problems);
    load_document(context, tree, kind_, spec, name);
    return canonical_text(spec, touches);
  }

  // Defaults that are not quite what `explain` says: 0.0349 rad is told as 2 deg.
  static bool is_rounded(const std::string& path) {
    constexpr std::array rounded = {"camera.shutter", "fibre.tilt", "lights.angle",
                                    "sky.sun_angle"};
    return std::any_of(rounded.begin(), rounded.end(),
                       [&](const char* end) { return path.ends_with(end); });
  }

  static bool is_shape(const FieldInfo& field) {
    return std::any_of(field.fields.begin(), field.fields.end(),
                       [](const FieldInfo& key) { return key.name == "capsule"; });
  }

  // Two values that the field takes.
  static std::pair<std::string, std::string> values(const FieldInfo& info) {
    const auto numbers = [&](const char* form) {
      const auto [a, b] = numbers_within(info.field);
      return std::pair(fmt::format(fmt::runtime(form), a), fmt::format(fmt::runtime(form), b));
    };
    switch (info.kind) {
      case ValueKind::boolean:
        return {"true", "false"};
      case ValueKind::whole:
      case ValueKind::number:
      case ValueKind::curve:
        return numbers("{0}");
      case ValueKind::text:
        return {"a", "b"};
      case ValueKind::texts:
        return {"[a]", "[b]"};
      case ValueKind::numbers:
        return numbers("[{0}]");
      case ValueKind::pair:
        return numbers("[{0}, {0}]");
      case ValueKind::table:
        return numbers("[[{0}, {0}]]");
      case ValueKind::vector:
      case ValueKind::vector_curve:
        return numbers("[{0}, {0}, {0}]");
      case ValueKind::choice:
        return {info.choices.front(), info.choices.back()};
      case ValueKind::rotations:
        return {"x 0.1", "x 0.2"};
      case ValueKind::structure:
      case ValueKind::structures:
      case ValueKind::changes:
        break;
    }
    return {};
  }

  static std::pair<double, double> numbers_within(const Field& f) {
    const double least = f.positive ? std::max(f.min, 0.0) : f.min;
    if (std::isinf(least)) return {std::min(f.max, 2.0) - 1, std::min(f.max, 2.0)};
    const double most = std::min(f.max, least + 4);
    const double step = (most - least) / 4;
    return {least + step, most};
  }

  const char* kind_;
  std::set<std::pair<std::string, const char*>> known_;
  int tried_ = 0;
};

template <class S>
int try_each(const char* kind) {
  EachField<S> each(kind);
  each.check(*find_kind(file_kinds(), kind));
  return each.tried();
}

TEST(HashedFields, CountAsFarAsTheySayAndNotAsByDefault) {
  EXPECT_GT(try_each<ShotSpec>("shot"), 700);
  EXPECT_GT(try_each<FigureSpec>("figure"), 70);
  try_each<SequenceSpec>("sequence");
  try_each<ActorSpec>("actor");
  try_each<ReflexSpec>("reflexes");
  try_each<GaitTable>("gaits");
  try_each<LookSpec>("look");
  try_each<PresetSpec>("preset");
  try_each<RunSpec>("search");
  try_each<FractionsSpec>("fractions");
  try_each<GenomeSpec>("genome");
  try_each<EvolutionSpec>("evolution");
}

}  // namespace
}  // namespace gambol
