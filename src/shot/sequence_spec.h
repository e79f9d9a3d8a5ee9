#pragma once

// A sequence joins shots and cards of text to one film.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "schema/names.h"
#include "shot/frame_spec.h"
#include "shot/movie_spec.h"
#include "shot/overlay_spec.h"

namespace gambol {

struct ShotSpec;

struct TitleSpec {
  Place place;
  std::string text;     // one line or several, in the middle of the card
  double duration = 3;  // s of film
  Vec3 color = Vec3(1, 1, 1), background = Vec3::Zero();
  double text_size = 0.08;  // of the frame's height
};
void fields(Fields& v, TitleSpec& of);

// A shot, a part of a shot, or a card. Its times are those of its own film, which starts with the
// shot or the card.
struct PartSpec {
  Place place;
  std::string shot;  // as written: FILE or FILE@TAKE
  std::optional<TitleSpec> title;
  double from = 0;                    // s of film of the shot
  std::optional<double> to;           // exclusive; default: the end
  double dissolve = 0;                // s of dissolve from the previous part; 0 is a cut
  double fade_in = 0, fade_out = 0;   // s, from and to black
  std::vector<OverlaySpec> overlays;  // drawn over the shot's own
  std::string reference;              // path of the shot, with its take, after loading
  std::shared_ptr<const ShotSpec> loaded;

  double end()
      const;  // s of its own film: duration of a card, `to`, or end of the shot; 0 if unknown
};
void fields(Fields& v, PartSpec& of);

struct AudioSpec {
  Place place;
  std::string file;                  // path resolved after loading
  double from = 0;                   // s of the file at which it starts
  double offset = 0;                 // s of film at which it starts
  double fade_in = 0, fade_out = 0;  // s; sound ends with the film or earlier
  double gain = 1;
};
void fields(Fields& v, AudioSpec& of);

struct SequenceFilmSpec {
  Place place;
  double fps = 24;
  FrameSpec frame;
  MovieSpec movie;
};
void fields(Fields& v, SequenceFilmSpec& of);

struct SequenceSpec {
  Place place;
  std::string name;
  std::string about;
  SequenceFilmSpec film;
  std::vector<PartSpec> parts;
  std::vector<OverlaySpec> overlays;  // on all parts, in the sequence's film time
  std::optional<AudioSpec> audio;
};
void fields(Fields& v, SequenceSpec& of);

// Reads and checks a sequence file and all files that it names. Throws InputError with every
// problem found.
SequenceSpec load_sequence(const std::string& path);

// Returns the number of frames in `time` s of film at `fps` frames per second, rounded.
int frames_in(double time, double fps);

}  // namespace gambol
