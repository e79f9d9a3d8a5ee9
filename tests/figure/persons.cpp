// Figures scaled to persons of other heights and masses: figure/scale_to_person.h.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "figure/joint_motion.h"
#include "figure/rest_posture.h"
#include "support/files.h"

namespace gambol {
namespace {

// A trunk with two legs, an arm that slides, springs of every kind; 1.7 m tall.
const std::string standing = R"(figure: f
stature: 1.7 m
density: 1000 kg/m3
mirror: {from: left, to: right}
bodies:
  - {name: trunk, shapes: [{box: [20 cm, 40 cm, 60 cm], at: [0, 0, 30 cm]}]}
  - name: head
    parent: trunk
    at: [0, 0, 60 cm]
    joint: {axis: [0, 1, 0]}
    shapes: [{box: [20 cm, 16 cm, 25 cm], at: [0, 0, 12.5 cm], edge: 2 cm}, {sphere: 5 cm, at: [0, 0, 5 cm]}]
  - name: left_leg
    parent: trunk
    at: [0, 10 cm, 0]
    joint: {axis: [0, 1, 0], initial: 0}
    shapes: [{cylinder: {radius: 7 cm, length: 75 cm, end_radius: 9 cm}, at: [0, 0, -37.5 cm], rotate: [x 90 deg]}]
  - name: left_foot
    parent: left_leg
    at: [0, 0, -75 cm]
    joint: {axis: [0, 1, 0], armature: 0.1 kg*m2, most_torque: 50 N*m}
    shapes: [{box: [25 cm, 9 cm, 10 cm], at: [5 cm, 0, -5 cm]}]
    cushion: {strength: 80 N, rise: 200, stiffness: 3000 N/m, damping: 90 N*s/m}
  - name: slider
    parent: trunk
    at: [10 cm, 0, 40 cm]
    joint: {type: prismatic, axis: [1, 0, 0], initial: 2 cm, limits: [0, 10 cm]}
    shapes: [{capsule: {radius: 3 cm, length: 20 cm}}]
actuators:
  - {type: exponential_spring, joints: [head, left_leg, left_foot], strength: 60 N*m, rise: 10}
  - {type: damper, joints: [head, left_leg, left_foot], damping: 5 N*m*s}
  - {type: linear_spring, joints: [slider], stiffness: 100 N/m, rest: 3 cm}
  - {type: damper, joints: [slider], damping: 10 N*s/m}
  - {type: linear_spring, joints: [head], stiffness: 2 N*m/kg, scale: distal_mass}
legs:
  - {name: left, side: left, row: 0, feet: [left_foot], tip: [5 cm, 0, -10 cm]}
poses:
  out: {joints: {slider: 5 cm, left_leg: 30 deg}}
)";

class Persons : public Files {
 protected:
  FigureSpec figure(const std::string& person = "") {
    return load_figure(write("f.yaml", standing + person));
  }

