#include <fmt/format.h>

#include "base/frame_range.h"
#include "cli/first_look.h"
#include "cli/motion.h"
#include "cli/pictures.h"
#include "cli/verbs.h"
#include "shot/check.h"
#include "shot/results_name.h"

namespace gambol {

ExitCode make_verb(const ShotOptions& options, const PictureOptions& picture) {
  if (is_sequence(options.shot)) return make_sequence(options, picture);
  ShotSpec shot = load_sound_shot(options.shot);
  choose_codec(picture, shot.film.movie);
  const PresetSpec preset = sized(load_preset(picture.preset), shot);
  const Output output(options.out, results_name(shot));
  const Poses poses = up_to_date_poses(shot, output, Beside::end_state);
  if (const ExitCode code = judge_for_film(shot, poses, output); code != ExitCode::ok) return code;
  const Pictures pictures(shot, poses, preset, output, picture.exr, false, picture.memory);
  const std::vector<int> stale =
      pictures.files().stale(all_frames(poses.frames, shot.film.first_frame));
  FirstLook look(shot, poses, preset, output, pictures, stale);
  look.write_page();
  pictures.render(look.order(), [&](int frame, double) { look.note(frame); });
  if (!stale.empty() || !pictures.files().movie_is_current(Look::thorough)) pictures.encode();
  look.remove_movie();
  for (const std::string& movie : pictures.files().movies()) fmt::print("{}\n", movie);
  return ExitCode::ok;
}

}  // namespace gambol
