#pragma once

// Frames and the movie of a shot on disk: what they must be made from, and which are up to date.
// The seal (base/seal.h) of a frame or a movie holds a hash of what it was made from: of the poses,
// only of the segments that the frame shows. Nothing here reads segments, unless overlays show
// recorded data.

#include <string>
#include <vector>

#include "base/seal.h"
#include "cli/output.h"
#include "image/image.h"
#include "poses/motion_file.h"
#include "shot/look_spec.h"

namespace gambol {

struct ShotSpec;

enum class Look {
  quick,     // trusts the seal in the last bytes of a file
  thorough,  // reads every byte
};

// Whether a file was made from `hash` according to its seal and, with a thorough look, is whole.
bool is_made_from(const std::string& path, const std::string& hash, Look look);

class PictureFiles {
 public:
  // `shot`, `preset` and `output` must outlive this object. `exr`: frames are required as EXR too.
  PictureFiles(const ShotSpec& shot, const PresetSpec& preset, const Output& output,
               const Poses& poses, bool exr);

  std::string frame(int frame, const char* ending) const;
  std::string movie() const;                // the first of
  std::vector<std::string> movies() const;  // one, or that of each eye, left first
  std::string poster() const { return output_.movie(preset_.name, "jpg"); }
  int poster_number() const;  // of the frame that the poster shows

  // Hashes of what a frame's EXR and PNG (by its number) and the movie are made from.
  std::string light_hash(int frame) const;
  std::string frame_hash(int frame) const;
  std::string movie_hash() const;

  bool has_light(int frame, Look look) const;
  bool is_current(int frame, Look look) const { return is_current(frame, png_seal(frame), look); }
  // The same if the PNG's seal has been read already: opening files is slow on a network.
  bool is_current(int frame, const Seal& png, Look look) const;
  bool movie_is_current(Look look) const;
  // Those of `frames` that are missing, stale or damaged; reads every byte.
  std::vector<int> stale(const std::vector<int>& frames) const;
  // The picture of a frame's PNG. Throws RunError (failed) if the PNG is not up to date, or is
  // replaced by another while it is read.
  Image8 picture(int frame) const;
  // The same in front of black, if it is transparent.
  Image8 opaque_picture(int frame) const;
  Seal png_seal(int frame) const { return read_seal(this->frame(frame, "png")); }

 private:
  const ShotSpec& shot_;
  const PresetSpec& preset_;
  const Output& output_;
  std::string film_of(int frame) const;

  int frames_;
  bool exr_;
  FilmHashes films_;
  int reach_ = 1;               // frames before and after a frame that its picture depends on
  std::string light_, inputs_;  // hashes of what all frames share, without and with overlays
};

}  // namespace gambol
