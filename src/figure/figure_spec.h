#pragma once

// A figure file as its author wrote it: a tree of bodies, joints, actuators, motor programs, legs.
// Plain data, in SI units and radians. After load_figure() chains, `copies:` and `mirror:` are
// expanded, what is asked for by behaviour (`hold`, limits without a stiffness) is numbers, joints
// whose `limits` act have an actuator for it, and
// every name that is referred to exists.
//
// Sources: McKenna's MS thesis, MIT 1990 ("seed 000"); McKenna's PhD thesis, MIT 1994 ("seed 003");
// Girard and Maciejewski 1985, PODA ("seed 004").

#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "figure/actuator_spec.h"
#include "figure/body_spec.h"
#include "figure/chain_spec.h"
#include "figure/copies_spec.h"
#include "figure/leg_spec.h"
#include "figure/person_spec.h"
#include "figure/skin_spec.h"
#include "figure/waves_spec.h"
#include "schema/field.h"
#include "schema/names.h"

namespace gambol {

// One ramp of a motor program: the rest position of a joint's springs moves at constant speed to
// `to`, or the factor of their strength to `strength`. start and over are fractions of the phase's
// duration (seed 000 App. C, `motor`, `timer`; seed 003 5.9, of corpus's `ea`, and what it
// proposes: in-out functions and tables).
struct RampSpec {
  Place place;
  std::string joint;
  double to = 0;
  double start = 0;
  double over = 1;
  bool ease = false;               // begins and ends slowly
  std::optional<double> strength;  // instead of `to`; 1: as in the figure
  // Instead of `to`, a table: rest positions (rad or m) over fractions of `over`. No catmull_rom.
  std::optional<Curve> through;

  bool moves_rest() const { return !strength; }
  // The rest position at which it ends.
  double end() const { return through ? through->keys.back().value : to; }
  // All of its rest positions, changed by `change`, which takes a double&.
  template <class Change>
  void change_rests(const Change& change) {
    change(to);
    if (through)
      for (Curve::Key& key : through->keys) change(key.value);
  }
};
void fields(Fields& v, RampSpec& of);

struct MotorProgramSpec {
  Place place;
  std::string name;
  std::vector<RampSpec> ramps;
};
void fields(Fields& v, MotorProgramSpec& of);

// A position for a joint. As written, the name may be a pattern.
struct JointTarget {
  Place place;
  std::string name;
  double to = 0;  // rad or m
};
void fields(Fields& v, JointTarget& of);

// A pose. After loading, every target names one joint, each joint occurs at most once in each list,
// and targets are in the order of the bodies.
struct PoseSpec {
  Place place;
  std::string name;
  std::vector<JointTarget> joints;
  std::vector<JointTarget> rests;  // of springs, where they differ: calibrated to hold the pose
};
void fields(Fields& v, PoseSpec& of);

// What the `limits` of joints do. All kinematic motion keeps to them.
enum class LimitsUse {
  act,    // dynamic joints stop at them, too, unless an actuator limits the joint
  guide,  // dynamic joints go beyond them; only actuators stop these
};
template <>
inline constexpr auto names_of<LimitsUse> = named<LimitsUse>({
    {"act", LimitsUse::act},
    {"guide", LimitsUse::guide},
});

struct FigureSpec {
  Place place;
  std::string name;
  std::string about;
  std::string extends;               // the figure file that this one changes, as written
  std::vector<std::string> without;  // parts of that file that are removed
  double density = 1000;             // kg/m3
  std::string material;
  std::string layer;                               // of visible shapes without a layer
  std::optional<std::vector<std::string>> layers;  // that are seen; default: all
  std::optional<MirrorSpec> mirror;
  std::optional<double> stature;     // m, from the soles to the crown, of the figure as written
  std::optional<PersonSpec> person;  // to whose size loading scales it
  std::optional<AnimalSpec> animal;  // likewise
  LimitsUse limits = LimitsUse::act;
  bool self_contact = true;      // its bodies push each other apart, where a shot does not say more
  std::vector<BodySpec> bodies;  // parents before children; the first is the root
  std::vector<ChainSpec> chains;   // as written; their links are also among `bodies`
  std::vector<CopiesSpec> copies;  // as written; the copies are among `bodies` and `legs`
  std::vector<ActuatorSpec> actuators;
  std::vector<MotorProgramSpec> motor_programs;
  std::optional<WavesSpec> waves;  // that a spectral controller plays
  std::vector<PoseSpec> poses;
  std::vector<LegSpec> legs;
  std::vector<SkinSpec> skins;
};
void fields(Fields& v, FigureSpec& of);

// Reads and checks a figure file. Throws InputError with every problem found.
FigureSpec load_figure(const std::string& path);

}  // namespace gambol
