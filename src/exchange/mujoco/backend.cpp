// The module that links MuJoCo and tinyxml2: see exchange/formats/robot.h.

#include <fmt/format.h>
#include <mujoco/mujoco.h>

#include <cstring>
#include <memory>
#include <regex>
#include <stdexcept>

#include "exchange/mujoco/robot_of.h"
#include "exchange/mujoco/robot_text.h"

namespace gambol {
namespace {

constexpr const char* main_file = "robot.xml";
constexpr int most_retries = 50;

struct FreeFiles {
  void operator()(mjVFS* files) const {
    mj_deleteVFS(files);
    delete files;
  }
};
struct FreeModel {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};

std::vector<std::string>* warnings = nullptr;

// MuJoCo ends the process after an error outside its compiler unless its handler does not return.
// The functions of its library are compiled with tables for unwinding, in C too (amd64).
void throw_error(const char* text) { throw std::runtime_error(text); }
// Otherwise it writes MUJOCO_LOG.TXT into the working folder.
void note_warning(const char* text) {
  if (warnings) warnings->push_back(text);
}

bool add_file(mjVFS& files, const std::string& name, const std::string& bytes) {
  if (mj_makeEmptyFileVFS(&files, name.c_str(), static_cast<int>(bytes.size())) != 0) return false;
  const int i = mj_findFileVFS(&files, name.c_str());
  if (i < 0) return false;
  std::memcpy(files.filedata[i], bytes.data(), bytes.size());
  return true;
}

void refuse(std::vector<Problem>& problems, const Place& place, const std::string& found,
            const std::string& expected) {
  problems.push_back({place, "", found, expected});
}

void leave_out(RobotModel& robot, const Place& place, const std::string& kind,
               const std::string& name, const std::string& why) {
  add_left_out(robot.left_out, place, kind, name, why);
}

// What MuJoCo says, in one line and without its own lines of its own text.
struct Complaint {
  std::string text;
  XmlNode* node = nullptr;   // that it is about
  bool of_inertia = false;   // moments that no body has
  bool of_mesh = false;      // one that MuJoCo cannot take
  bool of_keyframe = false;  // one for another model
};

Complaint complaint_of(std::string text, const std::vector<XmlNode*>& nodes) {
  Complaint complaint;
  std::smatch found;
  if (std::regex_search(text, found, std::regex("line(?: =)? (\\d+)"))) {
    const std::size_t line = std::stoul(found[1]);
    if (line >= 1 && line <= nodes.size()) complaint.node = nodes[line - 1];
  }
  complaint.of_inertia = text.find("balanceinertia") != text.npos;
  complaint.of_mesh = text.find("mesh") != text.npos || text.find("qhull") != text.npos;
  complaint.of_keyframe = std::regex_search(text, std::regex("\\bkey \\d+: "));
  text =
      std::regex_replace(text, std::regex(",? ?line(?: =)? -?\\d+(?:, column(?: =)? -?\\d+)?"), "");
  text = std::regex_replace(text, std::regex("[\\s]+"), " ");
  for (const char* beginning : {"XML Error: ", "Error: "})
    if (text.starts_with(beginning)) text = text.substr(std::strlen(beginning));
  while (text.ends_with(' ')) text.pop_back();
  complaint.text = text;
  return complaint;
}

bool names_mesh(const XmlNode& node, const std::string& mesh) {
  return node.get("mesh") == mesh || node.get("filename") == mesh + ".msh";
}

// Removes what is made of a mesh; in URDF, the visual or collision that holds it.
void remove_uses(XmlNode& node, const std::string& mesh) {
  std::erase_if(node.children, [&](XmlNode& child) {
    if (child.tag == "mesh") return child.get("name") == mesh;
    if (child.tag == "geom") return names_mesh(child, mesh);
    if (child.tag == "visual" || child.tag == "collision")
      for (const XmlNode& geometry : child.children)
        for (const XmlNode& solid : geometry.children)
          if (names_mesh(solid, mesh)) return true;
    remove_uses(child, mesh);
    return false;
  });
}

class RobotReading {
 public:
  RobotReading(const std::string& path, RobotText& text, RobotModel& robot,
               std::vector<Problem>& problems)
      : path_(path), text_(text), robot_(robot), problems_(problems) {}