  static const BodySpec& body(const FigureSpec& f, const std::string& name) {
    for (const BodySpec& b : f.bodies)
      if (b.name == name) return b;
    throw std::logic_error(name);
  }
  static MassProperties mass(const FigureSpec& f, const BodySpec& b) {
    MassProperties all;
    for (const ShapeSpec& s : b.inertia)
      all =
          combine(all, mass_properties(s.shape, s.density.value_or(b.density.value_or(f.density))));
    return all;
  }
  static double mass(const FigureSpec& f) {
    double all = 0;
    for (const BodySpec& b : f.bodies) all += mass(f, b).mass;
    return all;
  }
  static double tallness(const FigureSpec& f) {
    double low = 1e9, high = -1e9;
    const auto X_RB = rest_posture(f);
    for (std::size_t b = 0; b < f.bodies.size(); ++b)
      for (const ShapeSpec& s : f.bodies[b].inertia)
        for (const ContactPoint& p : contact_points(s.shape)) {
          const double z = (X_RB[b] * p.p_B).z();
          low = std::min(low, z - p.radius), high = std::max(high, z + p.radius);
        }
    return high - low;
  }
};

TEST_F(Persons, HaveTheHeightAndTheMassThatTheFileSays) {
  const FigureSpec f = figure("person: {height: 1.2 m, mass: 30 kg}\n");
  EXPECT_NEAR(mass(f), 30, 1e-9);
  EXPECT_NEAR(tallness(f), 1.2, 1e-9);
}

TEST_F(Persons, KeepEverySegmentsShareOfHeightAndMass) {
  const FigureSpec before = figure(), after = figure("person: {height: 1.2 m, mass: 30 kg}\n");
  for (std::size_t b = 0; b < before.bodies.size(); ++b) {
    const BodySpec &old = before.bodies[b], &now = after.bodies[b];
    EXPECT_NEAR(mass(after, now).mass / 30, mass(before, old).mass / mass(before), 1e-9);
    EXPECT_LT((now.at / 1.2 - old.at / 1.7).norm(), 1e-12) << now.name;
  }
}

TEST_F(Persons, WithoutAMassAreSimilar) {
  const FigureSpec before = figure(), after = figure("person: {height: 0.85 m}\n");
  for (std::size_t b = 0; b < before.bodies.size(); ++b) {
    const MassProperties old = mass(before, before.bodies[b]), now = mass(after, after.bodies[b]);
    EXPECT_NEAR(now.mass, old.mass / 8, 1e-9 * old.mass);
    EXPECT_LT((now.com - old.com / 2).norm(), 1e-12);
    EXPECT_LT((now.I_cm - old.I_cm / 32).norm(), 1e-9 * old.I_cm.norm());
  }
}

TEST_F(Persons, KeepTheirDensityWhateverTheirBuild) {
  const FigureSpec before = figure(), after = figure("person: {height: 1.7 m, mass: 150 kg}\n");
  for (const char* name : {"trunk", "left_leg", "head"})
    EXPECT_NEAR(*body(after, name).inertia[0].density, before.density, 1e-6) << name;
  const Vec3 old = body(before, "trunk").inertia[0].shape.size,
             now = body(after, "trunk").inertia[0].shape.size;
  EXPECT_NEAR(now.z(), old.z(), 1e-12);
  EXPECT_NEAR(now.x() / old.x(), std::sqrt(150 / mass(before)), 1e-9);
}

TEST_F(Persons, KeepTheFormOfTheirFeet) {
  const FigureSpec before = figure(), after = figure("person: {height: 1.2 m, mass: 40 kg}\n");
  const Vec3 old = body(before, "right_foot").collision[0].shape.size,
             now = body(after, "right_foot").collision[0].shape.size;
  EXPECT_LT((now / 1.2 - old / 1.7).norm(), 1e-12);
  EXPECT_LT((after.legs[0].tip / 1.2 - before.legs[0].tip / 1.7).norm(), 1e-12);
}

TEST_F(Persons, HaveTorquesInProportionToWeightTimesLength) {
  const FigureSpec before = figure(), after = figure("person: {height: 1.2 m, mass: 30 kg}\n");
  const double length = 1.2 / 1.7, weight = 30 / mass(before), time = std::sqrt(length);
  ASSERT_EQ(after.actuators.size(), before.actuators.size());
  const auto ratio = [&](std::size_t a, double ActuatorSpec::*constant) {
    return after.actuators[a].*constant / before.actuators[a].*constant;
  };
  EXPECT_NEAR(ratio(0, &ActuatorSpec::strength), weight * length, 1e-9);
  EXPECT_NEAR(ratio(0, &ActuatorSpec::rise), 1, 1e-12);
  EXPECT_NEAR(ratio(1, &ActuatorSpec::damping), weight * length * time, 1e-9);
  EXPECT_NEAR(ratio(2, &ActuatorSpec::stiffness), weight / length, 1e-9);
  EXPECT_NEAR(after.actuators[2].rest->at(0), 3e-2 * length, 1e-9);
  EXPECT_NEAR(ratio(3, &ActuatorSpec::damping), weight / length * time, 1e-9);
  // Per kg of the scaled figure.
  EXPECT_NEAR(ratio(4, &ActuatorSpec::stiffness), length, 1e-9);
}

TEST_F(Persons, ScaleWhatSlidesAndNotWhatTurns) {
  const FigureSpec f = figure("person: {height: 0.85 m}\n");
  EXPECT_NEAR(body(f, "slider").joint.initial[0], 1e-2, 1e-12);
  EXPECT_NEAR(body(f, "slider").joint.limits->y(), 5e-2, 1e-12);
  for (const JointTarget& target : f.poses[0].joints)
    EXPECT_NEAR(target.to, target.name == "slider" ? 2.5e-2 : std::numbers::pi / 6, 1e-12);
  EXPECT_NEAR(body(f, "left_foot").joint.armature, 0.1 / 32, 1e-12);
  EXPECT_NEAR(*body(f, "left_foot").joint.most_torque, 50.0 / 16, 1e-9);
}

// Forces in proportion to the mass, deflections to the height, times to its square root. The mirror
// image has the cushion too.
TEST_F(Persons, HaveCushionsOfTheirSize) {
  const FigureSpec f = figure("person: {height: 1.36 m, mass: 40 kg}\n");
  const double m = 40 / mass(figure()), l = 0.8;
  for (const char* foot : {"left_foot", "right_foot"}) {
    ASSERT_TRUE(body(f, foot).cushion) << foot;
    const CushionSpec& c = *body(f, foot).cushion;
    EXPECT_NEAR(c.strength, 80 * m, 1e-9);
    EXPECT_NEAR(c.rise, 200 / l, 1e-9);
    EXPECT_NEAR(c.stiffness, 3000 * m / l, 1e-9);
    EXPECT_NEAR(c.damping, 90 * m / std::sqrt(l), 1e-9);
  }
  EXPECT_FALSE(body(f, "head").cushion);
}

TEST_F(Persons, WithLargeHeadsHaveShorterLegsAndTheSameHeight) {
  const FigureSpec before = figure(), after = figure(R"(
person:
  height: 1.2 m
  mass: 30 kg
  proportions: [{bodies: [head], length: 1.5, girth: 1.5, mass: 2}]
)");
  EXPECT_NEAR(tallness(after), 1.2, 1e-6);
  EXPECT_NEAR(mass(after, body(after, "head")).mass / 30,
              2 * mass(before, body(before, "head")).mass / mass(before), 1e-9);
  EXPECT_NEAR(mass(after), 30, 1e-9);
  EXPECT_LT(body(after, "left_foot").at.norm() / 1.2, body(before, "left_foot").at.norm() / 1.7);
}

TEST_F(Persons, OfAFigureItselfChangeNothing) {
  const FigureSpec before = figure(), after = figure("person: {height: 1.7 m}\n");
  for (std::size_t b = 0; b < before.bodies.size(); ++b) {
    EXPECT_NEAR(mass(after, after.bodies[b]).mass, mass(before, before.bodies[b]).mass, 1e-12);
    EXPECT_EQ(after.bodies[b].at, before.bodies[b].at);
  }
}

TEST_F(Persons, ChangeTheirGirthAlongABodyAndNotTheirMass) {
  const FigureSpec before = figure(), after = figure(R"(
person:
  mass: 200 kg
  proportions:
    - {bodies: [head], profile: [{at: 0, wide: 1.2, deep: 1.5, ahead: 1 cm}, {at: 10 cm}]}
    - {bodies: [left_leg], at: [1, 1.1, 1]}
)");
  EXPECT_NEAR(mass(after), 200, 1e-9);
  EXPECT_LT((body(after, "left_leg").at - Vec3(0, 0.11, 0)).norm(), 1e-12);
  const auto &old = body(before, "head").inertia, &now = body(after, "head").inertia;
  // The box lies at 12.5 cm, beyond the profile; the sphere at 5 cm, in the middle of it.
  const double girth = now[0].shape.size.x() / old[0].shape.size.x();
  EXPECT_NEAR(now[0].shape.size.y() / old[0].shape.size.y(), girth, 1e-12);
  EXPECT_NEAR(now[1].shape.radius / old[1].shape.radius, std::cbrt(girth * girth * 1.1 * 1.25),
              1e-9);
  EXPECT_NEAR(now[1].shape.X_BS.p.x(), 0.5e-2, 1e-12);
  // The density stays: the girth is less by what the profile adds.
  EXPECT_NEAR(*now[0].density, before.density, 0.02 * before.density);
}

// Shares for the figure above.
const std::string thirds = R"(fractions: thirds
segments:
  foot: {bodies: ["*_foot"], along: z, length: 0.06, mass: 0.04}
  leg: {bodies: ["*_leg"], to: "*_foot", length: 0.44, mass: 0.3}
  trunk: {bodies: [trunk, slider], from: "*_leg", to: head, along: z, length: 0.37, mass: 0.58}
  head: {bodies: [head], length: 0.13, mass: 0.08}
  hips: {joints: ["*_leg"], along: y, length: 0.2}
)";

