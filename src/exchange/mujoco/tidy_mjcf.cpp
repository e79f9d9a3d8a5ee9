// MJCF, as MuJoCo 3 documents it, tidied for the reader of MuJoCo 2.2: newer words are translated,
// what a figure cannot carry is listed, what would lose bodies is refused, and what no figure needs
// and could cost memory or read files is left out.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "exchange/mujoco/mjcf_frames.h"
#include "exchange/mujoco/mjcf_schema.h"
#include "exchange/mujoco/robot_text.h"
#include "exchange/mujoco/tidy_limits.h"

namespace gambol {
namespace {

constexpr long most_copies = 1'000;  // bodies of a <composite>
constexpr int last_seen_group = 2;   // of geoms, as MuJoCo's viewer begins

// Sections of the file that are not passed on, and why their elements are left out; "" if they say
// nothing about a figure. What actuators say of joints' torques is used.
const std::map<std::string, const char*> sections{
    {"equality",
     "a figure is a tree without loops and couplings; a stiff spring `between` two points holds a "
     "loop together"},
    {"tendon", "figures have no tendons; springs `between` two points are the nearest"},
    {"actuator", "an author chooses how a figure is driven: springs, servos, gaits"},
    {"contact", "a shot says what collides"},
    {"sensor", "everything that moves is on record"},
    {"custom", "figures have none"},
    {"deformable", "figures are of rigid bodies"},
    {"extension", "plugins are code"},
    {"visual", ""},
    {"statistic", ""},
    {"size", ""}};
const std::map<std::string, const char*> listed_in_bodies{
    {"site", "a body with a fixed joint and without shapes is a named point of a figure"},
    {"camera", "a shot has cameras of its own"},
    {"light", "a look has lights of its own"},
    {"plugin", "plugins are code"}};
// Kinds of <composite> that MuJoCo 2.2 makes.
const std::set<std::string> composites{"particle", "grid", "rope",     "loop",
                                       "cloth",    "box",  "cylinder", "ellipsoid"};

bool holds_bodies(const XmlNode& node) {
  for (const char* tag : {"body", "geom", "joint", "freejoint", "inertial"})
    if (node.tag == tag) return true;
  return std::any_of(node.children.begin(), node.children.end(), holds_bodies);
}

class MjcfTidying {
 public:
  explicit MjcfTidying(RobotTidying& tidying) : t_(tidying), root_(tidying.out.root) {}

  void tidy() {
    read_compilers();
    for (XmlNode& section : root_.children) {
      if (section.tag == "keyframe") tidy_keyframes(section);
      if (section.tag == "option") tidy_option(section);
      const auto listed = sections.find(section.tag);
      if (listed != sections.end() && *listed->second)
        for (const XmlNode& node : section.children) t_.leave_out(node, listed->second);
      if (section.tag == "worldbody") leave_out_of_body(section);
    }
    std::erase_if(root_.children, [](const XmlNode& section) {
      return sections.contains(section.tag) && section.tag != "actuator";
    });
    if (!t_.problems.empty()) return;
    take_mesh_inertia(root_);
    const MjcfDefaults defaults(root_);
    defaults_ = &defaults;
    for (XmlNode& section : root_.children)
      if (section.tag == "asset") tidy_assets(section);
    for (XmlNode& section : root_.children)
      if (section.tag == "worldbody")
        replicated_.merge(expand_frames(t_, section, defaults, angles_));
    if (!t_.problems.empty() || !has_room()) return;
    for (XmlNode& section : root_.children) {
      if (section.tag == "worldbody") tidy_body(section, "");
      if (section.tag == "actuator") keep_torques(section);
    }
    remove_unknown(t_, root_);
  }

