#pragma once

// Motions that a test has in memory as files, and back.

#include <algorithm>
#include <string>

#include "poses/channels.h"
#include "poses/motion_file.h"

namespace gambol {

// Writes a motion of one segment.
inline void save_poses(const Poses& poses, const std::string& path) {
  MotionWriter writer(path, {std::max(poses.frames, 1), poses.samples_per_frame});
  writer.begin();
  writer.add(poses);
  writer.finish(poses);
}

// The same motion without files.
inline Poses in_memory(const Poses& stored) {
  Poses poses = stored;
  poses.X_WB.clear(), poses.particles.clear();
  poses.first_particle.assign(1, 0);
  for (std::size_t k = 0; k < stored.sample_times.size(); ++k) {
    for (std::size_t b = 0; b < stored.bodies.size(); ++b) poses.X_WB.push_back(stored.pose(k, b));
    for (const ParticleRow& row : stored.particles_at(k)) poses.particles.push_back(row);
    poses.first_particle.push_back(poses.particles.size());
  }
  for (std::size_t c = 0; c < poses.channels.size(); ++c) {
    Channel& channel = poses.channels[c];
    channel.values.resize(channel.width() * stored.track_times.size());
    for (std::size_t i = 0; i < channel.width(); ++i) {
      const std::vector<double> column = Column(stored.channels[c], i).values();
      for (std::size_t k = 0; k < column.size(); ++k)
        channel.values[k * channel.width() + i] = column[k];
    }
  }
  poses.store(nullptr);
  return poses;
}

}  // namespace gambol