  // Tries again without what MuJoCo cannot take, if the robot is whole without it.
  bool read() {
    for (int tries = 0; tries < most_retries; ++tries) {
      std::string error;
      const std::unique_ptr<mjModel, FreeModel> model(compile(error));
      if (model) {
        robot_of(*model, text_, robot_);
        return true;
      }
      Complaint complaint = complaint_of(error, nodes_);
      if (!mend(complaint)) {
        const Place place = complaint.node ? complaint.node->place : Place{path_, 0, 0};
        refuse(problems_, place, complaint.text, "what MuJoCo can read");
        return false;
      }
    }
    refuse(problems_, Place{path_, 0, 0}, "too much that MuJoCo cannot take", "less");
    return false;
  }

 private:
  mjModel* compile(std::string& error) {
    const std::string xml = xml_text(text_.root, nodes_);
    const std::unique_ptr<mjVFS, FreeFiles> files(new mjVFS);
    mj_defaultVFS(files.get());
    bool good = add_file(*files, main_file, xml);
    for (const auto& [name, bytes] : text_.files) good = good && add_file(*files, name, bytes);
    if (!good) {
      error = "more or larger files than there is room for";
      return nullptr;
    }
    char buffer[1000] = "";
    try {
      mjModel* model = mj_loadXML(main_file, files.get(), buffer, sizeof buffer);
      error = buffer;
      return model;
    } catch (const std::exception& e) {
      error = e.what();
      return nullptr;
    }
  }

  bool mend(const Complaint& complaint) {
    if (complaint.of_inertia && !balanced_) {
      balanced_ = true;
      leave_out(robot_, Place{path_, 0, 0}, "moments of inertia", "",
                fmt::format("no solid has them: those of a body are made equal where one is larger "
                            "than the sum of the others ({})",
                            complaint.text));
      balance(text_.root);
      return true;
    }
    if (complaint.of_keyframe) {
      const auto is_keyframe = [](const XmlNode& section) { return section.tag == "keyframe"; };
      leave_out(robot_, Place{path_, 0, 0}, "keyframes", "",
                fmt::format("one does not fit the robot ({})", complaint.text));
      return std::erase_if(text_.root.children, is_keyframe) > 0;
    }
    return complaint.of_mesh && remove_mesh(complaint);
  }

  bool remove_mesh(const Complaint& complaint) {
    for (std::size_t k = 0; k < text_.files.size(); ++k) {
      const std::string& file = text_.files[k].first;
      const std::string mesh = text_.urdf ? file.substr(0, file.rfind('.')) : mesh_of(file);
      // "mesh surface area is too small: NAME Object name = NAME, id = 0"
      if (mesh.empty() || (complaint.text + ' ').find(": " + mesh + ' ') == std::string::npos)
        continue;
      leave_out(robot_, Place{path_, 0, 0}, "mesh", mesh,
                fmt::format("MuJoCo cannot take it ({})", complaint.text));
      remove_uses(text_.root, mesh);
      text_.files.erase(text_.files.begin() + static_cast<std::ptrdiff_t>(k));
      return true;
    }
    return false;
  }

  // The name of the mesh that the file is.
  std::string mesh_of(const std::string& file) const {
    for (const XmlNode& section : text_.root.children)
      for (const XmlNode& asset : section.children)
        if (asset.tag == "mesh" && asset.get("file") == file) return asset.get("name");
    return "";
  }

  void balance(XmlNode& node) {
    if (node.tag == "compiler") node.set("balanceinertia", "true");
    for (XmlNode& child : node.children) balance(child);
  }

  const std::string& path_;
  RobotText& text_;
  RobotModel& robot_;
  std::vector<Problem>& problems_;
  std::vector<XmlNode*> nodes_;
  bool balanced_ = false;
};

bool read_robot(const std::string& path, const std::string& text, const RobotFileReader& read_file,
                RobotModel& robot, std::vector<Problem>& problems) try {
  mju_user_error = throw_error;
  mju_user_warning = note_warning;
  std::vector<std::string> noted;
  warnings = &noted;
  RobotText tidied = tidy_robot(path, text, read_file, robot.left_out, problems);
  bool good = problems.empty() && RobotReading(path, tidied, robot, problems).read();
  warnings = nullptr;
  for (const std::string& warning : noted)
    leave_out(robot, Place{path, 0, 0}, "warning of MuJoCo", "", warning);
  if (good && robot.bodies.empty()) {
    refuse(problems, Place{path, 0, 0}, "no bodies", "a robot with at least one");
    good = false;
  }
  return good;
} catch (const std::exception& e) {
  warnings = nullptr;
  refuse(problems, Place{path, 0, 0}, e.what(), "what MuJoCo can read");
  return false;
}

}  // namespace
}  // namespace gambol

extern "C" const gambol::RobotBackend* gambol_robot_backend() {
  static const gambol::RobotBackend backend{gambol::read_robot};
  return &backend;
}