class Fractions : public Persons {
 protected:
  FigureSpec by(const std::string& set, const std::string& more = "") {
    write("thirds.yaml", set);
    return figure("person: {height: 1.5 m, mass: 60 kg, fractions: ./thirds.yaml" + more + "}\n");
  }
  std::string problem(std::string from, const std::string& to) {
    std::string set = thirds;
    set.replace(set.find(from), from.size(), to);
    try {
      by(set);
    } catch (const InputError& e) {
      const Problem& p = e.problems().at(0);
      return p.key + ": found " + p.found + ", expected " + p.expected;
    }
    return "";
  }
};

TEST_F(Fractions, GiveEverySegmentItsShareOfHeightAndMass) {
  const FigureSpec f = by(thirds);
  EXPECT_NEAR(body(f, "left_foot").at.norm(), 0.44 * 1.5, 1e-9);
  EXPECT_NEAR(body(f, "head").at.norm(), 0.37 * 1.5, 1e-9);
  EXPECT_NEAR(body(f, "head").inertia[0].shape.size.z(), 0.13 * 1.5, 1e-9);
  EXPECT_NEAR(tallness(f), 1.5, 1e-9);
  EXPECT_NEAR(mass(f), 60, 1e-9);
  EXPECT_NEAR(mass(f, body(f, "left_leg")).mass, 0.15 * 60, 1e-9);
  EXPECT_NEAR(mass(f, body(f, "head")).mass, 0.08 * 60, 1e-9);
  // Outer sides of the legs, which are 9 cm thick above: the middle is 10 cm off in the figure.
  EXPECT_NEAR(body(f, "left_leg").at.y(), (0.1 * 1.7 - 0.09) * 1.5 / 1.7, 1e-9);
  EXPECT_NEAR(body(f, "right_leg").at.y(), -body(f, "left_leg").at.y(), 1e-12);
}

