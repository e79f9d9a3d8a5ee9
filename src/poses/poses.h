#pragma once

// The only interface between simulate and the stages after it: the transform of every body over
// the film, and the channels recorded during the simulation. See docs/poses.md for the file.

#include <cstdint>
#include <string>
#include <vector>

#include "base/vec.h"

namespace gambol {

// A recorded quantity: values[t * width + i] at track_times[t].
struct Channel {
  std::string name;  // e.g. "roach/q", "roach/foot_force/front_left"
  std::string unit;  // SI unit; "" for a ratio or a flag
  std::string help;
  std::vector<std::string> columns;  // width = columns.size()
  std::vector<double> values;
  std::size_t width() const { return columns.size(); }
};

struct RecordedFigure {
  std::string name;
  double mass = 0;  // kg
};

struct Mark {
  double time = 0;  // s, simulated
  std::string name;
  std::string text;
};

// A particle at a film sample; also the layout of a row in the file.
struct ParticleRow {
  float id = 0, emitter = 0;                    // each emitter counts its ids from 0
  float age = 0, life = 0;                      // s, simulated
  Eigen::Vector3f p = Eigen::Vector3f::Zero();  // W, m
  Eigen::Vector3f v = Eigen::Vector3f::Zero();  // W, m/s
};

struct Poses {
  // Provenance.
  std::string shot;
  std::string version;      // of gambol
  std::string motion_hash;  // of every input that affects the motion
  std::string state_hash;   // of the final state
  std::string failure;      // why the simulation ended early; "" if it did not
  std::uint64_t seed = 0;

  // Film samples: frame f (0-based) begins at sample f * samples_per_frame; there are
  // frames * samples_per_frame + 1 samples, evenly spaced in film time. A simulation that ended
  // early has only the frames that it finished.
  double fps = 24;
  int frames = 0;
  int samples_per_frame = 4;
  std::vector<double> sample_times;  // s, simulated
  std::vector<std::string> bodies;   // "roach/abdomen"
  std::vector<Transform> X_WB;       // [sample * bodies.size() + body]

  // [body] s, simulated: time at which it appears. Empty if all bodies are always present.
  std::vector<double> appears;

  // Sample k has rows first_particle[k] to first_particle[k + 1]. Empty without particles.
  std::vector<std::string> emitters;
  std::vector<std::size_t> first_particle;
  std::vector<ParticleRow> particles;

  std::vector<RecordedFigure> figures;

  // Tracks: all channels share one time axis, which may continue after the film.
  std::vector<double> track_times;  // s, simulated
  std::vector<Channel> channels;
  std::vector<Mark> marks;

  const Transform& pose(std::size_t sample, std::size_t body) const {
    return X_WB[sample * bodies.size() + body];
  }
  const Channel* channel(const std::string& name) const;  // nullptr if there is none
  int body_index(const std::string& name) const;          // -1 if there is none
  // The frame (counted from 1) shown at simulated time t; 0 before and after the film.
  int frame_at(double t) const;
  std::string when(double t) const;    // "0.312 s (frame 38)", for messages
  double time_at(double frame) const;  // s, simulated, at film time in units of frames
  bool is_there(double frame, std::size_t body) const;
  // Interpolated transform (slerp) at film time in units of frames, 0 <= frame <= frames.
  Transform pose_at(double frame, std::size_t body) const;
};

// Hash of everything in the poses that a picture can show: if another simulation gives the same
// hash, its frames need not be rendered again.
std::string film_hash(const Poses& poses);

// Writes one HDF5 file, as a whole or not at all. Throws RunError (failed), which names the file.
void save_poses(const Poses& poses, const std::string& path);
// Throws InputError if the file is missing, damaged, or not a poses file of this version's format.
Poses load_poses(const std::string& path);

// The header in the first bytes of a poses file.
struct PosesHeader {
  std::string motion_hash;
  std::string film_hash;  // film_hash() of the poses
  int frames = 0;
};
// Reads only the header and does not verify its checksum; returns an empty header if there is no
// usable file.
PosesHeader read_poses_header(const std::string& path);

}  // namespace gambol
