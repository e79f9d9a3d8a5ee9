// The laws of contact as a shot's specs state them.

#include "simulation/contact_laws.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "simulation/state/state.h"

namespace gambol::testing {
namespace {

ContactLaw law_of(const ContactSpec& spec) {
  return contact_law(spec, {.mass = 1}, FrictionModel::damper, 0);
}

TEST(ContactLaws, ScalesByMassAndFollowsItsFrictionCurve) {
  const auto held = std::make_unique<GroundSpec>();  // gcc 12 warns of one on the stack
  GroundSpec& spec = *held;
  const auto cast = std::make_unique<CastSpec>();
  spec.height = 0.3;
  spec.contact.strength = 17.5;
  spec.contact.friction.keys = {{0, 0.7}, {1, 0.1}};
  const GroundLaw g = ground_law(spec, *cast, {.mass = 4}, 0.5);
  EXPECT_DOUBLE_EQ(g.law.strength, 70);
  EXPECT_NEAR(g.law.friction, 0.4, 1e-12);
  spec.contact.scale = MassScale::none;
  EXPECT_DOUBLE_EQ(ground_law(spec, *cast, {.mass = 4}, 0.5).law.strength, 17.5);
}

TEST(ContactLaws, KeepTheModelOfFriction) {
  ContactSpec spec;
  spec.friction_model = FrictionModel::damper;
  EXPECT_EQ(law_of(spec).friction_law, FrictionLaw::damper);
  spec.friction_model = FrictionModel::coulomb;
  EXPECT_EQ(law_of(spec).friction_law, FrictionLaw::coulomb);
  EXPECT_EQ(law_of(spec).friction_stiffness, 0);
  spec.friction_model = FrictionModel::stick;
  spec.friction_stiffness = 30;
  EXPECT_EQ(law_of(spec).friction_law, FrictionLaw::damper);
  EXPECT_EQ(law_of(spec).friction_stiffness, 30);
}

TEST(ContactLaws, ScaleThePadsForcesByMass) {
  StickySpec spec;
  spec.break_force = 10;
  spec.pull_force = 1;
  spec.damping = 0.03;
  spec.strength = 17.5;
  const PadLaw law = pad_law(spec, {.mass = 4});
  EXPECT_DOUBLE_EQ(law.strength, 70);
  EXPECT_DOUBLE_EQ(law.break_force, 40);
  EXPECT_DOUBLE_EQ(law.pull_force, 4);
  EXPECT_DOUBLE_EQ(law.damping, 0.03);
}

// Half the weight at each of two points, on a figure twice as large in all directions: it sinks in
// by twice as much, in the time that it takes to fall twice as far.
TEST(ContactLaws, ThatAreOpenFollowFromTheFiguresSize) {
  const ContactScale small{.mass = 2, .height = 0.5}, large{.mass = 16, .height = 1};
  const ContactLaw a = contact_law({}, small, FrictionModel::stick, 0),
                   b = contact_law({}, large, FrictionModel::stick, 0);
  const auto sinks = [](const ContactLaw& law, double force) {
    return std::log(1 + force / law.strength) / law.rise;
  };
  EXPECT_NEAR(sinks(b, large.weight() / 2), 2 * sinks(a, small.weight() / 2), 1e-12);
  EXPECT_NEAR(b.friction_stiffness / a.friction_stiffness, 8 / 2.0, 1e-12);
  EXPECT_NEAR(b.damping / a.damping, 8 / std::sqrt(2.0), 1e-12);
  EXPECT_GT(a.friction_stiffness, 0);
  EXPECT_EQ(contact_law({}, small, FrictionModel::damper, 0).friction_stiffness, 0);
}

// A limb in another is pressed out softly; what an author writes holds for both.
TEST(ContactLaws, OfOneFigureAreSofterUnlessTheyAreWritten) {
  const ContactScale size{.mass = 68, .height = 1.7};
  const ContactLaw own = law_between_bodies({}, size, true, 0),
                   others = law_between_bodies({}, size, false, 0);
  EXPECT_NEAR(own.stiffness, 3 * size.weight() / size.height, 1e-9);
  EXPECT_NEAR(others.stiffness, 180 * size.weight() / size.height, 1e-9);
  EXPECT_LT(own.damping, others.damping);
  EXPECT_EQ(own.strength, 0);
  ContactSpec spec;
  spec.stiffness = 500;
  spec.damping = 7;
  for (const bool same : {true, false}) {
    EXPECT_EQ(law_between_bodies(spec, size, same, 0).stiffness, 500);
    EXPECT_EQ(law_between_bodies(spec, size, same, 0).damping, 7);
  }
}

TEST(ContactLaws, AreOverriddenByWhatCuesHaveSet) {
  ContactSpec spec;
  WorldSettings settings;
  ContactLaw law = law_of(spec);
  settings.override_law(0, law);
  EXPECT_EQ(law.friction, spec.friction.at(0));
  EXPECT_EQ(law.restitution, spec.restitution);
  settings.friction = Ramp{0, 2, 0, 0.25};
  settings.override_law(1, law);
  EXPECT_EQ(law.friction, 0.125);
  EXPECT_EQ(law.restitution, spec.restitution);
}

}  // namespace
}  // namespace gambol::testing
