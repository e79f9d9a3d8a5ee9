#pragma once

// One file of a motion: a segment, which is a film of its own with the rows of its tracks.

#include <string>
#include <vector>

#include "poses/hdf5.h"
#include "poses/poses.h"
#include "poses/sealed_file.h"

namespace gambol {

// The bytes of a file with all of `part`, whose numbers are in memory.
std::string segment_bytes(const Poses& part);

// Reads a segment. Every function throws InputError if gambol did not write the content.
class SegmentReader {
 public:
  // `file` must be sound, and need not outlive the reader.
  explicit SegmentReader(const SealedFile& file);
  // Its film, whose channels have no values.
  Poses film() const;
  // The values of column `i` of a channel, which must be `rows`.
  std::vector<double> column(const std::string& channel, std::size_t i, std::size_t rows) const;

 private:
  std::string path_;
  hdf5::Reader file_;
};

}  // namespace gambol
