// A kind of controller that the program does not know (tests/shot/controllers/toy and
// tests/control/toy) is added by a line in a list, and does all that the program's kinds do. A kind
// that lacks a part does not compile.

#include <gtest/gtest.h>

#include "control/controller_memory.h"
#include "control/toy/toy.h"
#include "schema/loader.h"
#include "schema/settable.h"
#include "schema/yaml_tree.h"
#include "shot/controllers/controller_box.h"
#include "shot/controllers/controller_kinds.h"
#include "simulation/state/state_visitors.h"
#include "support/figures.h"

namespace gambol {

// The list of the program, and one line.
using KindsWithToy = KindList<OscillatorGaitSpec, MotorScriptSpec, KinematicGaitSpec, ServoSpec,
                              LegFramesSpec, SpectralSpec,  //
                              ToySpec>;
using KindWithToy = ControllerBox<KindsWithToy>;
template class ControllerBox<KindsWithToy>;

namespace {

struct Owner {
  Place place;
  std::string name;
  KindWithToy kind;
};
void fields(Fields& v, Owner& o) { v.variant("type", o.kind, {.help = "the kind"}); }

Owner read(const std::string& yaml, Findings& findings) {
  LoadContext context{"o.yaml", findings};
  Owner owner;
  load_document(context, parse_yaml("walker: o\n" + yaml, "o.yaml", findings.problems), "walker",
                owner, owner.name);
  return owner;
}

TEST(ANewKindOfController, IsReadByItsName) {
  Findings findings;
  const Owner owner = read("type: toy\nrate: 120 rpm\npause: 500 ms\n", findings);
  EXPECT_EQ(findings.problems.size(), 1U);  // rpm is no frequency: the rate keeps its default
  const auto* toy = owner.kind.as<ToySpec>();
  ASSERT_NE(toy, nullptr);
  EXPECT_EQ(toy->pause, 0.5);
  EXPECT_EQ(owner.kind.name(), "toy");

  Findings others;
  EXPECT_EQ(read("type: script\n", others).kind.name(), "script");
  EXPECT_TRUE(others.problems.empty());
  read("type: toi\n", others);
  ASSERT_EQ(others.problems.size(), 1U);
  EXPECT_NE(others.problems[0].to_string().find("toy"), std::string::npos);
}

TEST(ANewKindOfController, AnswersForItself) {
  KindWithToy kind(ToySpec{Curve(200.0)});
  EXPECT_TRUE(kind.oscillates());
  EXPECT_FALSE(kind.commands_steps());
  EXPECT_FALSE(kind.reverses());
  EXPECT_FALSE(kind.has_goals());
  EXPECT_EQ(kind.reflexes().reflexes, nullptr);
  EXPECT_EQ(kind.plan(), nullptr);
  EXPECT_FALSE(kind.path());
  EXPECT_TRUE(kind.commands(FigureSpec()).drives.empty());
  EXPECT_EQ(kind.commands(FigureSpec()).rests, std::vector<std::string>{"hand"});
  ControllerSpec controller;
  Findings findings;
  kind.complete(controller, findings);
  EXPECT_EQ(kind.as<ToySpec>()->pause, 0.25);
  const std::vector<std::string> none;
  kind.check(controller, {nullptr, none}, findings);
  ASSERT_EQ(findings.problems.size(), 1U);
  kind.check_set(FigureSpec(), {"rate", 1, Place()}, findings);
  EXPECT_EQ(findings.problems.size(), 2U);
}

TEST(ANewKindOfController, LetsCuesSetWhatItDeclares) {
  const KindWithToy kind(ToySpec{Curve(3.0)});
  EXPECT_TRUE(kind.is_settable("rate"));
  EXPECT_FALSE(kind.is_settable("pause"));
  EXPECT_EQ(kind.value_at("rate", 1), 3);
  const auto all = KindWithToy::settable_fields();
  const auto known = ControllerKind::settable_fields();
  ASSERT_EQ(all.size(), known.size() + 1);
  EXPECT_EQ(all.back().name, "rate");
}

TEST(ANewKindOfController, IsCopiedWithItsSpec) {
  const KindWithToy kind(ToySpec{Curve(3.0)});
  KindWithToy copy = kind;
  copy.as<ToySpec>()->pause = 2;
  EXPECT_EQ(kind.as<ToySpec>()->pause, 0);
  copy = kind;
  EXPECT_EQ(copy.as<ToySpec>()->pause, 0);
}

// One figure's toy, ticked by hand.
struct Ticking {
  FigureSpec figure = testing::solid_figure("box", {});
  Model model = make_model(figure);
  std::vector<Actuator> actuators;
  ControllerSpec spec;
  std::unique_ptr<ControllerOf<ToyMemories>> toy;
  Workspace work{model};
  Eigen::VectorXd q = initial_q(model, {}), v = Eigen::VectorXd::Zero(model.nv());
  std::vector<GroundContact> contacts;
  Goals goals;
  Command command;

