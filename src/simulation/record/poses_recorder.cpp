#include "simulation/record/poses_recorder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>

#include "shot/shot_spec.h"

namespace gambol {
namespace {

// A segment is kept in memory until it is written: ten seconds, of film or simulated, whichever is
// shorter, and less where many figures take more room.
constexpr double segment_length = 10;                        // s
constexpr std::size_t segment_bytes = std::size_t{1} << 26;  // of transforms

// Significant bits that are kept of a column. Measures look for small changes of com and energy;
// accelerations are second differences of where a root is: half a kilometre away, single precision
// would change these by 30 m/s2. Figures of few joints take little room, and are those whose
// momentum is verified to the last digits.
int bits_of(const Channel& c, std::size_t column) {
  constexpr std::size_t few = 12;
  const auto rounded_beyond = [&](std::size_t root, int bits) {
    return column < root || c.width() <= root + few ? all_bits : bits;
  };
  if (c.name.ends_with("/q")) return rounded_beyond(root_positions, channels::q.bits);
  if (c.name.ends_with("/v")) return rounded_beyond(root_dofs, channels::v.bits);
  return c.bits;
}

// The bits of a single number that is neither infinite nor NaN are below these, but for its sign.
constexpr std::uint32_t sign = 0x80000000, infinite = 0x7f800000;

// Rounds to the nearest numbers of so many significant bits, at most those of single precision.
void round_to(int bits, std::span<double> values) {
  const std::uint32_t unit = std::uint32_t{1} << (single_bits - bits);
  for (double& value : values) {
    const auto single = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    const std::uint32_t near = (single + unit / 2) & ~(unit - 1);
    const bool finite = (single & ~sign) < infinite && (near & ~sign) < infinite;
    value = std::bit_cast<float>(finite ? near : single);
  }
}

// Rounds all values as files keep them: in each row, neighbours that keep as many bits together.
void round_channels(Poses& segment) {
  for (Channel& c : segment.channels) {
    const std::size_t width = c.width(), size = c.values.size();
    for (std::size_t first = 0, last; first < width; first = last) {
      const int bits = bits_of(c, first);
      last = first + 1;
      while (last < width && bits_of(c, last) == bits) ++last;
      if (bits == all_bits) continue;
      for (std::size_t row = 0; row < size; row += width)
        round_to(bits, std::span(c.values).subspan(row + first, last - first));
    }
  }
}

}  // namespace

PosesRecorder::PosesRecorder(const ShotSpec& shot, const World& world, double end)
    : name_(shot.name),
      seed_(shot.motion.seed),
      film_(shot, world),
      tracks_(world, shot.motion.track_rate, end) {
  cut_film(shot, end);
}

void PosesRecorder::cut_film(const ShotSpec& shot, double end) {
  const double simulated = film_.time_of(film_.last_sample()) - film_.time_of(0);
  const double rate = simulated > 0 ? shot.film.duration / simulated : 1;
  size_.samples_per_frame = shot.film.samples_per_frame;
  const std::size_t bytes = film_.sample_bytes() * std::size_t(size_.samples_per_frame);
  const double most = bytes > 0 ? double(segment_bytes / bytes) : shot.frames();
  size_.frames = std::max(
      1l, std::lround(std::min(segment_length * shot.film.fps * std::min(rate, 1.0), most)));
  int left = shot.frames();
  for (int frame = size_.frames; left > size_.frames; frame += size_.frames) {
    cuts_.push_back({size_.frames, film_.time_of(std::size_t(frame) * size_.samples_per_frame)});
    left -= size_.frames;
  }
  for (double time = film_.time_of(film_.last_sample()) + segment_length; time < end;
       time += segment_length)
    cuts_.push_back({std::exchange(left, 0), time});
}

std::optional<Poses> PosesRecorder::next_segment() {
  if (next_cut_ == cuts_.size()) return {};
  const Cut& cut = cuts_[next_cut_];
  const std::size_t sample = std::min(
      (next_cut_ + 1) * std::size_t(size_.frames) * size_.samples_per_frame, film_.last_sample());
  if (!film_.reached(sample) || !tracks_.reached(cut.time)) return {};
  ++next_cut_;
  Poses part;
  film_.move_part(cut.frames, part);
  tracks_.move_part(cut.time, part);
  part.shot = name_, part.seed = seed_;
  round_channels(part);
  return part;
}

Poses last_segment(Poses& poses, const std::vector<SegmentSeal>& segments) {
  std::size_t rows = 0;
  int frames = 0;
  for (const SegmentSeal& s : segments) frames += s.frames, rows += s.rows;
  const std::size_t samples = std::size_t(frames) * poses.samples_per_frame;
  std::vector<std::vector<double>> values;
  for (Channel& c : poses.channels) values.push_back(std::exchange(c.values, {}));
  auto X_WB = std::exchange(poses.X_WB, {});
  auto first_particle = std::exchange(poses.first_particle, {});
  auto particles = std::exchange(poses.particles, {});
  Poses last = poses;  // the facts
  for (std::size_t c = 0; c < values.size(); ++c) last.channels[c].values = std::move(values[c]);
  last.X_WB = std::move(X_WB);
  last.first_particle = std::move(first_particle);
  last.particles = std::move(particles);
  last.frames -= frames;
  last.sample_times.erase(last.sample_times.begin(), last.sample_times.begin() + long(samples));
  last.track_times.erase(last.track_times.begin(), last.track_times.begin() + long(rows));
  round_channels(last);
  return last;
}

StepView still_view(const Simulator& simulator) {
  StepView still;
  still.t0 = still.t1 = simulator.state().time;
  for (const FigureState& s : simulator.state().figures) {
    still.before.push_back({s.q, s.v, still.t0});
    still.after.push_back({s.q, s.v, still.t1});
  }
  return still;
}

void PosesRecorder::begin(const Simulator& simulator) { record(still_view(simulator), simulator); }

Poses PosesRecorder::take() {
  Poses poses;
  film_.give(poses);
  tracks_.give(poses);
  poses.shot = name_;
  poses.seed = seed_;
  return poses;
}

}  // namespace gambol
