#include "poses/segment_file.h"

#include <fmt/format.h>

#include <stdexcept>

#include "poses/poses_content.h"

namespace gambol {

std::string segment_bytes(const Poses& part) {
  hdf5::Writer file;
  write_poses(file, part, [&](const TimedRows& rows) {
    file.columns(rows.path, rows.shape, rows.is_single, rows.column);
  });
  return sealed(segment_file, {part.motion_hash, film_hash(part), part.frames}, file.image());
}

SegmentReader::SegmentReader(const SealedFile& file) try
    : path_(file.path()),
      file_(file.is_replaced() ? hdf5::Reader(file.bytes())
                               : hdf5::Reader(file.place(), file.size())) {
} catch (const std::runtime_error& error) {
  refuse_file(file.path(), fmt::format("was not written by gambol: {}", error.what()));
}

Poses SegmentReader::film() const try {
  Poses poses = read_facts(file_);
  read_film(file_, poses);
  return poses;
} catch (const std::runtime_error& error) {
  refuse_file(path_, fmt::format("was not written by gambol: {}", error.what()));
}

std::vector<double> SegmentReader::column(const std::string& channel, std::size_t i,
                                          std::size_t rows) const try {
  std::vector<double> values = file_.column("tracks/" + channel, i);
  if (values.size() != rows)
    throw std::runtime_error(fmt::format("tracks/{} has the wrong size", channel));
  return values;
} catch (const std::runtime_error& error) {
  refuse_file(path_, fmt::format("was not written by gambol: {}", error.what()));
}

}  // namespace gambol
