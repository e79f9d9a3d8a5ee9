#include "exchange/mujoco/robot_text.h"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include "exchange/mujoco/xml_encoding.h"

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

std::string stem_of_file(const std::string& file) {
  const std::string name = file.substr(file.find_last_of("/\\") + 1);
  return name.substr(0, name.rfind('.'));
}

namespace {

// Returns where the numbers end.
const char* read_numbers(const std::string& text, std::vector<double>& numbers) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at < end;) {
    if (std::isspace(static_cast<unsigned char>(*at)) || *at == '+') {
      ++at;
      continue;
    }
    double x = 0;
    const auto [next, error] = std::from_chars(at, end, x);
    // Beyond the range of numbers, the value is left as it was.
    if (error == std::errc::result_out_of_range)
      x = std::strtod(std::string(at, next).c_str(), nullptr);
    if (next == at) return at;
    numbers.push_back(x);
    at = next;
  }
  return end;
}

}  // namespace

std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> numbers;
  read_numbers(text, numbers);
  return numbers;
}

bool are_numbers(const std::string& text) {
  std::vector<double> numbers;
  return read_numbers(text, numbers) == text.data() + text.size();
}

namespace {

// Bodies, and joints, of a robot. With a spring, a damper and a limit on each joint, that is about
// what a figure may have.
constexpr std::size_t most_robot_parts = 2'500;
constexpr std::size_t most_mesh_files = 1'000;  // MuJoCo has room for 2000 files
constexpr int most_includes = 64;

// The tree of a text with the files that it includes.
class XmlTree {
 public:
  XmlTree(const std::string& main, const RobotFileReader& read_file, std::vector<LeftOut>& left_out,
          std::vector<Problem>& problems)
      : main_(main), read_file_(read_file), left_out_(left_out), problems_(problems) {}

  XmlNode read(const std::string& path, std::string text) {
    tinyxml2::XMLDocument document;
    XmlNode node;
    node.place = {path, 0, 0};
    std::string note, why;
    if (!make_utf8(text, note, why)) {
      fail(path, 1, why, "XML in an encoding that is known, such as UTF-8");
      return node;
    }
    if (!note.empty()) add_left_out(left_out_, {path, 0, 0}, "encoding", "", note);
    if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS) {
      // "Error=XML_ERROR_MISMATCHED_ELEMENT ErrorID=14 (0xe) Line number=3: name=link"
      std::string found = document.ErrorName();
      if (found.starts_with("XML_ERROR_")) found = found.substr(10);
      if (found.starts_with("XML_")) found = found.substr(4);
      for (char& c : found)
        c = c == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      fail(path, document.ErrorLineNum(), found, "XML");
      return node;
    }
    if (const tinyxml2::XMLElement* root = document.RootElement())
      add(*root, path, node);
    else
      fail(path, 0, "no element", "XML");
    return node;
  }

 private:
  void fail(const std::string& path, int line, const std::string& found,
            const std::string& expected) {
    Problem problem;
    problem.place = {path, line, line > 0 ? 1 : 0};
    problem.found = found;
    problem.expected = expected;
    problems_.push_back(std::move(problem));
  }

