#include "poses/channels.h"

#include <algorithm>

namespace gambol {

std::vector<double> Column::values(std::size_t first, std::size_t last) const {
  std::vector<double> values;
  values.reserve(last - first);
  for (std::size_t row = first; row < last; ++row) values.push_back((*this)[row]);
  return values;
}

std::string channel_name(std::string_view figure, std::string_view name) {
  return std::string(figure) + '/' + std::string(name);
}

const Channel* find_channel(const Poses& poses, std::string_view figure, std::string_view name) {
  return poses.channel(channel_name(figure, name));
}

Column find_column(const Channel& channel, std::string_view column) {
  const auto found = std::find(channel.columns.begin(), channel.columns.end(), column);
  if (found == channel.columns.end()) return {};
  return {channel, static_cast<std::size_t>(found - channel.columns.begin())};
}

Column find_column(const Poses& poses, std::string_view figure, std::string_view channel,
                   std::string_view column) {
  const Channel* found = find_channel(poses, figure, channel);
  return found ? find_column(*found, column) : Column();
}

Column find_output(const Poses& poses, std::string_view figure, const outputs::OfLeg& output,
                   std::string_view leg) {
  const std::string column = output.of(leg), of_figure = channel_name(figure, "");
  for (const Channel& channel : poses.channels)
    if (channel.name.starts_with(of_figure))
      if (const Column found = find_column(channel, column)) return found;
  return {};
}

}  // namespace gambol
