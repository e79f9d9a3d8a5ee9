#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include "search/loops/mutations.h"
#include "search/starts.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"

namespace gambol {
namespace {

// [body of the poses] diagonal (m) of the box around the origins of its figure's bodies, at the
// first sample; of a figure of one body 1 cm.
std::vector<double> sizes_of(const Poses& poses) {
  constexpr double of_one_body = 0.01;
  const auto figure = [](const std::string& body) { return body.substr(0, body.find('/')); };
  std::vector<double> sizes;
  for (const std::string& body : poses.bodies) {
    Vec3 low = Vec3::Constant(INFINITY), high = -low;
    for (std::size_t i = 0; i < poses.bodies.size(); ++i) {
      if (figure(poses.bodies[i]) != figure(body)) continue;
      low = low.cwiseMin(poses.pose(0, i).p);
      high = high.cwiseMax(poses.pose(0, i).p);
    }
    sizes.push_back(std::max((high - low).norm(), of_one_body));
  }
  return sizes;
}

// Greatest distance between the places of a body in both films, of the size of its figure.
double moved(const Poses& sound, const Poses& other) {
  const std::vector<double> sizes = sizes_of(sound);
  const std::size_t samples = std::min(sound.sample_times.size(), other.sample_times.size());
  double most = 0;
  for (std::size_t k = 0; k < samples; ++k)
    for (std::size_t i = 0; i < sizes.size(); ++i)
      most = std::max(most, (sound.pose(k, i).p - other.pose(k, i).p).norm() / sizes[i]);
  return most;
}

std::vector<std::string> missed(const std::vector<Measurement>& all) {
  std::vector<std::string> titles;
  for (const Measurement& m : all)
    if (!m.passed && std::find(titles.begin(), titles.end(), title(m)) == titles.end())
      titles.push_back(title(m));
  return titles;
}

// Legs keep their names and rows in what is measured: only the simulation is changed.
MutationResult try_mutation(const Mutation& mutation, const ShotSpec& shot, const Poses& sound,
                            const std::string& states) {
  MutationResult result;
  result.mutation = &mutation;
  for (const ToleratedSpec& t : shot.tolerates)
    if (t.fault == mutation.fault) result.tolerated = t.because;
  const ChangeShot put = [&](ShotSpec& s) { mutation.put(s, sound); };
  ShotSpec changed = shot;
  result.applies = mutation.put(changed, sound);
  if (!result.applies) return result;
  const auto cannot_begin = [&](const std::exception& why) {
    result.failure = why.what();
    result.moved = INFINITY;
  };
  try {
    const Poses poses = simulate(changed);
    result.moved = moved(sound, poses);
    result.failure = poses.failure;
    result.missed = missed(measure_with_starts(shot, poses, states, put));
  } catch (const InputError& error) {  // such as a foot in the ground
    cannot_begin(error);
  } catch (const RunError& error) {  // such as a posture that its springs cannot hold
    if (error.code != ExitCode::bad_motion) throw;
    cannot_begin(error);
  }
  return result;
}

}  // namespace

std::vector<MutationResult> mutate(const ShotSpec& shot, const std::string& states,
                                   const std::function<void(double)>& progress) {
  const Poses sound = simulate(shot);
  const std::vector<std::string> wrong = missed(measure_with_starts(shot, sound, states));
  if (!sound.failure.empty() || !wrong.empty())
    throw RunError(ExitCode::bad_motion, fmt::format("the shot itself fails: {}{}", sound.failure,
                                                     fmt::join(wrong, ", ")));
  const std::vector<Mutation>& all = all_mutations();
  std::vector<MutationResult> results(all.size());
  std::atomic<int> done = 0;
  tbb::parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) {
    results[i] = try_mutation(all[i], shot, sound, states);
    if (progress) progress(static_cast<double>(++done) / static_cast<double>(all.size()));
  });
  return results;
}

}  // namespace gambol
