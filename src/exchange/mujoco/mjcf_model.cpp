#include "exchange/mujoco/mjcf_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "exchange/mujoco/mjcf_defaults.h"
#include "exchange/mujoco/mjcf_left_out.h"

namespace gambol {
namespace {

constexpr std::size_t most_depth = 8;  // of models in models

// Attributes of elements in bodies, of assets and of actuators that name others of their model.
constexpr const char* naming[] = {"name", "mesh", "material", "texture", "hfield", "joint"};

XmlNode& section_of(XmlNode& root, const char* tag) {
  for (XmlNode& section : root.children)
    if (section.tag == tag) return section;
  return root.children.emplace_back(XmlNode{tag, {}, {}, root.place});
}

const XmlNode* find_body(const XmlNode& in, const std::string& name) {
  for (const XmlNode& node : in.children) {
    if (node.tag != "body") continue;
    if (node.get("name") == name) return &node;
    if (const XmlNode* below = find_body(node, name)) return below;
  }
  return nullptr;
}

std::size_t add_prefix(XmlNode& node, const std::string& prefix) {
  if (node.tag == "composite") node.set("prefix", prefix + node.get("prefix"));
  for (auto& [key, value] : node.attributes)
    if (!value.empty() && std::find(std::begin(naming), std::end(naming), key) != std::end(naming))
      value = prefix + value;
  std::size_t size = 1;
  for (XmlNode& child : node.children) size += add_prefix(child, prefix);
  return size;
}

struct Uses {
  std::set<std::string> joints, meshes;
};
void note_uses(const XmlNode& node, Uses& uses) {
  if (node.tag == "joint" || node.tag == "freejoint") uses.joints.insert(node.get("name"));
  if (node.tag == "geom") uses.meshes.insert(node.get("mesh"));
  for (const XmlNode& child : node.children) note_uses(child, uses);
}

bool has(const XmlNode& section, const XmlNode& like) {
  return std::any_of(section.children.begin(), section.children.end(), [&](const XmlNode& node) {
    return node.tag == like.tag && node.get("name") == like.get("name");
  });
}

class ReadingModels {
 public:
  explicit ReadingModels(RobotTidying& tidying) : t_(tidying) {}

  // `path` and `folder`: of the file, the latter as the main file would write it ("" or "parts").
  MjcfModel read(XmlNode root, const std::string& path, const std::string& folder) {
    const MjcfConventions conventions = mjcf_conventions(root);
    MjcfModel model{std::move(root), {}, conventions.from_geoms};
    leave_out_of_mjcf(t_, model.root);
    if (!t_.problems.empty()) return model;
    apply_defaults(t_, model.root);
    apply_conventions(t_, model.root, conventions, folder);
    open_.push_back(path);
    for (std::size_t k = 0; k < model.root.children.size(); ++k)
      if (model.root.children[k].tag == "worldbody") {
        XmlNode world = std::move(model.root.children[k]);
        attach_in(world, model, path, folder);
        if (t_.problems.empty()) model.replicated.merge(expand_frames(t_, world, conventions));
        model.root.children[k] = std::move(world);
      }
    open_.pop_back();
    for (XmlNode& section : model.root.children)
      if (section.tag == "asset")
        std::erase_if(section.children, [](const XmlNode& node) { return node.tag == "model"; });
    return model;
  }

 private:
  void attach_in(XmlNode& body, MjcfModel& model, const std::string& path,
                 const std::string& folder) {
    for (XmlNode& node : body.children) {
      if (!t_.problems.empty()) return;
      if (node.tag == "attach")
        attach(node, model, path, folder);
      else
        attach_in(node, model, path, folder);
    }
  }

  // Puts the bodies in the place of the element.
  void attach(XmlNode& node, MjcfModel& to, const std::string& path, const std::string& folder) {
    const std::string prefix = node.get("prefix"), top = node.get("body");
    MjcfModel from = named_model(node, to.root, path, folder);
    if (!t_.problems.empty()) return;
    XmlNode attached{"frame", {}, {}, node.place};
    for (XmlNode& section : from.root.children) {
      if (section.tag != "worldbody") continue;
      if (top.empty())
        for (XmlNode& child : section.children) attached.children.push_back(std::move(child));
      else if (const XmlNode* body = find_body(section, top))
        attached.children.push_back(*body);
    }
    if (attached.children.empty())
      return t_.refuse(node, "attach.body", fmt::format("\"{}\"", top),
                       fmt::format("a body of the model {}", node.get("model")));
    Uses uses;
    note_uses(attached, uses);
    made_ += add_prefix(attached, prefix);
    if (made_ > most_xml_elements)
      return t_.refuse(node, "attach", fmt::format("the model {} again", node.get("model")),
                       fmt::format("at most {} elements in all", most_xml_elements));
    node = std::move(attached);
    add_assets(from.root, uses, prefix, to.root);
    add_actuators(from, uses, prefix, to);
  }

