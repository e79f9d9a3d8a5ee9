#include "analysis/led_track.h"

#include "dynamics/articulated_body.h"
#include "dynamics/coordinates.h"

namespace gambol {

const ControllerSpec& led_by(const Track& track, const ExpectSpec& e) {
  for (const ControllerSpec& c : track.cast().controllers)
    if (c.kind.plan()) return c;
  throw InputError(Problem{e.place, "expect.measure", e.measure, "a figure with a kinematic gait"});
}

std::vector<std::vector<Vec3>> feet_of(const Track& track) {
  const FigureSpec& figure = track.cast().figure;
  const Model model = make_model(figure);
  Workspace work(model);
  std::vector<std::vector<double>> columns;
  for (const std::string& name : track.columns_of(channels::q))
    columns.push_back(track.column(channels::q, name));
  Eigen::VectorXd q(model.nq), x(model.nv());
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(model.nv());
  std::vector<int> feet;
  for (const LegSpec& leg : figure.legs) feet.push_back(model.body_index(leg.feet[0]));
  std::vector<std::vector<Vec3>> at(track.size());
  for (std::size_t k = 0; k < track.size(); ++k) {
    for (int i = 0; i < root_positions; ++i) q[i] = columns[static_cast<std::size_t>(i)][k];
    for (int i = root_dofs; i < model.nv(); ++i)
      x[i] = columns[static_cast<std::size_t>(root_positions - root_dofs + i)][k];
    set_coordinates(model, x, q);
    update_kinematics(model, q, still, work);
    for (std::size_t leg = 0; leg < feet.size(); ++leg) {
      const Frame& X = work.bodies[feet[leg]].X_WB;
      at[k].push_back(X.R * figure.legs[leg].tip + X.p);
    }
  }
  return at;
}

}  // namespace gambol
