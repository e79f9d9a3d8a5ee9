#include "poses/poses_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

#include "poses/channels.h"

namespace gambol {
namespace {

void describe(hdf5::Writer& file, const std::string& path, const char* units, const char* help) {
  file.attribute(path, "units", std::string(units));
  file.attribute(path, "help", std::string(help));
}

// A number of position x y z and quaternion w x y z.
double number_of(const Transform& X, std::size_t i) {
  const double numbers[] = {X.p.x(), X.p.y(), X.p.z(), X.R.w(), X.R.x(), X.R.y(), X.R.z()};
  return numbers[i];
}

// A column of a dataset.
TimedRows list_of(const char* path, const std::vector<double>& values) {
  return {path, {values.size()}, false, [&](std::size_t) { return values; }};
}

void write_film(hdf5::Writer& file, const Poses& poses, const WriteRows& write) {
  write(list_of("film/times", poses.sample_times));
  describe(file, "film/times", "s", "simulated time of each sample");
  file.dataset("film/bodies", poses.bodies);
  describe(file, "film/bodies", "", "figure/body, in the order of transforms' second axis");
  const std::size_t samples = poses.sample_times.size();
  write({"film/transforms", {samples, poses.bodies.size(), 7}, false, [&](std::size_t i) {
           std::vector<double> column;
           for (std::size_t k = 0; k < samples; ++k)
             column.push_back(number_of(poses.pose(k, i / 7), i % 7));
           return column;
         }});
  describe(file, "film/transforms", "m, 1",
           "[sample, body, 7]: position x y z and unit quaternion w x y z of each body's frame in "
           "the world (x forward, y left, z up)");
}

constexpr std::size_t particle_columns = sizeof(ParticleRow) / sizeof(float);

void write_particles(hdf5::Writer& file, const Poses& poses, const WriteRows& write) {
  file.dataset("film/appears", {poses.appears.size()}, poses.appears);
  describe(file, "film/appears", "s",
           "simulated time at which a body appears; -infinity for one that is always present");
  file.dataset("film/emitters", poses.emitters);
  describe(file, "film/emitters", "", "names of the emitters of particles, in their order");
  const std::vector<double> first(poses.first_particle.begin(), poses.first_particle.end());
  write(list_of("film/first_particle", first));
  describe(file, "film/first_particle", "",
           "the particles of sample k are rows first_particle[k] to first_particle[k + 1]");
  const std::size_t rows = poses.particles.size();
  write({"film/particles", {rows, particle_columns}, true, [&](std::size_t i) {
           std::vector<double> column;
           for (const ParticleRow& row : poses.particles) {
             float numbers[particle_columns];
             std::memcpy(numbers, &row, sizeof numbers);
             column.push_back(numbers[i]);
           }
           return column;
         }});
  describe(file, "film/particles", "1, 1, s, s, m, m/s",
           "one particle per row: id (counted by its emitter), emitter, age, life, position x y z "
           "and velocity x y z in the world");
}

void write_figures(hdf5::Writer& file, const Poses& poses) {
  std::vector<std::string> names;
  std::vector<double> masses;
  for (const RecordedFigure& figure : poses.figures) {
    names.push_back(figure.name);
    masses.push_back(figure.mass);
  }
  file.dataset("figures/names", names);
  describe(file, "figures/names", "", "names of the figures");
  file.dataset("figures/masses", {masses.size()}, masses);
  describe(file, "figures/masses", "kg", "mass of each figure");
}

// The columns of a channel in memory, one after the other. Neighbours are copied together: each of
// their rows is one line of the processor's cache.
class ColumnsInTurn {
 public:
  explicit ColumnsInTurn(const Channel& channel) : channel_(&channel) {}
  std::vector<double> operator()(std::size_t column) {
    if (column % together == 0) copy_from(column);
    return std::move(copied_[column % together]);
  }

 private:
  static constexpr std::size_t together = 8;
  void copy_from(std::size_t first) {
    const std::size_t width = channel_->width(), count = std::min(together, width - first),
                      rows = channel_->values.size() / width;
    for (std::size_t i = 0; i < count; ++i) copied_[i].resize(rows);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t i = 0; i < count; ++i)
        copied_[i][row] = channel_->values[row * width + first + i];
  }

