#pragma once

// The data of a replay's page, and how numbers stand in it: few ones as text, long arrays as the
// base64 of their bytes, which a browser decodes directly to a typed array.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "base/base64.h"
#include "base/json.h"
#include "base/vec.h"
#include "exchange/scene.h"

namespace gambol {

// Vertices follow at most this many bodies: those with the largest weights in geometry/skin.h.
inline constexpr std::size_t replay_influences = 4;

Json replay_scene(const Scene& scene);   // all that has no [frame]
Json replay_frames(const Scene& scene);  // all that has
// The members of replay_scene():
Json replay_look(const Scene& scene);  // materials, lights, sky and exposure
Json replay_ground(const SceneGround& ground);
Json replay_skins(const Scene& scene);
// `meshes`, `bodies`, `figures`, `layers` and `skins`.
void add_replay_figures(const Scene& scene, Json& data);

static_assert(std::endian::native == std::endian::little);  // as browsers' typed arrays

// T is the element type of the typed array that reads `values`.
template <class T>
Json packed(const std::vector<T>& values) {
  return base64({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
}

inline std::vector<float> floats(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

template <class Values>
void add_floats(const Values& from, std::vector<float>& to) {
  for (const double x : from) to.push_back(static_cast<float>(x));
}

// A part of a unit vector or quaternion, times 32767.
inline std::int16_t replay_part_of_one(double x) {
  return static_cast<std::int16_t>(std::lround(std::clamp(x, -1.0, 1.0) * 32767));
}

// Seven digits, as a GPU keeps no more.
inline Json replay_number(double x) { return Json::number(x, 7); }

inline Json replay_numbers(std::initializer_list<double> numbers) {
  Json list = Json::array();
  for (const double x : numbers) list.push(replay_number(x));
  return list;
}

// [vertex][2], for pictures.
inline Json packed_uvs(const TriangleMesh& mesh) {
  std::vector<float> uvs;
  for (const Vec2& uv : mesh.uvs) add_floats(uv, uvs);
  return packed(uvs);
}

inline Json replay_vector(const Vec3& v) { return replay_numbers({v.x(), v.y(), v.z()}); }

}  // namespace gambol
