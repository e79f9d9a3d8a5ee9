#pragma once

// A motion's segments on disk. Only what is asked for is read, and little of it is kept in memory,
// however long the motion is.

#include <memory>
#include <string>
#include <vector>

#include "base/vec.h"

namespace gambol {

struct ParticleRow;

// What a motion knows of one of its segments.
struct SegmentSeal {
  std::string checksum;  // of its file
  std::string film;      // hash of all that its frames show
  int frames = 0;        // of the film; 0 for one after the film
  std::size_t rows = 0;  // of the tracks
};

// How a film is cut into segments: all but the last have so many frames.
struct SegmentSize {
  int frames = 1, samples_per_frame = 1;
};

// The frames from `first` to `last`.
struct FrameSpan {
  int first = 0, last = 0;
};

std::string segment_path(const std::string& folder, std::size_t segment);  // "<folder>/0001.h5"

// Every function may be called from any thread, and throws InputError if a segment is missing,
// damaged, or another than the motion names. A segment's checksum is verified before anything else
// of it is read.
class StoredMotion {
 public:
  // `folder` holds the segments. `whole`: nothing follows them, so the last one's film ends with
  // the sample at its end; otherwise that sample belongs to the segment that is to come.
  StoredMotion(std::string folder, std::vector<SegmentSeal> segments, SegmentSize size, bool whole);
  ~StoredMotion();

  const std::vector<SegmentSeal>& segments() const { return segments_; }
  SegmentSize size() const { return size_; }
  std::size_t samples() const { return samples_; }
  std::size_t rows() const { return first_row_.back(); }

  Transform pose(std::size_t sample, std::size_t body) const;
  std::vector<ParticleRow> particles(std::size_t sample) const;
  // The values of column `i` of a channel in the rows from `first` to `last` - 1. `number`: of the
  // channel in the motion.
  std::vector<double> column(const std::string& channel, std::size_t number, std::size_t i,
                             std::size_t first, std::size_t last) const;
  // Verifies every byte of all segments, or of those that show the frames of a span, from 0, and of
  // their neighbours.
  void require_sound() const;
  void require_sound(FrameSpan frames) const;

 private:
  struct Open;
  void require_segments(std::size_t first, std::size_t last) const;

  std::vector<SegmentSeal> segments_;
  SegmentSize size_;
  std::size_t samples_ = 0;
  std::vector<std::size_t> first_row_;  // [segment], and the number of all rows
  std::unique_ptr<Open> open_;
};

}  // namespace gambol
