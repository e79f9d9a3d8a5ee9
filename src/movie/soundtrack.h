#pragma once

// The sound of a film, made of a sound file as its author says.

#include "movie/encode.h"
#include "shot/sequence_spec.h"

namespace gambol {

// What is heard of the file in a film of `frames`.
SoundPart heard_part(const AudioSpec& spec, int frames, double fps);

// Exactly as long as `frames` of `fps`: silence, then `heard`, that part of the file, from when the
// spec says to its end or the film's, faded at both ends of what is heard. Amplitudes fade
// linearly; what gain takes beyond 1 is cut off there.
Sound soundtrack(const AudioSpec& spec, Sound heard, int frames, double fps);

}  // namespace gambol
