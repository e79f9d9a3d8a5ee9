// The file that shows all segments of a motion as one, for programs that know HDF5.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "base/atomic_file.h"
#include "base/error.h"
#include "poses/motion_file.h"
#include "poses/poses_content.h"

namespace gambol {
namespace {

// Names the motion, in the block that HDF5 skips.
std::string title_of(const std::string& checksum) {
  std::string text = fmt::format("gambol view 7\nmotion {}\n", checksum);
  text.resize(sealed_header_size - 1, ' ');
  return text + '\n';
}

bool begins_with(const std::string& path, const std::string& title) {
  std::string text(title.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  return std::filesystem::is_regular_file(path) && file.read(text.data(), std::ssize(text)) &&
         text == title;
}

// [segment] where the rows of a dataset are. Every segment's film ends with a sample that the next
// one begins with.
class Places {
 public:
  Places(const Poses& motion, std::string folder) : motion_(motion), folder_(std::move(folder)) {
    count_particles();
  }

  std::vector<hdf5::Source> of(const std::string& path) const {
    std::vector<hdf5::Source> sources;
    const auto& segments = motion_.stored->segments();
    for (std::size_t k = 0; k < segments.size(); ++k) {
      hdf5::Source source{segment_path(folder_, k), segments[k].rows, segments[k].rows};
      if (path == "film/particles")
        source.rows = in_file_[k], source.used = used_[k];
      else if (path.starts_with("film/"))
        source.rows = samples(k) + 1, source.used = samples(k) + (k == last_film_);
      sources.push_back(source);
    }
    return sources;
  }

  // [sample, and the number of all rows] as of film/first_particle
  const std::vector<double>& first_particle() const { return first_; }

 private:
  hsize_t samples(std::size_t k) const {
    return hsize_t(motion_.stored->segments()[k].frames) * motion_.samples_per_frame;
  }

  std::size_t particles_at(std::size_t sample) const {
    return motion_.emitters.empty() ? 0 : motion_.particles_at(sample).size();
  }

  void count_particles() {
    std::size_t sample = 0;
    const std::size_t count = motion_.stored->segments().size();
    for (std::size_t k = 0; k < count; ++k)
      if (samples(k) > 0) last_film_ = k;
    for (std::size_t k = 0; k < count; ++k) {
      hsize_t here = 0;
      const std::size_t end = sample + samples(k);
      for (; sample < end; ++sample) add(particles_at(sample), here);
      in_file_.push_back(here + particles_at(end));
      if (k == last_film_) add(particles_at(end), here);
      used_.push_back(here);
    }
  }

  void add(std::size_t particles, hsize_t& here) {
    here += particles;
    first_.push_back(first_.back() + double(particles));
  }

  const Poses& motion_;
  std::string folder_;
  std::size_t last_film_ = 0;
  std::vector<hsize_t> in_file_, used_;  // [segment] particles: all, without those of its end
  std::vector<double> first_{0};
};

std::string view_of(const Poses& motion, const std::string& folder) {
  const Places places(motion, folder);
  hdf5::Writer file;
  write_poses(file, motion, [&](const TimedRows& rows) {
    if (rows.path == "film/first_particle") {
      const std::vector<double>& first = places.first_particle();
      file.columns(rows.path, {first.size()}, false, [&](std::size_t) { return first; });
    } else {
      file.virtual_rows(rows.path, rows.shape, rows.is_single, places.of(rows.path));
    }
  });
  return file.image();
}

}  // namespace

void show_as_one_file(const std::string& path) { show_as_one_file(path, motion_folder(path)); }

void show_as_one_file(const std::string& path, const std::string& now_in) {
  const std::string title = title_of(SealedFile(now_in + "/motion.h5", motion_file).checksum());
  if (begins_with(path, title)) return;
  const std::string folder = std::filesystem::path(motion_folder(path)).filename().string();
  std::string image;
  try {
    image = view_of(load_motion(now_in), folder);
  } catch (const std::runtime_error& error) {
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", path, error.what()));
  }
  write_file(path, title + image);
}

}  // namespace gambol
