#pragma once

// What stands in the scene of a replay: surfaces, bodies, how they go, and what their legs do.

#include <map>
#include <string>
#include <vector>

#include "exchange/json_object.h"
#include "geometry/mesh.h"
#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// Surfaces that are the same in their shape's frame are kept once.
class ReplayMeshes {
 public:
  explicit ReplayMeshes(int segments) : segments_(segments) {}
  // The number of the shape's surface, whatever its place on the body.
  std::size_t add(const Shape& shape);
  std::string json() const { return json_list(meshes_); }

 private:
  int segments_;
  std::vector<std::string> meshes_;
  std::map<std::string, std::size_t> numbers_;
};

// Numbers of the look's materials; 0 is the neutral grey of what names none.
std::map<std::string, std::size_t> material_numbers(const LookSpec& look);

// Adds members `meshes`, `bodies`, `places`, `turns` and `figures`; round surfaces have `segments`
// per full turn. Throws InputError for bodies that the poses lack.
void add_replay_figures(const ShotSpec& shot, const Poses& poses, int segments, JsonObject& data);

}  // namespace gambol
