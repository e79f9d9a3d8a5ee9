#include "render/figures.h"

#include <algorithm>
#include <utility>

#include "render/material.h"

namespace gambol {
namespace {

// Embree's filter: refuses hits where the surface is not.
void refuse_holes(const RTCFilterFunctionNArguments* args) {
  const auto& holes = *static_cast<const MeshHoles*>(args->geometryUserPtr);
  for (unsigned k = 0; k < args->N; ++k) {
    if (args->valid[k] == 0) continue;
    const float u = RTCHitN_u(args->hit, args->N, k), v = RTCHitN_v(args->hit, args->N, k);
    const auto& corners = holes.triangles[RTCHitN_primID(args->hit, args->N, k)];
    const Sample2 &a = holes.uvs[corners[0]], &b = holes.uvs[corners[1]],
                  &c = holes.uvs[corners[2]];
    if (holes.material->is_hole((1 - u - v) * a.x + u * b.x + v * c.x,
                                (1 - u - v) * a.y + u * b.y + v * c.y))
      args->valid[k] = 0;
  }
}

EmbreeGeometry whole_mesh(const EmbreeDevice& device, const TriangleMesh& mesh) {
  EmbreeGeometry geometry = device.geometry(RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices =
      static_cast<float*>(device.buffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                        3 * sizeof(float), mesh.positions.size()));
  for (const Vec3& p : mesh.positions)
    for (int i = 0; i < 3; ++i) *vertices++ = float(p[i]);
  auto* indices =
      static_cast<unsigned*>(device.buffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                           3 * sizeof(unsigned), mesh.triangles.size()));
  for (const auto& t : mesh.triangles)
    for (unsigned i : t) *indices++ = i;
  rtcSetGeometryBuildQuality(geometry.get(), RTC_BUILD_QUALITY_MEDIUM);
  return geometry;
}

// A mesh whose vertices move through `positions`, evenly spaced over the open shutter.
EmbreeGeometry bent_mesh(const EmbreeDevice& device,
                         const std::vector<std::array<std::uint32_t, 3>>& triangles,
                         const std::vector<const std::vector<Float3>*>& positions) {
  EmbreeGeometry geometry = device.geometry(RTC_GEOMETRY_TYPE_TRIANGLE);
  rtcSetGeometryTimeStepCount(geometry.get(), unsigned(positions.size()));
  for (unsigned step = 0; step < positions.size(); ++step) {
    const std::vector<Float3>& from = *positions[step];
    void* vertices = device.buffer(geometry, RTC_BUFFER_TYPE_VERTEX, step, RTC_FORMAT_FLOAT3,
                                   sizeof(Float3), from.size());
    std::copy(from.begin(), from.end(), static_cast<Float3*>(vertices));
  }
  auto* indices = static_cast<std::array<std::uint32_t, 3>*>(
      device.buffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 3 * sizeof(std::uint32_t),
                    triangles.size()));
  std::copy(triangles.begin(), triangles.end(), indices);
  rtcSetGeometryBuildQuality(geometry.get(), RTC_BUILD_QUALITY_LOW);
  return geometry;
}

// Whether turns along a path are so small that interpolated matrices do for interpolated rotations:
// they are off by less than a thousandth of a body's size while it moves by a tenth. Embree bounds
// a matrix's way by its ends, and a rotation's by bisection, which takes 0.3 ms a body.
bool hardly_turns(const std::vector<Transform>& path) {
  constexpr double hardly = 0.09;  // rad between two poses
  for (std::size_t k = 1; k < path.size(); ++k)
    if (path[k].R.angularDistance(path[k - 1].R) > hardly) return false;
  return true;
}

void set_matrix(RTCGeometry instance, unsigned step, const Transform& X, const Vec3& origin) {
  Eigen::Matrix<float, 3, 4> columns;
  columns << X.R.toRotationMatrix().cast<float>(), (X.p - origin).cast<float>();
  rtcSetGeometryTransform(instance, step, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, columns.data());
}

