#pragma once

// What writers of files for other programs ask of a scene, whatever the format. Lengths in m, all
// frames as in exchange/scene.h.

#include <set>
#include <string>
#include <vector>

#include "exchange/scene.h"

namespace gambol {

// The frames of a scene that are written, `to` exclusive.
struct SceneSpan {
  std::size_t from = 0, to = 0;
  std::size_t size() const { return to - from; }
};

// Where something is in each frame of a span. Each quaternion is the one of its two that is nearer
// to that of the frame before, so that programs which interpolate take the shorter way.
struct SceneTrack {
  std::vector<Vec3> places;
  std::vector<Quat> turns;
  void add(const Vec3& place, Quat turn);
  bool moves() const;  // whether places change, beyond rounding
  bool rotates() const;
};

// Whether any of the values differs from the first.
bool changes(const std::vector<double>& values);

bool layer_is_seen(const Scene& scene, const std::string& layer);
// Whether the figure is to be written: the verb leaves others out by giving their bodies no figure.
bool figure_is_written(const Scene& scene, const SceneFigure& figure);
// The first frame of the span, counted from its begin, in which the figure is there; span.size() if
// there is none.
std::size_t first_seen(const Scene& scene, const SceneFigure& figure, SceneSpan span);

// A body in its parent's frame, or in W if it has none.
Transform local_placement(const Scene& scene, std::size_t frame, std::size_t body);
SceneTrack body_track(const Scene& scene, SceneSpan span, std::size_t body);
// A camera or light looks along its own -z, with its y towards the picture's top.
SceneTrack camera_track(const SceneView& view, SceneSpan span);
SceneTrack light_track(const Scene& scene, const SceneLight& light, SceneSpan span);

// "camera", or "camera 2" where there are several.
std::string view_name(const Scene& scene, std::size_t view);
// Width over height of the view's picture.
double view_aspect(const Scene& scene, const SceneView& view);
// Distances between which the view's camera need see, from those of its target in `camera`.
struct ClippingRange {
  double near = 0, far = 0;
};
ClippingRange clipping_range(const SceneCamera& camera);

// m2: of what emits; 1 for a spot, whose intensity is not per area.
double light_area(const SceneLight& light);

// The visible ground, in W.
TriangleMesh ground_surface(const SceneGround& ground);

// Positions and normals of a skin in a frame, in W.
void bend_skin(const Scene& scene, const SceneSkin& skin, std::size_t frame,
               std::vector<Vec3>& positions, std::vector<Vec3>& normals);

// Of exactly unit length, as validators want; z for one without a direction.
Vec3 unit_normal(const Vec3& normal);

// Indices of the materials and meshes of all that is written.
std::set<std::size_t> used_materials(const Scene& scene);
std::set<std::size_t> used_meshes(const Scene& scene);

}  // namespace gambol