  const Channel* channel_;
  std::array<std::vector<double>, together> copied_;
};

void write_tracks(hdf5::Writer& file, const Poses& poses, const WriteRows& write) {
  write(list_of("times", poses.track_times));
  describe(file, "times", "s", "simulated time of each row of every channel");
  std::vector<std::string> names;
  for (const Channel& channel : poses.channels) names.push_back(channel.name);
  file.dataset("channels", names);
  describe(file, "channels", "", "names of the datasets in tracks, in the order of recording");
  for (const Channel& channel : poses.channels) {
    const std::string path = "tracks/" + channel.name;
    write({path,
           {poses.track_times.size(), channel.width()},
           channel.bits <= single_bits,
           ColumnsInTurn(channel)});
    describe(file, path, channel.unit.c_str(), channel.help.c_str());
    // Not an attribute, which holds at most 64 kB: four thousand names.
    const std::string columns = "columns/" + channel.name;
    file.dataset(columns, channel.columns);
    describe(file, columns, "", "names of the columns of the dataset of this name in tracks");
  }
}

void write_marks(hdf5::Writer& file, const Poses& poses) {
  std::vector<double> times;
  std::vector<std::string> names, texts;
  for (const Mark& mark : poses.marks) {
    times.push_back(mark.time);
    names.push_back(mark.name);
    texts.push_back(mark.text);
  }
  file.dataset("marks/times", {times.size()}, times);
  describe(file, "marks/times", "s", "simulated time of each cue and event");
  file.dataset("marks/names", names);
  describe(file, "marks/names", "", "name of the cue or event");
  file.dataset("marks/texts", texts);
  describe(file, "marks/texts", "", "description for readers");
}

void require(bool sound, const char* what) {
  if (!sound) throw std::runtime_error(fmt::format("{} has the wrong size", what));
}

// Checks that a count is from `least` to `most`.
int count_of(std::uint64_t value, std::uint64_t least, std::uint64_t most, const char* what) {
  if (value < least || value > most)
    throw std::runtime_error(fmt::format("a film cannot have {} {}", value, what));
  return static_cast<int>(value);
}

void require_finite(const std::vector<double>& values, const char* what) {
  for (const double v : values)
    if (!std::isfinite(v))
      throw std::runtime_error(fmt::format("{} has a value that is not finite", what));
}

void read_transforms(const hdf5::Reader& file, Poses& poses) {
  const std::vector<double> flat = file.numbers("film/transforms");
  const std::size_t count = poses.sample_times.size() * poses.bodies.size();
  require(flat.size() == 7 * count, "film/transforms");
  require_finite(flat, "film/transforms");
  poses.X_WB.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double* f = &flat[7 * i];
    poses.X_WB.push_back({Quat(f[3], f[4], f[5], f[6]), Vec3(f[0], f[1], f[2])});
    if (std::abs(poses.X_WB.back().R.squaredNorm() - 1) > 1e-6)  // far above rounding errors
      throw std::runtime_error("film/transforms has a quaternion that is not unit");
  }
}

void read_bodies(const hdf5::Reader& file, Poses& poses) {
  poses.sample_times = file.numbers("film/times");
  require_finite(poses.sample_times, "film/times");
  require(std::int64_t(poses.sample_times.size()) ==
              std::int64_t(poses.frames) * poses.samples_per_frame + 1,
          "film/times");
  poses.bodies = file.strings("film/bodies");
  poses.appears = file.numbers("film/appears");
  for (const double t : poses.appears)
    if (std::isnan(t)) throw std::runtime_error("film/appears has a value that is NaN");
  require(poses.appears.empty() || poses.appears.size() == poses.bodies.size(), "film/appears");
  poses.emitters = file.strings("film/emitters");
}

void read_particles(const hdf5::Reader& file, Poses& poses) {
  const std::vector<double> numbers = file.numbers("film/particles");
  for (const double n : numbers)
    if (!(std::abs(n) <= std::numeric_limits<float>::max()))
      throw std::runtime_error("film/particles has a value that is not a finite float");
  for (const double first : file.numbers("film/first_particle")) {
    require(first >= 0 && first <= double(numbers.size()), "film/first_particle");
    poses.first_particle.push_back(static_cast<std::size_t>(first));
  }
  require(numbers.size() % particle_columns == 0, "film/particles");
  for (std::size_t i = 0; i < numbers.size(); i += particle_columns) {
    const auto f = [&](std::size_t k) { return static_cast<float>(numbers[i + k]); };
    poses.particles.push_back({f(0), f(1), f(2), f(3), {f(4), f(5), f(6)}, {f(7), f(8), f(9)}});
    require(f(1) >= 0 && f(1) < float(poses.emitters.size()), "film/emitters");
  }
  const auto& first = poses.first_particle;
  require(first.empty() ? numbers.empty()
                        : first.size() == poses.sample_times.size() + 1 &&
                              std::is_sorted(first.begin(), first.end()) &&
                              first.back() == poses.particles.size(),
          "film/particles");
}

