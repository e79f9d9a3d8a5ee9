#pragma once

// What the HDF5 files of a motion contain: docs/poses.md. Reading throws std::runtime_error if
// gambol did not write the content.

#include <functional>
#include <string>
#include <vector>

#include "poses/hdf5.h"
#include "poses/poses.h"

namespace gambol {

// Numbers of which there are more, the longer a motion is: a dataset whose first dimension is time,
// given by columns as in hdf5::Writer::columns().
struct TimedRows {
  std::string path;
  std::vector<hsize_t> shape;
  bool is_single = false;
  std::function<std::vector<double>(std::size_t)> column;
};
using WriteRows = std::function<void(const TimedRows&)>;

// Writes all facts of `poses`, and leaves rows to `write`, which makes a dataset of the path.
void write_poses(hdf5::Writer& file, const Poses& poses, const WriteRows& write);

// Everything but the film's transforms and particles, and the rows of the tracks.
Poses read_facts(const hdf5::Reader& file);
// Adds the transforms and particles.
void read_film(const hdf5::Reader& file, Poses& poses);

}  // namespace gambol
