#include "poses/pressure.h"

#include <algorithm>

#include "poses/spans.h"

namespace gambol {

std::vector<double> means_of(const Poses& poses, std::string_view figure, const ChannelKind& kind,
                             const std::vector<std::string>& names, int frame) {
  std::vector<double> values(names.size(), 0);
  const Channel* channel = find_channel(poses, figure, kind.name);
  if (!channel) return values;
  const std::vector<double> means = means_in(poses, *channel, frame);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto column = std::find(channel->columns.begin(), channel->columns.end(), names[i]);
    if (column != channel->columns.end())
      values[i] = means[static_cast<std::size_t>(column - channel->columns.begin())];
  }
  return values;
}

std::optional<Vec3> pressure_in(const Poses& poses, std::string_view figure,
                                const std::vector<std::string>& legs, int frame) {
  std::vector<std::string> names;
  for (const std::string& leg : legs)
    for (const std::string_view axis : columns::axes) names.push_back(columns::of_leg(leg, axis));
  const auto at = means_of(poses, figure, channels::foot_point, names, frame),
             force = means_of(poses, figure, channels::foot_force, names, frame);
  Vec3 sum = Vec3::Zero();
  double all = 0;
  for (std::size_t i = 0; i < names.size(); i += 3) {
    const double up = std::max(force[i + 2], 0.0);
    sum += up * Vec3(at[i], at[i + 1], at[i + 2]);
    all += up;
  }
  if (!(all > 0)) return {};
  return Vec3(sum / all);
}

}  // namespace gambol
