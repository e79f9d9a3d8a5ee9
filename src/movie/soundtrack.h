#pragma once

// The sound of a film, made from a sound file according to an AudioSpec.

#include "movie/encode.h"
#include "shot/sequence_spec.h"

namespace gambol {

// The part of the file that is heard in a film of `frames` frames.
SoundPart heard_part(const AudioSpec& spec, int frames, double fps);

// A sound exactly as long as `frames` at `fps`: silence until the spec's offset, then `heard` (the
// samples of heard_part()) to its end or the film's, then silence. The heard part fades linearly in
// amplitude at both ends. Samples that the gain takes beyond +-1 are clipped.
Sound soundtrack(const AudioSpec& spec, Sound heard, int frames, double fps);

}  // namespace gambol
