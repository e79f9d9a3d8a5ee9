#include "analysis/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "analysis/plot_page.h"
#include "figure/joint_motion.h"
#include "figure/legs.h"
#include "poses/channels.h"
#include "poses/footfalls.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr double degrees_per_rad = 180 / std::numbers::pi;

class FigurePlot {
 public:
  FigurePlot(const ShotSpec& shot, const Poses& poses, const CastSpec& cast)
      : poses_(poses),
        cast_(cast),
        legs_(legs_in_rows(cast.figure)),
        page_(poses, fmt::format("{}: {}", shot.name, cast.name)) {}

  Drawing draw() {
    add_steps();
    add_joints();
    add_foot_forces();
    add_root_force();
    add_speed();
    add_height();
    return page_.finish();
  }

 private:
  // Adds the values of a column times `factor`; nothing if it was not recorded.
  void add_column(std::vector<PlotCurve>& curves, const std::string& label,
                  const ChannelKind& channel, std::string_view name, double factor) const {
    std::vector<double> values = column(channel, name).values();
    for (double& value : values) value *= factor;
    if (!values.empty()) curves.push_back({label, std::move(values)});
  }

  Column column(const ChannelKind& channel, std::string_view name) const {
    return find_column(poses_, cast_.name, channel.name, name);
  }

  std::vector<TimeSpan> contact_of(const LegSpec& leg) const {
    return spans_of(poses_, bearing(poses_, cast_.name, leg.name));
  }

  void add_steps() {
    bool shown = false;
    for (const ControllerSpec& controller : cast_.controllers) {
      const Channel* recorded = find_channel(poses_, cast_.name, controller.name);
      if (!recorded) continue;
      std::vector<PlotRow> rows;
      for (const LegSpec& leg : legs_)
        if (const Column steps = find_column(*recorded, outputs::step.of(leg.name)))
          rows.push_back({leg.name, spans_of(poses_, steps), contact_of(leg)});
      page_.add_rows(fmt::format("commanded steps of {} (white), and feet that bear over 3 % of "
                                 "the weight (orange)",
                                 controller.name),
                     rows);
      shown = shown || !rows.empty();
    }
    if (shown) return;
    std::vector<PlotRow> rows;
    for (const LegSpec& leg : legs_) rows.push_back({leg.name, {}, contact_of(leg)});
    page_.add_rows("feet that bear over 3 % of the weight (orange)", rows);
  }

  // The bodies from a leg's feet inwards, as far as they carry no other leg.
  std::set<std::string> bodies_of(const LegSpec& leg) const {
    std::map<std::string, std::string> parent;
    for (const BodySpec& body : cast_.figure.bodies) parent[body.name] = body.parent;
    const auto chain = [&](const LegSpec& l) {
      std::set<std::string> bodies;
      for (std::string body : l.feet)
        for (; !body.empty(); body = parent[body]) bodies.insert(body);
      return bodies;
    };
    std::set<std::string> own = chain(leg);
    for (const LegSpec& other : legs_)
      if (other.name != leg.name)
        for (const std::string& body : chain(other)) own.erase(body);
    return own;
  }

  // Adds a panel per leg and one for the joints that belong to no leg.
  void add_joints() {
    std::set<std::string> shown;
    for (const LegSpec& leg : legs_) {
      const std::set<std::string> bodies = bodies_of(leg);
      add_joints_of("joints of " + leg.name, bodies);
      shown.insert(bodies.begin(), bodies.end());
    }
    std::set<std::string> rest;
    for (const BodySpec& body : cast_.figure.bodies)
      if (!shown.contains(body.name)) rest.insert(body.name);
    add_joints_of(legs_.empty() ? "joints" : "other joints", rest);
  }

