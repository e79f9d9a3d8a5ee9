#include "analysis/posed_track.h"

#include <string>
#include <vector>

#include "dynamics/coordinates.h"

namespace gambol {

namespace {

using PoseVisit = std::function<void(std::size_t, const Model&, const Workspace&)>;

std::vector<std::vector<double>> columns_of(const Track& track, const ChannelKind& channel) {
  std::vector<std::vector<double>> columns;
  for (const std::string& name : track.columns_of(channel))
    columns.push_back(track.column(channel, name));
  return columns;
}

// `rates`: the columns of the channel v, or none for bodies at rest.
void look_at_each(const Track& track, const std::vector<std::vector<double>>& rates,
                  const PoseVisit& look) {
  const Model model = make_model(track.cast().figure);
  Workspace work(model);
  const std::vector<std::vector<double>> columns = columns_of(track, channels::q);
  Eigen::VectorXd q(model.nq), x(model.nv());
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.nv());
  for (std::size_t k = 0; k < track.size(); ++k) {
    for (int i = 0; i < root_positions; ++i) q[i] = columns[static_cast<std::size_t>(i)][k];
    for (int i = root_dofs; i < model.nv(); ++i)
      x[i] = columns[static_cast<std::size_t>(root_positions - root_dofs + i)][k];
    set_coordinates(model, x, q);
    for (std::size_t i = 0; i < rates.size(); ++i) v[static_cast<int>(i)] = rates[i][k];
    update_kinematics(model, q, v, work);
    look(k, model, work);
  }
}

}  // namespace

void for_each_pose(const Track& track, const PoseVisit& look) { look_at_each(track, {}, look); }

void for_each_motion(const Track& track, const PoseVisit& look) {
  look_at_each(track, columns_of(track, channels::v), look);
}

}  // namespace gambol