 private:
  void read_compilers() {
    for (XmlNode& node : root_.children) {
      if (node.tag != "compiler") continue;
      for (const char* folder : {"assetdir", "meshdir"})
        if (const std::string* value = node.find(folder)) mesh_folder_ = *value;
      if (node.get("strippath") == "true") strips_ = true;
      if (const std::string* angle = node.find("angle")) angles_.degrees = *angle != "radian";
      if (const std::string* limits = node.find("autolimits")) auto_limits_ = *limits != "false";
      if (const std::string* from = node.find("inertiafromgeom")) from_geoms_ = *from;
      if (const std::string turns = node.get("eulerseq");
          turns.size() == 3 && turns.find_first_not_of("xyzXYZ") == turns.npos)
        angles_.sequence = turns;
      for (const char* ours : {"assetdir", "meshdir", "texturedir", "strippath", "fusestatic",
                               "discardvisual", "exactmeshinertia"})
        node.remove(ours);
    }
    // MuJoCo 3 takes limits and exact masses for granted.
    XmlNode ours{"compiler",
                 {{"fusestatic", "false"},
                  {"discardvisual", "false"},
                  {"strippath", "true"},
                  {"autolimits", "true"},
                  {"exactmeshinertia", "true"},
                  {"boundmass", "1e-12"},
                  {"boundinertia", "1e-12"}},
                 {},
                 root_.place};
    root_.children.insert(root_.children.begin(), ours);
  }

  void tidy_keyframes(XmlNode& section) {
    for (XmlNode& key : section.children) {
      for (const char* more : {"act", "ctrl", "mpos", "mquat"})
        if (key.find(more))
          add_left_out(t_.left_out, key.place, more, "of key " + key.get("name"),
                       "a posture has positions and velocities of joints");
      for (const char* more : {"act", "ctrl", "mpos", "mquat", "time"}) key.remove(more);
    }
  }

  // Of a figure's world, a shot has gravity alone.
  void tidy_option(XmlNode& option) {
    for (const auto& [key, value] : option.attributes)
      if (key == "density" || key == "viscosity" || key == "wind") {
        if (value.find_first_of("123456789") != value.npos)
          add_left_out(t_.left_out, option.place, key, value, "figures move in a vacuum");
      } else if (key != "gravity") {
        add_left_out(t_.left_out, option.place, "option", fmt::format("{}=\"{}\"", key, value),
                     "a shot has an integrator and options of its own");
      }
    std::erase_if(option.attributes, [](const auto& pair) { return pair.first != "gravity"; });
    for (const XmlNode& child : option.children)
      if (child.tag == "flag")
        read_flags(child, option);
      else
        t_.leave_out(child, "a shot has options of its own");
    option.children.clear();
  }

  void read_flags(const XmlNode& flag, XmlNode& option) {
    for (const auto& [key, value] : flag.attributes) {
      const bool off = value == "disable";
      if (key == "gravity") {
        if (off) option.set("gravity", "0 0 0");
      } else if (key == "spring") {
        t_.out.springs = !off;
      } else if (key == "damper") {
        t_.out.dampers = !off;
      } else if (key == "passive") {
        t_.out.springs = t_.out.dampers = !off;
      } else if (key == "limit") {
        limits_ = !off;
      } else {
        add_left_out(
            t_.left_out, flag.place, "flag", fmt::format("{}=\"{}\"", key, value),
            key == "contact" ? "a shot says what collides" : "a shot has options of its own");
      }
    }
  }

  // Before frames are expanded, so that nothing is listed for every replica.
  void leave_out_of_body(XmlNode& body) {
    std::erase_if(body.children, [&](XmlNode& node) {
      if (node.tag == "flexcomp" || node.tag == "attach")
        t_.refuse(node, node.tag, fmt::format("<{}>", node.tag),
                  node.tag == "attach" ? "the robot in one file: gambol does not attach models"
                                       : "a robot of rigid bodies: soft ones are not read");
      if (node.tag == "composite") check_composite(node);
      if (const auto listed = listed_in_bodies.find(node.tag); listed != listed_in_bodies.end()) {
        t_.leave_out(node, listed->second);
        return true;
      }
      if (node.tag == "body" || node.tag == "frame" || node.tag == "replicate") {
        leave_out_of_body(node);
      } else if (node.tag != "composite" && node.tag != "geom" &&
                 std::any_of(node.children.begin(), node.children.end(), holds_bodies)) {
        t_.refuse(node, node.tag, fmt::format("<{}> with bodies in it", node.tag),
                  "what gambol knows of MJCF: without it, the robot would lose parts");
      }
      return false;
    });
  }