TEST_F(Fractions, AreMultipliedByProportions) {
  const FigureSpec set = by(thirds),
                   more = by(thirds, ", proportions: [{bodies: [head], length: 1.2, mass: 1.1}]");
  EXPECT_NEAR(tallness(more), 1.5, 1e-6);
  EXPECT_NEAR(mass(more), 60, 1e-9);
  EXPECT_NEAR(mass(more, body(more, "head")).mass, 1.1 * 0.08 * 60, 1e-9);
  const auto head = [](const FigureSpec& f) { return body(f, "head").inertia[0].shape.size.z(); };
  EXPECT_NEAR(head(more) / body(more, "head").at.norm(),
              1.2 * head(set) / body(set, "head").at.norm(), 1e-9);
}

TEST_F(Fractions, OfTheFiguresOwnLengthsChangeNothing) {
  const FigureSpec before = figure(), after = by(R"(fractions: thirds
segments:
  all: {bodies: ["*"], mass: 1}
)");
  for (std::size_t b = 0; b < before.bodies.size(); ++b)
    EXPECT_LT((after.bodies[b].at / 1.5 - before.bodies[b].at / 1.7).norm(), 1e-12);
}

TEST_F(Fractions, ThatDoNotFitAreTold) {
  EXPECT_EQ(problem("mass: 0.58", "mass: 0.5"),
            "segments: found masses that add up to 0.92 of the person's, expected 1 in all");
  EXPECT_EQ(problem("length: 0.44", "length: 0.54"),
            "person.fractions: found lengths that add up to 1.1 of the height, expected 1, within "
            "3 %");
  EXPECT_EQ(problem("[trunk, slider]", "[trunk]"),
            "person.fractions: found thirds, which has no segment with slider, expected a set that "
            "names every body of the figure");
  EXPECT_EQ(problem("[\"*_foot\"]", "[\"*_hoof\"]"),
            "person.fractions: found thirds, a set for \"*_hoof\", expected a set whose bodies the "
            "figure has");
  EXPECT_EQ(problem("[trunk, slider]", "[trunk, slider, head]"),
            "person.fractions: found thirds, which has head in trunk and in head, expected each "
            "body in one segment");
  EXPECT_EQ(problem("joints: [\"*_leg\"]", "joints: [\"*_leg\"], bodies: [head]"),
            "segments.hips.joints: found bodies as well, expected bodies that are scaled, or "
            "joints that are moved");
  EXPECT_EQ(
      problem("along: y, length: 0.2", "along: y"),
      "segments.hips.length: found nothing, expected this key: where the joints are moved to");
}

