#include "poses/stored_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <tuple>

#include "poses/hdf5.h"
#include "poses/poses.h"
#include "poses/recent.h"
#include "poses/segment_file.h"

namespace gambol {
namespace {

// A film crosses from one segment to the next: both are kept, whatever their size.
constexpr std::size_t most_readers = 4, most_films = 2;
constexpr std::size_t column_bytes = std::size_t{64} << 20;
// Files that stay open, so that a motion of so many segments can be read to its end even if another
// one takes its place.
constexpr std::size_t held_files = 128;

}  // namespace

std::string segment_path(const std::string& folder, std::size_t segment) {
  return fmt::format("{}/{:04}.h5", folder, segment + 1);
}

// What is open and what is kept.
struct StoredMotion::Open {
  Open(std::string folder, const std::vector<SegmentSeal>& segments)
      : folder(std::move(folder)), sound(segments.size()) {
    for (std::size_t k = 0; k < std::min(held_files, segments.size()); ++k)
      held.push_back(opened(k, segments[k]));
  }

  SealedFile opened(std::size_t k, const SegmentSeal& seal) const {
    SealedFile file(segment_path(folder, k), segment_file);
    if (file.checksum() != seal.checksum)
      refuse_file(file.path(), "is of another motion than the segments beside it");
    return file;
  }

  // Verifies a file once, until it changes.
  void require_sound(std::size_t k, const SealedFile& file) {
    const SealedFile::Stamp stamp = file.stamp();
    if (sound[k] == stamp) return;
    file.require_sound();
    sound[k] = stamp;
  }

  std::shared_ptr<const SegmentReader> reader(std::size_t k, const SegmentSeal& seal) {
    const auto open = [&] {
      if (k < held.size()) {
        require_sound(k, held[k]);
        return std::make_shared<const SegmentReader>(held[k]);
      }
      const SealedFile file = opened(k, seal);
      require_sound(k, file);
      return std::make_shared<const SegmentReader>(file);
    };
    return readers.get(k, open, [](const auto&) { return 1; });
  }

  std::mutex mutex;
  std::string folder;
  std::vector<SealedFile> held;
  std::vector<SealedFile::Stamp> sound;  // [segment] as it was verified
  Recent<std::size_t, std::shared_ptr<const SegmentReader>> readers{most_readers};
  Recent<std::size_t, std::shared_ptr<const Poses>> films{most_films};
  // [segment, channel, column]
  Recent<std::tuple<std::size_t, std::size_t, std::size_t>, std::vector<double>> columns{
      column_bytes};

  const Poses& film(std::size_t k, const SegmentSeal& seal) {
    return *films.get(
        k, [&] { return std::make_shared<const Poses>(reader(k, seal)->film()); },
        [](const auto&) { return 1; });
  }
};

StoredMotion::StoredMotion(std::string folder, std::vector<SegmentSeal> segments, SegmentSize size,
                           bool whole)
    : segments_(std::move(segments)), size_(size), first_row_{0} {
  for (const SegmentSeal& segment : segments_) {
    samples_ += static_cast<std::size_t>(segment.frames) * size.samples_per_frame;
    first_row_.push_back(first_row_.back() + segment.rows);
  }
  samples_ += whole;
  open_ = std::make_unique<Open>(std::move(folder), segments_);
}

StoredMotion::~StoredMotion() = default;

namespace {

// The segment that holds a sample, and the sample's number in it.
std::pair<std::size_t, std::size_t> place_of(std::size_t sample, SegmentSize size,
                                             const std::vector<SegmentSeal>& segments) {
  const std::size_t per = static_cast<std::size_t>(size.frames) * size.samples_per_frame;
  std::size_t k = std::min(sample / per, segments.size() - 1);
  // The sample at the film's end is the last of the film's last segment.
  while (k > 0 && (segments[k].frames == 0 || sample < k * per)) --k;
  return {k, sample - k * per};
}

}  // namespace

Transform StoredMotion::pose(std::size_t sample, std::size_t body) const {
  const auto [k, at] = place_of(sample, size_, segments_);
  const std::scoped_lock lock(open_->mutex);
  return open_->film(k, segments_[k]).pose(at, body);
}

std::vector<ParticleRow> StoredMotion::particles(std::size_t sample) const {
  const auto [k, at] = place_of(sample, size_, segments_);
  const std::scoped_lock lock(open_->mutex);
  return open_->film(k, segments_[k]).particles_at(at);
}

std::vector<double> StoredMotion::column(const std::string& channel, std::size_t number,
                                         std::size_t i, std::size_t first, std::size_t last) const {
  std::vector<double> values;
  values.reserve(last - first);
  const std::scoped_lock lock(open_->mutex);
  auto after = std::upper_bound(first_row_.begin(), first_row_.end(), first);
  for (auto k = static_cast<std::size_t>(after - first_row_.begin()) - 1;
       k < segments_.size() && first_row_[k] < last; ++k) {
    if (segments_[k].rows == 0) continue;
    const auto read = [&] {
      return open_->reader(k, segments_[k])->column(channel, i, segments_[k].rows);
    };
    const std::vector<double>& part = open_->columns.get(
        {k, number, i}, read, [](const auto& v) { return v.size() * sizeof(double); });
    const std::size_t from = std::max(first, first_row_[k]) - first_row_[k];
    const std::size_t to = std::min(last, first_row_[k + 1]) - first_row_[k];
    values.insert(values.end(), part.begin() + long(from), part.begin() + long(to));
  }
  return values;
}

void StoredMotion::require_segments(std::size_t first, std::size_t last) const {
  const std::scoped_lock lock(open_->mutex);
  for (std::size_t k = first; k < last; ++k)
    if (k < open_->held.size())
      open_->require_sound(k, open_->held[k]);
    else
      open_->require_sound(k, open_->opened(k, segments_[k]));
}

void StoredMotion::require_sound() const { require_segments(0, segments_.size()); }

void StoredMotion::require_sound(FrameSpan frames) const {
  const auto segment = [&](int frame) {
    return static_cast<std::size_t>(std::max(frame, 0)) / size_.frames;
  };
  const std::size_t first = segment(frames.first);
  require_segments(first > 0 ? first - 1 : 0, std::min(segment(frames.last) + 2, segments_.size()));
}

}  // namespace gambol
