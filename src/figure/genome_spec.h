#pragma once

// A creature as evolution changes it: its body and the waves that drive it, in a few numbers with
// plain meanings. A file of this kind may stand wherever a figure file may; grow_figure() makes the
// figure. After seed 001 (Arnold 1997), chapter 3, which its text lacks; the abstract, chapter 1
// and figure 2.2 say what it did.

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "figure/waves_spec.h"
#include "schema/names.h"

namespace gambol {

// The axes about which a segment turns: swing carries it forward, spread outward, twist about its
// own axis.
enum class LimbJoint { swing, spread, twist, universal, ball };
template <>
inline constexpr auto names_of<LimbJoint> = named<LimbJoint>({
    {"swing", LimbJoint::swing},
    {"spread", LimbJoint::spread},
    {"twist", LimbJoint::twist},
    {"universal", LimbJoint::universal},
    {"ball", LimbJoint::ball},
});
// The names of its axes, in their order from the parent: universal is swing and spread, ball all.
std::vector<std::string> axes_of(LimbJoint joint);

// A frustum with round ends. At rest it continues the segment before it, but for `bend`.
struct SegmentGenes {
  Place place;
  LimbJoint joint = LimbJoint::swing;
  double bend = 0;                   // rad by which it swings forward at rest
  double length = 0, radius = 0;     // m; the radius at the joint
  std::optional<double> end_radius;  // m; default: radius
  double range = 1;                  // rad to either side of rest, for each axis
  std::vector<WaveSpec> waves;       // by axis: swing, spread, twist
};
void fields(Fields& v, SegmentGenes& of);

struct LimbGenes {
  Place place;
  std::string name;
  bool pair = true;   // a left one and its mirror image
  double at = 0.5;    // along the trunk, 0 behind, 1 in front
  double around = 1;  // rad from straight below to the left: where the trunk carries it
  double out = 0;     // rad from straight down to the left: where it points at rest
  double fore = 0;    // rad from there forward
  double lag = 0.5;   // cycles by which the right one is ahead
  std::vector<SegmentGenes> segments;
};
void fields(Fields& v, LimbGenes& of);

struct TrunkGenes {
  Place place;
  double length = 0;           // m between the middles of its round ends
  double front = 0, back = 0;  // m, radii
};
void fields(Fields& v, TrunkGenes& of);

// What is common to all joints. A joint's torque is limited to stress * radius^3: a muscle's force
// goes with its cross-section and its lever with the radius.
struct DriveGenes {
  Place place;
  double period = 0.5;  // s
  double beta = 1;
  int harmonics = 3;
  double stress = 3e5;  // N/m2
  double give = 0.3;    // rad from where the wave has a joint, at which it exerts its limit
  double delay = 0.04;  // s: damping over stiffness
  double stop = 0.1;    // rad beyond its range, at which a joint's stop exerts that limit
};
void fields(Fields& v, DriveGenes& of);

// What is seen of it, in proportion to the trunk's larger radius, but for the eyes' angles.
struct FeatureGenes {
  Place place;
  double eye = 0.32, pupil = 0.2;            // radii, of the radius of the trunk's front
  double aside = 0.6, up = 0.5;              // rad: where the eyes sit, from straight ahead
  double melt = 0.35;                        // distance within which parts merge in the skin
  double cell = 0.06, soften = 0.1;          // of the skin
  std::string hide = "hide", sock = "sock";  // materials of the body, and of the ends of limbs
};
void fields(Fields& v, FeatureGenes& of);

struct GenomeSpec {
  Place place;
  std::string name;
  std::string about;
  double density = 1000;  // kg/m3
  TrunkGenes trunk;
  DriveGenes drive;
  FeatureGenes features;
  std::vector<LimbGenes> limbs;
};
void fields(Fields& v, GenomeSpec& of);

// Degrees of freedom of the joints of the figure.
int degrees_of_freedom(const GenomeSpec& genome);
inline constexpr int least_freedom = 4, most_freedom = 24;

}  // namespace gambol
