#include "poses/motion_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <stdexcept>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/replace_folder.h"
#include "poses/poses_content.h"
#include "poses/segment_file.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

std::string facts_path(const std::string& folder) { return folder + "/motion.h5"; }

// The same for equal segments, however a motion is stored.
std::string film_hash(const std::vector<SegmentSeal>& segments) {
  Hasher hash;
  for (const SegmentSeal& segment : segments) hash.add(segment.film);
  return hash.hex();
}

void write_segments(hdf5::Writer& file, const std::vector<SegmentSeal>& segments,
                    SegmentSize size) {
  std::vector<std::string> checksums, films;
  std::vector<double> frames, rows;
  for (const SegmentSeal& segment : segments) {
    checksums.push_back(segment.checksum);
    films.push_back(segment.film);
    frames.push_back(segment.frames);
    rows.push_back(static_cast<double>(segment.rows));
  }
  file.attribute("/", "segment_frames", std::uint64_t(size.frames));
  file.dataset("segments/checksums", checksums);
  file.dataset("segments/films", films);
  file.dataset("segments/frames", {frames.size()}, frames);
  file.dataset("segments/rows", {rows.size()}, rows);
}

// Of rows at equal distances, only how many there are.
void write_times(hdf5::Writer& file, const Poses& motion) {
  file.attribute("/", "track_rate", motion.track_rate);
  const auto& times = motion.track_times;
  file.dataset("segments/times", {motion.track_rate > 0 && !times.empty() ? 1 : times.size()},
               times);
}

std::string facts_bytes(const Poses& motion, const std::vector<SegmentSeal>& segments,
                        SegmentSize size) {
  hdf5::Writer file;
  write_poses(file, motion, [&](const TimedRows& rows) {
    std::vector<hsize_t> shape = rows.shape;
    if (rows.path != "film/times") shape[0] = 0;
    file.columns(rows.path, shape, rows.is_single, rows.column);
  });
  write_segments(file, segments, size);
  write_times(file, motion);
  return sealed(motion_file, {motion.motion_hash, film_hash(segments), motion.frames},
                file.image());
}

void require_size(bool sound, const char* what) {
  if (!sound) throw std::runtime_error(fmt::format("{} has the wrong size", what));
}

// A whole number from 0 to `most`.
std::size_t count_in(double value, double most, const char* what) {
  require_size(value >= 0 && value <= most && value == std::size_t(value), what);
  return static_cast<std::size_t>(value);
}

std::vector<SegmentSeal> read_segments(const hdf5::Reader& file, const Poses& poses,
                                       SegmentSize size) {
  const std::vector<std::string> checksums = file.strings("segments/checksums"),
                                 films = file.strings("segments/films");
  const std::vector<double> frames = file.numbers("segments/frames"),
                            rows = file.numbers("segments/rows");
  const std::size_t count = checksums.size();
  require_size(count > 0 && films.size() == count && frames.size() == count && rows.size() == count,
               "segments");
  std::vector<SegmentSeal> segments;
  int left = poses.frames;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t here = count_in(frames[k], size.frames, "segments/frames");
    require_size(int(here) == std::min(left, size.frames), "segments/frames");
    left -= int(here);
    segments.push_back(
        {checksums[k], films[k], int(here), count_in(rows[k], 1e9, "segments/rows")});
  }
  require_size(left == 0, "segments/frames");
  return segments;
}

std::vector<double> read_times(const hdf5::Reader& file, double rate, std::size_t rows) {
  std::vector<double> times = file.numbers("segments/times");
  if (rate > 0 && rows > 0) {
    require_size(times.size() == 1, "segments/times");
    times.reserve(rows);
    for (std::size_t k = 1; k < rows; ++k) times.push_back(times[0] + double(k) / rate);
  }
  require_size(times.size() == rows, "segments/times");
  return times;
}

Poses read_motion(const SealedFile& from, const std::string& folder) {
  const hdf5::Reader file(from.place(), from.size());
  Poses poses = read_facts(file);
  const std::uint64_t frames = file.integer("/", "segment_frames");
  require_size(frames >= 1 && frames <= 10'000'000, "segment_frames");
  const SegmentSize size{int(frames), poses.samples_per_frame};
  auto stored =
      std::make_shared<const StoredMotion>(folder, read_segments(file, poses, size), size, true);
  poses.track_rate = file.number("/", "track_rate");
  poses.track_times = read_times(file, poses.track_rate, stored->rows());
  poses.store(std::move(stored));
  return poses;
}

SegmentSeal write_segment(const std::string& path, const Poses& segment) {
  std::string bytes;
  try {
    bytes = segment_bytes(segment);
  } catch (const std::runtime_error& error) {
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", path, error.what()));
  }
  write_file(path, bytes);
  const SealedFile written(path, segment_file);
  return {written.checksum(), written.about().film_hash, segment.frames,
          segment.track_times.size()};
}

}  // namespace

std::string motion_folder(const std::string& path) {
  return fs::path(path).replace_extension().string();
}

Poses load_poses(const std::string& path) { return load_motion(motion_folder(path)); }

Poses load_motion(const std::string& folder) {
  const SealedFile file(facts_path(folder), motion_file);
  file.require_sound();
  try {
    return read_motion(file, folder);
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    refuse_file(file.path(), fmt::format("was not written by gambol: {}", error.what()));
  }
}

PosesHeader read_poses_header(const std::string& path) {
  try {
    return SealedFile(facts_path(motion_folder(path)), motion_file).about();
  } catch (const InputError&) {
    return {};
  }
}

FilmHashes film_hashes(const Poses& poses) {
  if (!poses.stored) return {{film_hash(poses)}, std::max(poses.frames, 1)};
  FilmHashes hashes{{}, poses.stored->size().frames};
  for (const SegmentSeal& segment : poses.stored->segments())
    hashes.segments.push_back(segment.film);
  return hashes;
}

MotionWriter::MotionWriter(const std::string& path, SegmentSize size)
    : path_(path), unfinished_(motion_folder(path) + ".unfinished"), size_(size) {}

void MotionWriter::begin() {
  segments_.clear();
  std::error_code error;
  fs::remove_all(unfinished_, error);
  if (error)
    throw RunError(ExitCode::failed,
                   fmt::format("cannot remove {}: {}", unfinished_, error.message()));
}

bool MotionWriter::go_on(const std::vector<SegmentSeal>& segments) {
  for (std::size_t k = 0; k < segments.size(); ++k) try {
      if (SealedFile(segment_path(unfinished_, k), segment_file).checksum() != segments[k].checksum)
        return false;
    } catch (const InputError&) {
      return false;
    }
  segments_ = segments;
  return true;
}

void MotionWriter::add(Poses segment) {
  const std::string path = segment_path(unfinished_, segments().size());
  writing_ = std::async(std::launch::async, [path, segment = std::move(segment)] {
    return write_segment(path, segment);
  });
}

bool MotionWriter::is_writing() const {
  return writing_.valid() &&
         writing_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

const std::vector<SegmentSeal>& MotionWriter::segments() {
  if (writing_.valid()) segments_.push_back(writing_.get());
  return segments_;
}

std::shared_ptr<const StoredMotion> MotionWriter::stored(bool whole) {
  return std::make_shared<const StoredMotion>(unfinished_, segments(), size_, whole);
}

Poses MotionWriter::finish(Poses motion) {
  motion.store(nullptr);
  write_file(facts_path(unfinished_), facts_bytes(motion, segments(), size_));
  show_as_one_file(path_, unfinished_);
  replace_folder(unfinished_, motion_folder(path_));
  return load_poses(path_);
}

}  // namespace gambol
