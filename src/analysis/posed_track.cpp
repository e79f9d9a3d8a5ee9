#include "analysis/posed_track.h"

#include "dynamics/coordinates.h"

namespace gambol {

void for_each_pose(const Track& track,
                   const std::function<void(std::size_t, const Model&, const Workspace&)>& look) {
  const Model model = make_model(track.cast().figure);
  Workspace work(model);
  std::vector<std::vector<double>> columns;
  for (const std::string& name : track.columns_of(channels::q))
    columns.push_back(track.column(channels::q, name));
  Eigen::VectorXd q(model.nq), x(model.nv());
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(model.nv());
  for (std::size_t k = 0; k < track.size(); ++k) {
    for (int i = 0; i < root_positions; ++i) q[i] = columns[static_cast<std::size_t>(i)][k];
    for (int i = root_dofs; i < model.nv(); ++i)
      x[i] = columns[static_cast<std::size_t>(root_positions - root_dofs + i)][k];
    set_coordinates(model, x, q);
    update_kinematics(model, q, still, work);
    look(k, model, work);
  }
}

}  // namespace gambol
