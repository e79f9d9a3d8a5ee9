#include "exchange/scene_parts.h"
#include "poses/pressure.h"
#include "schema/report.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// How high above a body's lowest contact point others count as bearing, of the extent of the feet.
constexpr double nearly_as_low = 0.02;

std::vector<Transform> placed(const std::vector<int>& bodies, const Poses& poses, int frame) {
  std::vector<Transform> X_WB;
  for (const int body : bodies)
    X_WB.push_back(poses.pose(std::size_t(frame) * poses.samples_per_frame, std::size_t(body)));
  return X_WB;
}

}  // namespace

std::optional<std::vector<SceneBalance>> balance_of(const CastSpec& cast, const Poses& poses,
                                                    const BodyNumbers& numbers, FrameSpan span) {
  const FigureSpec& figure = cast.figure;
  if (figure.legs.empty() || !find_channel(poses, cast.name, channels::ground_force.name) ||
      !find_channel(poses, cast.name, channels::com.name))
    return {};
  const std::vector<std::string> names = names_in(figure.bodies), legs = names_in(figure.legs);
  std::vector<int> bodies;
  for (const std::string& name : names) bodies.push_back(numbers.of(body_name(cast, name)));
  std::vector<SceneBalance> frames;
  for (int frame = span.first; frame <= span.last; ++frame) {
    const std::vector<Transform> X_WB = placed(bodies, poses, frame);
    const auto [low, high] = footprint(figure, X_WB);
    const auto com = means_of(poses, cast.name, channels::com, {"x", "y", "z"}, frame);
    const auto forces = means_of(poses, cast.name, channels::ground_force, names, frame);
    frames.push_back({Vec3(com[0], com[1], com[2]), pressure_in(poses, cast.name, legs, frame),
                      support_of(figure, X_WB, forces, nearly_as_low * (high - low).maxCoeff())});
  }
  return frames;
}

}  // namespace gambol
