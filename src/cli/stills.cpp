// One picture of a whole film: a contact sheet, or a strobe.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/progress.h"
#include "cli/motion.h"
#include "cli/pictures.h"
#include "cli/stills.h"
#include "cli/verbs.h"
#include "movie/sheet.h"
#include "render/film.h"
#include "render/frame_renderer.h"
#include "shot/results_name.h"

namespace gambol {
namespace {

// Keeps the frames that the simulation finished, if it ended early. Throws RunError (bad_motion) if
// there are none.
void keep_finished(const Poses& poses, int first, std::vector<int>& frames) {
  std::erase_if(frames, [&](int frame) { return frame >= first + poses.frames; });
  if (frames.empty()) throw RunError(ExitCode::bad_motion, poses.failure);
}

std::vector<int> frames_of_sheet(const SheetOptions& sheet, int frames) {
  if (sheet.every == 0) return spread(sheet.count, frames);
  std::vector<int> chosen;
  for (int frame = 1; frame <= frames; frame += sheet.every) chosen.push_back(frame);
  return chosen;
}

}  // namespace

std::vector<int> spread(int count, int frames) {
  count = std::clamp(count, 1, frames);
  std::vector<int> chosen;
  for (int k = 0; k < count; ++k)
    chosen.push_back(1 + int(std::lround(count > 1 ? double(k) * (frames - 1) / (count - 1) : 0)));
  return chosen;
}

std::string write_sheet(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
                        const Output& output, const std::vector<int>& frames) {
  std::vector<SheetFrame> thumbnails;
  for (const int frame : frames) {
    const std::size_t index = std::size_t(frame - shot.film.first_frame);
    const double time = poses.sample_times[index * poses.samples_per_frame];
    thumbnails.push_back({fmt::format("{}   {:.3f} s", frame, time), [&output, &preset, frame] {
                            return read_image(output.frame(preset.name, frame, "png"));
                          }});
  }
  const std::string path = output.still("sheet", preset.name, "png");
  write_png(contact_sheet(thumbnails, shot.film.frame.pixel_aspect), path);
  return path;
}

ExitCode sheet_verb(const ShotOptions& options, const PictureOptions& picture,
                    const SheetOptions& sheet) {
  const ShotSpec shot = load_sound_shot(options.shot);
  const PresetSpec preset = sized(load_preset(picture.preset), shot);
  const Output output(options.out, results_name(shot));
  const Poses poses = up_to_date_poses(shot, output);
  const int first = shot.film.first_frame;
  std::vector<int> frames = frames_of_sheet(sheet, shot.frames());
  for (int& frame : frames) frame += first - 1;
  keep_finished(poses, first, frames);
  const Pictures pictures(shot, poses, preset, output, false);
  pictures.render(pictures.files().stale(frames));
  fmt::print("{}\n", write_sheet(shot, poses, preset, output, frames));
  return judge(shot, poses, {});
}

ExitCode strobe_verb(const ShotOptions& options, const PictureOptions& picture) {
  constexpr int instants = 4;
  const ShotSpec shot = load_sound_shot(options.shot);
  const PresetSpec preset = sized(load_preset(picture.preset), shot);
  std::vector<int> frames = spread(instants, shot.frames());
  for (int& frame : frames) frame += shot.film.first_frame - 1;
  if (!picture.frames.empty())
    frames = chosen_frames(picture, shot.frames(), shot.film.first_frame);
  const Output output(options.out, results_name(shot));
  const Poses poses = up_to_date_poses(shot, output);
  keep_finished(poses, shot.film.first_frame, frames);
  Progress progress("rendering strobe");
  for (int& frame : frames) frame -= shot.film.first_frame;
  const Image light = FrameRenderer(shot, poses, preset).strobe(frames);
  progress.at(1);
  const std::string path = output.still("strobe", preset.name, "png");
  write_png(tone_map(light, shot.look.exposure, shot.look.tone), path);
  fmt::print("{}\n", path);
  return judge(shot, poses, {});
}

}  // namespace gambol
