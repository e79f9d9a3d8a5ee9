// Every field of a figure in a shot. See schema/fields.h.

#include "schema/fields.h"
#include "shot/actor_spec.h"
#include "shot/cast_spec.h"

namespace gambol {

void fields(Fields& v, MotionCurve& m) {
  v.field("name", m.name, {.help = "name of a joint or of one of its degrees of freedom"});
  v.field("along", m.along,
          {.help = "position over simulated time",
           .dim = dim::angle,
           .or_dim = {dim::length},
           .required = true});
}

Quat start_orientation(const CastSpec& cast) {
  const Quat heading(Eigen::AngleAxisd(cast.heading, Vec3::UnitZ()));
  return cast.rotate.empty() ? heading : heading * rotation_of(cast.rotate);
}

namespace {

// What a shot says of a figure. What an actor brings with it is said in the same words.
enum class SaidBy { shot, actor };

void cast_fields(Fields& v, CastSpec& c, SaidBy by) {
  v.field("at", c.at,
          {.help = "position of the root at the start; [x, y] of a figure that `stands`",
           .dim = dim::length,
           .on_ground = true});
  v.field("rotate", c.rotate,
          {.help = "rotations of the root about the world's axes at the start, in order, before "
                   "`faces`",
           .dim = dim::angle});
  v.field("faces", c.heading,
          {.help = "direction about z that it faces at the start; 0: along x", .dim = dim::angle});
  v.field("pose", c.pose,
          {.help = "one of the figure's poses, in which its joints, and the rest positions of "
                   "their springs, begin",
           .touches = Touches::nothing});
  v.field("fixed_root", c.fixed_root, {.help = "whether the root stays at its place"});
  v.field("weld", c.weld,
          {.help = "joints (names or patterns) at which bodies become parts of their parents, as "
                   "they are at the start",
           .touches = Touches::nothing});  // they are in the figure
  v.field("lock", c.lock,
          {.help = "joints or degrees of freedom (names or patterns) that are held from the "
                   "start, until a cue drives them otherwise"});
  v.field("slack", c.slack,
          {.help = "joints or degrees of freedom (names or patterns) whose springs exert nothing "
                   "until a cue turns them on"});
  v.made("rests", c.rests);
  v.made("is_tracked", c.is_tracked);
  v.field("motions", c.motions,
          {.help = "positions over simulated time, by degree of freedom, that joints and the root "
                   "follow",
           .or_as = "along",
           .by_name = true});
  if (by == SaidBy::shot)
    v.field("dormant", c.dormant,
            {.help = "whether the figure is absent until a cue spawns it: neither simulated nor "
                     "touched nor seen"});
  v.field(
      "lost_legs", c.lost_legs,
      {.help = "names of legs that are removed, with their bodies, springs and motor programs"});
  v.field("layers", c.layers,
          {.help = "layers of shapes and skins that are seen, instead of the figure's own choice",
           .touches = Touches::picture});
  v.field("falls", c.falls,
          {.help = "whether a figure with legs may fall without a warning",
           .touches = Touches::nothing});
  v.field("step", c.step,
          {.help = "length of this figure's steps by a method of fixed steps, instead of "
                   "`integrator.step`; figures that meet step by the shortest of theirs",
           .dim = dim::time,
           .positive = true});
  if (by == SaidBy::shot)
    v.field("crowd", c.crowd, {.help = "makes many figures of this one, NAME_1, NAME_2, ..."});
  if (by == SaidBy::shot) {  // the figure that is scaled to these counts
    v.field("size", c.size,
            {.help = "longest side of the figure at rest, to which it is scaled with all that it "
                     "brings",
             .dim = dim::length,
             .positive = true,
             .touches = Touches::nothing});
    v.field("person", c.person,
            {.help = "the person to whose height and mass the figure is scaled with all that it "
                     "brings",
             .touches = Touches::nothing});
    v.field(
        "animal", c.animal,
        {.help = "the animal to whose height at the shoulder and mass the figure is scaled with "
                 "all that it brings",
         .touches = Touches::nothing});
  }
  v.field("stands", c.stands,
          {.help = "height of the root above the ground at the start; `at: [x, y]` is enough then",
           .dim = dim::length,
           .touches = Touches::nothing});  // `at` has it
  v.field("contact", c.contact,
          {.help = "how its soles touch the ground and obstacles; where `world.ground.contact` is "
                   "written, too, they are springs in series, with the lesser friction"});
  v.field("look", c.look,
          {.help = "look file with the materials and the hair of the figure; those of the shot's "
                   "look with the same names win",
           .touches = Touches::nothing});  // they are the look's then
  v.field("speed", c.speed,
          {.help = "speed to go at, of the skills that have one",
           .dim = dim::speed,
           .touches = Touches::nothing});  // the skills' count
  v.field("frequency", c.frequency,
          {.help = "cycles per second, of the skills that have them",
           .dim = dim::frequency,
           .min = 0,
           .touches = Touches::nothing});
  v.field("heading", c.goal_heading,
          {.help = "direction to go in, to the left of the world's x, of the skills that have one; "
                   "default: where it faces at the start",
           .dim = dim::angle,
           .touches = Touches::nothing});
}

}  // namespace

void fields(Fields& v, CastSpec& c) {
  v.field("name", c.name, {.help = "name of the figure in this shot", .required = true});
  v.field("file", c.file,
          {.help = "the file of an actor or a figure: its path from the shot's folder, or its name",
           .required = true,
           .touches = Touches::nothing});
  if (c.is_like_first)
    v.made("material", c.figure.material, Touches::picture);
  else
    v.made("figure", c.figure);
  cast_fields(v, c, SaidBy::shot);
  v.field("skills", c.controllers,
          {.help = "how it moves: names of skills of the actor's folder, `trot`, or of another's, "
                   "`dog/trot`, and skills written here. A list without a name adds to those that "
                   "the figure has, and changes them by their `name`",
           .or_as = "skill",
           .known_by = "type"});
}

void fields(Fields& v, ActorSpec& a) {
  v.field("about", a.about, {.help = "description of the actor", .touches = Touches::nothing});
  v.field("figure", a.brings.file,
          {.help = "the figure file: its path from this file's folder, or its name",
           .required = true,
           .touches = Touches::nothing});
  cast_fields(v, a.brings, SaidBy::actor);
  v.field("skills", a.skills,
          {.help = "how it moves unless the shot says otherwise: skills of its folder, `trot`, or "
                   "of another actor's, `dog/trot`",
           .touches = Touches::nothing});
}

}  // namespace gambol
