// Every field of a servo. See schema/fields.h.

#include "figure/joint_units.h"
#include "schema/fields.h"
#include "shot/controllers/servo/servo_spec.h"

namespace gambol {
namespace {

Field torque_field(const char* help) {
  return {.help = help, .dim = dim::torque, .or_dim = {dim::force}};
}

}  // namespace

void fields(Fields& v, ServoJointSpec& j) {
  v.field("name", j.name, {.help = "name of a joint or of one of its degrees of freedom"});
  v.field("to", j.to,
          {.help = "position over simulated time; default: the pose's, else the initial one",
           .dim = dim::angle,
           .or_dim = {dim::length}});
  v.field("stiffness", j.stiffness, joint_stiffness_field("stiffness, instead of the servo's"));
  v.field("damping", j.damping, joint_damping_field("damping, instead of the servo's"));
  v.field("torque", j.torque, torque_field("feed-forward torque, instead of the servo's"));
}

void fields(Fields& v, ServoFeedbackSpec& f) {
  v.field("legs", f.legs, {.help = "legs, by name or pattern, whose coming down starts it"});
  v.field("of", f.of,
          {.help = "what is measured, positive towards the side of the leg that came down: lean of "
                   "the leg's first foot (rad), sideways_speed of the root's origin across its "
                   "heading (m/s), or the root's heading from the world's x axis (rad)",
           .required = true});
  v.field("after", f.after,
          {.help = "time from when the leg comes down to when it is measured",
           .dim = dim::time,
           .min = 0});
  v.field("around", f.around,
          {.help = "what is measured if all goes well: the joints stay on their curves",
           .dim = dim::angle,
           .or_dim = {dim::speed}});
  v.field("gain", f.gain,
          {.help = "how far all joints go beyond their curves, until the next leg's measurement, "
                   "per what is measured beyond `around`: rad or m per rad or m/s",
           .required = true});
}

void fields(Fields& v, ServoSpec& s) {
  v.field("pose", s.pose, {.help = "one of the figure's poses, to which its joints go"});
  v.field("joints", s.joints,
          {.help = "positions over simulated time, by joint or pattern; override the pose",
           .or_as = "to",
           .by_name = true});
  v.field("stiffness", s.stiffness,
          joint_stiffness_field("torque per distance from the position that is commanded"));
  v.field("damping", s.damping,
          joint_damping_field("torque per difference from the rate that is commanded"));
  v.field("torque", s.torque,
          torque_field("feed-forward torque over simulated time, constant for a tick"));
  v.field("drive", s.drive,
          {.help = "dynamic: by torques, within the joints' most_torque; led: exactly, with "
                   "whatever torque that needs"});
  v.field("over", s.over,
          {.help = "time from the start of the skill, or from a measurement of its feedback, "
                   "in which the joints go from where they are to where they are commanded",
           .dim = dim::time,
           .min = 0});
  v.field("feedback", s.feedback,
          {.help = "moves all targets once in every step, by what the figure does sideways"});
}

}  // namespace gambol
