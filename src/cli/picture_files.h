#pragma once

// Frames and the movie of a shot on disk: what they are to be made from, and which are as they
// should be. A frame's and a movie's seal (base/seal.h) holds a hash of what it was made from.
// Nothing here needs the poses themselves, unless overlays show what was recorded.

#include <string>
#include <vector>

#include "base/seal.h"
#include "cli/output.h"
#include "image/image.h"
#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

enum class Look {
  quick,     // believes what the last bytes of a file say
  thorough,  // reads every byte
};

// Whether a file was made from `hash`, as its seal says, and is whole.
bool is_made_from(const std::string& path, const std::string& hash, Look look);

class PictureFiles {
 public:
  // Shot, preset and output must outlive it. `exr`: frames are to be there as EXR too. `poses` may
  // be empty where overlays_show_poses() says no.
  PictureFiles(const ShotSpec& shot, const PresetSpec& preset, const Output& output,
               const PosesHeader& header, const Poses& poses, bool exr);

  std::string frame(int frame, const char* ending) const;
  std::string movie() const;
  std::string poster() const { return output_.movie(preset_.name, "jpg"); }
  int poster_number() const;  // the frame that it shows, from 1

  // Of what an EXR and a PNG are made from, counted from 1, and of the movie.
  std::string light_hash(int frame) const;
  std::string frame_hash(int frame) const;
  std::string movie_hash() const;

  bool has_light(int frame, Look look) const;
  bool is_current(int frame, Look look) const { return is_current(frame, png_seal(frame), look); }
  // The same where that seal has been read: opening files is what takes long on a network.
  bool is_current(int frame, const Seal& png, Look look) const;
  bool movie_is_current(Look look) const;
  // Those of `frames` that are not as they should be, read through.
  std::vector<int> stale(const std::vector<int>& frames) const;
  // A frame's PNG, as it is to be. Throws RunError (failed) if it is not, or is replaced by another
  // while it is read.
  Image8 picture(int frame) const;
  Seal png_seal(int frame) const { return read_seal(this->frame(frame, "png")); }

 private:
  const ShotSpec& shot_;
  const PresetSpec& preset_;
  const Output& output_;
  int frames_;
  bool exr_;
  std::string light_, inputs_;  // hashes of what all frames share, without and with overlays
};

}  // namespace gambol
