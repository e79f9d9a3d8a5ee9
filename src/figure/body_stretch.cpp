#include "figure/body_stretch.h"

#include <algorithm>
#include <utility>

#include "figure/rest_posture.h"

namespace gambol {
namespace {

// The axes along which the body is deep and wide.
int deep_axis(int length_axis) { return length_axis == 0 ? 2 : 0; }
int wide_axis(int length_axis) { return length_axis == 1 ? 2 : 1; }

using Factor = double GirthSpec::*;

// Slope of a factor at place k: that between its neighbours, and 0 at the ends.
double slope_at(const std::vector<GirthSpec>& profile, std::size_t k, Factor f) {
  if (k == 0 || k + 1 == profile.size()) return 0;
  const GirthSpec &a = profile[k - 1], &b = profile[k + 1];
  return (b.*f - a.*f) / (b.at - a.at);
}

// Between the places of a profile by a cubic of those slopes (Catmull and Rom), constant beyond.
double factor_at(const std::vector<GirthSpec>& profile, double place, Factor f) {
  const auto next = std::find_if(profile.begin(), profile.end(),
                                 [&](const GirthSpec& g) { return g.at > place; });
  if (next == profile.begin()) return profile.front().*f;
  if (next == profile.end()) return profile.back().*f;
  const std::size_t k = static_cast<std::size_t>(next - profile.begin()) - 1;
  const GirthSpec &a = profile[k], &b = profile[k + 1];
  const double width = b.at - a.at, t = (place - a.at) / width, s = 1 - t;
  return (1 + 2 * t) * s * s * (a.*f) + t * t * (3 - 2 * t) * (b.*f) +
         width * t * s * (s * slope_at(profile, k, f) - t * slope_at(profile, k + 1, f));
}

GirthSpec profile_at(const std::vector<GirthSpec>& profile, double place) {
  GirthSpec at;
  if (profile.empty()) return at;
  for (const Factor f : {&GirthSpec::wide, &GirthSpec::deep, &GirthSpec::ahead})
    at.*f = factor_at(profile, place, f);
  return at;
}

}  // namespace

StretchAt stretch_at(const BodyStretch& stretch, double place) {
  const GirthSpec g = profile_at(stretch.profile, place);
  StretchAt at;
  at.factors[stretch.axis] = stretch.length;
  at.factors[wide_axis(stretch.axis)] = stretch.girth * g.wide;
  at.factors[deep_axis(stretch.axis)] = stretch.girth * g.deep;
  at.shift[deep_axis(stretch.axis)] = stretch.length * g.ahead;
  return at;
}

Vec3 stretched(const BodyStretch& stretch, const Vec3& p) {
  const StretchAt at = stretch_at(stretch, p[stretch.axis]);
  return p.cwiseProduct(at.factors) + at.shift;
}

std::vector<Transform> rest_as_written(const FigureSpec& figure) {
  std::vector<Transform> X_RB = rest_posture(figure);
  for (std::size_t b = 0; b < figure.bodies.size(); ++b)
    if (const auto& stretch = figure.bodies[b].stretch) X_RB[b] = stretch->X_RB;
  return X_RB;
}

void stretch_skin(const FigureSpec& figure, SkinMesh& skin) {
  const bool is_scaled = std::any_of(figure.bodies.begin(), figure.bodies.end(),
                                     [](const BodySpec& body) { return body.stretch.has_value(); });
  if (!is_scaled) return;
  const std::vector<Transform> X_RB = rest_posture(figure);
  std::vector<Vec3> positions;
  for (std::size_t v = 0; v < skin.mesh.positions.size(); ++v) {
    Vec3 sum = Vec3::Zero();
    double weights = 0;
    for (std::uint32_t k = skin.first[v]; k < skin.first[v + 1]; ++k) {
      const auto [body, weight] = skin.influences[k];
      const Vec3 p_B = skin.X_BR[body] * skin.mesh.positions[v];
      const auto& stretch = figure.bodies[body].stretch;
      sum += weight * (X_RB[body] * (stretch ? stretched(*stretch, p_B) : p_B));
      weights += weight;
    }
    positions.push_back(sum / weights);
  }
  move_vertices(skin, std::move(positions));
  for (std::size_t b = 0; b < X_RB.size(); ++b) skin.X_BR[b] = X_RB[b].inverse();
}

}  // namespace gambol
