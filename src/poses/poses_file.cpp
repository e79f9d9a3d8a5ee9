#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"
#include "poses/hdf5.h"
#include "poses/poses.h"

// A poses file is a block of text of 512 bytes, which HDF5 skips as its "user block", followed by
// an HDF5 file. The text names the format, a checksum of the HDF5 part and of the lines after the
// checksum, and the numbers of PosesHeader. So damage is found before HDF5, which does not validate
// its input, reads any of the file. Layout: docs/poses.md.

namespace gambol {
namespace {

constexpr std::string_view magic = "gambol poses ";
constexpr int format = 6;
constexpr std::size_t header_size = 512;  // the smallest user block of HDF5

std::string checksum_of(std::string_view image, const PosesHeader& h) {
  return Hasher()
      .add(image.data(), image.size())
      .add(h.motion_hash)
      .add(h.film_hash)
      .add(h.frames)
      .hex();
}

std::string header_text(const std::string& checksum, const PosesHeader& h) {
  std::string text = fmt::format("{}{}\nchecksum {}\nmotion {}\nfilm {}\nframes {}\n", magic,
                                 format, checksum, h.motion_hash, h.film_hash, h.frames);
  assert(text.size() < header_size);
  text.resize(header_size - 1, ' ');
  return text + '\n';
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  Problem problem;
  problem.place.file = path;
  problem.expected = why;
  throw InputError(problem);
}

// Returns the rest of the line that begins with `name`, or "" if there is no such line.
std::string header_line(std::string_view text, std::string_view name) {
  const std::size_t begin = text.find(fmt::format("\n{} ", name));
  if (begin == text.npos) return "";
  const std::size_t value = begin + name.size() + 2;
  return std::string(text.substr(value, text.find('\n', value) - value));
}

struct CheckedHeader {
  std::string checksum;
  PosesHeader about;
};

CheckedHeader parse_header(const std::string& path, std::string_view bytes) {
  if (bytes.substr(0, magic.size()) != magic) refuse(path, "is not a poses file of gambol");
  if (bytes.size() < header_size) refuse(path, "is cut off");
  const std::string_view text = bytes.substr(0, header_size);
  int version = 0;
  std::from_chars(text.data() + magic.size(), text.data() + text.size(), version);
  if (version > format)
    refuse(path, fmt::format("was written by a newer gambol (format {}, this one reads {})",
                             version, format));
  if (version >= 1 && version < format)
    refuse(path, fmt::format("was written by an older gambol (format {}, this one reads {})",
                             version, format));
  CheckedHeader header{header_line(text, "checksum"),
                       {header_line(text, "motion"), header_line(text, "film"), 0}};
  const std::string frames = header_line(text, "frames");
  std::from_chars(frames.data(), frames.data() + frames.size(), header.about.frames);
  const PosesHeader& about = header.about;
  const std::size_t texts =
      header.checksum.size() + about.motion_hash.size() + about.film_hash.size();
  if (version < 1 || texts > header_size / 2 || header_text(header.checksum, header.about) != text)
    refuse(path, "is damaged: its header is not right");
  return header;
}

// The first `limit` bytes of a file.
std::string read_bytes(const std::string& path, std::size_t limit) {
  // Opening a pipe would block until another process writes to it.
  std::error_code error;
  const std::filesystem::file_status there = std::filesystem::status(path, error);
  if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there))
    refuse(path, "cannot be read");
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(path, fmt::format("cannot be read: {}", std::strerror(errno)));
  std::string bytes;
  std::string chunk(std::min<std::size_t>(limit, 1 << 16), '\0');
  while (bytes.size() < limit && file.read(chunk.data(), std::ssize(chunk)).gcount() > 0)
    bytes.append(chunk, 0, static_cast<std::size_t>(file.gcount()));
  if (file.bad()) refuse(path, "cannot be read");
  return bytes;
}

void describe(hdf5::Writer& file, const std::string& path, const char* units, const char* help) {
  file.attribute(path, "units", std::string(units));
  file.attribute(path, "help", std::string(help));
}

void write_film(hdf5::Writer& file, const Poses& poses) {
  file.dataset("film/times", {poses.sample_times.size()}, poses.sample_times);
  describe(file, "film/times", "s", "simulated time of each sample");
  file.dataset("film/bodies", poses.bodies);
  describe(file, "film/bodies", "", "figure/body, in the order of transforms' second axis");
  std::vector<double> flat;
  flat.reserve(7 * poses.X_WB.size());
  for (const Transform& X : poses.X_WB)
    flat.insert(flat.end(), {X.p.x(), X.p.y(), X.p.z(), X.R.w(), X.R.x(), X.R.y(), X.R.z()});
  file.dataset("film/transforms", {poses.sample_times.size(), poses.bodies.size(), 7}, flat);
  describe(file, "film/transforms", "m, 1",
           "[sample, body, 7]: position x y z and unit quaternion w x y z of each body's frame in "
           "the world (x forward, y left, z up)");
}

constexpr std::size_t particle_columns = sizeof(ParticleRow) / sizeof(float);