  void add_joints_of(const std::string& title, const std::set<std::string>& bodies) {
    std::vector<PlotCurve> turning, sliding;
    for (const JointDof& dof : joint_dofs(cast_.figure)) {
      if (!bodies.contains(dof.body->name)) continue;
      if (dof.slides)
        add_column(sliding, dof.name, channels::q, dof.name, 1000);
      else
        add_column(turning, dof.name, channels::q, dof.name, degrees_per_rad);
    }
    page_.add_curves(title, "deg", turning);
    page_.add_curves(title, "mm", sliding);
  }

  void add_foot_forces() {
    std::vector<PlotCurve> curves;
    for (const LegSpec& leg : legs_)
      add_column(curves, leg.name, channels::foot_force, columns::of_leg(leg.name, columns::z), 1);
    double most = 0;
    for (const PlotCurve& curve : curves)
      for (double f : curve.values) most = std::max(most, std::abs(f));
    const bool small = most < 1;  // N; an insect's forces are shown in mN
    for (PlotCurve& curve : curves)
      for (double& f : curve.values) f *= small ? 1000 : 1;
    page_.add_curves("force of the ground on feet, upwards", small ? "mN" : "N", curves);
  }

  // For a figure with a led or held root: the torques that its motion requires of its joints, and
  // the root force and moment that it requires beyond all applied forces.
  void add_root_force() {
    if (!find_channel(poses_, cast_.name, channels::root_force.name)) return;
    for (const LegSpec& leg : legs_) {
      std::vector<PlotCurve> turning;
      const std::set<std::string> bodies = bodies_of(leg);
      for (const JointDof& dof : joint_dofs(cast_.figure))
        if (bodies.contains(dof.body->name) && !dof.slides)
          add_column(turning, dof.name, channels::joint_force, dof.name, 1);
      page_.add_curves("torques in the joints of " + leg.name, "N*m", turning);
    }
    std::vector<PlotCurve> force, moment;
    for (int i = 0; i < 3; ++i) {
      const std::string axis(columns::axes[i]);
      add_column(force, axis, channels::root_force, columns::force[i], 1);
      add_column(moment, axis, channels::root_force, columns::moment[i], 1);
    }
    page_.add_curves("unexplained force on the root", "N", force);
    page_.add_curves("unexplained moment on the root", "N*m", moment);
  }

  // Speed of the centre of mass, by central differences.
  void add_speed() {
    const Column x = column(channels::com, columns::x), y = column(channels::com, columns::y);
    const Column qw = column(channels::q, columns::qw), qx = column(channels::q, columns::qx),
                 qy = column(channels::q, columns::qy), qz = column(channels::q, columns::qz);
    if (x.size() < 2 || qw.size() == 0) return;
    PlotCurve forward{"forward", {}}, left{"to the left", {}};
    for (std::size_t k = 0; k < x.size(); ++k) {
      const std::size_t a = k > 0 ? k - 1 : 0, b = std::min(k + 1, x.size() - 1);
      const double per_time = 100 / (poses_.track_times[b] - poses_.track_times[a]);
      const double vx = per_time * (x[b] - x[a]), vy = per_time * (y[b] - y[a]);
      const Vec3 ahead = Quat(qw[k], qx[k], qy[k], qz[k]) * Vec3::UnitX();
      const double heading = std::atan2(ahead.y(), ahead.x());
      forward.values.push_back(vx * std::cos(heading) + vy * std::sin(heading));
      left.values.push_back(vy * std::cos(heading) - vx * std::sin(heading));
    }
    page_.add_curves("speed of the centre of mass", "cm/s", {forward, left});
  }

  void add_height() {
    std::vector<PlotCurve> curves;
    add_column(curves, "centre of mass", channels::com, columns::z, 1000);
    add_column(curves, "root's origin", channels::q, columns::z, 1000);
    page_.add_curves("height", "mm", curves);
  }

  const Poses& poses_;
  const CastSpec& cast_;
  std::vector<LegSpec> legs_;
  PlotPage page_;
};

}  // namespace

Drawing plot_figure(const ShotSpec& shot, const Poses& poses, const CastSpec& cast) {
  return FigurePlot(shot, poses, cast).draw();
}

}  // namespace gambol
