#include <fmt/format.h>

#include <cmath>
#include <map>

#include "base/allowed_paths.h"
#include "base/text_file.h"
#include "schema/loader.h"
#include "shot/check_names.h"
#include "shot/reading.h"
#include "shot/sequence_spec.h"
#include "shot/shot_reference.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr double most_frames = 1e6;
constexpr double longest_sound = 3600;  // s, 1.4 GB of samples

using Shots = std::map<std::string, std::shared_ptr<const ShotSpec>>;

// Returns nullptr, and reports the problems once, if the shot cannot be loaded.
std::shared_ptr<const ShotSpec> loaded(const std::string& reference, Shots& shots,
                                       Findings& findings) {
  if (const auto found = shots.find(reference); found != shots.end()) return found->second;
  std::shared_ptr<const ShotSpec>& shot = shots[reference];
  try {
    shot = std::make_shared<const ShotSpec>(load_shot(reference));
  } catch (const InputError& e) {
    findings.problems.insert(findings.problems.end(), e.problems().begin(), e.problems().end());
  }
  return shot;
}

// The pictures of a film at full size, for comparison.
std::string shape_of(const FrameSpec& frame) {
  PresetSpec full;
  full.scale = 1;
  full = sized(full, frame);
  return fmt::format("{} x {} pixels of aspect {:g}", full.width, full.height, frame.pixel_aspect);
}

void check_shape(const SequenceSpec& sequence, const PartSpec& part, Findings& findings) {
  const std::string has = shape_of(part.loaded->film.frame), wanted = shape_of(sequence.film.frame);
  if (has != wanted)
    findings.report(
        part.place, "shot", fmt::format("a film of {}", has),
        fmt::format("{}, as the sequence has (film.resolution, aspect, pixel_aspect)", wanted));
  if (part.loaded->camera.stereo)
    findings.report(part.place, "shot", "a stereoscopic film",
                    "a shot without camera.stereo: sequences have one eye");
}

void load_part(const SequenceSpec& sequence, PartSpec& part, Shots& shots, Findings& findings) {
  const bool has_shot = findings.written(part.place, "shot");
  const bool has_title = findings.written(part.place, "title");
  if (has_shot == has_title) {
    findings.report(part.place, has_shot ? "title" : "", has_shot ? "a shot too" : "neither",
                    "one of shot and title");
    return;
  }
  if (part.shot.empty()) return;
  const FoundShot found = find_shot(part.place.file, part.shot);
  if (!found.why.empty()) {
    findings.report(part.place, "shot", in_quotes(part.shot), found.why);
    return;
  }
  part.reference = found.text();
  part.loaded = loaded(part.reference, shots, findings);
  if (!part.loaded) return;
  if (part.loaded->film.fps != sequence.film.fps)
    findings.report(part.place, "shot",
                    fmt::format("{:g} frames per second", part.loaded->film.fps),
                    fmt::format("{:g}, as the sequence has (film.fps)", sequence.film.fps));
  check_shape(sequence, part, findings);
  for (const auto& [other, shot] : shots)
    if (shot && other != part.reference && shot->name == part.loaded->name)
      findings.report(part.place, "shot",
                      in_quotes(part.loaded->name) + ", the name of " + other + " too",
                      "another name for one of them: results lie in folders of these names");
  if (part.loaded->name == sequence.name)
    findings.report(part.place, "shot", in_quotes(part.loaded->name) + ", the sequence's name too",
                    "another name for the sequence: results lie in folders of these names");
}

// The transitions at both ends of a part must not overlap.
void check_transitions(const PartSpec& part, const PartSpec* before, const PartSpec* after,
                       double length, Findings& findings) {
  if (part.dissolve > 0 && !before)
    findings.report(part.place, "dissolve", "the first part", "a part before it, or fade_in");
  if (part.dissolve > 0 && part.fade_in > 0)
    findings.report(part.place, "fade_in", "a dissolve too", "one of the two");
  if (after && after->dissolve > 0 && part.fade_out > 0)
    findings.report(part.place, "fade_out", "the next part's dissolve too", "one of the two");
  const double coming = std::max(part.dissolve, part.fade_in);
  const double going = std::max(after ? after->dissolve : 0, part.fade_out);
  if (coming + going > length + 1e-9)
    findings.report(part.place,
                    part.dissolve > 0  ? "dissolve"
                    : part.fade_in > 0 ? "fade_in"
                                       : "fade_out",
                    fmt::format("{:g} s of transitions in {:g} s", coming + going, length),
                    "a part that is at least as long as its transitions");
}

