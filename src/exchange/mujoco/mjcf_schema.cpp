#include "exchange/mujoco/mjcf_schema.h"

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <sstream>
#include <vector>

namespace gambol {
namespace {

constexpr std::size_t indent = 3;       // of the schema's lines, for each level
constexpr std::size_t name_width = 27;  // of their first column
constexpr const char* why_unknown = "neither MuJoCo 2.2, which reads the file, nor gambol knows it";

// Elements of which a figure has nothing: what is unknown of them is not worth a line.
const std::set<std::string> unneeded{
    "actuator",    "general", "motor",  "position", "velocity", "damper",  "intvelocity",
    "orientation", "pid",     "muscle", "cylinder", "adhesion", "dcmotor", "tendon",
    "equality",    "site",    "camera", "light",    "pair"};

void remove_unknown(RobotTidying& t, XmlNode& node, const MjcfElement& known, bool silent) {
  std::erase_if(node.attributes, [&](const auto& attribute) {
    const auto& [key, value] = attribute;
    if (known.attributes.contains(key)) return false;
    if (!silent)
      add_left_out(t.left_out, node.place, "attribute",
                   fmt::format("{}=\"{}\" of <{}>", key, value, node.tag), why_unknown);
    return true;
  });
  std::erase_if(node.children, [&](XmlNode& child) {
    const bool quiet = silent || unneeded.contains(child.tag);
    const auto at = known.children.find(child.tag);
    if (at != known.children.end()) {
      remove_unknown(t, child, at->second, quiet);
      return false;
    }
    if (known.holds_itself && child.tag == node.tag) {
      remove_unknown(t, child, known, quiet);
      return false;
    }
    if (!quiet) t.leave_out(child, why_unknown);
    return true;
  });
}

}  // namespace

// Lines such as "   option (*)    timestep apirate", the attributes of which may go on in further
// lines. (!) once, (?) at most once, (*) any number, (R) any number, and in itself.
MjcfElement mjcf_schema() {
  std::vector<char> buffer(1 << 16);
  mj_printSchema(nullptr, buffer.data(), static_cast<int>(buffer.size()), 0, 0);
  MjcfElement root;
  std::vector<MjcfElement*> path;  // [level]
  std::istringstream lines(buffer.data());
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == line.npos) continue;
    std::istringstream words(
        line.substr(begin < name_width ? std::min(name_width, line.size()) : 0));
    if (begin < name_width) {
      const std::string head = line.substr(begin, line.find(')', line.find(" (", begin)) - begin);
      std::string name = head.substr(0, head.find(" ("));
      const std::size_t level = begin / indent;
      if (level > path.size()) break;
      path.resize(level);
      if (name == "(world)body") name = "worldbody";
      MjcfElement& element = level == 0 ? root : path.back()->children[name];
      element.holds_itself = head.ends_with("R");
      path.push_back(&element);
      words = std::istringstream(
          line.substr(std::min(line.find(')', begin + name.size()) + 1, line.size())));
    }
    for (std::string word; !path.empty() && words >> word;) path.back()->attributes.insert(word);
  }
  // Bodies in the world's, and in each other, are alike.
  if (const auto world = root.children.find("worldbody"); world != root.children.end()) {
    MjcfElement body = world->second;
    body.holds_itself = true;
    world->second.children["body"] = std::move(body);
  }
  return root;
}

void remove_unknown(RobotTidying& tidying, XmlNode& root) {
  const MjcfElement schema = mjcf_schema();
  if (!schema.children.empty()) remove_unknown(tidying, root, schema, false);
}

}  // namespace gambol
