#include "cli/sequence_files.h"

#include "base/hash.h"
#include "movie/encode.h"
#include "movie/sequence_film.h"
#include "shot/shot_hash.h"

namespace gambol {

Footage footage_of(const SequenceSpec& sequence) {
  Footage footage;
  for (const PartSpec& part : sequence.parts)
    if (part.loaded) footage[part.reference];
  const auto show = [&](const SequenceFrame::Layer& layer) {
    const PartSpec& part = sequence.parts[std::size_t(layer.part)];
    if (part.loaded) footage[part.reference].insert(layer.frame + part.loaded->film.first_frame);
  };
  for (const SequenceFrame& frame : plan_sequence(sequence)) {
    show(frame.layer);
    if (frame.under) show(*frame.under);
  }
  return footage;
}

std::optional<Sound> sound_of(const SequenceSpec& sequence) {
  if (!sequence.audio) return std::nullopt;
  const AudioSpec& audio = *sequence.audio;
  const int frames = static_cast<int>(plan_sequence(sequence).size());
  const double fps = sequence.film.fps;
  return soundtrack(audio, read_sound(audio.file, heard_part(audio, frames, fps)), frames, fps);
}

std::string movie_hash(const SequenceSpec& sequence, const PresetSpec& preset,
                       const FrameHash& frame_hash, const std::optional<Sound>& sound) {
  const int frames = static_cast<int>(plan_sequence(sequence).size());
  Hasher hash;
  hash.add(GAMBOL_VERSION)
      .add(sequence_hash(sequence))
      .add(settings_hash(
          movie_settings(sequence.film.movie, sequence.film.fps, sequence.film.frame)))
      .add(poster_frame(sequence.film.movie, sequence.film.fps, frames))
      .add(preset.width)
      .add(preset.height);
  for (const auto& [reference, shown] : footage_of(sequence))
    for (const int frame : shown) hash.add(frame_hash(reference, frame));
  if (sound) hash.add(sound->samples.data(), sound->samples.size() * sizeof(float));
  return hash.hex();
}

}  // namespace gambol
