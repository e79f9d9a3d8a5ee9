#include "poses/channels.h"

#include <algorithm>

namespace gambol {

std::size_t Column::size() const {
  if (!channel_) return 0;
  const std::size_t stored = channel_->stored ? channel_->stored->rows() : 0;
  return stored + channel_->values.size() / channel_->width();
}

std::vector<double> Column::values(std::size_t first, std::size_t last) const {
  std::vector<double> values;
  if (!channel_) return values;
  values.reserve(last - first);
  const std::size_t stored = channel_->stored ? channel_->stored->rows() : 0;
  if (first < stored)
    values = channel_->stored->column(channel_->name, channel_->number, column_, first,
                                      std::min(last, stored));
  for (std::size_t row = std::max(first, stored); row < last; ++row)
    values.push_back(channel_->values[(row - stored) * channel_->width() + column_]);
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
  return Column(channel, static_cast<std::size_t>(found - channel.columns.begin()));
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
