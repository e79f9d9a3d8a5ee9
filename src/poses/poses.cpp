#include "poses/poses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/clock.h"
#include "base/hash.h"

namespace gambol {

const Channel* Poses::channel(const std::string& name) const {
  const auto found = std::find_if(channels.begin(), channels.end(),
                                  [&](const Channel& channel) { return channel.name == name; });
  return found == channels.end() ? nullptr : &*found;
}

void Poses::store(std::shared_ptr<const StoredMotion> motion) {
  stored = std::move(motion);
  for (std::size_t i = 0; i < channels.size(); ++i)
    channels[i].stored = stored, channels[i].number = i;
}

std::vector<ParticleRow> Poses::particles_at(std::size_t sample) const {
  if (stored && sample < stored->samples()) return stored->particles(sample);
  const std::size_t k = sample - samples_stored();
  if (k + 1 >= first_particle.size()) return {};
  return {particles.begin() + static_cast<long>(first_particle[k]),
          particles.begin() + static_cast<long>(first_particle[k + 1])};
}

int Poses::body_index(const std::string& name) const {
  const auto found = std::find(bodies.begin(), bodies.end(), name);
  return found == bodies.end() ? -1 : static_cast<int>(found - bodies.begin());
}

int Poses::frame_at(double t) const {
  if (sample_times.empty()) return 0;
  const double end = sample_times.back();
  if (t < sample_times.front() - clock_slack) return 0;
  if (t > end + clock_slack) {
    // The frame that a simulation had begun when it ended early.
    const double frame = frames > 0 ? (end - sample_times.front()) / frames : 0;
    return !failure.empty() && t < end + frame ? frames + 1 : 0;
  }
  const auto after = std::upper_bound(sample_times.begin(), sample_times.end(), t + clock_slack);
  const auto sample = std::max<std::ptrdiff_t>(after - sample_times.begin() - 1, 0);
  return std::min(static_cast<int>(sample) / samples_per_frame + 1, std::max(frames, 1));
}

std::string Poses::when(double t) const {
  const int frame = frame_at(t);
  return frame > 0 ? fmt::format("{:.4g} s (frame {})", t, frame) : fmt::format("{:.4g} s", t);
}

double Poses::time_at(double frame) const {
  const double last = static_cast<double>(sample_times.size() - 1);
  const double at = std::clamp(frame * samples_per_frame, 0.0, last);
  const auto k = static_cast<std::size_t>(at);
  if (k + 1 >= sample_times.size()) return sample_times.back();
  return sample_times[k] + (at - static_cast<double>(k)) * (sample_times[k + 1] - sample_times[k]);
}

bool Poses::is_there(double frame, std::size_t body) const {
  return appears.empty() || appears[body] <= time_at(frame) + clock_slack;
}

Transform Poses::pose_at(double frame, std::size_t body) const {
  const double last = static_cast<double>(sample_times.size() - 1);
  const double at = std::clamp(frame * samples_per_frame, 0.0, last);
  const double sample = std::floor(at);
  const double s = at - sample;
  const Transform a = pose(static_cast<std::size_t>(sample), body);
  if (s == 0) return a;
  const Transform b = pose(static_cast<std::size_t>(sample) + 1, body);
  return {a.R.slerp(s, b.R), a.p + s * (b.p - a.p)};
}

std::string film_hash(const Poses& poses) {
  Hasher hash;
  hash.add(poses.fps).add(poses.frames).add(poses.samples_per_frame);
  for (const double time : poses.sample_times) hash.add(time);
  for (const std::string& body : poses.bodies) hash.add(body);
  for (const Transform& X : poses.X_WB)
    hash.add(X.p.data(), 3 * sizeof(double)).add(X.R.coeffs().data(), 4 * sizeof(double));
  for (const double t : poses.appears) hash.add(t);
  for (const std::string& emitter : poses.emitters) hash.add(emitter);
  for (const std::size_t first : poses.first_particle) hash.add(first);
  if (!poses.particles.empty())
    hash.add(poses.particles.data(), poses.particles.size() * sizeof(ParticleRow));
  return hash.hex();
}

}  // namespace gambol
