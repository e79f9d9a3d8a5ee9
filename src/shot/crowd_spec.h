#pragma once

// Many figures of one pattern: the figure of a shot that `crowd` belongs to.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/vec.h"
#include "schema/names.h"
#include "shot/controllers/path_point.h"

namespace gambol {

// What a member has of its own, instead of what is drawn for it.
struct CrowdMemberSpec {
  Place place;
  std::string name;               // NAME_1, NAME_2, ... of the crowd
  std::optional<Vec3> at;         // m
  std::optional<double> heading;  // rad
  std::optional<double> size;     // factor
  std::optional<double> speed;    // factor
  std::optional<double> phase;    // cycles
  std::string material;           // of the look
};
void fields(Fields& v, CrowdMemberSpec& of);

struct CrowdSpec {
  Place place;
  int count = 0;
  std::uint64_t seed = 1;
  Vec3 area = Vec3::Zero();            // m: full extents about the figure's `at`, along its heading
  std::vector<PathPoint> places;       // of the roots in the world, instead of `at` and `area`
  double spacing = 0;                  // m: least distance of two roots
  double turn = 0;                     // rad: headings differ by at most so much from the figure's
  double size = 0;                     // lengths differ by at most this share from the figure's
  double speed = 0;                    // speeds differ by at most this share
  double phase = 0;                    // cycles: gaits begin up to so much later
  std::vector<std::string> materials;  // of the look: each member's `material` is one of them
  std::vector<CrowdMemberSpec> members;
};
void fields(Fields& v, CrowdSpec& of);

}  // namespace gambol
