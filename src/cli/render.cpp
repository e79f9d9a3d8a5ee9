#include <fmt/format.h>

#include "base/frame_range.h"
#include "cli/motion.h"
#include "cli/pictures.h"
#include "cli/verbs.h"

namespace gambol {

std::vector<int> chosen_frames(const PictureOptions& picture, int frames) try {
  return picture.frames.empty() ? all_frames(frames) : parse_frame_range(picture.frames, frames);
} catch (const std::invalid_argument& error) {
  throw UsageError(error.what());
}

ExitCode render_verb(const ShotOptions& options, const PictureOptions& picture) {
  const ShotSpec shot = load_sound_shot(options.shot);
  const PresetSpec preset = load_preset(picture.preset);
  std::vector<int> frames = chosen_frames(picture, shot.frames());
  const Output output(options.out, shot.name);
  const Poses poses = up_to_date_poses(shot, output);
  // What was finished before a simulation came to an early end is there to be looked at.
  std::erase_if(frames, [&](int frame) { return frame > poses.frames; });
  const Pictures pictures(shot, poses, preset, output, picture.exr);
  pictures.render(pictures.stale(frames));
  fmt::print("{}\n", output.frames(preset.name));
  return judge(poses, {});
}

}  // namespace gambol