  static void add_assets(XmlNode& from, const Uses& uses, const std::string& prefix, XmlNode& to) {
    XmlNode& assets = section_of(to, "asset");
    for (XmlNode& section : from.children) {
      if (section.tag != "asset") continue;
      for (XmlNode& node : section.children) {
        if (node.tag == "mesh" && !uses.meshes.contains(node.get("name"))) continue;
        add_prefix(node, prefix);
        if (node.get("name").empty() || !has(assets, node))
          assets.children.push_back(std::move(node));
      }
    }
  }

  static void add_actuators(MjcfModel& from, const Uses& uses, const std::string& prefix,
                            MjcfModel& to) {
    XmlNode& actuators = section_of(to.root, "actuator");
    for (const auto& [name, replicas] : from.replicated)
      for (const std::string& replica : replicas)
        to.replicated[prefix + name].push_back(prefix + replica);
    for (XmlNode& section : from.root.children) {
      if (section.tag != "actuator") continue;
      for (XmlNode& node : section.children) {
        const std::string joint = node.get("joint");
        if (!uses.joints.contains(joint) && !from.replicated.contains(joint)) continue;
        add_prefix(node, prefix);
        actuators.children.push_back(std::move(node));
      }
    }
  }

  // The model that the element attaches; a model without a name has that of its file's root.
  MjcfModel named_model(const XmlNode& attach, const XmlNode& root, const std::string& path,
                        const std::string& folder) {
    const std::string name = attach.get("model");
    for (const XmlNode& section : root.children) {
      if (section.tag != "asset") continue;
      for (const XmlNode& node : section.children) {
        if (node.tag != "model" || (node.find("name") && node.get("name") != name)) continue;
        MjcfModel model = model_of(node, path, folder);
        if (!t_.problems.empty() || node.find("name") || model.root.get("model") == name)
          return model;
      }
    }
    t_.refuse(attach, "attach.model", fmt::format("\"{}\"", name), "a <model> of <asset>");
    return {};
  }

  const MjcfModel& model_of(const XmlNode& node, const std::string& path,
                            const std::string& folder) {
    const std::string file = node.get("file");
    const auto refuse = [&](const std::string& why) -> const MjcfModel& {
      t_.refuse(node, "model.file", fmt::format("\"{}\"", file), why);
      return none_;
    };
    std::string found, why = "a file";
    const auto bytes = t_.read_file(path, file, found, why);
    if (!bytes) return refuse(why);
    if (std::find(open_.begin(), open_.end(), found) != open_.end())
      return refuse("another file: it attaches itself");
    if (open_.size() > most_depth)
      return refuse(fmt::format("at most {} models in each other", most_depth));
    if (const auto known = models_.find(found); known != models_.end()) return known->second;
    XmlNode root = read_xml(found, *bytes, t_.read_file, t_.left_out, t_.problems);
    if (!t_.problems.empty()) return none_;
    if (root.tag != "mujoco") return refuse("MJCF (<mujoco>)");
    leave_out_of_model(root);
    const std::size_t slash = file.find_last_of('/');
    const std::string own = slash == file.npos ? "" : file.substr(0, slash);
    std::string whole = own;
    if (!own.starts_with('/') && !folder.empty()) whole = own.empty() ? folder : folder + "/" + own;
    return models_[found] = read(std::move(root), found, whole);
  }

  // Of an attached file, the main one has options of its own.
  void leave_out_of_model(XmlNode& root) {
    for (const XmlNode& section : root.children) {
      if (section.tag == "keyframe")
        for (const XmlNode& key : section.children)
          t_.leave_out(key, "postures of attached models are not those of the whole");
      if (section.tag == "compiler")
        for (const char* more : {"settotalmass", "inertiagrouprange", "balanceinertia",
                                 "inertiafromgeom", "coordinate"})
          if (section.find(more))
            add_left_out(t_.left_out, section.place, "compiler",
                         fmt::format("{}=\"{}\"", more, section.get(more)),
                         "of attached models, bodies are taken as they are");
    }
  }

  RobotTidying& t_;
  std::map<std::string, MjcfModel> models_;  // by the path of the file
  std::vector<std::string> open_;            // paths
  std::size_t made_ = 0;                     // elements
  const MjcfModel none_;
};

}  // namespace

MjcfModel read_mjcf_model(RobotTidying& tidying, XmlNode root) {
  return ReadingModels(tidying).read(std::move(root), tidying.path, "");
}

}  // namespace gambol
