// The text of a figure file for each tree of a robot's bodies.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "base/rotation.h"
#include "exchange/formats/read_robot.h"
#include "exchange/formats/robot_shapes.h"
#include "exchange/formats/robot_tree.h"
#include "exchange/formats/yaml_words.h"
#include "schema/yaml_tree.h"

namespace gambol {
namespace {

// Sides of the solids that stand for moments of inertia: at least this fraction of the longest.
constexpr double thinnest = 1e-6;
constexpr double posture_slack = 0.01;  // rad or m, of postures beyond limits

std::string quoted_list(const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  for (const std::string& name : names) quoted.push_back(yaml_text(name));
  return fmt::format("[{}]", fmt::join(quoted, ", "));
}

// A box that has the mass and the moments of inertia of the body.
std::string inertia_text(const RobotBody& body, const Vec3& shift) {
  const Vec3& I = body.moments;
  Vec3 size;
  for (int k = 0; k < 3; ++k) {
    const double square = 6 * (I[(k + 1) % 3] + I[(k + 2) % 3] - I[k]) / body.mass;
    size[k] = std::sqrt(std::max(square, 0.0));
  }
  size = size.cwiseMax(std::max(thinnest * size.maxCoeff(), 1e-9));
  return fmt::format("{{box: {}, density: {}{}{}}}", yaml_vector(size),
                     yaml_number(body.mass / size.prod()), yaml_at(body.X_BI.p - shift),
                     yaml_rotate(body.X_BI.R));
}

class FigureText {
 public:
  FigureText(const RobotModel& robot, const RobotTree& tree, const std::string& name,
             std::vector<LeftOut>& left_out)
      : robot_(robot), tree_(tree), left_out_(left_out), shapes_(robot, figure_, left_out) {
    figure_.name = name;
    figure_.held = tree.held;
    figure_.stands = !tree.held;
    figure_.at = tree.X_WR.p;
    figure_.turned = tree.X_WR.R;
  }

  ImportedFigure make(const std::string& heading) {
    std::string bodies;
    for (std::size_t b = 0; b < tree_.bodies.size(); ++b) {
      bodies += body_text(tree_.bodies[b]);
      note_origin(fmt::format("bodies[{}]", b), tree_.bodies[b]);
    }
    figure_.text = heading;
    figure_.text +=
        fmt::format("\ngambol: {}\nfigure: {}\n", newest_version, yaml_text(figure_.name));
    figure_.text += "\nbodies:\n" + bodies + actuators() + postures();
    return std::move(figure_);
  }

 private:
  using JointValues = std::map<const RobotJoint*, std::vector<double>>;

  // Bodies that stand for further joints of a body are where that is.
  void note_origin(const std::string& key, const TreeBody& body) {
    const TreeBody* of_file = &body;
    while (!of_file->body && of_file + 1 < tree_.bodies.data() + tree_.bodies.size()) ++of_file;
    if (!of_file->body) return;
    figure_.origins[key] = {
        of_file->body->place,
        fmt::format("{} \"{}\"", robot_.urdf ? "link" : "body", of_file->body->name)};
  }

  std::string body_text(const TreeBody& body) {
    double mass = body.body ? body.body->mass : 0;
    std::string text = fmt::format("  - name: {}", yaml_text(body.name));
    if (mass > 0) text += fmt::format("    # {:.4g} kg", mass);
    text += '\n';
    if (!body.parent.empty()) text += fmt::format("    parent: {}\n", yaml_text(body.parent));
    // The lists of a body stand in lines of their own.
    for (std::string part : {yaml_at(body.X_PB.p), yaml_rotate(body.X_PB.R)})
      if (!part.empty() && !body.parent.empty()) text += fmt::format("    {}\n", part.substr(2));
    if (!body.type.empty()) text += joint_text(body);
    if (!body.body) return text;
    if (mass > 0) text += fmt::format("    inertia: [{}]\n", inertia_text(*body.body, body.shift));
    return text + shapes_.text(body);
  }

