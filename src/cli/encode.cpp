#include <fmt/format.h>

#include "base/frame_range.h"
#include "cli/motion.h"
#include "cli/pictures.h"
#include "cli/verbs.h"
#include "schema/names.h"
#include "shot/check.h"
#include "shot/results_name.h"

namespace gambol {

void choose_codec(const PictureOptions& picture, MovieSpec& movie) {
  for (const auto& [name, codec] : names_of<MovieCodec>)
    if (name == picture.codec) movie.codec = codec;
}

ExitCode encode_verb(const ShotOptions& options, const PictureOptions& picture) {
  if (is_sequence(options.shot)) return encode_sequence(options, picture);
  ShotSpec shot = load_sound_shot(options.shot);
  choose_codec(picture, shot.film.movie);
  const PresetSpec preset = sized(load_preset(picture.preset), shot);
  const Output output(options.out, results_name(shot));
  const Poses poses = picture.poses.empty() ? up_to_date_poses(shot, output)
                                            : poses_of_motion(shot, output, picture.poses);
  if (const ExitCode code = judge_for_film(shot, poses, output); code != ExitCode::ok) return code;
  const Pictures pictures(shot, poses, preset, output, false);
  const std::vector<int> stale =
      pictures.files().stale(all_frames(poses.frames, shot.film.first_frame));
  if (!stale.empty())
    throw RunError(
        ExitCode::failed,
        fmt::format("{} of {} frames in {} are missing, stale or damaged, the first is {}; "
                    "render them first",
                    stale.size(), poses.frames, output.frames(preset.name),
                    output.frame(preset.name, stale.front(), "png")));
  pictures.encode();
  for (const std::string& movie : pictures.files().movies()) fmt::print("{}\n", movie);
  return ExitCode::ok;
}

}  // namespace gambol
