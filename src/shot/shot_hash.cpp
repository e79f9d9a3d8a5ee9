#include "shot/shot_hash.h"

#include "base/hash.h"
#include "shot/canonical.h"
#include "shot/shot_fields.h"

namespace gambol {

std::string motion_hash(const ShotSpec& shot) {
  return hash_of(canonical_text(shot, Touches::motion));
}

std::string motion_hash(const MotionSpec& motion) {
  return hash_of(canonical_text(motion, Touches::motion));
}

std::string picture_hash(const ShotSpec& shot, const PresetSpec& preset) {
  return Hasher()
      .add(canonical_text(shot, Touches::picture))
      .add(canonical_text(preset, Touches::picture))
      .hex();
}

}  // namespace gambol