  std::string joint_text(const TreeBody& body) {
    if (body.type == "fixed") return "    joint: {type: fixed}\n";
    figure_.has_joints = true;
    const bool slides = body.type == "prismatic";
    std::string text;
    const auto add = [&](const std::string& key, const std::string& value) {
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", key, value);
    };
    if (body.type != "rotary") add("type", body.type);
    const char* keys[] = {"axis", "axis2", "axis3"};
    if (body.type != "spherical")
      for (std::size_t k = 0; k < body.axes.size(); ++k) add(keys[k], yaml_vector(body.axes[k]));
    std::vector<std::string> comment, initial;
    bool starts_elsewhere = false;
    for (const TreeDof& dof : body.dofs) {
      const double start = start_of(*dof.joint);
      starts_elsewhere |= start != 0;
      initial.push_back(position(start, slides));
      if (comment.empty() || comment.back() != dof.joint->name) comment.push_back(dof.joint->name);
    }
    const RobotJoint& first = *body.dofs[0].joint;
    if (body.dofs.size() == 1 && first.limits)
      add("limits", fmt::format("[{}, {}]", position(first.limits->x(), slides),
                                position(first.limits->y(), slides)));
    if (starts_elsewhere)
      add("initial",
          initial.size() == 1 ? initial[0] : fmt::format("[{}]", fmt::join(initial, ", ")));
    if (first.armature > 0)
      add("armature", fmt::format("{} {}", yaml_number(first.armature), slides ? "kg" : "kg*m2"));
    if (first.most_torque > 0)
      add("most_torque",
          fmt::format("{} {}", yaml_number(first.most_torque), slides ? "N" : "N*m"));
    return fmt::format("    joint: {{{}}}    # {}\n", text,
                       plain(fmt::format("{}", fmt::join(comment, ", "))));
  }

  // A comment ends with its line.
  static std::string plain(std::string text) {
    for (char& c : text)
      if (static_cast<unsigned char>(c) < ' ') c = ' ';
    return text;
  }

  static std::string position(double q, bool slides) {
    return slides ? fmt::format("{} m", yaml_number(q))
                  : fmt::format("{} deg", yaml_number(q * 180 / M_PI));
  }

  // The reference posture, as far as limits let it.
  static double start_of(const RobotJoint& joint) {
    if (!joint.limits) return 0;
    const double lower = joint.limits->x(), upper = joint.limits->y();
    return lower < upper ? std::clamp(0.0, lower, upper) : 0;
  }

  // Springs, dampers and limits; joints with equal ones share an entry.
  std::string actuators() {
    std::vector<std::pair<std::string, std::vector<std::string>>> entries;
    const TreeBody* acted_on = nullptr;
    const auto add = [&](const std::string& law, const std::string& dof) {
      for (auto& [known, dofs] : entries)
        if (known == law) return dofs.push_back(dof);
      note_origin(fmt::format("actuators[{}]", entries.size()), *acted_on);
      entries.push_back({law, {dof}});
    };
    for (const TreeBody& body : tree_.bodies) {
      acted_on = &body;
      for (const TreeDof& dof : body.dofs) {
        const RobotJoint& j = *dof.joint;
        const bool slides = j.type == RobotJointType::slide;
        const char* damping = slides ? "N*s/m" : "N*m*s";
        const char* stiffness = slides ? "N/m" : "N*m";
        if (j.damping > 0)
          add(fmt::format("type: damper, damping: {} {}", yaml_number(j.damping), damping),
              dof.name);
        if (j.stiffness > 0)
          add(fmt::format("type: linear_spring, stiffness: {} {}, rest: {}",
                          yaml_number(j.stiffness), stiffness, position(j.rest, slides)),
              dof.name);
        if (j.limits && j.limits->x() < j.limits->y() && j.limit_stiffness > 0)
          add(fmt::format(
                  "type: limit, lower: {}, upper: {}, stiffness: {:.4g} {}, damping: {:.4g} {}",
                  position(j.limits->x(), slides), position(j.limits->y(), slides),
                  j.limit_stiffness, stiffness, j.limit_damping, damping),
              dof.name);
      }
    }
    if (entries.empty()) return "";
    std::string text = "\nactuators:\n";
    for (const auto& [law, dofs] : entries)
      text += fmt::format("  - {{{}, joints: {}}}\n", law, quoted_list(dofs));
    return text;
  }

