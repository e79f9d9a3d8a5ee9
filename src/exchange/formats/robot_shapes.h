#pragma once

// What is seen and collides of an imported robot, as text of its figure file. For robot_figure.cpp.

#include <set>
#include <string>
#include <vector>

#include "exchange/formats/imported.h"
#include "exchange/formats/robot_tree.h"

namespace gambol {

class RobotShapes {
 public:
  // Adds materials and files of meshes to `figure`.
  RobotShapes(const RobotModel& robot, ImportedFigure& figure, std::vector<LeftOut>& left_out)
      : robot_(robot), figure_(figure), left_out_(left_out) {}

  // Of a body of the tree that has one of the robot. One list if all that is seen collides as it
  // looks.
  std::string text(const TreeBody& body);

 private:
  // `hits`: for touching the ground, where meshes are convex.
  std::string shape_text(const RobotShape& shape, const Vec3& shift, bool hits);
  std::string mesh_text(const RobotMesh& mesh, bool hits, const Quat& R, Vec3& at);
  std::string material_text(const RobotShape& shape);

  const RobotModel& robot_;
  ImportedFigure& figure_;
  std::vector<LeftOut>& left_out_;
  std::set<std::string> written_, boxed_;
};

}  // namespace gambol
