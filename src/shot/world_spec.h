#pragma once

// The world of a shot: gravity, ground, collisions, attachments, particles, and the integrator.
// Plain data, in SI units and radians.
//
// Sources: McKenna's MS thesis, MIT 1990 ("seed 000"); McKenna's PhD thesis, MIT 1994 ("seed 003").

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/error.h"
#include "base/vec.h"
#include "figure/figure_spec.h"
#include "figure/terrain_spec.h"
#include "schema/names.h"
#include "shot/obstacle_spec.h"
#include "shot/particle_spec.h"

namespace gambol {

enum class FrictionModel { damper, coulomb, arctan, stick };
template <>
inline constexpr auto names_of<FrictionModel> = named<FrictionModel>({
    {"damper", FrictionModel::damper},
    {"coulomb", FrictionModel::coulomb},
    {"arctan", FrictionModel::arctan},
    {"stick", FrictionModel::stick},
});

// Constants of contact where an author leaves them open: multiples of what the weight m g, the
// height h of the figure that touches and the time sqrt(2 h / g) that it takes to fall its height
// make of the right unit. docs/contact.md#constants-by-size derives them and gives the reasons.
struct ContactFactors {
  double strength = 1.8;  // m g
  double rise = 100;      // 1 / h
  double damping = 10;    // m / t: at each contact point, along the surface too
  // m g / h: that of the exponential spring at its beginning; also of the linear spring between
  // figures.
  double friction_stiffness = 180;
  // Of bodies of one figure, m g / h and m / t: flesh gives way. 1.2 kN/m and 35 N s/m for a man
  // of 68 kg; docs/studies/self-contact.md.
  double own_stiffness = 3, own_damping = 0.3;
  double restick_speed = 0.02;   // 2 h / t, the speed after a fall from its height
  double largest_exponent = 30;  // max_depth times rise
};

// Ground reaction at a contact point (seed 003 Eq. 72-78). What is open follows from the size of
// the figure that touches, by ContactFactors.
struct ContactSpec {
  Place place;
  MassScale scale = MassScale::total_mass;      // none or total_mass: multiplies strength
  std::optional<double> strength;               // alpha, N or N/kg; open beside stiffness: 0
  std::optional<double> rise;                   // beta, 1/m
  double stiffness = 0;                         // N/m
  std::optional<double> damping;                // N*s/m; the normal force never pulls
  double restitution = 1;                       // Eq. 74: scales the force of separation; 1 is off
  std::optional<double> max_depth;              // m: depth at which the exponent is clamped
  std::optional<FrictionModel> friction_model;  // open: damper between figures, else stick
  Curve friction = Curve(0.7);                  // coefficient over simulated time
  std::optional<double> friction_damping;       // b_h of Eq. 77 and 78, N*s/m
  std::optional<double> friction_stiffness;     // N/m, of stick alone
  // Of stick alone: scales the spring's force while the point returns (seed 000 App. D,
  // `groundfric2e`); default: 1, which is off.
  std::optional<double> friction_restitution;
};
void fields(Fields& v, ContactSpec& of);
// Sets what is open although nothing depends on it, so that motions that are the same have the same
// hash. `used`: whether anything touches by these springs.
void settle_unused(ContactSpec& contact, bool used);

// Pads of feet that stick to the ground (seed 000 section 5.3). See contact/answer/pads.h. What is
// open follows from the figure's size.
struct StickySpec {
  Place place;
  MassScale scale = MassScale::total_mass;  // none or total_mass: of strength and both forces
  std::optional<double> strength;           // alpha, N or N/kg
  std::optional<double> rise;               // beta, 1/m
  std::optional<double> damping;            // N*s/m
  double break_force = 10;                  // N or N/kg, per pad, along the surface
  double break_friction = 0;                // added to break_force, per N of load
  double pull_force = 1;                    // N or N/kg, per pad, off the surface
  std::optional<double> restick_speed;      // m/s: a loose pad that slides slower sticks again
};
void fields(Fields& v, StickySpec& of);

struct GroundSpec {
  Place place;
  double height = 0;  // m
  std::optional<TerrainSpec> terrain;
  ContactSpec contact;
  std::optional<StickySpec> sticky;  // default: feet have friction only
};
void fields(Fields& v, GroundSpec& of);

// A spring between a point of a body and a point of another or of the world (seed 000 section 4.4,
// `attach`): |F| = strength (exp(rise x) - 1) + stiffness x, where x is its length minus `length`.
// It pushes when it is shorter than `length`, unless `slack`.
struct AttachmentSpec {
  Place place;
  std::string name;
  std::string a, b;                                 // "figure.body", or "world" for b
  Vec3 a_at = Vec3::Zero(), b_at = Vec3::Zero();    // m, from the body's origin in its axes
  double length = 0;                                // m
  bool slack = false;                               // a cord: it never pushes
  double strength = 0, rise = 0;                    // N, 1/m
  double stiffness = 0;                             // N/m
  double damping = 0;                               // N*s/m along the spring
  double restitution = 1;                           // scales the spring's force while it shortens
  std::optional<double> break_force, break_length;  // N, m of stretch: beyond either it breaks
  bool on = true;                                   // attached from the start; else by a cue
};
void fields(Fields& v, AttachmentSpec& of);

// Bodies that collide with each other (seed 000 App. D, `collide`): FIGURE or FIGURE.BODY, names or
// patterns.
struct CollidingPairSpec {
  Place place;
  std::string a, b;
};
void fields(Fields& v, CollidingPairSpec& of);
// Whether such a path means the body.
bool path_means(const std::string& path, const std::string& figure, const std::string& body);

// Bodies push each other apart where their collision shapes overlap.
struct CollisionsSpec {
  Place place;
  std::vector<std::string> figures = {"*"};  // names or patterns of those that touch each other
  // Names or patterns of figures whose own bodies touch each other, except bodies that overlap from
  // the start, and the region at the joint of two that are joined.
  std::vector<std::string> self = {"*"};
  // Instead of `figures` and `self`: what collides with what. Empty: as those say.
  std::vector<CollidingPairSpec> pairs;
  // The same law as for the ground; `scale: total_mass`, and what is open, refer to the lighter of
  // the two figures.
  ContactSpec contact;