  std::string postures() {
    std::string text;
    bool begun = false;  // one of them is the shot's beginning
    for (const RobotPosture& posture : robot_.postures) {
      JointValues values;
      std::size_t at = 0;
      for (const RobotBody& body : robot_.bodies)
        for (const RobotJoint& joint : body.joints) {
          const std::size_t count = joint.type == RobotJointType::free   ? 7
                                    : joint.type == RobotJointType::ball ? 4
                                                                         : 1;
          values[&joint] = {posture.positions.begin() + at, posture.positions.begin() + at + count};
          at += count;
        }
      std::string joints;
      bool within = true;
      for (const TreeBody& body : tree_.bodies) {
        int mode = 0;
        for (const TreeDof& dof : body.dofs) {
          const std::vector<double>& q = values[dof.joint];
          double x = q[0];
          if (q.size() == 4) x = log_rotation(Quat(q[0], q[1], q[2], q[3]).normalized())[mode++];
          if (const auto& limits = dof.joint->limits; limits && limits->x() < limits->y())
            within = within && x >= limits->x() - posture_slack && x <= limits->y() + posture_slack;
          joints += fmt::format("      {}: {}\n", yaml_text(dof.name),
                                position(x, dof.joint->type == RobotJointType::slide));
        }
      }
      if (!begun && within)
        begin_as(values);
      else if (within)
        note_root(posture.name, values);
      begun = begun || within;
      if (joints.empty()) continue;
      if (text.empty()) text = "\nposes:\n";
      if (!within)
        add_left_out(left_out_, Place{}, "keyframe as a beginning", posture.name,
                     "its joints are beyond their limits");
      else if (figure_.pose.empty())
        figure_.pose = posture.name;
      text += fmt::format("  {}:\n    joints:\n{}", yaml_text(posture.name), joints);
    }
    return text;
  }

  // Where a posture has the root; nothing if that is held.
  std::optional<Transform> root_in(const JointValues& values) const {
    const TreeBody& root = tree_.bodies[0];
    if (tree_.held || !root.body || root.body->joints.empty()) return {};
    const auto free = values.find(&root.body->joints[0]);
    if (free == values.end() || free->second.size() != 7) return {};
    const std::vector<double>& q = free->second;
    const Quat R(q[3], q[4], q[5], q[6]);
    if (!(R.norm() > 0)) return {};
    return Transform{R.normalized(), Vec3(q[0], q[1], q[2])} *
           Transform{Quat::Identity(), root.shift};
  }

  void begin_as(const JointValues& values) {
    const std::optional<Transform> X_WR = root_in(values);
    if (!X_WR) return;
    figure_.at = X_WR->p;
    figure_.turned = X_WR->R;
  }

  // A pose is one of joints.
  void note_root(const std::string& name, const JointValues& values) {
    const std::optional<Transform> X_WR = root_in(values);
    if (X_WR && X_WR->R.angularDistance(figure_.turned) > posture_slack)
      add_left_out(left_out_, Place{}, "orientation of the root in keyframe", name,
                   "a pose is one of joints; the shot's `rotate` turns the figure");
  }

