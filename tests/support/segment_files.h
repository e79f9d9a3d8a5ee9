#pragma once

// Segments of a motion as files by themselves.

#include <string>

#include "base/atomic_file.h"
#include "poses/segment_file.h"

namespace gambol {

inline void save_segment(const Poses& poses, const std::string& path) {
  write_file(path, segment_bytes(poses));
}

// Everything that a segment holds.
inline Poses load_segment(const std::string& path) {
  const SealedFile file(path, segment_file);
  file.require_sound();
  const SegmentReader reader(file);
  Poses poses = reader.film();
  poses.track_times = hdf5::Reader(file.place(), file.size()).numbers("times");
  for (Channel& channel : poses.channels) {
    channel.values.resize(channel.width() * poses.track_times.size());
    for (std::size_t i = 0; i < channel.width(); ++i) {
      const auto column = reader.column(channel.name, i, poses.track_times.size());
      for (std::size_t k = 0; k < column.size(); ++k)
        channel.values[k * channel.width() + i] = column[k];
    }
  }
  return poses;
}

}  // namespace gambol
