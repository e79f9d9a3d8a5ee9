#include "exchange/mujoco/robot_text.h"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <cctype>

#include "exchange/mujoco/stl.h"

namespace gambol {

const std::string* XmlNode::find(const std::string& attribute) const {
  for (const auto& [name, value] : attributes)
    if (name == attribute) return &value;
  return nullptr;
}

std::string XmlNode::get(const std::string& attribute) const {
  const std::string* value = find(attribute);
  return value ? *value : "";
}

void XmlNode::set(const std::string& attribute, const std::string& value) {
  remove(attribute);
  attributes.emplace_back(attribute, value);
}

void XmlNode::remove(const std::string& attribute) {
  std::erase_if(attributes, [&](const auto& pair) { return pair.first == attribute; });
}

namespace {

constexpr std::size_t most_elements = 200'000;
constexpr std::size_t most_mesh_files = 1'000;  // MuJoCo has room for 2000 files
constexpr int most_includes = 64;

// The tree of a text with the files that it includes.
class XmlTree {
 public:
  XmlTree(const std::string& main, const RobotFileReader& read_file, std::vector<Problem>& problems)
      : main_(main), read_file_(read_file), problems_(problems) {}

  XmlNode read(const std::string& path, const std::string& text) {
    tinyxml2::XMLDocument document;
    XmlNode node;
    node.place = {path, 0, 0};
    if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
      const int line = document.ErrorLineNum();
      // "Error=XML_ERROR_MISMATCHED_ELEMENT ErrorID=14 (0xe) Line number=3: name=link"
      std::string found = document.ErrorName();
      if (found.starts_with("XML_ERROR_")) found = found.substr(10);
      if (found.starts_with("XML_")) found = found.substr(4);
      for (char& c : found)
        c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      problems_.push_back({{path, line, line > 0 ? 1 : 0}, "", found, "XML"});
      return node;
    }
    if (const tinyxml2::XMLElement* root = document.RootElement())
      add(*root, path, node);
    else
      problems_.push_back({{path, 0, 0}, "", "no element", "XML"});
    return node;
  }

 private:
  void add(const tinyxml2::XMLElement& from, const std::string& path, XmlNode& to) {
    to.tag = from.Name();
    to.place = {path, from.GetLineNum(), 1};
    if (++elements_ == most_elements)
      problems_.push_back(
          {to.place, "", "too many elements", fmt::format("at most {}", most_elements)});
    if (elements_ >= most_elements) return;
    for (const auto* a = from.FirstAttribute(); a; a = a->Next())
      to.attributes.emplace_back(a->Name(), a->Value());
    for (const auto* child = from.FirstChildElement(); child; child = child->NextSiblingElement()) {
      if (std::string_view(child->Name()) == "include")
        include(*child, path, to);
      else
        add(*child, path, to.children.emplace_back());
    }
  }

  // The children of the included file's root take the place of the element.
  void include(const tinyxml2::XMLElement& from, const std::string& path, XmlNode& to) {
    const char* name = from.Attribute("file");
    const Place place{path, from.GetLineNum(), 1};
    std::string included, why = "a file";
    if (++includes_ > most_includes) {
      problems_.push_back({place, "include", "yet another file",
                           fmt::format("at most {} included files", most_includes)});
      return;
    }
    const auto text = name ? read_file_(main_, name, included, why) : std::nullopt;
    if (!text) {
      problems_.push_back({place, "include", fmt::format("\"{}\"", name ? name : ""), why});
      return;
    }
    XmlNode root = read(included, *text);
    for (XmlNode& child : root.children) to.children.push_back(std::move(child));
  }

  const std::string& main_;
  const RobotFileReader& read_file_;
  std::vector<Problem>& problems_;
  std::size_t elements_ = 0;
  int includes_ = 0;
};

std::string lower_ending(const std::string& name) {
  std::string ending = name.substr(std::min(name.rfind('.'), name.size()));
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending;
}

void print(XmlNode& node, std::string& text, std::vector<XmlNode*>& nodes) {
  text += '<';
  text += node.tag;
  nodes.push_back(&node);
  for (const auto& [name, value] : node.attributes) {
    text.append(" ").append(name).append("=\"");
    for (const char c : value) {
      if (c == '&')
        text += "&amp;";
      else if (c == '<')
        text += "&lt;";
      else if (c == '"')
        text += "&quot;";
      else
        text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    text += '"';
  }
  text += ">\n";
  for (XmlNode& child : node.children) print(child, text, nodes);
  text.append("</").append(node.tag).append(">\n");
  nodes.push_back(&node);
}

}  // namespace

void RobotTidying::leave_out(const XmlNode& node, const std::string& why, const std::string& kind) {
  std::string name = node.get("name");
  for (const char* other : {"joint", "body1", "link", "reference", "class", "file"})
    if (name.empty()) name = node.get(other);
  add_left_out(left_out, node.place, kind.empty() ? node.tag : kind, name, why);
}

void RobotTidying::refuse(const XmlNode& node, const std::string& key, const std::string& found,
                          const std::string& expected) {
  problems.push_back({node.place, key, found, expected});
}

std::string RobotTidying::take_mesh(const std::string& name, std::string& why) {
  if (const auto found = taken.find(name); found != taken.end()) return found->second;
  const std::string ending = lower_ending(name);
  if (ending != ".stl" && ending != ".obj" && ending != ".msh") {
    why = fmt::format("MuJoCo reads STL, OBJ and MSH, not {}; another program can convert it",
                      ending.empty() ? "this" : ending);
    return "";
  }
  if (taken.size() >= most_mesh_files) {
    why = fmt::format("there are more than {} meshes", most_mesh_files);
    return "";
  }
  std::string path;
  auto bytes = read_file(this->path, name, path, why);
  if (!bytes) return "";
  if (ending == ".stl" && !make_binary_stl(*bytes, why)) return "";
  const std::string own = fmt::format("mesh{}{}", taken.size(), ending);
  out.files.emplace_back(own, std::move(*bytes));
  return taken[name] = own;
}

RobotText tidy_robot(const std::string& path, const std::string& text,
                     const RobotFileReader& read_file, std::vector<LeftOut>& left_out,
                     std::vector<Problem>& problems) {
  RobotText out;
  out.root = XmlTree(path, read_file, problems).read(path, text);
  if (!problems.empty()) return out;
  RobotTidying tidying{path, read_file, out, left_out, problems};
  out.urdf = out.root.tag == "robot";
  if (out.urdf)
    tidy_urdf(tidying);
  else if (out.root.tag == "mujoco")
    tidy_mjcf(tidying);
  else
    problems.push_back({out.root.place, "", fmt::format("<{}>", out.root.tag),
                        out.root.tag == "sdf" ? "URDF (<robot>) or MJCF (<mujoco>); SDF is not read"
                                              : "URDF (<robot>) or MJCF (<mujoco>)"});
  return out;
}

std::string xml_text(XmlNode& root, std::vector<XmlNode*>& nodes) {
  std::string text;
  nodes.clear();
  print(root, text, nodes);
  return text;
}

}  // namespace gambol
