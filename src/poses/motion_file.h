#pragma once

// A motion on disk. Of the path "out/walk/poses.h5", the folder "out/walk/poses" holds its sealed
// segments, 0001.h5 and so on, and motion.h5, which holds everything else. The file of the path
// itself shows all of it as one, for other programs; gambol does not read it. See docs/poses.md.

#include <string>
#include <vector>

#include "poses/poses.h"
#include "poses/sealed_file.h"

namespace gambol {

// Opens a motion; only facts are read. Throws InputError if it is missing, damaged, or not of this
// version's format. `path`: of the file that shows all.
Poses load_poses(const std::string& path);
// Reads only the first bytes and does not verify their checksum; returns an empty header if there
// is no motion that can be used.
PosesHeader read_poses_header(const std::string& path);
// Makes the file that shows all of a motion, unless it is there and shows this one. Throws RunError
// (failed).
void show_as_one_file(const std::string& path);

// The folder of a motion's segments.
std::string motion_folder(const std::string& path);

// Hashes of all that pictures of a segment's frames can show, and the number of frames in each but
// the last.
struct FilmHashes {
  std::vector<std::string> segments;
  int frames_each = 1;
};
FilmHashes film_hashes(const Poses& poses);

// Writes a motion, segment by segment, beside the one that is there. That one is replaced when the
// new one is whole.
class MotionWriter {
 public:
  // `path`: of the file that shows all. Writes nothing yet.
  MotionWriter(const std::string& path, SegmentSize size);

  // Begins a motion: removes what another writer did not finish. Throws RunError (failed).
  void begin();
  // Goes on behind segments that another process wrote. Returns false if one of them is missing or
  // another.
  bool go_on(const std::vector<SegmentSeal>& segments);
  // Writes the next segment: a motion in memory, with the frames and rows of the segment alone, and
  // the film's sample after them. Throws RunError (failed).
  void add(const Poses& segment);
  // The segments so far, of a motion that is to go on.
  const std::vector<SegmentSeal>& segments() const { return segments_; }
  std::shared_ptr<const StoredMotion> so_far() const;
  // Puts the motion in its place, and returns it as load_poses() does. `motion` has the segments'
  // times, and every fact. Throws RunError (failed).
  Poses finish(Poses motion);

 private:
  std::string path_, unfinished_;
  SegmentSize size_;
  std::vector<SegmentSeal> segments_;
};

}  // namespace gambol
