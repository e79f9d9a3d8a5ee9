#pragma once

// The second half of the way to a film: frames and the movie, each made only if it is missing,
// stale or damaged. A frame carries a hash of what it was made from, a movie one of its frames'. An
// EXR file holds light alone: a PNG whose overlays are stale is drawn anew from it.

#include <functional>
#include <string>
#include <vector>

#include "cli/output.h"
#include "image/image.h"
#include "poses/poses.h"
#include "render/frame_renderer.h"
#include "shot/shot_spec.h"

namespace gambol {

class Pictures {
 public:
  // All must outlive it. `exr`: frames are written as EXR too; `stats`: with what they took in
  // their headers, which is not the same twice; `memory`: bytes to keep below, 0: any.
  Pictures(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset, const Output& output,
           bool exr, bool stats = false, std::size_t memory = 0);

  // Those of `frames` (counted from 1) that are not on disk as they should be.
  std::vector<int> stale(const std::vector<int>& frames) const;
  // Renders and writes frames, telling of its progress and of the memory that takes; returns what
  // they took in all. Throws RunError (failed) if one frame alone needs more than it may. `done` is
  // called when a frame is on disk, with the seconds that it took to make; never twice at once.
  using Done = std::function<void(int frame, double seconds)>;
  RenderStats render(const std::vector<int>& stale, const Done& done = {}) const;

  std::string frame_hash(int frame) const;  // of what a PNG is made from
  std::string checksum(int frame) const;    // of all bytes of a PNG; "" if it cannot be read

  // Of the shot's own film, and its poster.
  bool movie_is_current() const;
  // Encodes all frames, which must be up to date.
  void encode() const;
  std::string movie() const;

 private:
  std::string path(int frame, const char* ending) const;
  std::string light_hash(int frame) const;  // of an EXR
  std::string movie_hash() const;
  int poster() const;  // a frame, from 1
  bool has_light(int frame) const;
  bool is_current(int frame) const;
  std::vector<int> draw_from_light(const std::vector<int>& frames, const Done& done) const;
  void write_shown(int frame, const Image& linear) const;
  void write(int frame, Frame made) const;
  bool may_overlap(int frames) const;
  Metadata metadata(int frame, const Frame& made) const;

  const ShotSpec& shot_;
  const Poses& poses_;
  const PresetSpec& preset_;
  const Output& output_;
  bool exr_, stats_;
  std::size_t memory_;
  std::string light_, inputs_;  // hashes of what all frames share, without and with overlays
};

}  // namespace gambol
