#pragma once

// The XML of a robot, tidied for MuJoCo: includes are expanded, every file that it names has been
// read, what only other programs understand is left out, and what MuJoCo crashes on is refused.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exchange/formats/robot.h"
#include "exchange/mujoco/triangles.h"

namespace gambol {

inline constexpr int last_seen_group = 2;  // of geoms, as MuJoCo's viewer begins

inline constexpr std::size_t most_xml_elements = 200'000;

// The numbers of a list that spaces separate, up to the first word that is none; may be infinite.
std::vector<double> numbers_in(const std::string& text);

// Whether nothing else stands in it.
bool are_numbers(const std::string& text);

// The name of a file without its folders and its ending.
std::string stem_of_file(const std::string& file);

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

// What a file says that MuJoCo 2.2 does not keep, or keeps otherwise.
struct RobotText {
  bool urdf = false;
  XmlNode root;
  std::vector<std::pair<std::string, std::string>> files;  // names in the text, and bytes
  std::map<std::string, double> efforts;                   // of joints: N*m or N
  std::map<std::string, std::set<std::size_t>> flipped;    // by mesh: MendedMesh::flipped
  std::set<std::string> unseen;         // bodies of which a mesh that would be seen is missing
  std::map<std::string, Place> places;  // of bodies, by name
  bool held = false;                    // URDF whose first link is `world`
  bool springs = true, dampers = true;  // whether flags leave them on
  bool assumes_masses = false;          // URDF without any mass: solids weigh as water
};

// How a robot uses a mesh file: positions p become scale * (turned^-1 (p - at)).
struct MeshUse {
  Vec3 scale = Vec3::Ones();
  Vec3 at = Vec3::Zero();
  Quat turned = Quat::Identity();
  bool whole = true;  // not cut by its colours
};

// A mesh file for MuJoCo.
struct TakenMesh {
  std::string name;            // of the mesh
  std::string material, rgba;  // as the file says; may be empty
  MeshSurface surface = MeshSurface::open;

  std::string file() const { return name + ".msh"; }
};

// The tree of the text of the file `path`, with the files that it includes.
XmlNode read_xml(const std::string& path, const std::string& text, const RobotFileReader& read_file,
                 std::vector<LeftOut>& left_out, std::vector<Problem>& problems);

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
  // Reads a mesh file. Returns its parts, of which a whole one has one; none if it cannot be read,
  // and `why`.
  const std::vector<TakenMesh>& take_mesh(const std::string& name, const MeshUse& use,
                                          std::string& why);
  // The same of triangles that the robot's file itself holds.
  std::vector<TakenMesh> take_triangles(const std::string& name, Triangles triangles,
                                        const MeshUse& use, std::string& why);
  // Whether there are at most as many as a figure can have; otherwise adds a problem.
  bool has_room_for(std::size_t count, const char* of_what);

  std::vector<TakenMesh> take_parts(const std::string& name, std::vector<MeshPart> parts,
                                    const MeshUse& use, std::string& why);

  std::map<std::string, std::vector<TakenMesh>> taken = {};  // by the file's name, and its use
  std::map<std::string, std::string> untaken = {};           // why not
  std::set<std::string> names = {};                          // of meshes
  std::set<std::string> noted = {};                          // meshes that are in `left_out`
};
void tidy_urdf(RobotTidying& tidying);
void tidy_mjcf(RobotTidying& tidying);

// One element a line. `nodes` [line - 1] are the elements that begin there.
std::string xml_text(XmlNode& root, std::vector<XmlNode*>& nodes);

}  // namespace gambol
