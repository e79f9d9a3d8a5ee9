#pragma once

// A sequence: shots, and cards of text, joined to one film.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shot/movie_spec.h"
#include "shot/overlay_spec.h"
#include "shot/shot_spec.h"

namespace gambol {

struct TitleSpec {
  Place place;
  std::string text;     // one line or several, in the middle of the card
  double duration = 3;  // s of film
  Vec3 color = Vec3(1, 1, 1), background = Vec3::Zero();
  double text_size = 0.08;  // of the frame's height
};

// A shot, some of it, or a card. Its times are its own film's, from the shot's beginning or the
// card's.
struct PartSpec {
  Place place;
  std::string shot;  // as written: FILE or FILE@TAKE
  std::optional<TitleSpec> title;
  double from = 0;                    // s of film of the shot
  std::optional<double> to;           // not included; else the end
  double dissolve = 0;                // s in which it comes out of the part before; 0 is a cut
  double fade_in = 0, fade_out = 0;   // s, from and to black
  std::vector<OverlaySpec> overlays;  // onto the shot's own
  std::string reference;              // the shot with its folder, once loaded
  std::shared_ptr<const ShotSpec> loaded;

  double end() const;  // s of its own film
};

struct AudioSpec {
  Place place;
  std::string file;                  // with its folder, once loaded
  double from = 0;                   // s into the file
  double offset = 0;                 // s of film at which it begins
  double fade_in = 0, fade_out = 0;  // s; it ends with the film, or before
  double gain = 1;
};

struct SequenceFilmSpec {
  Place place;
  double fps = 24;
  MovieSpec movie;
};

struct SequenceSpec {
  Place place;
  std::string name;
  std::string about;
  SequenceFilmSpec film;
  std::vector<PartSpec> parts;
  std::vector<OverlaySpec> overlays;  // in the sequence's film time, on everything
  std::optional<AudioSpec> audio;
};

// Reads and checks a sequence and all it names. Throws InputError with every problem found.
SequenceSpec load_sequence(const std::string& path);

// How many frames of `fps` a time of film is.
int frames_in(double time, double fps);

}  // namespace gambol