  bool any() const { return !figures.empty() || !self.empty() || !pairs.empty(); }
  // Whether the bodies of the figure of that name touch those of others, and each other. With
  // `pairs`: whether some of them may.
  bool touches_others(const std::string& figure) const;
  bool touches_itself(const std::string& figure) const;
  bool takes_part(const std::string& figure) const {
    return touches_others(figure) || touches_itself(figure);
  }
};
void fields(Fields& v, CollisionsSpec& of);

enum class ContactType { penalty, impulse };
template <>
inline constexpr auto names_of<ContactType> = named<ContactType>({
    {"penalty", ContactType::penalty},
    {"impulse", ContactType::impulse},
});
enum class RestitutionName { stronge, poisson, newton };
template <>
inline constexpr auto names_of<RestitutionName> = named<RestitutionName>({
    {"stronge", RestitutionName::stronge},
    {"poisson", RestitutionName::poisson},
    {"newton", RestitutionName::newton},
});

// How what touches is kept apart: by springs (ContactSpec of the ground and of collisions), or by
// impulses through whole figures (seed 001 section 2.4), which need no constants of springs. See
// simulation/contact_impulses.h.
struct WorldContactSpec {
  Place place;
  ContactType type = ContactType::penalty;
  // Of impulses:
  Curve friction = Curve(0.7);  // coefficient over simulated time
  double restitution = 0;       // 0 to 1
  RestitutionName law = RestitutionName::stronge;
  double bounce_speed = 0.05;  // m/s: slower approaches do not bounce
  double slop = 1e-4;          // m: overlap that is left alone
  double separation = 0.2;     // share of the overlap beyond it that each step removes
  double tolerance = 1e-6;     // m/s: largest change of a velocity at which rounds end
  int most_rounds = 100;
};
void fields(Fields& v, WorldContactSpec& of);

// Whether a motion in which figures pass through themselves or each other is remarked on.
enum class Overlaps { noted, allowed };
template <>
inline constexpr auto names_of<Overlaps> = named<Overlaps>({
    {"noted", Overlaps::noted},
    {"allowed", Overlaps::allowed},
});

struct WorldSpec {
  Place place;
  Vec3 gravity = Vec3(0, 0, -9.81);
  std::optional<GroundSpec> ground;
  std::optional<WorldContactSpec> contact;
  ContactType contact_type() const { return contact ? contact->type : ContactType::penalty; }
  bool has_impulses() const { return contact_type() == ContactType::impulse; }
  CollisionsSpec collisions;
  // Whether a file says something of collisions: what an old file leaves out stands at the world.
  bool writes_collisions() const {
    const Place &at = collisions.place, &own = place;
    return at.line > 0 && !(at.line == own.line && at.col == own.col && at.file == own.file);
  }
  Overlaps overlaps = Overlaps::noted;
  std::vector<ObstacleSpec> obstacles;  // as written; they are also among the figures
  std::vector<AttachmentSpec> attachments;
  std::vector<EmitterSpec> particles;
  double attraction = 0;  // G of Newton's law between all bodies, N m2/kg2 (seed 003 Eq. 79)
};
void fields(Fields& v, WorldSpec& of);

enum class IntegrationMethod { implicit, euler, rk4, rkf45, bdf, first_order };
template <>
inline constexpr auto names_of<IntegrationMethod> = named<IntegrationMethod>({
    {"implicit", IntegrationMethod::implicit},
    {"euler", IntegrationMethod::euler},
    {"rk4", IntegrationMethod::rk4},
    {"rkf45", IntegrationMethod::rkf45},
    {"bdf", IntegrationMethod::bdf},
    {"first_order", IntegrationMethod::first_order},
});
inline bool is_adaptive(IntegrationMethod method) {  // chooses its steps by a tolerance
  return method == IntegrationMethod::rkf45 || method == IntegrationMethod::bdf;
}

struct IntegratorSpec {
  Place place;
  IntegrationMethod method = IntegrationMethod::implicit;
  double step = 1e-4;        // s; fixed step, or RKF45's first
  double tolerance = 1e-6;   // RKF45, BDF: error per step, relative to 1 + |x|
  double min_step = 1e-12;   // s, RKF45, BDF; if a shorter step is needed, the simulation blows up
  double max_step = 1e-2;    // s, RKF45, BDF
  double time_constant = 1;  // s, first order: velocity per acceleration
};
void fields(Fields& v, IntegratorSpec& of);

}  // namespace gambol
