#pragma once

// The second half of the way to a film: renders frames and encodes the movie. An EXR file holds
// light alone: a PNG whose overlays are stale is drawn anew from it.

#include <functional>
#include <string>
#include <vector>

#include "cli/memory.h"
#include "cli/picture_files.h"
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

  const PictureFiles& files() const { return files_; }
  // Renders and writes frames, telling of its progress and of the memory that takes; returns what
  // they took in all. Throws RunError (failed) if one frame alone needs more than it may, before
  // pictures are read if they are too large, or what is read back is not as it should be. `done` is
  // called when a frame is on disk, with the seconds that it took to make; never twice at once.
  using Done = std::function<void(int frame, double seconds)>;
  RenderStats render(const std::vector<int>& stale, const Done& done = {}) const;

  // Encodes all frames, which must be up to date.
  void encode() const;

 private:
  void render_light(const std::vector<int>& frames, const Done& done, RenderStats& all) const;
  std::vector<int> draw_from_light(const std::vector<int>& frames, const Done& done) const;
  void write_shown(int frame, const Image& linear) const;
  void write(int frame, RenderedFrame made) const;
  bool with_layers() const { return exr_ && preset_.layers; }
  void require_memory(std::size_t bytes) const;
  std::size_t least_memory(const PictureNeed& pictures) const;
  bool may_overlap(int frames, double textures, std::size_t least) const;
  Metadata metadata(int frame, const RenderedFrame& made) const;

  const ShotSpec& shot_;
  const Poses& poses_;
  const PresetSpec& preset_;
  const Output& output_;
  PictureFiles files_;
  bool exr_, stats_;
  std::size_t memory_;
};

}  // namespace gambol
