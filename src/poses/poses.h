#pragma once

// The only contract between simulate and everything after it: where every body is over the film,
// and channels recorded on the way. See docs/poses.md for the file.

#include <cstdint>
#include <string>
#include <vector>

#include "base/vec.h"

namespace gambol {

// A recorded quantity: values[t * width + i] at track_times[t].
struct Channel {
  std::string name;  // e.g. "roach/q", "roach/foot_force/front_left"
  std::string unit;  // SI; "" for a ratio or a flag
  std::string help;
  std::vector<std::string> columns;  // width = columns.size()
  std::vector<double> values;
  std::size_t width() const { return columns.size(); }
};

struct Mark {
  double time = 0;  // s simulated
  std::string name;
  std::string text;
};

// A particle at a film sample; also a row of the file.
struct ParticleRow {
  float id = 0, emitter = 0;                    // id is counted from 0 by its emitter
  float age = 0, life = 0;                      // s simulated
  Eigen::Vector3f p = Eigen::Vector3f::Zero();  // W, m
  Eigen::Vector3f v = Eigen::Vector3f::Zero();  // W, m/s
};

struct Poses {
  // What made them.
  std::string shot;
  std::string version;      // of gambol
  std::string motion_hash;  // of every input that matters to motion
  std::string state_hash;   // of the final state
  std::string failure;      // how the simulation came to an early end; "" if it did not
  std::uint64_t seed = 0;

  // Film samples: frame f (0-based) begins at sample f * samples_per_frame; there are
  // frames * samples_per_frame + 1 samples, evenly spaced in film time. A simulation that came to
  // an early end has only the frames that were finished.
  double fps = 24;
  int frames = 0;
  int samples_per_frame = 4;
  std::vector<double> sample_times;  // s simulated
  std::vector<std::string> bodies;   // "roach/abdomen"
  std::vector<Transform> X_WB;       // [sample * bodies.size() + body]

  std::vector<double> appears;  // [body] s simulated: before, it is not there; none: all always are

  // Those of sample k: rows first_particle[k] to first_particle[k + 1]. Empty if there are none.
  std::vector<std::string> emitters;
  std::vector<std::size_t> first_particle;
  std::vector<ParticleRow> particles;

  // Tracks: every channel shares one time axis, which may run on after the film.
  std::vector<double> track_times;  // s simulated
  std::vector<Channel> channels;
  std::vector<Mark> marks;

  const Transform& pose(std::size_t sample, std::size_t body) const {
    return X_WB[sample * bodies.size() + body];
  }
  const Channel* channel(const std::string& name) const;  // nullptr if there is none
  int body_index(const std::string& name) const;          // -1 if there is none
  // The frame (counted from 1) that begins at or before simulated time t; 0 after the film.
  int frame_at(double t) const;
  std::string when(double t) const;    // "0.312 s (frame 38)", for messages
  double time_at(double frame) const;  // s simulated at film time in units of frames
  bool is_there(double frame, std::size_t body) const;
  // Interpolated pose (slerp) at film time in units of frames, 0 <= frame <= frames.
  Transform pose_at(double frame, std::size_t body) const;
};

// Of all that a picture can see: a simulation that comes out the same needs no new frames.
std::string film_hash(const Poses& poses);

// One HDF5 file, written whole or not at all. Throws RunError (failed) naming the file.
void save_poses(const Poses& poses, const std::string& path);
// Throws InputError if the file is missing, damaged or not ours.
Poses load_poses(const std::string& path);

// What a poses file says of itself in its first bytes.
struct PosesHeader {
  std::string motion_hash;
  std::string film_hash;  // of the poses
  int frames = 0;
};
// Cheaply, and believing the file; an empty one if there is no usable file.
PosesHeader read_poses_header(const std::string& path);

}  // namespace gambol
