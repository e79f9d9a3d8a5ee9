// Every field of a crowd. See schema/fields.h.

#include "schema/fields.h"
#include "shot/crowd_spec.h"
#include "shot/place_crowds.h"

namespace gambol {

void fields(Fields& v, CrowdMemberSpec& m) {
  v.field("name", m.name, {.help = "name of the member: NAME_1, NAME_2, ...", .required = true});
  v.field("at", m.at, {.help = "its place, instead of the one that is drawn", .dim = dim::length});
  v.field("faces", m.heading,
          {.help = "direction about z that it faces at the start", .dim = dim::angle});
  v.field("size", m.size, {.help = "factor of its lengths", .positive = true});
  v.field("speed", m.speed, {.help = "factor of its speed", .positive = true});
  v.field("phase", m.phase,
          {.help = "share of a cycle by which its gait begins later", .min = 0, .max = 1});
  v.field("material", m.material, {.help = "material of the look"});
}

void fields(Fields& v, CrowdSpec& c) {
  v.field("count", c.count,
          {.help = "number of members", .min = 1, .max = most_members, .required = true});
  v.field("seed", c.seed, {.help = "seed of what is drawn for each member"});
  v.field("area", c.area,
          {.help = "extents of the box about the figure's `at`, along its heading, in which the "
                   "members begin",
           .dim = dim::length});
  v.field("places", c.places,
          {.help = "where the roots of the members begin, instead of `area`", .or_as = "at"});
  v.field(
      "spacing", c.spacing,
      {.help = "least distance between the roots of two members", .dim = dim::length, .min = 0});
  v.field("turn", c.turn,
          {.help = "headings differ by at most so much from the figure's",
           .dim = dim::angle,
           .min = 0});
  v.field("size", c.size,
          {.help = "lengths differ by at most this share from the figure's; there are eight sizes",
           .min = 0,
           .max = 0.5});
  v.field("speed", c.speed,
          {.help = "speeds of gaits differ by at most this share from the figure's",
           .min = 0,
           .max = 0.9});
  v.field("phase", c.phase,
          {.help = "gaits begin later by up to this share of a cycle", .min = 0, .max = 1});
  v.field("materials", c.materials,
          {.help = "materials of the look, of which each member has one where its figure says none "
                   "for a shape"});
  v.field("members", c.members, {.help = "members with something of their own"});
}

}  // namespace gambol
