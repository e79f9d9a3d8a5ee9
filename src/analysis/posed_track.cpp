#include "analysis/posed_track.h"

#include <algorithm>
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

// Rows that are in memory at a time: ten seconds at 1 kHz.
constexpr std::size_t most_rows = 10'000;

enum class Rates { none, recorded };  // of the bodies: at rest, or as the channel v has them

void look_at_each(const Track& track, Rates rates, const PoseVisit& look,
                  const std::function<bool(std::size_t)>& wanted = {}) {
  const Model model = make_model(track.cast().figure);
  Workspace work(model);
  Eigen::VectorXd q(model.nq), x(model.nv());
  Eigen::VectorXd v = Eigen::VectorXd::Zero(model.nv());
  for (std::size_t first = 0; first < track.size(); first += most_rows) {
    const Track part = track.part(first, std::min(most_rows, track.size() - first));
    const auto places = columns_of(part, channels::q);
    const auto speeds = rates == Rates::recorded ? columns_of(part, channels::v)
                                                 : std::vector<std::vector<double>>();
    for (std::size_t k = 0; k < part.size(); ++k) {
      if (wanted && !wanted(first + k)) continue;
      for (int i = 0; i < root_positions; ++i) q[i] = places[static_cast<std::size_t>(i)][k];
      for (int i = root_dofs; i < model.nv(); ++i)
        x[i] = places[static_cast<std::size_t>(root_positions - root_dofs + i)][k];
      set_coordinates(model, x, q);
      for (std::size_t i = 0; i < speeds.size(); ++i) v[static_cast<int>(i)] = speeds[i][k];
      if (rates == Rates::recorded)
        update_kinematics(model, q, v, work);
      else
        update_poses(model, q, work);
      look(first + k, model, work);
    }
  }
}

}  // namespace

void for_each_pose(const Track& track, const PoseVisit& look,
                   const std::function<bool(std::size_t)>& wanted) {
  look_at_each(track, Rates::none, look, wanted);
}

void for_each_motion(const Track& track, const PoseVisit& look) {
  look_at_each(track, Rates::recorded, look);
}

}  // namespace gambol
