// Every field of a servo. See schema/fields.h.

#include "schema/fields.h"
#include "shot/controllers/servo/servo_spec.h"

namespace gambol {
namespace {

Field stiffness_field(const char* help) {
  return {.help = help, .dim = dim::torque, .or_dim = {dim::force_per_length}, .min = 0};
}
Field damping_field(const char* help) {
  return {.help = help, .dim = dim::torque_time, .or_dim = {dim::force_per_speed}, .min = 0};
}
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
  v.field("stiffness", j.stiffness, stiffness_field("stiffness, instead of the servo's"));
  v.field("damping", j.damping, damping_field("damping, instead of the servo's"));
  v.field("torque", j.torque, torque_field("feed-forward torque, instead of the servo's"));
}

void fields(Fields& v, ServoSpec& s) {
  v.field("pose", s.pose, {.help = "one of the figure's poses, to which its joints go"});
  v.field("joints", s.joints,
          {.help = "positions over simulated time, by joint or pattern; override the pose",
           .or_as = "to",
           .by_name = true});
  v.field("stiffness", s.stiffness,
          stiffness_field("torque per distance from the position that is commanded"));
  v.field("damping", s.damping,
          damping_field("torque per difference from the rate that is commanded"));
  v.field("torque", s.torque,
          torque_field("feed-forward torque over simulated time, constant for a tick"));
  v.field("drive", s.drive,
          {.help = "dynamic: by torques, within the joints' most_torque; led: exactly, with "
                   "whatever torque that needs"});
  v.field("over", s.over,
          {.help = "time from the start of the controller in which the joints go from where they "
                   "are to where they are commanded",
           .dim = dim::time,
           .min = 0});
}

}  // namespace gambol
