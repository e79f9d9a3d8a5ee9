#include "render/figures.h"

#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>

#include "base/error.h"

namespace gambol {
namespace {

// The instruction set is fixed, and one thread builds the trees, so that every machine and every
// number of threads gets the same trees, and the same hit where two triangles meet. Embree takes
// its number of threads from the arena that it is called from; its own `threads=1` would restrict
// the program's other threads too.
constexpr const char* device_config = "isa=avx2,hugepages=0";

template <class Function>
void on_one_thread(const Function& function) {
  tbb::task_arena(1).execute(function);
}

void attach_mesh(RTCDevice device, RTCScene scene, const TriangleMesh& mesh) {
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* vertices = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                               RTC_FORMAT_FLOAT3, 3 * sizeof(float),
                                                               mesh.positions.size()));
  auto* indices = static_cast<unsigned*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              3 * sizeof(unsigned), mesh.triangles.size()));
  for (const Vec3& p : mesh.positions)
    for (int i = 0; i < 3; ++i) *vertices++ = float(p[i]);
  for (const auto& t : mesh.triangles)
    for (unsigned i : t) *indices++ = i;
  rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_MEDIUM);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene, geometry);  // geomID counts from 0: the index of the part
  rtcReleaseGeometry(geometry);
}

// Attaches a mesh whose vertices move through `positions`, evenly spaced over the open shutter.
void attach_bent(RTCDevice device, RTCScene scene,
                 const std::vector<std::array<std::uint32_t, 3>>& triangles,
                 const std::vector<const std::vector<Float3>*>& positions) {
  RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  rtcSetGeometryTimeStepCount(geometry, unsigned(positions.size()));
  for (unsigned step = 0; step < positions.size(); ++step) {
    const std::vector<Float3>& from = *positions[step];
    void* vertices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, step,
                                             RTC_FORMAT_FLOAT3, sizeof(Float3), from.size());
    std::copy(from.begin(), from.end(), static_cast<Float3*>(vertices));
  }
  auto* indices = static_cast<std::array<std::uint32_t, 3>*>(
      rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              3 * sizeof(std::uint32_t), triangles.size()));
  std::copy(triangles.begin(), triangles.end(), indices);
  rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_LOW);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene, geometry);
  rtcReleaseGeometry(geometry);
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

void commit_on_one_thread(RTCScene scene) {
  on_one_thread([&] { rtcCommitScene(scene); });
}

Figures::Figures() {
  on_one_thread([&] { device_.reset(rtcNewDevice(device_config)); });
  if (!device_)
    throw RunError(ExitCode::failed, fmt::format("Embree does not start (error {})",
                                                 int(rtcGetDeviceError(nullptr))));
}

void Figures::add_body(std::size_t pose, const std::vector<PartMesh>& parts) {
  MovingFigures::Body body;
  body.pose = pose;
  body.scene.reset(rtcNewScene(device_.get()));
  rtcSetSceneBuildQuality(body.scene.get(), RTC_BUILD_QUALITY_MEDIUM);
  for (const PartMesh& part : parts) {
    attach_mesh(device_.get(), body.scene.get(), part.mesh);
    MovingFigures::Part& kept = body.parts.emplace_back();
    kept.triangles = part.mesh.triangles;
    for (const Vec3& p : part.mesh.positions) kept.positions.emplace_back(p);
    for (const Vec3& n : part.mesh.normals) kept.normals.emplace_back(n);
    for (const Vec2& uv : part.mesh.uvs) kept.uvs.push_back({float(uv.x()), float(uv.y())});
    kept.material = part.material;
  }
  commit_on_one_thread(body.scene.get());
  bodies_.push_back(std::move(body));
}

MovingFigures Figures::empty() const {
  MovingFigures moving;
  moving.bodies_ = &bodies_;
  moving.scene_.reset(rtcNewScene(device_.get()));
  return moving;
}