  const RobotModel& robot_;
  const RobotTree& tree_;
  std::vector<LeftOut>& left_out_;
  ImportedFigure figure_;
  RobotShapes shapes_;
};

// Bodies of the tree that begins with `top`.
std::vector<std::size_t> tree_of(const RobotModel& robot, std::size_t top) {
  std::vector<std::size_t> all{top};
  std::vector<bool> in(robot.bodies.size(), false);
  in[top] = true;
  for (std::size_t b = top + 1; b < robot.bodies.size(); ++b)
    if (robot.bodies[b].parent >= 0 && in[robot.bodies[b].parent]) {
      in[b] = true;
      all.push_back(b);
    }
  return all;
}

bool has_mass(const RobotModel& robot, const std::vector<std::size_t>& bodies) {
  return std::any_of(bodies.begin(), bodies.end(),
                     [&](std::size_t b) { return robot.bodies[b].mass > 0; });
}

bool can_move(const RobotModel& robot, const std::vector<std::size_t>& bodies) {
  return std::any_of(bodies.begin(), bodies.end(),
                     [&](std::size_t b) { return !robot.bodies[b].joints.empty(); });
}

// The name of one of several figures of a file: letters, digits, - and _ of the body's name.
std::string own_name(const std::string& name, std::string body, const Imported& made) {
  constexpr std::size_t longest = 60;
  if (body.size() > longest) body.resize(longest);
  for (char& c : body)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = '_';
  const auto is_taken = [&](const std::string& own) {
    return std::any_of(made.figures.begin(), made.figures.end(),
                       [&](const ImportedFigure& f) { return f.name == own; });
  };
  const std::string first = fmt::format("{}_{}", name, body);
  std::string own = first;
  for (int k = 2; is_taken(own); ++k) own = fmt::format("{}_{}", first, k);
  return own;
}

}  // namespace

namespace {

// Two surfaces have the greater of their coefficients in MuJoCo; a shot has one.
void set_friction(const RobotModel& robot, Imported& made) {
  std::map<double, std::vector<std::string>> bodies;  // [coefficient]
  for (const RobotBody& body : robot.bodies)
    for (const RobotShape& shape : body.shapes)
      if (shape.collides && shape.friction)
        bodies[robot.ground ? std::max(*shape.friction, robot.ground_friction) : *shape.friction]
            .push_back(body.name);
  if (bodies.empty()) return;
  const auto most = std::max_element(
      bodies.begin(), bodies.end(),
      [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  made.friction = most->first;
  for (const auto& [friction, names] : bodies)
    if (friction != made.friction)
      for (const std::string& name : std::set<std::string>(names.begin(), names.end()))
        add_left_out(
            made.left_out, Place{}, "friction of body", name,
            fmt::format("{:g}: a shot has one for all, here {:g}", friction, made.friction));
}

void note_masses(const RobotModel& robot, Imported& made) {
  if (!robot.assumes_masses) return;
  double mass = 0;
  for (const RobotBody& body : robot.bodies) mass += body.mass;
  made.notes.push_back(
      fmt::format("no link has an <inertial> with a mass: all weigh as their solids at 1000 kg/m3, "
                  "{:.4g} kg in "
                  "all",
                  mass));
}

}  // namespace

Imported robot_figures(const RobotModel& robot, const std::string& name, const std::string& path) {
  Imported made;
  made.name = name;
  made.source = std::filesystem::path(path).filename();
  made.left_out = robot.left_out;
  made.gravity = robot.gravity;
  made.ground = robot.ground.value_or(0);
  set_friction(robot, made);
  note_masses(robot, made);
  std::vector<std::size_t> tops;
  for (std::size_t b = 0; b < robot.bodies.size(); ++b) {
    if (robot.bodies[b].parent >= 0) continue;
    const std::vector<std::size_t> tree = tree_of(robot, b);
    if (has_mass(robot, tree) && (robot.urdf || can_move(robot, tree)))
      tops.push_back(b);
    else
      add_left_out(made.left_out, Place{}, "body of the world", robot.bodies[b].name,
                   has_mass(robot, tree) ? "it cannot move" : "it has no mass");
  }
  if (tops.empty()) {
    Problem problem;
    problem.place.file = path;
    problem.found = "no body with mass that can move";
    problem.expected = "a robot: bodies with mass, on joints";
    throw InputError(problem);
  }
  // A robot of URDF stands on the ground unless it begins with a link `world`.
  for (const std::size_t top : tops) {
    const bool held = !robot.urdf || robot.held;
    const std::string own = tops.size() == 1 ? name : own_name(name, robot.bodies[top].name, made);
    const RobotTree tree = robot_tree(robot, top, held, made.left_out);
    made.figures.push_back(FigureText(robot, tree, own, made.left_out)
                               .make(fmt::format("# Written by `gambol import {}`.", made.source)));
  }
  return made;
}

}  // namespace gambol