void check_overlays_of(const std::vector<OverlaySpec>& overlays, double duration,
                       Findings& findings) {
  for (const OverlaySpec& overlay : overlays) {
    check_overlay_layout(overlay, duration, findings);
    if (!std::holds_alternative<CaptionSpec>(overlay.kind) &&
        !std::holds_alternative<BurnInSpec>(overlay.kind))
      findings.report(overlay.place, "type", "an overlay that shows a simulation",
                      "caption or burn_in; others belong in the shot");
  }
}

// Returns the film time that the part adds, s; 0 if it is not known.
double check_part(const SequenceSpec& sequence, std::size_t i, Findings& findings) {
  const PartSpec& part = sequence.parts[i];
  if (part.title)
    for (const char* field : {"from", "to"})
      if (findings.written(part.place, field))
        findings.report(part.place, field, "a title", "its `duration` alone");
  if (!part.loaded && !part.title) return 0;
  if (part.loaded && part.to && *part.to > part.loaded->film.duration + 1e-9)
    findings.report(
        part.place, "to", fmt::format("{:g} s", *part.to),
        fmt::format("at most {:g} s, the end of the shot's film", part.loaded->film.duration));
  const double length = part.end() - part.from;
  if (!(length * sequence.film.fps <= most_frames)) {
    findings.report(part.place, part.to ? "to" : "title",
                    fmt::format("{:.6g} frames", length * sequence.film.fps), "at most a million");
    return 0;
  }
  if (frames_in(length, sequence.film.fps) < 1) {
    findings.report(part.place, part.to ? "to" : "from",
                    fmt::format("from {:g} s to {:g} s of film", part.from, part.end()),
                    "at least one frame");
    return 0;
  }
  const std::size_t count = sequence.parts.size();
  check_transitions(part, i > 0 ? &sequence.parts[i - 1] : nullptr,
                    i + 1 < count ? &sequence.parts[i + 1] : nullptr, length, findings);
  check_overlays_of(part.overlays, part.end(), findings);
  return length - part.dissolve;
}

void load_audio(AudioSpec& audio, double duration, Findings& findings) {
  if (audio.file.empty()) return;
  const std::string file = resolve_path(audio.place.file, audio.file);
  if (const std::string why = why_no_file(file, "a sound file"); !why.empty())
    findings.report(audio.place, "file", in_quotes(audio.file), why);
  audio.file = file;
  if (audio.offset >= duration)
    findings.report(audio.place, "offset", fmt::format("{:g} s", audio.offset),
                    fmt::format("a time before the end of the film at {:g} s", duration));
  if (std::isfinite(duration) && duration > longest_sound)
    findings.report(audio.place, "", fmt::format("{:g} s of film", duration),
                    "at most an hour of film with sound");
}

}  // namespace

int frames_in(double time, double fps) { return static_cast<int>(std::lround(time * fps)); }

double PartSpec::end() const {
  return title ? title->duration : to ? *to : loaded ? loaded->film.duration : 0;
}

SequenceSpec load_sequence(const std::string& path) {
  Findings findings;
  SequenceSpec sequence;
  LoadContext context{path, findings};
  load_document(context, read_yaml(path, findings.problems), "sequence", sequence, sequence.name);
  check_folder_name(sequence.place, "sequence", sequence.name, findings);
  if (sequence.parts.empty() && findings.written(sequence.place, "parts"))
    findings.report(sequence.place, "parts", "no part", "at least one");
  Shots shots;
  for (PartSpec& part : sequence.parts) load_part(sequence, part, shots, findings);
  double duration = 0;
  bool known = true;
  for (std::size_t i = 0; i < sequence.parts.size(); ++i) {
    const double length = check_part(sequence, i, findings);
    duration += length;
    known = known && length > 0;
  }
  if (duration * sequence.film.fps > most_frames)
    findings.report(sequence.place, "parts",
                    fmt::format("{:.6g} frames in all", duration * sequence.film.fps),
                    "at most a million");
  // If the length of a part is not known, neither are the film's times.
  if (!known) duration = std::numeric_limits<double>::infinity();
  check_frame(sequence.film.frame, sequence.film.place, findings);
  check_movie(sequence.film.movie, sequence.film.place, duration, findings);
  check_overlays_of(sequence.overlays, duration, findings);
  if (sequence.audio) load_audio(*sequence.audio, duration, findings);
  findings.throw_if_any();
  return sequence;
}

}  // namespace gambol
