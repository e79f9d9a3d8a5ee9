// MJCF, tidied for MuJoCo's reader: what a figure cannot carry is listed, and what no figure needs
// and could cost memory or read files is left out.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "exchange/mujoco/robot_text.h"

namespace gambol {
namespace {

constexpr long most_copies = 1'000;  // bodies of a <composite>

// Sections, and why their elements are left out.
const std::map<std::string, const char*> listed_sections{
    {"equality",
     "a figure is a tree without loops and couplings; a stiff spring `between` two points holds a "
     "loop together"},
    {"tendon", "figures have no tendons; springs `between` two points are the nearest"},
    {"actuator", "an author chooses how a figure is driven: springs, servos, gaits"},
    {"contact", "a shot says what collides"},
    {"sensor", "everything that moves is on record"},
    {"custom", "figures have none"},
    {"deformable", "skins of MuJoCo are not read; those of glTF are"},
    {"extension", "plugins are code"}};
// Sections that are not passed on. (What actuators say of joints' torques is used.)
const std::set<std::string> dropped_sections{"sensor",     "custom",    "visual", "statistic",
                                             "deformable", "extension", "size"};
const std::map<std::string, const char*> listed_in_bodies{
    {"site", "a body with a fixed joint and without shapes is a named point of a figure"},
    {"camera", "a shot has cameras of its own"},
    {"light", "a look has lights of its own"}};

class MjcfTidying {
 public:
  explicit MjcfTidying(RobotTidying& tidying) : t_(tidying), root_(tidying.out.root) {}

  void tidy() {
    read_compilers();
    for (XmlNode& section : root_.children) {
      if (section.tag == "asset") tidy_assets(section);
      if (section.tag == "keyframe")
        for (XmlNode& key : section.children)
          for (const char* more : {"act", "ctrl", "mpos", "mquat", "qvel"}) key.remove(more);
      if (section.tag == "option") tidy_option(section);
      const auto listed = listed_sections.find(section.tag);
      if (listed == listed_sections.end()) continue;
      for (const XmlNode& node : section.children) t_.leave_out(node, listed->second);
    }
    for (XmlNode& section : root_.children)
      if (section.tag == "worldbody") tidy_body(section);
    std::erase_if(root_.children,
                  [](const XmlNode& section) { return dropped_sections.contains(section.tag); });
  }

 private:
  void read_compilers() {
    for (XmlNode& node : root_.children) {
      if (node.tag != "compiler") continue;
      for (const char* folder : {"assetdir", "meshdir"})
        if (const std::string* value = node.find(folder)) mesh_folder_ = *value;
      if (node.get("strippath") == "true") strips_ = true;
      for (const char* ours :
           {"assetdir", "meshdir", "texturedir", "strippath", "fusestatic", "discardvisual"})
        node.remove(ours);
    }
    XmlNode ours{"compiler",
                 {{"fusestatic", "false"},
                  {"discardvisual", "false"},
                  {"strippath", "true"},
                  {"boundmass", "1e-12"},
                  {"boundinertia", "1e-12"}},
                 {},
                 root_.place};
    root_.children.insert(root_.children.begin(), ours);
  }

  // Air, water and wind act in MuJoCo's shots, not on its figures.
  void tidy_option(const XmlNode& option) {
    for (const char* medium : {"density", "viscosity", "wind"})
      if (const std::string* value = option.find(medium);
          value && value->find_first_of("123456789") != value->npos)
        add_left_out(t_.left_out, option.place, medium, *value, "figures move in a vacuum");
  }

  static std::string stem_of(const std::string& file) {
    const std::string name = file.substr(file.find_last_of("/\\") + 1);
    return name.substr(0, name.rfind('.'));
  }

  std::string file_of(const std::string& written) const {
    const std::size_t slash = written.find_last_of("/\\");
    const std::string name = strips_ && slash != written.npos ? written.substr(slash + 1) : written;
    return mesh_folder_.empty() || name.starts_with('/') ? name : mesh_folder_ + "/" + name;
  }

  void tidy_assets(XmlNode& asset) {
    std::erase_if(asset.children, [&](XmlNode& node) {
      if (node.tag == "mesh") return !takes_mesh(node);
      if (node.tag == "texture") make_flat(node);
      if (node.tag == "hfield") make_level(node);
      if (node.tag != "skin") return false;
      t_.leave_out(node, listed_sections.at("deformable"));
      return true;
    });
  }

  bool takes_mesh(XmlNode& mesh) {
    if (!mesh.find("file")) return true;  // its vertices stand in the text
    const std::string written = mesh.get("file");
    std::string name = mesh.get("name"), why;
    if (name.empty()) mesh.set("name", name = stem_of(written));
    const std::string own = t_.take_mesh(file_of(written), why);
    if (own.empty()) {
      missing_.insert(name);
      add_left_out(t_.left_out, mesh.place, "mesh", name, fmt::format("{}: {}", written, why));
      return false;
    }
    mesh.set("file", own);
    return true;
  }

  // MuJoCo keeps pictures in memory; only names of textures are needed.
  void make_flat(XmlNode& texture) {
    std::string name = texture.get("name"), type = texture.get("type");
    if (name.empty()) name = stem_of(texture.get("file"));
    bool pictures = false;
    for (const auto& [key, value] : texture.attributes) pictures |= key.starts_with("file");
    if (pictures) t_.leave_out(texture, "materials get their colours; a look can add pictures");
    texture.attributes = {{"builtin", "flat"},
                          {"type", type.empty() ? "cube" : type},
                          {"width", "1"},
                          {"height", type == "2d" ? "1" : "6"}};
    if (!name.empty())
      texture.set("name", name);
    else if (type != "skybox")
      texture.set("name", fmt::format("picture {}", ++unnamed_));
  }

  void make_level(XmlNode& field) {
    for (const char* key : {"file", "elevation"}) field.remove(key);
    field.set("nrow", "2");
    field.set("ncol", "2");
  }

  void tidy_body(XmlNode& body) {
    std::erase_if(body.children, [&](const XmlNode& node) {
      if (const auto listed = listed_in_bodies.find(node.tag); listed != listed_in_bodies.end()) {
        t_.leave_out(node, listed->second);
        return node.tag != "site";  // tendons and actuators may name sites
      }
      if (node.tag == "geom" && missing_.contains(node.get("mesh"))) {
        add_left_out(
            t_.left_out, node.place, "geom",
            node.get("name").empty() ? fmt::format("of {}", body.get("name")) : node.get("name"),
            fmt::format("its mesh {} is missing", node.get("mesh")));
        return true;
      }
      return false;
    });
    for (XmlNode& node : body.children) {
      if (node.tag == "body") tidy_body(node);
      if (node.tag == "composite") check_composite(node);
    }
  }

  void check_composite(const XmlNode& composite) {
    std::istringstream numbers(composite.get("count"));
    double copies = 1, n;
    while (numbers >> n) copies *= n;
    if (!(copies <= most_copies))
      t_.refuse(composite, "composite.count", fmt::format("\"{}\"", composite.get("count")),
                fmt::format("at most {} bodies", most_copies));
  }

  RobotTidying& t_;
  XmlNode& root_;
  std::string mesh_folder_;
  bool strips_ = false;
  std::set<std::string> missing_;
  int unnamed_ = 0;
};

}  // namespace

void tidy_mjcf(RobotTidying& tidying) { MjcfTidying(tidying).tidy(); }

}  // namespace gambol
