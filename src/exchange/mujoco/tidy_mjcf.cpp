// MJCF, as MuJoCo 3 documents it, tidied for the reader of MuJoCo 2.2: newer words are translated,
// what a figure cannot carry is listed, what would lose bodies is refused, and what no figure needs
// and could cost memory or read files is left out.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "exchange/mujoco/mjcf_assets.h"
#include "exchange/mujoco/mjcf_left_out.h"
#include "exchange/mujoco/mjcf_model.h"
#include "exchange/mujoco/mjcf_schema.h"
#include "exchange/mujoco/robot_text.h"
#include "exchange/mujoco/tidy_limits.h"

namespace gambol {
namespace {

class MjcfTidying {
 public:
  explicit MjcfTidying(RobotTidying& tidying) : t_(tidying), root_(tidying.out.root) {}

  void tidy() {
    limits_ = tidy_options(t_, root_);
    MjcfModel model = read_mjcf_model(t_, std::move(root_));
    root_ = std::move(model.root);
    replicated_ = std::move(model.replicated);
    from_geoms_ = model.from_geoms;
    if (!t_.problems.empty()) return;
    meshes_ = tidy_assets(t_, root_);
    if (!has_room()) return;
    for (XmlNode& section : root_.children) {
      if (section.tag == "worldbody") tidy_body(section);
      if (section.tag == "actuator") keep_torques(section);
    }
    set_compiler();
    remove_unknown(t_, root_);
    std::erase_if(root_.children, [](const XmlNode& node) { return node.tag == "default"; });
  }

 private:
  // MuJoCo 3 takes limits and exact masses for granted; angles have become radians.
  void set_compiler() {
    for (XmlNode& node : root_.children)
      if (node.tag == "compiler")
        for (const char* ours :
             {"assetdir", "meshdir", "texturedir", "strippath", "fusestatic", "discardvisual",
              "exactmeshinertia", "angle", "eulerseq", "autolimits"})
          node.remove(ours);
    XmlNode ours{"compiler",
                 {{"fusestatic", "false"},
                  {"discardvisual", "false"},
                  {"strippath", "true"},
                  {"angle", "radian"},
                  {"autolimits", "true"},
                  {"exactmeshinertia", "true"},
                  {"boundmass", "1e-12"},
                  {"boundinertia", "1e-12"}},
                 {},
                 root_.place};
    root_.children.insert(root_.children.begin(), ours);
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

  void tidy_body(XmlNode& body) {
    if (body.tag == "body") {
      if (body.get("name").empty()) body.set("name", new_name("body"));
      t_.out.places[body.get("name")] = body.place;
    }
    const bool own_inertia =
        from_geoms_ != "true" && std::any_of(body.children.begin(), body.children.end(),
                                             [](const XmlNode& n) { return n.tag == "inertial"; });
    std::erase_if(body.children, [&](XmlNode& node) {
      if (node.tag == "joint") tidy_joint(node, body);
      return node.tag == "geom" && !takes_geom(node, body, own_inertia);
    });
    for (XmlNode& node : body.children)
      if (node.tag == "body") tidy_body(node);
  }

  bool takes_geom(XmlNode& geom, const XmlNode& body, bool own_inertia) {
    const auto value = [&](const char* key) { return geom.get(key); };
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
    if (meshes_.missing.contains(mesh)) {
      const std::vector<double> group = numbers_in(value("group"));
      if (group.empty() || group[0] <= last_seen_group) t_.out.unseen.insert(body.get("name"));
      return leave_out("its mesh is missing");
    }
    const std::vector<double> mass = numbers_in(value("mass")),
                              density = numbers_in(value("density"));
    const bool has_mass = mass.empty() ? density.empty() || density[0] > 0 : mass[0] > 0;
    if (meshes_.open.contains(mesh) && value("type") == "mesh" && has_mass && !own_inertia &&
        body.tag == "body" && t_.noted.insert(mesh).second)
      add_left_out(t_.left_out, geom.place, "exact mass of mesh", mesh,
                   "its surface has gaps and encloses nothing: it weighs as much as all pyramids "
                   "from its middle to its triangles");
    return true;
  }

  void tidy_joint(XmlNode& joint, const XmlNode& body) {
    const auto value = [&](const char* key) { return joint.get(key); };
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
    if (type == "free" || value("limited") == "false") return;
    if (!limits_) return joint.set("limited", "false");
    const std::vector<double> range = numbers_in(value("range"));
    if (range.size() != 2 || type == "ball") return;
    Vec2 limits(range[0], range[1]);
    switch (tidy_limits(t_, joint, limits)) {
      case LimitsSaid::as_written:
        break;
      case LimitsSaid::none:
        joint.set("limited", "false");
        joint.set("range", "0 0");
        break;
      case LimitsSaid::changed:
        joint.set("range", fmt::format("{:.17g} {:.17g}", limits[0], limits[1]));
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
  std::string from_geoms_;
  bool limits_ = true;
  MjcfMeshes meshes_;
  std::set<std::string> names_;  // of what is in bodies
  ReplicatedNames replicated_;
  const std::set<std::string> strong_{"general",  "motor",       "position",
                                      "velocity", "intvelocity", "cylinder"};
};

}  // namespace

void tidy_mjcf(RobotTidying& tidying) { MjcfTidying(tidying).tidy(); }

}  // namespace gambol
