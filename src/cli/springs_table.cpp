#include "cli/springs_table.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "cli/columns.h"
#include "control/actuators.h"
#include "figure/joint_load.h"
#include "figure/rest_posture.h"
#include "schema/names.h"

namespace gambol {
namespace {

// An actuator on a joint, and how what hangs on the joint swings on it.
struct SpringRow {
  const Actuator* actuator = nullptr;
  double stiffness = 0;  // of an exponential spring: where it is at rest
  double inertia = 0;    // of what the joint carries, kg m2 or kg; 0: of several degrees of freedom
  double damping = 0;    // of all dampers of the joint, and of a limit its own
  bool swings() const { return stiffness > 0 && inertia > 0; }
  double time_constant() const { return std::sqrt(inertia / stiffness); }  // s
  double damping_ratio() const { return damping / (2 * std::sqrt(stiffness * inertia)); }
};

std::vector<SpringRow> rows_of(const FigureSpec& figure, const Model& model,
                               const std::vector<Actuator>& actuators) {
  const JointLoads loads(figure, rest_posture(figure));
  std::vector<double> dampers(static_cast<std::size_t>(model.nv()), 0.0);
  for (const Actuator& a : actuators)
    if (a.type == ActuatorType::damper) dampers[static_cast<std::size_t>(a.dof)] += a.damping;
  std::vector<SpringRow> rows;
  for (const Actuator& a : actuators) {
    const Dof& dof = model.dofs[static_cast<std::size_t>(a.dof)];
    SpringRow row{&a};
    row.stiffness = a.strength > 0 ? a.strength * a.rise : a.stiffness;
    const bool single = model.bodies[static_cast<std::size_t>(dof.body)].nv == 1;
    if (single) row.inertia = loads.of(static_cast<std::size_t>(dof.body), 1).inertia;
    row.damping = dampers[static_cast<std::size_t>(a.dof)];
    if (a.type == ActuatorType::limit || a.type == ActuatorType::exponential_limit)
      row.damping += a.damping;
    rows.push_back(row);
  }
  return rows;
}

bool is_limit(const Actuator& a) {
  return a.type == ActuatorType::limit || a.type == ActuatorType::exponential_limit;
}

std::string number(double x) { return x == 0 ? "" : fmt::format("{:.4g}", x); }

}  // namespace

void print_springs(const FigureSpec& figure, const Model& model) {
  const std::vector<Actuator> actuators = make_actuators(figure, model);
  if (actuators.empty()) {
    fmt::print("\nNo springs, dampers or limits on joints\n");
    return;
  }
  std::vector<std::vector<std::string>> table{{"joint", "actuator", "stiffness", "damping", "lower",
                                               "upper", "inertia", "time, ms", "damping ratio"}};
  for (const SpringRow& row : rows_of(figure, model, actuators)) {
    const Actuator& a = *row.actuator;
    const Dof& dof = model.dofs[static_cast<std::size_t>(a.dof)];
    const Body& body = model.bodies[static_cast<std::size_t>(dof.body)];
    const bool slides = !body.motion.modes[static_cast<std::size_t>(dof.mode)].turns;
    const auto end = [&](double x) {
      if (!is_limit(a)) return std::string();
      return slides ? fmt::format("{:.4g} mm", x * 1e3)
                    : fmt::format("{:.4g} deg", x * 180 / std::numbers::pi);
    };
    const bool swings = row.swings();
    table.push_back({dof.name, std::string(name_of(a.type)), number(row.stiffness),
                     number(a.damping), end(a.lower), end(a.upper), number(row.inertia),
                     swings ? number(1e3 * row.time_constant()) : "",
                     swings ? fmt::format("{:.3g}", row.damping_ratio()) : ""});
  }
  fmt::print(
      "\nSprings, dampers and limits, in N*m per rad, N*m*s and kg*m2 (of slides N/m, N*s/m and "
      "kg); of an exponential spring\nthe stiffness at rest. Inertia of what the joint carries, "
      "the rest held; time = sqrt(inertia / stiffness)\n");
  print_columns(table, 2);
}

Json springs_json(const FigureSpec& figure, const Model& model) {
  const std::vector<Actuator> actuators = make_actuators(figure, model);
  Json list = Json::array(Json::Layout::lines);
  for (const SpringRow& row : rows_of(figure, model, actuators)) {
    const Actuator& a = *row.actuator;
    Json one = Json::object(Json::Layout::spaced)
                   .add("joint", model.dofs[static_cast<std::size_t>(a.dof)].name)
                   .add("type", std::string(name_of(a.type)))
                   .add("stiffness", Json::number(row.stiffness, 9))
                   .add("damping", Json::number(a.damping, 9));
    if (is_limit(a))
      one.add("lower", Json::number(a.lower, 9)).add("upper", Json::number(a.upper, 9));
    if (row.inertia > 0) one.add("inertia", Json::number(row.inertia, 9));
    if (row.swings())
      one.add("time_constant", Json::number(row.time_constant(), 9))
          .add("damping_ratio", Json::number(row.damping_ratio(), 9));
    list.push(one);
  }
  return list;
}

}  // namespace gambol
