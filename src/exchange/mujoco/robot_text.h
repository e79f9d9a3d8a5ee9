#pragma once

// The XML of a robot, tidied for MuJoCo: includes are expanded, every file that it names has been
// read, what only other programs understand is left out, and what MuJoCo crashes on is refused.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exchange/robot.h"

namespace gambol {

struct XmlNode {
  std::string tag;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlNode> children;
  Place place;

  const std::string* find(const std::string& attribute) const;  // nullptr if there is none
  std::string get(const std::string& attribute) const;          // "" if there is none
  void set(const std::string& attribute, const std::string& value);
  void remove(const std::string& attribute);
};

struct RobotText {
  bool urdf = false;
  XmlNode root;
  std::vector<std::pair<std::string, std::string>> files;  // names in the text, and bytes
  std::map<std::string, double> efforts;                   // of joints of URDF: N*m or N
  bool held = false;                                       // URDF whose first link is `world`
};

// Adds to `left_out` and `problems`; nothing can be made of a text with problems.
RobotText tidy_robot(const std::string& path, const std::string& text,
                     const RobotFileReader& read_file, std::vector<LeftOut>& left_out,
                     std::vector<Problem>& problems);

// The parts that are special to each language.
struct RobotTidying {
  const std::string& path;
  const RobotFileReader& read_file;
  RobotText& out;
  std::vector<LeftOut>& left_out;
  std::vector<Problem>& problems;

  void leave_out(const XmlNode& node, const std::string& why,
                 const std::string& kind = {});  // by default of the kind that its tag says
  void refuse(const XmlNode& node, const std::string& key, const std::string& found,
              const std::string& expected);
  // Reads a mesh of a kind that MuJoCo reads. Returns the name that it has in the text; "" if it
  // cannot be read, and `why`.
  std::string take_mesh(const std::string& name, std::string& why);

  std::map<std::string, std::string> taken = {};  // meshes, by the name that the robot's file gives
};
void tidy_urdf(RobotTidying& tidying);
void tidy_mjcf(RobotTidying& tidying);

// One element a line. `nodes` [line - 1] are the elements that begin there.
std::string xml_text(XmlNode& root, std::vector<XmlNode*>& nodes);

}  // namespace gambol