  explicit Ticking(const ToySpec& of)
      : toy(make_any<ControllerOf<ToyMemories>>(std::variant<ToySpec>(of),
                                                {spec, figure, model, actuators})) {
    command.outputs.resize(toy->outputs().size());
  }
  double beats_at(double time, double dt, ToyMemories& memory) {
    toy->tick({time, dt, model, q, v, work, contacts, actuators, goals}, memory, command);
    return command.outputs[0];
  }
};

TEST(ANewKindOfController, IsMadeAndTicks) {
  Ticking t(ToySpec{Curve(2.0)});
  ToyMemories memory = t.toy->start();
  EXPECT_EQ(t.beats_at(0, 0, memory), 0);
  EXPECT_EQ(t.beats_at(0.5, 0.5, memory), 1);
  t.toy->obey(SetField{"rate", 2, 4, 0}, 0.5, memory, t.goals);
  EXPECT_EQ(t.beats_at(1, 0.5, memory), 3);
}

TEST(ANewKindOfController, IsStoredWithItsMemory) {
  Ticking t(ToySpec{Curve(2.0)});
  using Memories = MemoryOf<KindsWithToy>::Any;
  Memories memory = ToyMemory{1.5, 7};
  StateWriter writer;
  writer(memory);
  Memories again = OscillatorMemory();
  StateReader reader(writer.bytes);
  reader(again);
  EXPECT_TRUE(reader.at_end());
  ASSERT_TRUE(std::holds_alternative<ToyMemory>(again));
  EXPECT_EQ(std::get<ToyMemory>(again).begun, 1.5);
  EXPECT_EQ(std::get<ToyMemory>(again).beats, 7);
  ClockShift shift(10);
  shift(again);
  EXPECT_EQ(std::get<ToyMemory>(again).begun, 11.5);
  EXPECT_EQ(std::get<ToyMemory>(again).beats, 7);
}

}  // namespace

// A kind that lacks one part. Each part is a base class, which is there unless it is left out.
namespace partial {
enum class Part {
  none,
  name,
  fields,
  commands_steps,
  oscillates,
  reverses,
  has_goals,
  keeps_stance,
  complete,
  check,
  commands,
  check_set,
  vary,
  path,
  plan,
  reflexes,
  memory,
  members,
  make
};
template <Part left_out>
struct PartialSpec {};
template <Part left_out>
requires(left_out != Part::fields) void fields(Fields&, PartialSpec<left_out>&) {}
template <Part part, class S>
struct Answer {};
template <class S>
struct Answer<Part::commands_steps, S> {
  static constexpr bool commands_steps = false;
};
template <class S>
struct Answer<Part::oscillates, S> {
  static constexpr bool oscillates = false;
};
template <class S>
struct Answer<Part::reverses, S> {
  static constexpr bool reverses = false;
};
template <class S>
struct Answer<Part::has_goals, S> {
  static constexpr bool has_goals = false;
};
template <class S>
struct Answer<Part::keeps_stance, S> {
  static constexpr bool keeps_stance = false;
};
template <class S>
struct Answer<Part::complete, S> {
  static void complete(const ControllerSpec&, S&, Findings&) {}
};
template <class S>
struct Answer<Part::check, S> {
  static void check(const ControllerSpec&, const S&, const ControlledFigure&, Findings&) {}
};
template <class S>
struct Answer<Part::commands, S> {
  static CommandedDofs commands(const S&, const FigureSpec&) { return {}; }
};
template <class S>
struct Answer<Part::check_set, S> {
  static void check_set(const S&, const FigureSpec&, const SetByCue&, Findings&) {}
};
template <class S>
struct Answer<Part::vary, S> {
  static bool vary(S&, const Variation&) { return false; }
};
template <class S>
struct Answer<Part::path, S> {
  static std::optional<FollowedPath> path(const S&) { return {}; }
};
template <class S>
struct Answer<Part::plan, S> {
  static const GaitPlan* plan(const S&) { return nullptr; }
};
template <class S>
struct Answer<Part::reflexes, S> {
  static ReflexesOfSteps reflexes(S&) { return {}; }
  static std::vector<FrameOfLegs> frames(const S&) { return {}; }
  static std::vector<std::string> programs(const S&) { return {}; }
  static bool rests(const S&, const std::string&) { return false; }
};
struct PartialMemory {};
template <class V>
void members(V&, PartialMemory&) {}
struct MemoryWithoutMembers {};
template <class S>
struct Answer<Part::memory, S> {
  using Memory = PartialMemory;
};
template <class S>
struct Answer<Part::members, S> {
  using Memory = MemoryWithoutMembers;
};
template <class S>
struct Answer<Part::make, S> {
  static std::unique_ptr<Controller> make(const S&, const ControllerMakings&) { return {}; }
};

template <Part part, Part left_out>
struct Unless : Answer<part == left_out ? Part::none : part, PartialSpec<left_out>> {};
}  // namespace partial
using partial::Part, partial::PartialSpec, partial::Unless;

template <Part left_out>
requires(left_out != Part::name) inline constexpr std::string_view
    variant_name<PartialSpec<left_out>> = "partial";
template <Part left_out>
struct ControllerTrait<PartialSpec<left_out>> : Unless<Part::commands_steps, left_out>,
                                                Unless<Part::oscillates, left_out>,
                                                Unless<Part::reverses, left_out>,
                                                Unless<Part::has_goals, left_out>,
                                                Unless<Part::keeps_stance, left_out>,
                                                Unless<Part::complete, left_out>,
                                                Unless<Part::check, left_out>,
                                                Unless<Part::commands, left_out>,
                                                Unless<Part::check_set, left_out>,
                                                Unless<Part::vary, left_out>,
                                                Unless<Part::path, left_out>,
                                                Unless<Part::plan, left_out>,
                                                Unless<Part::reflexes, left_out> {};
template <Part left_out>
struct ControllerPlug<PartialSpec<left_out>>
    : partial::Answer<left_out == Part::memory    ? Part::none
                      : left_out == Part::members ? Part::members
                                                  : Part::memory,
                      PartialSpec<left_out>>,
      Unless<Part::make, left_out> {};

template <Part left_out>
inline constexpr bool described = DescribedKind<PartialSpec<left_out>>;
template <Part left_out>
inline constexpr bool remembers = KindWithMemory<PartialSpec<left_out>>;
template <Part left_out>
inline constexpr bool makes = KindThatMakes<PartialSpec<left_out>, Controller>;

// What the lists assert (ControllerBox::settable_fields(), MemoryOf, make_any()).
static_assert(described<Part::none> && remembers<Part::none> && makes<Part::none>);
static_assert(!described<Part::name>);
static_assert(!described<Part::fields>);
static_assert(!described<Part::commands_steps>);
static_assert(!described<Part::oscillates>);
static_assert(!described<Part::reverses>);
static_assert(!described<Part::has_goals>);
static_assert(!described<Part::keeps_stance>);
static_assert(!described<Part::complete>);
static_assert(!described<Part::check>);
static_assert(!described<Part::commands>);
static_assert(!described<Part::check_set>);
static_assert(!described<Part::vary>);
static_assert(!described<Part::path>);
static_assert(!described<Part::plan>);
static_assert(!described<Part::reflexes>);
static_assert(!remembers<Part::memory>);
static_assert(!remembers<Part::members>);
static_assert(!makes<Part::make>);

}  // namespace gambol