void read_figures(const hdf5::Reader& file, Poses& poses) {
  const std::vector<std::string> names = file.strings("figures/names");
  const std::vector<double> masses = file.numbers("figures/masses");
  require(masses.size() == names.size(), "figures/masses");
  require_finite(masses, "figures/masses");
  for (std::size_t i = 0; i < names.size(); ++i) poses.figures.push_back({names[i], masses[i]});
}

void read_channels(const hdf5::Reader& file, Poses& poses) {
  for (const std::string& name : file.strings("channels")) {
    const std::string path = "tracks/" + name;
    poses.channels.push_back({name,
                              file.text(path, "units"),
                              file.text(path, "help"),
                              file.strings("columns/" + name),
                              {},
                              file.is_single(path) ? single_bits : all_bits});
  }
}

void read_marks(const hdf5::Reader& file, Poses& poses) {
  const std::vector<double> times = file.numbers("marks/times");
  const std::vector<std::string> names = file.strings("marks/names");
  const std::vector<std::string> texts = file.strings("marks/texts");
  require(names.size() == times.size() && texts.size() == times.size(), "marks");
  for (std::size_t i = 0; i < times.size(); ++i)
    poses.marks.push_back({times[i], names[i], texts[i]});
}

void write_falls(hdf5::Writer& file, const Poses& poses) {
  std::vector<std::string> figures, whys;
  std::vector<double> times, others;
  for (const RecordedFall& fall : poses.falls) {
    figures.push_back(fall.figure);
    times.push_back(fall.time);
    others.push_back(fall.others);
    whys.push_back(fall.why);
  }
  file.dataset("falls/figures", figures);
  describe(file, "falls/figures", "", "name of each figure that fell");
  file.dataset("falls/times", {times.size()}, times);
  describe(file, "falls/times", "s", "simulated time of its first fall");
  file.dataset("falls/others", {others.size()}, others);
  describe(file, "falls/others", "", "number of its later falls");
  file.dataset("falls/whys", whys);
  describe(file, "falls/whys", "", "why it fell, as part of a sentence");
}

void read_falls(const hdf5::Reader& file, Poses& poses) {
  const std::vector<std::string> figures = file.strings("falls/figures"),
                                 whys = file.strings("falls/whys");
  const std::vector<double> times = file.numbers("falls/times"),
                            others = file.numbers("falls/others");
  require(times.size() == figures.size() && others.size() == figures.size() &&
              whys.size() == figures.size(),
          "falls");
  require_finite(times, "falls/times");
  for (std::size_t i = 0; i < figures.size(); ++i) {
    require(others[i] >= 0 && others[i] <= 1e9, "falls/others");
    poses.falls.push_back({figures[i], times[i], static_cast<int>(others[i]), whys[i]});
  }
}

}  // namespace

void write_poses(hdf5::Writer& file, const Poses& poses, const WriteRows& write) {
  file.attribute("/", "shot", poses.shot);
  file.attribute("/", "version", poses.version);
  file.attribute("/", "motion_hash", poses.motion_hash);
  file.attribute("/", "state_hash", poses.state_hash);
  file.attribute("/", "failure", poses.failure);
  file.attribute("/", "seed", poses.seed);
  file.attribute("/", "fps", poses.fps);
  file.attribute("/", "frames", std::uint64_t(poses.frames));
  file.attribute("/", "samples_per_frame", std::uint64_t(poses.samples_per_frame));
  write_film(file, poses, write);
  write_particles(file, poses, write);
  write_figures(file, poses);
  write_tracks(file, poses, write);
  write_marks(file, poses);
  write_falls(file, poses);
}

Poses read_facts(const hdf5::Reader& file) {
  Poses poses;
  poses.shot = file.text("/", "shot");
  poses.version = file.text("/", "version");
  poses.motion_hash = file.text("/", "motion_hash");
  poses.state_hash = file.text("/", "state_hash");
  poses.failure = file.text("/", "failure");
  poses.seed = file.integer("/", "seed");
  poses.fps = file.number("/", "fps");
  require(poses.fps > 0 && std::isfinite(poses.fps), "fps");
  poses.frames = count_of(file.integer("/", "frames"), 0, 10'000'000, "frames");
  poses.samples_per_frame =
      count_of(file.integer("/", "samples_per_frame"), 1, 100'000, "samples_per_frame");
  read_bodies(file, poses);
  read_figures(file, poses);
  read_channels(file, poses);
  read_marks(file, poses);
  read_falls(file, poses);
  return poses;
}

void read_film(const hdf5::Reader& file, Poses& poses) {
  read_transforms(file, poses);
  read_particles(file, poses);
}

}  // namespace gambol