void set_transform(RTCGeometry instance, unsigned step, const Transform& X, const Vec3& origin) {
  RTCQuaternionDecomposition q;
  rtcInitQuaternionDecomposition(&q);
  rtcQuaternionDecompositionSetQuaternion(&q, float(X.R.w()), float(X.R.x()), float(X.R.y()),
                                          float(X.R.z()));
  const Vec3 p = X.p - origin;
  rtcQuaternionDecompositionSetTranslation(&q, float(p.x()), float(p.y()), float(p.z()));
  rtcSetGeometryTransformQuaternion(instance, step, &q);
}

}  // namespace

RTCRay embree_ray(const Reach& reach) {
  const Ray& ray = reach.ray;
  RTCRay r;
  r.org_x = ray.origin.x, r.org_y = ray.origin.y, r.org_z = ray.origin.z;
  r.dir_x = ray.direction.x, r.dir_y = ray.direction.y, r.dir_z = ray.direction.z;
  r.tnear = 0;
  r.tfar = reach.distance;
  r.time = ray.time;
  r.mask = ~0u;
  r.id = 0;
  r.flags = 0;
  return r;
}

Reach lane(const Reaches& reaches, int k) {
  return {{lane(reaches.ray.origin, k), lane(reaches.ray.direction, k), reaches.ray.time[k]},
          reaches.distance[k]};
}

void Figures::leave_holes(MovingFigures::Part& part, RTCGeometry mesh) const {
  if (!materials_ || part.uvs.empty() || !(*materials_)[part.material].has_holes()) return;
  part.holes = std::make_unique<MeshHoles>(
      MeshHoles{part.triangles.data(), part.uvs.data(), &(*materials_)[part.material]});
  rtcSetGeometryUserData(mesh, part.holes.get());
  rtcSetGeometryIntersectFilterFunction(mesh, refuse_holes);
  rtcSetGeometryOccludedFilterFunction(mesh, refuse_holes);
}

void Figures::add_body(std::size_t pose, const std::vector<PartMesh>& parts) {
  auto surface = std::make_shared<MovingFigures::Surface>();
  surface->scene = device_.scene(RTC_BUILD_QUALITY_MEDIUM);
  for (const PartMesh& part : parts) {
    MovingFigures::Part& kept = surface->parts.emplace_back();
    kept.triangles = part.mesh.triangles;
    for (const Vec3& p : part.mesh.positions) kept.positions.emplace_back(p);
    for (const Vec3& n : part.mesh.normals) kept.normals.emplace_back(n);
    for (const Vec2& uv : part.mesh.uvs) kept.uvs.push_back({float(uv.x()), float(uv.y())});
    kept.material = part.material;
    EmbreeGeometry mesh = whole_mesh(device_, part.mesh);
    leave_holes(kept, mesh.get());
    device_.attach(surface->scene, std::move(mesh));  // geomID counts from 0: the index of the part
  }
  device_.commit(surface->scene);
  bodies_.push_back({std::move(surface), pose});
}

MovingFigures Figures::empty() const {
  MovingFigures moving;
  moving.bodies_ = &bodies_;
  moving.scene_ = device_.scene(RTC_BUILD_QUALITY_MEDIUM);
  return moving;
}

void Figures::add_instance(MovingFigures& moving, std::size_t body,
                           const std::vector<Transform>& path, const Vec3& origin) const {
  const bool still = std::all_of(path.begin(), path.end(),
                                 [&](const Transform& X) { return same_pose(X, path[0]); });
  const unsigned steps = still ? 1 : unsigned(path.size());
  MovingFigures::Instance& kept = moving.instances_.emplace_back();
  kept.body = body;
  EmbreeGeometry instance = device_.geometry(RTC_GEOMETRY_TYPE_INSTANCE);
  rtcSetGeometryInstancedScene(instance.get(), scene_of(moving, body));
  rtcSetGeometryTimeStepCount(instance.get(), steps);
  const bool matrices = steps > 1 && hardly_turns(path);
  for (unsigned k = 0; k < steps; ++k) {
    (matrices ? set_matrix : set_transform)(instance.get(), k, path[k], origin);
    kept.path.emplace_back(path[k].R);
    kept.places.emplace_back(Vec3(path[k].p - origin));
  }
  device_.attach(moving.scene_, std::move(instance));
}

