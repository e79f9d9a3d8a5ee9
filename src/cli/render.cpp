#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/frame_range.h"
#include "cli/motion.h"
#include "cli/pictures.h"
#include "cli/verbs.h"
#include "farm/records.h"
#include "shot/results_name.h"

namespace gambol {

std::vector<int> chosen_frames(const PictureOptions& picture, int frames, int first) try {
  return picture.frames.empty() ? all_frames(frames, first)
                                : parse_frame_range(picture.frames, frames, first);
} catch (const std::invalid_argument& error) {
  throw UsageError(error.what());
}

namespace {

void print_stats(const RenderStats& s, const PresetSpec& preset) {
  if (s.frames == 0) return fmt::print("no frame was rendered: all are there\n");
  const double n = s.frames;
  fmt::print("{} frames of {}x{}; the shot's set-up {:.3f} s\n", s.frames, preset.width,
             preset.height, s.shot);
  fmt::print("a frame: set-up {:.1f} ms, light {:.3f} s, finish {:.3f} s\n", 1e3 * s.set_up / n,
             s.light / n, s.finish / n);
  fmt::print("{:.1f} samples per pixel, {:.2f} rays each; {:.2f} million rays per second\n",
             double(s.samples) / n / preset.width / preset.height,
             double(s.rays) / double(s.samples), double(s.rays) / s.light / 1e6);
}

Pictures::Done recorder(const Pictures& pictures, const std::string& file) {
  if (file.empty()) return {};
  return [&pictures, file, host = this_host()](int frame, double seconds) {
    append_record(file, {frame, seconds, peak_megabytes(), host, pictures.files().frame_hash(frame),
                         pictures.files().png_seal(frame).checksum});
  };
}

std::optional<FrameSpan> frames_needed(const std::vector<int>& frames, const ShotSpec& shot) {
  if (frames.empty()) return {};
  const auto [first, last] = std::minmax_element(frames.begin(), frames.end());
  return FrameSpan{*first - shot.film.first_frame, *last - shot.film.first_frame};
}

}  // namespace

ExitCode render_verb(const ShotOptions& options, const PictureOptions& picture) {
  const ShotSpec shot = load_sound_shot(options.shot);
  const PresetSpec preset = sized(load_preset(picture.preset), shot);
  std::vector<int> frames = chosen_frames(picture, shot.frames(), shot.film.first_frame);
  const Output output(options.out, results_name(shot));
  const Poses poses = picture.poses.empty() ? up_to_date_poses(shot, output, Beside::nothing,
                                                               frames_needed(frames, shot))
                                            : poses_of_motion(shot, output, picture.poses);
  // After a simulation that ended early, the frames before its end can be rendered.
  std::erase_if(frames, [&](int frame) { return frame >= shot.film.first_frame + poses.frames; });
  const Pictures pictures(shot, poses, preset, output, picture.exr, picture.stats, picture.memory);
  const std::vector<int> wanted = pictures.files().stale(frames);
  const RenderStats stats = pictures.render(wanted, recorder(pictures, picture.record));
  if (picture.stats) print_stats(stats, preset);
  fmt::print("{}\n", output.frames(preset.name));
  return judge(shot, poses, {});
}

}  // namespace gambol