void Figures::add_instance(MovingFigures& moving, std::size_t body,
                           const std::vector<Transform>& path, const Vec3& origin) const {
  const bool still = std::all_of(path.begin(), path.end(),
                                 [&](const Transform& X) { return same_pose(X, path[0]); });
  const unsigned steps = still ? 1 : unsigned(path.size());
  MovingFigures::Instance& kept = moving.instances_.emplace_back();
  kept.body = body;
  RTCGeometry instance = rtcNewGeometry(device_.get(), RTC_GEOMETRY_TYPE_INSTANCE);
  rtcSetGeometryInstancedScene(instance, scene_of(moving, body));
  rtcSetGeometryTimeStepCount(instance, steps);
  for (unsigned k = 0; k < steps; ++k) {
    set_transform(instance, k, path[k], origin);
    kept.path.emplace_back(path[k].R);
    kept.places.emplace_back(Vec3(path[k].p - origin));
  }
  rtcCommitGeometry(instance);
  rtcAttachGeometry(moving.scene_.get(), instance);
  rtcReleaseGeometry(instance);
}

RTCScene Figures::scene_of(const MovingFigures& moving, std::size_t body) const {
  return body < bodies_.size() ? bodies_[body].scene.get()
                               : moving.skins_[body - bodies_.size()].scene.get();
}

void Figures::add_skin(MovingFigures& moving, std::size_t number, const Poses& poses,
                       const std::vector<double>& instants, const Vec3& origin) const {
  const PosedSkin& skin = skins_[number];
  if (!skin.is_there(poses, instants[0])) return;
  const std::vector<PosedSkin::Bent> bent = skin.over(poses, instants, origin);
  MovingFigures::Body body;
  body.pose = number;
  body.scene.reset(rtcNewScene(device_.get()));
  rtcSetSceneBuildQuality(body.scene.get(), RTC_BUILD_QUALITY_LOW);  // for one picture only
  for (std::size_t p = 0; p < skin.parts().size(); ++p) {
    const SkinPart& part = skin.parts()[p];
    std::vector<const std::vector<Float3>*> positions;
    MovingFigures::Part& kept = body.parts.emplace_back();
    kept.triangles = part.triangles;
    kept.material = part.material;
    kept.instants = bent.size();
    for (const Vec3& p : skin.rest(part)) kept.rest.emplace_back(p);
    for (const Vec2& uv : part.uvs) kept.uvs.push_back({float(uv.x()), float(uv.y())});
    for (const PosedSkin::Bent& at : bent) {
      kept.positions.insert(kept.positions.end(), at.positions[p].begin(), at.positions[p].end());
      positions.push_back(&at.positions[p]);
      kept.normals.insert(kept.normals.end(), at.normals[p].begin(), at.normals[p].end());
    }
    attach_bent(device_.get(), body.scene.get(), part.triangles, positions);
  }
  commit_on_one_thread(body.scene.get());
  moving.skins_.push_back(std::move(body));
  add_instance(moving, bodies_.size() + moving.skins_.size() - 1, {Transform{}}, Vec3::Zero());
}

MovingFigures Figures::at(const Poses& poses, const std::vector<double>& instants,
                          const Vec3& origin) const {
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
  commit_on_one_thread(moving.scene_.get());
  return moving;
}

MovingFigures Figures::at_each(const Poses& poses, const std::vector<double>& instants,
                               const Vec3& origin) const {
  MovingFigures all = empty();
  for (std::size_t body = 0; body < bodies_.size(); ++body)
    if (bodies_[body].pose == fixed) add_instance(all, body, {Transform{}}, origin);
  for (double frame : instants)
    for (std::size_t body = 0; body < bodies_.size(); ++body)
      if (bodies_[body].pose != fixed && poses.is_there(frame, bodies_[body].pose))
        add_instance(all, body, {poses.pose_at(frame, bodies_[body].pose)}, origin);
  for (double frame : instants)
    for (std::size_t k = 0; k < skins_.size(); ++k) add_skin(all, k, poses, {frame}, origin);
  commit_on_one_thread(all.scene_.get());
  return all;
}

}  // namespace gambol