void write_particles(hdf5::Writer& file, const Poses& poses) {
  file.dataset("film/appears", {poses.appears.size()}, poses.appears);
  describe(file, "film/appears", "s",
           "simulated time at which a body appears; -infinity for one that is always present");
  file.dataset("film/emitters", poses.emitters);
  describe(file, "film/emitters", "", "names of the emitters of particles, in their order");
  file.dataset("film/first_particle", {poses.first_particle.size()},
               std::vector<double>(poses.first_particle.begin(), poses.first_particle.end()));
  describe(file, "film/first_particle", "",
           "the particles of sample k are rows first_particle[k] to first_particle[k + 1]");
  std::vector<float> flat(particle_columns * poses.particles.size());
  if (!flat.empty()) std::memcpy(flat.data(), poses.particles.data(), flat.size() * sizeof(float));
  file.dataset("film/particles", {poses.particles.size(), particle_columns}, flat);
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

void write_tracks(hdf5::Writer& file, const Poses& poses) {
  file.dataset("times", {poses.track_times.size()}, poses.track_times);
  describe(file, "times", "s", "simulated time of each row of every channel");
  std::vector<std::string> names;
  for (const Channel& channel : poses.channels) names.push_back(channel.name);
  file.dataset("channels", names);
  describe(file, "channels", "", "names of the datasets in tracks, in the order of recording");
  for (const Channel& channel : poses.channels) {
    const std::string path = "tracks/" + channel.name;
    file.dataset(path, {poses.track_times.size(), channel.width()}, channel.values);
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

std::string hdf5_image(const Poses& poses) {
  hdf5::Writer file;
  file.attribute("/", "shot", poses.shot);
  file.attribute("/", "version", poses.version);
  file.attribute("/", "motion_hash", poses.motion_hash);
  file.attribute("/", "state_hash", poses.state_hash);
  file.attribute("/", "failure", poses.failure);
  file.attribute("/", "seed", poses.seed);
  file.attribute("/", "fps", poses.fps);
  file.attribute("/", "frames", std::uint64_t(poses.frames));
  file.attribute("/", "samples_per_frame", std::uint64_t(poses.samples_per_frame));
  write_film(file, poses);
  write_particles(file, poses);
  write_figures(file, poses);
  write_tracks(file, poses);
  write_marks(file, poses);
  return file.image();
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

void read_film(const hdf5::Reader& file, Poses& poses) {
  poses.sample_times = file.numbers("film/times");
  poses.bodies = file.strings("film/bodies");
  const std::vector<double> flat = file.numbers("film/transforms");
  const std::size_t count = poses.sample_times.size() * poses.bodies.size();
  require(flat.size() == 7 * count, "film/transforms");
  require_finite(poses.sample_times, "film/times");
  require_finite(flat, "film/transforms");
  poses.X_WB.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double* f = &flat[7 * i];
    poses.X_WB.push_back({Quat(f[3], f[4], f[5], f[6]), Vec3(f[0], f[1], f[2])});
    if (std::abs(poses.X_WB.back().R.squaredNorm() - 1) > 1e-6)  // far above rounding errors
      throw std::runtime_error("film/transforms has a quaternion that is not unit");
  }
}

void read_particles(const hdf5::Reader& file, Poses& poses) {
  poses.appears = file.numbers("film/appears");
  for (const double t : poses.appears)
    if (std::isnan(t)) throw std::runtime_error("film/appears has a value that is NaN");
  require(poses.appears.empty() || poses.appears.size() == poses.bodies.size(), "film/appears");
  poses.emitters = file.strings("film/emitters");
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

void read_tracks(const hdf5::Reader& file, Poses& poses) {
  poses.track_times = file.numbers("times");
  for (const std::string& name : file.strings("channels")) {
    const std::string path = "tracks/" + name;
    Channel channel{name, file.text(path, "units"), file.text(path, "help"),
                    file.strings("columns/" + name), file.numbers(path)};
    require(channel.values.size() == channel.width() * poses.track_times.size(), path.c_str());
    poses.channels.push_back(std::move(channel));
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

Poses read_image(std::string_view image) {
  const hdf5::Reader file(image);
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
  read_film(file, poses);
  read_particles(file, poses);
  read_figures(file, poses);
  read_tracks(file, poses);
  read_marks(file, poses);
  require(std::int64_t(poses.sample_times.size()) ==
              std::int64_t(poses.frames) * poses.samples_per_frame + 1,
          "film/times");
  return poses;
}

}  // namespace

void save_poses(const Poses& poses, const std::string& path) {
  std::string image;
  try {
    image = hdf5_image(poses);
  } catch (const std::runtime_error& error) {
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", path, error.what()));
  }
  const PosesHeader header{poses.motion_hash, film_hash(poses), poses.frames};
  write_file(path, header_text(checksum_of(image, header), header) + image);
}

Poses load_poses(const std::string& path) {
  const std::string bytes = read_bytes(path, std::string::npos);
  const CheckedHeader header = parse_header(path, bytes);
  const std::string_view image = std::string_view(bytes).substr(header_size);
  if (checksum_of(image, header.about) != header.checksum)
    refuse(path, "is damaged or cut off: its content does not match its checksum");
  try {
    return read_image(image);
  } catch (const std::runtime_error& error) {
    refuse(path, fmt::format("was not written by gambol: {}", error.what()));
  }
}

PosesHeader read_poses_header(const std::string& path) {
  try {
    return parse_header(path, read_bytes(path, header_size)).about;
  } catch (const InputError&) {
    return {};
  }
}

}  // namespace gambol
