// Every field of a sequence file. See schema/fields.h.

#include "schema/fields.h"
#include "shot/sequence_spec.h"

namespace gambol {

inline Field film_span(const char* help) {
  return {.help = help, .dim = dim::time, .min = 0, .film_time = true};
}

void fields(Fields& v, TitleSpec& t) {
  v.field("text", t.text,
          {.help = "one line or several, in the middle of the frame", .required = true});
  v.field("duration", t.duration,
          {.help = "film time for which the card is seen",
           .dim = dim::time,
           .positive = true,
           .film_time = true});
  v.field("color", t.color, {.help = "colour of the letters", .min = 0, .max = 1, .color = true});
  v.field("background", t.background,
          {.help = "colour of the whole frame", .min = 0, .max = 1, .color = true});
  v.field("text_size", t.text_size,
          {.help = "height of a line of text, in fractions of the frame's height",
           .max = 1,
           .positive = true});
}

void fields(Fields& v, PartSpec& p) {
  v.field("shot", p.shot,
          {.help = "FILE or FILE@TAKE, relative to this file", .touches = Touches::nothing});
  v.field("title", p.title, {.help = "a card of text, instead of a shot", .or_as = "text"});
  v.field("from", p.from, film_span("film time of the shot at which the part begins"));
  v.field("to", p.to,
          film_span("film time of the shot at which the part ends; default: the end of the shot"));
  v.field("dissolve", p.dissolve,
          film_span("duration of the dissolve from the previous part; 0 is a cut"));
  v.field("fade_in", p.fade_in, film_span("duration of the fade from black"));
  v.field("fade_out", p.fade_out, film_span("duration of the fade to black"));
  v.field("overlays", p.overlays,
          {.help = "captions and burn-ins on this part alone, in its own film time"});
}

void fields(Fields& v, AudioSpec& a) {
  v.field("file", a.file,
          {.help = "sound file that FFmpeg can read, relative to this file",
           .required = true,
           .touches = Touches::nothing});
  v.field(
      "from", a.from,
      {.help = "time in the file at which the sound starts; the file is decoded from its beginning",
       .dim = dim::time,
       .min = 0,
       .max = 36000});
  v.field("offset", a.offset, film_span("film time at which the sound starts"));
  v.field("fade_in", a.fade_in, film_span("duration of the fade to full loudness"));
  v.field("fade_out", a.fade_out,
          film_span("duration of the fade to silence at the end of the sound or of the film"));
  v.field("gain", a.gain, {.help = "factor of the amplitude; 0.5 is -6 dB", .min = 0, .max = 100});
}

void fields(Fields& v, SequenceFilmSpec& f) {
  v.field("fps", f.fps,
          {.help = "frames per second, which every shot must have", .max = 1000, .positive = true});
  v.frame_rate(f.fps);
  frame_fields(v, f.frame);
  movie_fields(v, f.movie);
}

void fields(Fields& v, SequenceSpec& s) {
  v.field("about", s.about, {.help = "description of the film", .touches = Touches::nothing});
  v.field("film", s.film, {.help = "rate and encoding of the movie"});
  v.field("parts", s.parts, {.help = "shots and cards, in order", .required = true});
  v.field("overlays", s.overlays,
          {.help = "captions and burn-ins on all parts, in the sequence's film time"});
  v.field("audio", s.audio, {.help = "sound of the film", .or_as = "file"});
}

}  // namespace gambol
