#pragma once

// The only interface between simulate and the stages after it: the transform of every body over
// the film, and the channels recorded during the simulation. See docs/poses.md for the file.

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/channel_names.h"
#include "base/vec.h"
#include "poses/stored_motion.h"

namespace gambol {

// A recorded quantity: values[t * width + i] at track_times[t]. If the motion is stored, these are
// the rows after those on disk; Column (poses/channels.h) reads all.
struct Channel {
  std::string name;  // e.g. "roach/q", "roach/foot_force/front_left"
  std::string unit;  // SI unit; "" for a ratio or a flag
  std::string help;
  std::vector<std::string> columns;  // width = columns.size()
  std::vector<double> values;
  int bits = all_bits;  // significant bits of a value that files keep: base/channel_names.h
  std::shared_ptr<const StoredMotion> stored;  // that of the poses
  std::size_t number = 0;                      // there
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

// A fall of a figure that has legs and a controller.
struct RecordedFall {
  std::string figure;
  double time = 0;  // s, simulated: when something other than its feet begins to bear it
  int others = 0;   // later falls of the figure
  std::string why;  // a part of a sentence; "" if it is not known
};

// A particle at a film sample; also the layout of a row in the file.
struct ParticleRow {
  float id = 0, emitter = 0;                    // each emitter counts its ids from 0
  float age = 0, life = 0;                      // s, simulated
  Eigen::Vector3f p = Eigen::Vector3f::Zero();  // W, m
  Eigen::Vector3f v = Eigen::Vector3f::Zero();  // W, m/s
};

// A motion. Its first samples and rows may be on disk; vectors then hold what follows them: see
// `stored`. Functions give all, wherever it is, and throw InputError if it cannot be read.
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
  std::vector<Transform> X_WB;       // [sample * bodies.size() + body], of samples in memory

  // [body] s, simulated: time at which it appears. Empty if all bodies are always present.
  std::vector<double> appears;

  // Sample k of those in memory has rows first_particle[k] to first_particle[k + 1]. Empty without
  // particles.
  std::vector<std::string> emitters;
  std::vector<std::size_t> first_particle;
  std::vector<ParticleRow> particles;

  std::vector<RecordedFigure> figures;

  // Tracks: all channels share one time axis, which may continue after the film.
  std::vector<double> track_times;  // s, simulated
  double track_rate = 0;            // Hz; if > 0, row k is at track_times[0] + k / track_rate
  std::vector<Channel> channels;
  std::vector<Mark> marks;
  std::vector<RecordedFall> falls;  // of a stored motion

  // The first samples and rows, on disk; nullptr if all are in memory.
  std::shared_ptr<const StoredMotion> stored;
  void store(std::shared_ptr<const StoredMotion> motion);  // sets it, for all channels too

  Transform pose(std::size_t sample, std::size_t body) const {
    if (stored && sample < stored->samples()) return stored->pose(sample, body);
    return X_WB[(sample - samples_stored()) * bodies.size() + body];
  }
  std::vector<ParticleRow> particles_at(std::size_t sample) const;
  std::size_t samples_stored() const { return stored ? stored->samples() : 0; }
  std::size_t rows_stored() const { return stored ? stored->rows() : 0; }
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

// The numbers of all bodies by name, for whoever asks for many of them.
class BodyNumbers {
 public:
  explicit BodyNumbers(const std::vector<std::string>& bodies) {
    for (std::size_t i = 0; i < bodies.size(); ++i) numbers_.emplace(bodies[i], int(i));
  }
  int of(const std::string& name) const {  // -1 if there is none
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? -1 : found->second;
  }

 private:
  std::unordered_map<std::string, int> numbers_;
};

// Hash of everything that pictures of a motion in memory can show: if another simulation gives the
// same hash, its frames need not be rendered again.
std::string film_hash(const Poses& poses);

}  // namespace gambol