  void add(const tinyxml2::XMLElement& from, const std::string& path, XmlNode& to) {
    to.tag = from.Name();
    to.place = {path, from.GetLineNum(), 1};
    if (++elements_ == most_xml_elements)
      problems_.push_back(
          {to.place, "", "too many elements", fmt::format("at most {}", most_xml_elements)});
    if (elements_ >= most_xml_elements) return;
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
  std::vector<LeftOut>& left_out_;
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

bool RobotTidying::has_room_for(std::size_t count, const char* of_what) {
  if (count > most_robot_parts)
    refuse(out.root, "", fmt::format("{} {}", count, of_what),
           fmt::format("at most {}", most_robot_parts));
  return count <= most_robot_parts;
}

namespace {

// A name for a mesh that the file does not know yet: its file's, of plain letters.
std::string mesh_name(const std::string& file, std::set<std::string>& names) {
  std::string stem = stem_of_file(file).substr(0, 60);
  for (char& c : stem)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '_';
  if (stem.empty()) stem = "mesh";
  std::string own = stem;
  for (int k = 2; !names.insert(own).second; ++k) own = fmt::format("{}_{}", stem, k);
  return own;
}

void apply(const MeshUse& use, Triangles& mesh) {
  for (Vec3& p : mesh.positions) p = use.scale.cwiseProduct(use.turned.conjugate() * (p - use.at));
  if (use.scale.prod() < 0)
    for (auto& t : mesh.corners) std::swap(t[1], t[2]);
}

// All parts as one, of the first one's colour if there is no other.
void join(std::vector<MeshPart>& parts) {
  MeshPart whole;
  for (const MeshPart& part : parts) {
    const auto first = static_cast<std::uint32_t>(whole.triangles.positions.size());
    whole.triangles.positions.insert(whole.triangles.positions.end(),
                                     part.triangles.positions.begin(),
                                     part.triangles.positions.end());
    for (const auto& t : part.triangles.corners)
      whole.triangles.corners.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  if (parts.size() == 1) whole.rgba = parts[0].rgba, whole.name = parts[0].name;
  parts = {std::move(whole)};
}

}  // namespace

const std::vector<TakenMesh>& RobotTidying::take_mesh(const std::string& name, const MeshUse& use,
                                                      std::string& why) {
  const std::string key =
      fmt::format("{}|{}|{} {} {}|{} {} {}|{} {} {} {}", name, use.whole, use.scale.x(),
                  use.scale.y(), use.scale.z(), use.at.x(), use.at.y(), use.at.z(), use.turned.w(),
                  use.turned.x(), use.turned.y(), use.turned.z());
  const auto [place, is_new] = taken.try_emplace(key);
  std::vector<TakenMesh>& meshes = place->second;
  if (!is_new) {
    why = untaken[key];
    return meshes;
  }
  const auto take_none = [&](const std::string& reason) -> const std::vector<TakenMesh>& {
    untaken[key] = why = reason;
    return meshes;
  };
  const std::string ending = lower_ending(name);
  if (ending != ".stl" && ending != ".obj" && ending != ".msh" && ending != ".dae")
    return take_none(
        fmt::format("STL, OBJ, MSH and Collada are read, not {}; another program can "
                    "convert it",
                    ending.empty() ? "this" : ending));
  std::string path, reason;
  const auto bytes = read_file(this->path, name, path, reason);
  if (!bytes) return take_none(reason);
  bool pictures = false;
  const MeshColors colors = [&](const std::string& library) {
    const std::string folder = name.substr(0, name.find_last_of("/\\") + 1);
    std::string where, missing;
    auto text = read_file(this->path, folder + library, where, missing);
    if (!text)
      add_left_out(left_out, {this->path, 0, 0}, "colours of mesh",
                   fmt::format("{}, {}", name, library), missing);
    return text;
  };
  std::vector<MeshPart> parts =
      read_triangles(ending, *bytes, use.whole ? MeshColors() : colors, reason, pictures);
  if (parts.empty()) return take_none(reason);
  if (pictures && noted.insert(name).second)
    add_left_out(left_out, {this->path, 0, 0}, "textures of mesh", name,
                 "materials get their colours; a look can add pictures");
  meshes = take_parts(name, std::move(parts), use, reason);
  return meshes.empty() ? take_none(reason) : meshes;
}

std::vector<TakenMesh> RobotTidying::take_triangles(const std::string& name, Triangles triangles,
                                                    const MeshUse& use, std::string& why) {
  for (const auto& t : triangles.corners)
    for (const std::uint32_t v : t)
      if (v >= triangles.positions.size()) {
        why = "a face has a vertex that is not there";
        return {};
      }
  std::vector<MeshPart> parts(1);
  parts[0].triangles = std::move(triangles);
  return take_parts(name, std::move(parts), use, why);
}

std::vector<TakenMesh> RobotTidying::take_parts(const std::string& name,
                                                std::vector<MeshPart> parts, const MeshUse& use,
                                                std::string& why) {
  std::vector<TakenMesh> meshes;
  if (use.whole) join(parts);
  for (MeshPart& part : parts) {
    MendedMesh mended;
    apply(use, part.triangles);
    if (!mend(std::move(part.triangles), mended)) continue;
    if (out.files.size() >= most_mesh_files) {
      why = fmt::format("there are more than {} meshes", most_mesh_files);
      return {};
    }
    TakenMesh mesh{mesh_name(name, names), part.name, part.rgba, mended.surface};
    out.files.emplace_back(mesh.file(), msh_bytes(mended.triangles));
    if (!mended.flipped.empty()) out.flipped[mesh.name] = std::move(mended.flipped);
    meshes.push_back(std::move(mesh));
  }
  if (meshes.empty()) why = "it has no area";
  return meshes;
}

namespace {

// Attributes whose words may look like numbers, and ranges, which may be infinite.
const std::set<std::string> no_finite_numbers{
    "name",   "class",   "childclass", "mesh",      "material",  "file",
    "model",  "texture", "joint",      "link",      "filename",  "body",
    "hfield", "plugin",  "range",      "ctrlrange", "forcerange"};

// MuJoCo passes on what no figure can have.
void refuse_infinite(const XmlNode& node, RobotTidying& tidying) {
  for (const auto& [key, value] : node.attributes) {
    if (no_finite_numbers.contains(key)) continue;
    for (const double x : numbers_in(value))
      if (!std::isfinite(x)) {
        tidying.refuse(node, fmt::format("{}.{}", node.tag, key), fmt::format("\"{}\"", value),
                       "finite numbers");
        break;
      }
  }
  for (const XmlNode& child : node.children) refuse_infinite(child, tidying);
}

}  // namespace

XmlNode read_xml(const std::string& path, const std::string& text, const RobotFileReader& read_file,
                 std::vector<LeftOut>& left_out, std::vector<Problem>& problems) {
  return XmlTree(path, read_file, left_out, problems).read(path, text);
}

RobotText tidy_robot(const std::string& path, const std::string& text,
                     const RobotFileReader& read_file, std::vector<LeftOut>& left_out,
                     std::vector<Problem>& problems) {
  RobotText out;
  out.root = read_xml(path, text, read_file, left_out, problems);
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
  refuse_infinite(out.root, tidying);
  return out;
}

std::string xml_text(XmlNode& root, std::vector<XmlNode*>& nodes) {
  std::string text;
  nodes.clear();
  print(root, text, nodes);
  return text;
}

}  // namespace gambol