  void check_composite(const XmlNode& composite) {
    if (const std::string type = composite.get("type"); !composites.contains(type))
      t_.refuse(composite, "composite.type", fmt::format("\"{}\"", type),
                "bodies and joints of their own: MuJoCo 2.2, which reads the file, does not make "
                "them");
    double copies = 1;
    for (const double n : numbers_in(composite.get("count"))) copies *= n;
    if (!(copies <= most_copies))
      t_.refuse(composite, "composite.count", fmt::format("\"{}\"", composite.get("count")),
                fmt::format("at most {} bodies", most_copies));
  }

  static void count(const XmlNode& node, std::size_t& bodies, std::size_t& joints) {
    bodies += node.tag == "body";
    joints += node.tag == "joint" || node.tag == "freejoint";
    for (const XmlNode& child : node.children) count(child, bodies, joints);
  }

  bool has_room() {
    std::size_t bodies = 0, joints = 0;
    for (const XmlNode& section : root_.children)
      if (section.tag == "worldbody") count(section, bodies, joints);
    for (const XmlNode& section : root_.children)
      if (section.tag == "worldbody") note_names(section);
    return t_.has_room_for(bodies, "bodies") && t_.has_room_for(joints, "joints");
  }

  void note_names(const XmlNode& node) {
    if (const std::string* name = node.find("name")) names_.insert(*name);
    for (const XmlNode& child : node.children) note_names(child);
  }
  std::string new_name(const std::string& stem) {
    int k = 1;
    while (!names_.insert(fmt::format("{}_{}", stem, k)).second) ++k;
    return fmt::format("{}_{}", stem, k);
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

  // Closed meshes have exact masses here, whatever they ask for.
  void take_mesh_inertia(XmlNode& node) {
    if (node.tag == "mesh" && node.find("inertia")) {
      if (const std::string asked = node.get("inertia"); asked != "exact")
        add_left_out(t_.left_out, node.place, "attribute",
                     fmt::format("inertia=\"{}\" of <mesh>", asked),
                     "closed meshes weigh what they enclose");
      node.remove("inertia");
    }
    if (node.tag != "worldbody")
      for (XmlNode& child : node.children) take_mesh_inertia(child);
  }

  void tidy_assets(XmlNode& asset) {
    for (XmlNode& node : asset.children)
      if (node.tag == "mesh") t_.names.insert(name_of_mesh(node));
    std::erase_if(asset.children, [&](XmlNode& node) {
      if (node.tag == "mesh") return !takes_mesh(node);
      if (node.tag == "texture") make_flat(node);
      if (node.tag == "hfield") make_level(node);
      if (node.tag == "material")
        for (const XmlNode& layer : node.children)
          t_.leave_out(layer, "materials get their colours; a look can add pictures");
      if (node.tag == "material") node.children.clear();
      if (node.tag == "skin") t_.leave_out(node, "skins of MuJoCo are not read; those of glTF are");
      if (node.tag == "model") t_.leave_out(node, "gambol does not attach models");
      return node.tag == "skin" || node.tag == "model";
    });
  }

  static std::string name_of_mesh(const XmlNode& mesh) {
    return mesh.find("name") ? mesh.get("name") : stem_of(mesh.get("file"));
  }

  Vec3 vector_of(const XmlNode& node, const char* key, const Vec3& otherwise) const {
    const std::vector<double> x = numbers_in(defaults_->value(node, "", key));
    return x.size() == 3 ? Vec3(x[0], x[1], x[2]) : otherwise;
  }

  // Meshes whose vertices stand in the text stay there if they are no more than a convex hull.
  bool takes_mesh(XmlNode& mesh) {
    const std::string name = name_of_mesh(mesh);
    mesh.set("name", name);
    if (!mesh.find("file") && !mesh.find("builtin") && !mesh.find("face")) return true;
    MeshUse use;
    use.scale = vector_of(mesh, "scale", Vec3::Ones());
    use.at = vector_of(mesh, "refpos", Vec3::Zero());
    if (const std::vector<double> q = numbers_in(mesh.get("refquat")); q.size() == 4)
      use.turned = Quat(q[0], q[1], q[2], q[3]).normalized();
    std::string why;
    std::vector<TakenMesh> own;
    if (mesh.find("file"))
      own = t_.take_mesh(file_of(mesh.get("file")), use, why);
    else if (mesh.find("face"))
      own = t_.take_triangles(name, triangles_of(mesh), use, why);
    else
      why = "shapes that MuJoCo 3 builds itself are not known";
    if (own.empty()) {
      missing_.insert(name);
      const std::string written = mesh.find("file") ? mesh.get("file") : "";
      add_left_out(t_.left_out, mesh.place, "mesh",
                   written.empty() ? name : fmt::format("{}, {}", name, written), why);
      return false;
    }
    for (const char* key : {"refpos", "refquat", "content_type", "vertex", "face", "normal",
                            "texcoord", "smoothnormal"})
      mesh.remove(key);
    mesh.set("file", own[0].file());
    mesh.set("scale", "1 1 1");
    if (const auto flips = t_.out.flipped.find(own[0].name); flips != t_.out.flipped.end())
      t_.out.flipped[name] = std::set<std::size_t>(flips->second);
    if (own[0].surface != MeshSurface::closed) open_.insert(name);
    return true;
  }

  static Triangles triangles_of(const XmlNode& mesh) {
    Triangles out;
    const std::vector<double> p = numbers_in(mesh.get("vertex")), f = numbers_in(mesh.get("face"));
    for (std::size_t i = 0; i + 2 < p.size(); i += 3)
      out.positions.emplace_back(p[i], p[i + 1], p[i + 2]);
    for (std::size_t i = 0; i + 2 < f.size(); i += 3) {
      std::array<std::uint32_t, 3>& t = out.corners.emplace_back();
      for (std::size_t k = 0; k < 3; ++k)
        t[k] = static_cast<std::uint32_t>(std::clamp(f[i + k], 0.0, 4e9));
    }
    return out;
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
    for (const char* key : {"file", "elevation", "content_type"}) field.remove(key);
    field.set("nrow", "2");
    field.set("ncol", "2");
  }

  // After frames have been expanded.
  void tidy_body(XmlNode& body, const std::string& childclass) {
    if (body.tag == "body") {
      if (body.get("name").empty()) body.set("name", new_name("body"));
      t_.out.places[body.get("name")] = body.place;
    }
    const bool own_inertia =
        from_geoms_ != "true" && std::any_of(body.children.begin(), body.children.end(),
                                             [](const XmlNode& n) { return n.tag == "inertial"; });
    std::erase_if(body.children, [&](XmlNode& node) {
      if (node.tag == "joint") tidy_joint(node, body, childclass);
      return node.tag == "geom" && !takes_geom(node, body, childclass, own_inertia);
    });
    for (XmlNode& node : body.children)
      if (node.tag == "body")
        tidy_body(node, node.find("childclass") ? node.get("childclass") : childclass);
  }

  bool takes_geom(XmlNode& geom, const XmlNode& body, const std::string& childclass,
                  bool own_inertia) {
    const auto value = [&](const char* key) { return defaults_->value(geom, childclass, key); };
    const std::string mesh = value("mesh");
    const auto leave_out = [&](const std::string& why) {
      add_left_out(
          t_.left_out, geom.place, "geom",
          geom.get("name").empty() ? fmt::format("of {}", body.get("name")) : geom.get("name"),
          why);
      return false;
    };
    if (value("type") == "sdf") {
      if (mesh.empty()) return leave_out("fields of distances are not read");
      geom.set("type", "mesh");
    }
    if (missing_.contains(mesh)) {
      const std::vector<double> group = numbers_in(value("group"));
      if (group.empty() || group[0] <= last_seen_group) t_.out.unseen.insert(body.get("name"));
      return leave_out("its mesh is missing");
    }
    const std::vector<double> mass = numbers_in(value("mass")),
                              density = numbers_in(value("density"));
    const bool has_mass = mass.empty() ? density.empty() || density[0] > 0 : mass[0] > 0;
    if (open_.contains(mesh) && value("type") == "mesh" && has_mass && !own_inertia &&
        body.tag == "body" && t_.noted.insert(mesh).second)
      add_left_out(t_.left_out, geom.place, "exact mass of mesh", mesh,
                   "its surface has gaps and encloses nothing: it weighs as much as all pyramids "
                   "from its middle to its triangles");
    return true;
  }

  void tidy_joint(XmlNode& joint, const XmlNode& body, const std::string& childclass) {
    const auto value = [&](const char* key) { return defaults_->value(joint, childclass, key); };
    const std::string type = value("type");
    if (const std::vector<double> force = numbers_in(value("actuatorfrcrange"));
        force.size() == 2 && value("actuatorfrclimited") != "false") {
      if (joint.get("name").empty()) joint.set("name", new_name(body.get("name") + "_joint"));
      t_.out.efforts[joint.get("name")] = std::max(std::abs(force[0]), std::abs(force[1]));
    }
    joint.remove("actuatorfrcrange");
    joint.remove("actuatorfrclimited");
    for (const char* key : {"stiffness", "damping"})
      if (const std::vector<double> x = numbers_in(value(key)); x.size() > 1) {
        if (std::any_of(x.begin() + 1, x.end(), [](double more) { return more != 0; }))
          add_left_out(t_.left_out, joint.place, fmt::format("curved {} of joint", key),
                       joint.get("name"), "springs and dampers of figures are straight");
        joint.set(key, fmt::format("{:.17g}", x[0]));
      }
    const std::string limited = value("limited");
    if (type == "free" || limited == "false" ||
        (limited.empty() || limited == "auto" ? !auto_limits_ : false))
      return;
    if (!limits_) return joint.set("limited", "false");
    const std::vector<double> range = numbers_in(value("range"));
    if (range.size() != 2 || type == "ball") return;
    const double unit = type != "slide" && angles_.degrees ? M_PI / 180 : 1;
    Vec2 limits(range[0] * unit, range[1] * unit);
    switch (tidy_limits(t_, joint, limits)) {
      case LimitsSaid::as_written:
        break;
      case LimitsSaid::none:
        joint.set("limited", "false");
        joint.set("range", "0 0");
        break;
      case LimitsSaid::changed:
        joint.set("range", fmt::format("{:.17g} {:.17g}", limits[0] / unit, limits[1] / unit));
    }
  }

  // Of actuators, MuJoCo gets those that say how strong a joint is; one of a replicated joint acts
  // on each replica.
  void keep_torques(XmlNode& actuators) {
    std::vector<XmlNode> kept;
    for (XmlNode& actuator : actuators.children) {
      const std::string joint = actuator.get("joint");
      if (joint.empty() || !strong_.contains(actuator.tag)) continue;
      std::vector<std::string> names{joint};
      for (std::size_t k = 0; k < names.size();)
        if (const auto replicas = replicated_.find(names[k]); replicas != replicated_.end()) {
          names.erase(names.begin() + static_cast<std::ptrdiff_t>(k));
          names.insert(names.end(), replicas->second.begin(), replicas->second.end());
        } else {
          ++k;
        }
      actuator.remove("name");
      for (const std::string& name : names) {
        actuator.set("joint", name);
        kept.push_back(actuator);
      }
    }
    actuators.children = std::move(kept);
  }

  RobotTidying& t_;
  XmlNode& root_;
  const MjcfDefaults* defaults_ = nullptr;
  MjcfAngles angles_;
  std::string mesh_folder_, from_geoms_ = "auto";
  bool strips_ = false, auto_limits_ = true, limits_ = true;
  std::set<std::string> missing_, open_;  // meshes
  std::set<std::string> names_;           // of what is in bodies
  ReplicatedNames replicated_;
  const std::set<std::string> strong_{"general",  "motor",       "position",
                                      "velocity", "intvelocity", "cylinder"};
  int unnamed_ = 0;
};

}  // namespace

void tidy_mjcf(RobotTidying& tidying) { MjcfTidying(tidying).tidy(); }

}  // namespace gambol