TEST_F(Fractions, ThatAreUnknownAreTold) {
  try {
    figure("person: {height: 1.5 m, fractions: vitruvius}\n");
    FAIL();
  } catch (const InputError& e) {
    const Problem& p = e.problems().at(0);
    EXPECT_EQ(p.key, "person.fractions");
    EXPECT_NE(p.expected.find("drillis_contini"), std::string::npos) << p.expected;
  }
}

// The sets that come with gambol, on the human.

FigureSpec shipped(const std::string& name) {
  return load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/" + name + ".yaml");
}

TEST_F(Fractions, OfDrillisAndContiniMakeTheHumanTheirs) {
  const std::string human = std::string(GAMBOL_SOURCE_DIR) + "/figures/thesis_human.yaml";
  const FigureSpec f = load_figure(write("dc.yaml", "figure: dc\nextends: " + human +
                                                        "\nperson: {height: 1.8 m, mass: 75 kg, "
                                                        "fractions: drillis_contini}\n"));
  const auto X_RB = rest_posture(f);
  const auto at = [&](const std::string& name) {
    for (std::size_t b = 0; b < f.bodies.size(); ++b)
      if (f.bodies[b].name == name) return X_RB[b].p;
    throw std::logic_error(name);
  };
  const auto share = [&](const char* a, const char* b) { return (at(a) - at(b)).norm() / 1.8; };
  EXPECT_NEAR(share("left_thigh", "left_shank"), 0.245, 1e-6);
  EXPECT_NEAR(share("left_shank", "left_talus"), 0.246, 1e-6);
  EXPECT_NEAR(share("right_humerus", "right_forearm"), 0.186, 1e-6);
  EXPECT_NEAR(share("right_forearm", "right_hand"), 0.146, 1e-6);
  EXPECT_NEAR((at("left_humerus") - at("left_thigh")).z() / 1.8, 0.288, 1e-6);
  EXPECT_NEAR((at("head") - at("left_humerus")).z() / 1.8, 0.052, 1e-6);
  EXPECT_NEAR(mass(f, body(f, "left_thigh")).mass / 75, 0.1, 1e-9);
  EXPECT_NEAR(mass(f), 75, 1e-9);
  EXPECT_NEAR(tallness(f), 1.8, 5e-3);
}

TEST_F(Fractions, OfAChildMakeItsHeadLargeAndItsLegsShort) {
  const FigureSpec man = shipped("thesis_human"), child = shipped("human_child");
  EXPECT_NEAR(mass(child), 22, 1e-9);
  EXPECT_NEAR(tallness(child), 1.2, 5e-3);
  const auto leg = [](const FigureSpec& f) { return body(f, "left_shank").at.norm(); };
  EXPECT_NEAR(leg(child) / 1.2, 0.231, 1e-6);
  EXPECT_LT(leg(child) / 1.2, leg(man) / 1.78);
  EXPECT_NEAR(mass(child, body(child, "head")).mass / 22, 0.151, 1e-3);
}

}  // namespace
}  // namespace gambol
