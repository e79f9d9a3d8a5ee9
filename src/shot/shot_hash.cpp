#include "shot/shot_hash.h"

#include "base/arithmetic.h"
#include "base/hash.h"
#include "schema/canonical.h"
#include "shot/look_spec.h"
#include "shot/sequence_spec.h"
#include "shot/shot_spec.h"

namespace gambol {

namespace {

// Machines that compute other bits make other films.
std::string with_arithmetic(const std::string& hash) {
  const std::string& arithmetic = unusual_arithmetic();
  return arithmetic.empty() ? hash : Hasher().add(hash).add(arithmetic).hex();
}

}  // namespace

std::string motion_hash(const ShotSpec& shot) {
  return with_arithmetic(hash_of(canonical_text(shot, Touches::motion)));
}

std::string motion_hash(const MotionSpec& motion) {
  return with_arithmetic(hash_of(canonical_text(motion, Touches::motion)));
}

std::vector<std::string> content_files(const ShotSpec& shot) {
  return canonical_files(shot, Touches::picture);
}

std::string picture_hash(const ShotSpec& shot, const PresetSpec& given) {
  PresetSpec preset = given;
  if (shot.look.grow.empty()) {
    preset.hair_width = PresetSpec().hair_width;
    preset.fibre_clamp = PresetSpec().fibre_clamp;
    preset.fibre_samples = PresetSpec().fibre_samples;
  }
  return with_arithmetic(Hasher()
                             .add(canonical_text(shot, Touches::picture))
                             .add(canonical_text(preset, Touches::picture))
                             .hex());
}

std::string sequence_hash(const SequenceSpec& sequence) {
  Hasher hash;
  hash.add(canonical_text(sequence, Touches::picture)).add(sequence.name);
  for (const PartSpec& part : sequence.parts) {
    hash.add(part.loaded ? part.loaded->name : "");
    // A part without `to` ends with its shot, whose length is not in the canonical text.
    hash.add(part.end());
  }
  return hash.hex();
}

}  // namespace gambol
