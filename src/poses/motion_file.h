#pragma once

// A motion on disk. Of the path "out/walk/poses.h5", the folder "out/walk/poses" holds its sealed
// segments, 0001.h5 and so on, and motion.h5, which holds everything else. The file of the path
// itself shows all of it as one, for other programs; gambol does not read it. See docs/poses.md.

#include <future>
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
// The same of the folder that holds its segments.
Poses load_motion(const std::string& folder);
// Makes the file that shows all of a motion, unless it is there and shows this one. Throws RunError
// (failed). `now_in`: the folder that holds the motion before it is put in its place.
void show_as_one_file(const std::string& path);
void show_as_one_file(const std::string& path, const std::string& now_in);

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
// new one is whole. A segment is packed and written in a thread of its own; functions wait for it
// where they need it, and then throw what it threw.
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
  void add(Poses segment);
  bool is_writing() const;
  // The segments so far. `whole`: no other follows them.
  const std::vector<SegmentSeal>& segments();
  std::shared_ptr<const StoredMotion> stored(bool whole = false);
  // Puts the motion in its place, and returns it as load_poses() does. `motion` has the times
  // of all samples and rows, and every fact. Throws RunError (failed).
  Poses finish(Poses motion);

 private:
  std::string path_, unfinished_;
  SegmentSize size_;
  std::vector<SegmentSeal> segments_;
  std::future<SegmentSeal> writing_;  // the last segment
};

}  // namespace gambol
