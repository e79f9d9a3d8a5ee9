#pragma once

// The figures in the scene of a replay: surfaces, bodies, their motion, and the steps of their legs
// and forces on their feet.

#include <map>
#include <string>
#include <vector>

#include "exchange/json_object.h"
#include "geometry/mesh.h"
#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// A list of surfaces, which stores equal surfaces (in their shapes' frames) once.
class ReplayMeshes {
 public:
  explicit ReplayMeshes(int segments) : segments_(segments) {}
  // Returns the number of the shape's surface, which does not depend on the shape's X_BS.
  std::size_t add(const Shape& shape);
  std::string json() const { return json_list(meshes_); }

 private:
  int segments_;
  std::vector<std::string> meshes_;
  std::map<std::string, std::size_t> numbers_;
};

// Numbers of the look's materials by name; 0 is the neutral grey of shapes without a material.
std::map<std::string, std::size_t> material_numbers(const LookSpec& look);

// Adds the members `meshes`, `bodies`, `places`, `turns`, `figures`, `layers` and `skins`; round
// surfaces have `segments` per full turn. Throws InputError for bodies that the poses lack.
void add_replay_figures(const ShotSpec& shot, const Poses& poses, int segments, JsonObject& data);

}  // namespace gambol