RTCScene Figures::scene_of(const MovingFigures& moving, std::size_t body) const {
  return body < bodies_.size() ? bodies_[body].surface->scene.get()
                               : moving.skins_[body - bodies_.size()].surface->scene.get();
}

void Figures::add_skin(MovingFigures& moving, std::size_t number, const Poses& poses,
                       const std::vector<double>& instants, const Vec3& origin) const {
  const PosedSkin& skin = skins_[number];
  if (!skin.is_there(poses, instants[0])) return;
  const std::vector<PosedSkin::Bent> bent = skin.over(poses, instants, origin);
  auto surface = std::make_shared<MovingFigures::Surface>();
  surface->scene = device_.scene(RTC_BUILD_QUALITY_LOW);  // for one picture only
  for (std::size_t p = 0; p < skin.parts().size(); ++p) {
    const SkinPart& part = skin.parts()[p];
    std::vector<const std::vector<Float3>*> positions;
    MovingFigures::Part& kept = surface->parts.emplace_back();
    kept.triangles = part.triangles;
    kept.material = part.material;
    kept.instants = bent.size();
    for (const Vec3& p : skin.rest(part)) kept.rest.emplace_back(p);
    for (const Vec3& n : skin.rest_normals(part)) kept.rest_normals.emplace_back(n);
    for (const Vec2& uv : part.uvs) kept.uvs.push_back({float(uv.x()), float(uv.y())});
    for (const PosedSkin::Bent& at : bent) {
      kept.positions.insert(kept.positions.end(), at.positions[p].begin(), at.positions[p].end());
      positions.push_back(&at.positions[p]);
      kept.normals.insert(kept.normals.end(), at.normals[p].begin(), at.normals[p].end());
    }
    EmbreeGeometry mesh = bent_mesh(device_, part.triangles, positions);
    leave_holes(kept, mesh.get());
    device_.attach(surface->scene, std::move(mesh));
  }
  device_.commit(surface->scene);
  moving.skins_.push_back({std::move(surface), number});
  add_instance(moving, bodies_.size() + moving.skins_.size() - 1, {Transform{}}, Vec3::Zero());
}

MovingFigures Figures::at(const Poses& poses, const std::vector<double>& instants,
                          const Vec3& origin, const HairView& view) const {
  MovingFigures moving = empty();
  for (std::size_t body = 0; body < bodies_.size(); ++body) {
    std::vector<Transform> path;
    const std::size_t pose = bodies_[body].pose;
    if (pose != fixed && !poses.is_there(instants[0], pose)) continue;
    for (double frame : instants)
      path.push_back(pose == fixed ? Transform{} : poses.pose_at(frame, pose));
    add_instance(moving, body, path, origin);
  }
  for (std::size_t k = 0; k < skins_.size(); ++k) add_skin(moving, k, poses, instants, origin);
  grow_hair(moving, origin, view);
  device_.commit(moving.scene_);
  return moving;
}

MovingFigures Figures::at_each(const Poses& poses, const std::vector<double>& instants,
                               const Vec3& origin, const HairView& view) const {
  MovingFigures all = empty();
  for (std::size_t body = 0; body < bodies_.size(); ++body)
    if (bodies_[body].pose == fixed) add_instance(all, body, {Transform{}}, origin);
  for (double frame : instants)
    for (std::size_t body = 0; body < bodies_.size(); ++body)
      if (bodies_[body].pose != fixed && poses.is_there(frame, bodies_[body].pose))
        add_instance(all, body, {poses.pose_at(frame, bodies_[body].pose)}, origin);
  for (double frame : instants)
    for (std::size_t k = 0; k < skins_.size(); ++k) add_skin(all, k, poses, {frame}, origin);
  grow_hair(all, origin, view);
  device_.commit(all.scene_);
  return all;
}

}  // namespace gambol
