// Checks the settings of a movie beyond the types of their fields.

#include <fmt/format.h>

#include "shot/movie_spec.h"
#include "shot/reading.h"

namespace gambol {

void check_movie(const MovieSpec& movie, const Place& owner, double duration, Findings& findings) {
  const bool gif = movie.codec == MovieCodec::gif;
  const bool prores = movie.codec == MovieCodec::prores || movie.codec == MovieCodec::prores_4444;
  for (const char* field : {"crf", "key_every"})
    if ((prores || gif) && findings.written(owner, field))
      findings.report(owner, field, gif ? "a GIF movie" : "a ProRes movie",
                      gif ? "no such key: GIF has no such choice"
                          : "no such key: its quality is fixed, and every frame is a key frame");
  if (movie.poster && *movie.poster >= duration)
    findings.report(owner, "poster", fmt::format("{:g} s", *movie.poster),
                    fmt::format("a time before the end of the film at {:g} s", duration));
}

}  // namespace gambol
