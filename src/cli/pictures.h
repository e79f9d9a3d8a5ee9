#pragma once

// The second half of making a film: renders frames and encodes the movie. An EXR file holds light
// alone: a PNG of which only the overlays are stale is drawn again from its EXR file.

#include <functional>
#include <string>
#include <vector>

#include "cli/memory.h"
#include "cli/picture_files.h"
#include "image/image.h"
#include "poses/poses.h"
#include "render/frame_renderer.h"

namespace gambol {

struct ShotSpec;

class Pictures {
 public:
  // The references must outlive this object. `exr`: frames are written as EXR too; `stats`: with
  // rendering times in their headers, which differ from run to run; `memory`: limit, bytes, or 0.
  Pictures(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset, const Output& output,
           bool exr, bool stats = false, std::size_t memory = 0);

  const PictureFiles& files() const { return files_; }
  // Renders and writes frames, and reports progress and the memory needed; returns the total cost.
  // Throws RunError (failed) if one frame alone needs more memory than the limit (before pictures
  // are read, if these are too large), or if a frame is not up to date when read back. `done` is
  // called when a frame is on disk, with the seconds that it took to make; calls never overlap.
  using Done = std::function<void(int frame, double seconds)>;
  RenderStats render(const std::vector<int>& stale, const Done& done = {}) const;

  // Encodes all frames, which must be up to date.
  void encode() const;
  // Encodes a movie as long as the film in which one frame stands for `held` frames, of the left
  // eye if there are two, without sound.
  void encode_held(int held, const std::string& path) const;

 private:
  void render_light(const std::vector<int>& frames, const Done& done, RenderStats& all) const;
  std::vector<int> draw_from_light(const std::vector<int>& frames, const Done& done) const;
  void write_shown(int frame, const Image& linear) const;
  Image8 movie_picture(int number, int eye) const;
  Image8 see_through(const Image& linear, int index) const;
  void write(int frame, RenderedFrame made) const;
  Image light_of(int frame) const;
  std::vector<Channel32> by_views(const RenderedFrame& made) const;
  bool with_layers() const { return exr_ && preset_.layers; }
  void require_memory(std::size_t bytes) const;
  std::size_t least_memory(const PictureNeed& pictures) const;
  bool may_overlap(int frames, double textures, std::size_t least, double seconds) const;
  double expected_seconds(FrameRenderer& renderer, const std::vector<int>& frames) const;
  Metadata metadata(int frame, const RenderedFrame& made) const;

  const ShotSpec& shot_;
  const Poses& poses_;
  PresetSpec preset_;
  const Output& output_;
  PictureFiles files_;
  bool exr_, stats_;
  std::size_t memory_;
};

}  // namespace gambol
