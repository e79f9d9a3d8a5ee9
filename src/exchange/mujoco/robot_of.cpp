#include "exchange/mujoco/robot_of.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gambol {
namespace {

// Masses and moments up to this stand for none: what `boundmass` and `boundinertia` made of 0.
constexpr double no_mass = 1.001e-12;
constexpr double level = 0.999;  // cosine of the slope of a plane that is one
constexpr int sliding = 3;       // `condim` of contacts with friction against sliding alone

Vec3 vec(const mjtNum* v) { return {v[0], v[1], v[2]}; }
Quat quat(const mjtNum* q) { return Quat(q[0], q[1], q[2], q[3]).normalized(); }

class Reading {
 public:
  Reading(const mjModel& m, const RobotText& text, RobotModel& robot)
      : m_(m), text_(text), robot_(robot) {}

  void read() {
    robot_.urdf = text_.urdf;
    robot_.held = text_.held;
    robot_.gravity = vec(m_.opt.gravity);
    robot_.assumes_masses = text_.assumes_masses;
    mesh_of_.assign(static_cast<std::size_t>(m_.nmesh), -1);
    read_torques();
    find_seen_groups();
    // Bodies that the user's program moves are no part of a robot; what hangs on them neither.
    std::vector<int> index(static_cast<std::size_t>(m_.nbody), -1);
    std::vector<bool> left(static_cast<std::size_t>(m_.nbody), false);
    for (int b = 1; b < m_.nbody; ++b) {
      left[b] = m_.body_mocapid[b] >= 0 || left[m_.body_parentid[b]];
      if (left[b]) {
        leave_out("body", body_name(b), "it is moved by another program (mocap)");
        continue;
      }
      index[b] = static_cast<int>(robot_.bodies.size());
      read_body(b, index[m_.body_parentid[b]]);
    }
    read_world();
    read_postures(left);
  }

 private:
  void leave_out(const std::string& kind, const std::string& name, const std::string& why) {
    add_left_out(robot_.left_out, text_.root.place, kind, name, why);
    robot_.left_out.back().place.line = 0;
  }

  std::string name(mjtObj type, int id, const char* kind) const {
    const char* named = mj_id2name(&m_, type, id);
    return named && *named ? named : fmt::format("{}_{}", kind, id);
  }
  std::string body_name(int b) const { return name(mjOBJ_BODY, b, "body"); }

  // URDF has visuals (in group 1) and collisions. If a robot has no visuals, its collisions are
  // seen.
  void find_seen_groups() {
    for (int g = 0; g < m_.ngeom; ++g) any_seen_ |= is_of_seen_group(g);
  }
  bool is_of_seen_group(int g) const {
    if (m_.geom_bodyid[g] == 0) return false;
    return robot_.urdf ? m_.geom_group[g] == 1 : m_.geom_group[g] <= last_seen_group;
  }

  void read_torques() {
    torque_.assign(static_cast<std::size_t>(m_.njnt), 0);
    std::vector<char> unlimited(static_cast<std::size_t>(m_.njnt), 0);
    for (int a = 0; a < m_.nu; ++a) {
      if (m_.actuator_trntype[a] != mjTRN_JOINT) continue;
      const bool motor =
          m_.actuator_gaintype[a] == mjGAIN_FIXED && m_.actuator_biastype[a] == mjBIAS_NONE;
      const auto most = [](const mjtNum* range) {
        return std::max(std::abs(range[0]), std::abs(range[1]));
      };
      double force = 0;
      if (m_.actuator_forcelimited[a])
        force = most(m_.actuator_forcerange + 2 * a);
      else if (motor && m_.actuator_ctrllimited[a])
        force = most(m_.actuator_ctrlrange + 2 * a) *
                std::abs(m_.actuator_gainprm[std::size_t(mjNGAIN) * a]);
      const int joint = m_.actuator_trnid[2 * a];
      torque_[joint] += force * std::abs(m_.actuator_gear[6 * a]);
      unlimited[joint] |= force == 0;
    }
    for (std::size_t j = 0; j < torque_.size(); ++j)
      if (unlimited[j]) torque_[j] = 0;
  }

  void read_body(int b, int parent) {
    RobotBody body;
    body.name = body_name(b);
    body.parent = parent;
    body.X_PB = {quat(m_.body_quat + 4 * b), vec(m_.body_pos + 3 * b)};
    const Vec3 moments = vec(m_.body_inertia + 3 * b);
    if (m_.body_mass[b] > no_mass) {
      body.mass = m_.body_mass[b];
      body.X_BI = {quat(m_.body_iquat + 4 * b), vec(m_.body_ipos + 3 * b)};
      body.moments = moments;
    }
    for (int k = 0; k < m_.body_jntnum[b]; ++k) body.joints.push_back(joint(m_.body_jntadr[b] + k));
    for (int k = 0; k < m_.body_geomnum[b]; ++k) read_geom(m_.body_geomadr[b] + k, body);
    show_what_collides(body);
    if (const auto place = text_.places.find(body.name); place != text_.places.end())
      body.place = place->second;
    robot_.bodies.push_back(std::move(body));
  }

  // Where what would be seen is missing.
  void show_what_collides(RobotBody& body) {
    const bool any = std::any_of(body.shapes.begin(), body.shapes.end(),
                                 [](const RobotShape& shape) { return shape.seen; });
    if (any || body.shapes.empty() || !text_.unseen.contains(body.name)) return;
    for (RobotShape& shape : body.shapes) shape.seen = true;
    leave_out("what is seen of", body.name, "its mesh is missing: what collides is shown instead");
  }

  RobotJoint joint(int j) {
    RobotJoint joint;
    joint.name = name(mjOBJ_JOINT, j, "joint");
    const int type = m_.jnt_type[j], dof = m_.jnt_dofadr[j];
    joint.type = type == mjJNT_HINGE   ? RobotJointType::hinge
                 : type == mjJNT_SLIDE ? RobotJointType::slide
                 : type == mjJNT_BALL  ? RobotJointType::ball
                                       : RobotJointType::free;
    joint.axis = vec(m_.jnt_axis + 3 * j);
    joint.at = vec(m_.jnt_pos + 3 * j);
    joint.damping = m_.dof_damping[dof];
    joint.armature = m_.dof_armature[dof];
    joint.friction = m_.dof_frictionloss[dof];
    joint.stiffness = m_.jnt_stiffness[j];
    joint.most_torque = torque_[j];
    if (const auto most = text_.efforts.find(joint.name); most != text_.efforts.end())
      joint.most_torque =
          joint.most_torque > 0 ? std::min(joint.most_torque, most->second) : most->second;
    if (!text_.springs) joint.stiffness = 0;
    if (!text_.dampers) joint.damping = 0;
    if (joint.friction > 0 && type != mjJNT_FREE)
      leave_out("dry friction of joint", joint.name,
                fmt::format("figures have none ({:g} {}); a damper is the nearest", joint.friction,
                            type == mjJNT_SLIDE ? "N" : "N*m"));
    if (type == mjJNT_FREE) {
      // Springs and dampers to the world.
      if (joint.stiffness > 0 || joint.damping > 0)
        leave_out("damping of joint", joint.name, "a free root has none");
      return joint;
    }
    if (type == mjJNT_BALL) {
      if (m_.jnt_limited[j])
        leave_out("limit of joint", joint.name, "a ball has none; `limit` acts on one coordinate");
      return joint;
    }
    const mjtNum at = m_.qpos0[m_.jnt_qposadr[j]];
    joint.rest = m_.qpos_spring[m_.jnt_qposadr[j]] - at;
    if (!m_.jnt_limited[j]) return joint;
    joint.limits = Vec2(m_.jnt_range[2 * j] - at, m_.jnt_range[2 * j + 1] - at);
    set_limit_spring(j, joint);
    return joint;
  }

  // MuJoCo's limit exerts (-k x - b v - a) / R: k and b follow from `solref` (a time constant and a
  // damping ratio), R from the impedance d of `solimp` and the inertia that the joint moves in the
  // reference posture. A spring and a damper exert the same at rest.
  void set_limit_spring(int j, RobotJoint& joint) const {
    const mjtNum* ref = m_.jnt_solref + std::size_t(mjNREF) * j;
    const double d = std::clamp(m_.jnt_solimp[std::size_t(mjNIMP) * j + 1], 0.01, 0.99);
    const double inverse = m_.dof_invweight0[m_.jnt_dofadr[j]] * (1 - d) / d;
    if (!(inverse > 0) || !std::isfinite(inverse)) return;
    double k = -ref[0] / (d * d), b = -ref[1] / d;
    if (ref[0] > 0) {
      k = 1 / (d * d * ref[0] * ref[0] * std::max(ref[1] * ref[1], 1e-6));
      b = 2 / (d * ref[0]);
    }
    joint.limit_stiffness = std::max(k, 0.0) / inverse;
    joint.limit_damping = std::max(b, 0.0) / inverse;
  }

  // MJCF: a geom's own colour counts if it writes one; else that of its material.
  const float* rgba_of(int g) const {
    const float* own = m_.geom_rgba + 4 * std::size_t(g);
    const int material = m_.geom_matid[g];
    const bool is_default = own[0] == 0.5f && own[1] == 0.5f && own[2] == 0.5f && own[3] == 1;
    return material >= 0 && is_default ? m_.mat_rgba + 4 * std::size_t(material) : own;
  }

  std::string color_of(int g) const {
    const float* rgba = rgba_of(g);
    std::string color = "#";
    for (int k = 0; k < 3; ++k)
      color += fmt::format("{:02x}", std::lround(std::clamp(rgba[k], 0.0f, 1.0f) * 255));
    return color;
  }

  void read_geom(int g, RobotBody& body) {
    RobotShape shape;
    const mjtNum* size = m_.geom_size + 3 * g;
    shape.X_BS = {quat(m_.geom_quat + 4 * g), vec(m_.geom_pos + 3 * g)};
    shape.collides = m_.geom_contype[g] != 0 || m_.geom_conaffinity[g] != 0;
    shape.seen = (!any_seen_ || is_of_seen_group(g)) && rgba_of(g)[3] > 0;
    shape.radius = size[0];
    switch (m_.geom_type[g]) {
      case mjGEOM_SPHERE:
        shape.kind = RobotShapeKind::sphere;
        break;
      case mjGEOM_CAPSULE:
      case mjGEOM_CYLINDER:
        shape.kind =
            m_.geom_type[g] == mjGEOM_CAPSULE ? RobotShapeKind::capsule : RobotShapeKind::cylinder;
        shape.length = 2 * size[1];
        break;
      case mjGEOM_ELLIPSOID:
        shape.kind = RobotShapeKind::ellipsoid;
        shape.size = vec(size);
        break;
      case mjGEOM_BOX:
        shape.kind = RobotShapeKind::box;
        shape.size = 2 * vec(size);
        break;
      case mjGEOM_MESH:
        shape.kind = RobotShapeKind::mesh;
        shape.mesh = mesh(m_.geom_dataid[g], shape.collides);
        break;
      default:
        leave_out("geom", name(mjOBJ_GEOM, g, "geom"),
                  fmt::format("a plane or field of heights on {}", body.name));
        return;
    }
    const int material = m_.geom_matid[g];
    if (material >= 0) shape.material = name(mjOBJ_MATERIAL, material, "material");
    shape.color = color_of(g);
    shape.opacity = rgba_of(g)[3];
    if (!robot_.urdf) shape.friction = m_.geom_friction[3 * std::size_t(g)];
    if (!shape.seen && !shape.collides) return;
    if (shape.collides && m_.geom_condim[g] > sliding)
      leave_out("friction against turning and rolling of a geom of", body.name,
                "contacts of a shot have friction against sliding");
    body.shapes.push_back(shape);
  }

  int mesh(int id, bool needs_hull) {
    int& index = mesh_of_[id];
    if (index < 0) {
      index = static_cast<int>(robot_.meshes.size());
      RobotMesh& mesh = robot_.meshes.emplace_back();
      mesh.name = name(mjOBJ_MESH, id, "mesh");
      const float* v = m_.mesh_vert + 3 * std::size_t(m_.mesh_vertadr[id]);
      for (int i = 0; i < m_.mesh_vertnum[id]; ++i)
        mesh.positions.emplace_back(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
      add_triangles(m_.mesh_face + 3 * std::size_t(m_.mesh_faceadr[id]), m_.mesh_facenum[id],
                    mesh.triangles);
      if (const auto flipped = text_.flipped.find(mesh.name); flipped != text_.flipped.end())
        for (const std::size_t t : flipped->second)
          if (t < mesh.triangles.size()) std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
    }
    RobotMesh& mesh = robot_.meshes[index];
    if (needs_hull && mesh.hull.empty() && m_.mesh_graphadr[id] >= 0) {
      // numvert, numface, vert_edgeadr[numvert], vert_globalid[numvert],
      // edge_localid[numvert + 3 numface], face_globalid[3 numface]
      const int* graph = m_.mesh_graph + m_.mesh_graphadr[id];
      const int vertices = graph[0], faces = graph[1];
      add_triangles(graph + 2 + 3 * vertices + 3 * faces, faces, mesh.hull);
    }
    return index;
  }

  static void add_triangles(const int* corners, int count,
                            std::vector<std::array<std::uint32_t, 3>>& to) {
    for (int i = 0; i < count; ++i) {
      std::array<std::uint32_t, 3>& t = to.emplace_back();
      for (int k = 0; k < 3; ++k) t[k] = static_cast<std::uint32_t>(corners[3 * i + k]);
    }
  }

  void read_world() {
    for (int k = 0; k < m_.body_geomnum[0]; ++k) {
      const int g = m_.body_geomadr[0] + k;
      const bool plane = m_.geom_type[g] == mjGEOM_PLANE;
      leave_out("geom of the world", name(mjOBJ_GEOM, g, "geom"),
                plane ? "the shot's ground takes its place" : "it belongs to no figure");
      if (plane) read_ground(g);
    }
  }

  // The highest of the level planes.
  void read_ground(int g) {
    const Vec3 up = quat(m_.geom_quat + 4 * g) * Vec3::UnitZ();
    const double height = m_.geom_pos[3 * g + 2];
    if (up.z() < level || (robot_.ground && *robot_.ground >= height)) return;
    robot_.ground = height;
    robot_.ground_friction = m_.geom_friction[3 * std::size_t(g)];
  }

  void read_postures(const std::vector<bool>& left) {
    for (int k = 0; k < m_.nkey; ++k) {
      RobotPosture posture{name(mjOBJ_KEY, k, "key"), {}};
      const mjtNum* q = m_.key_qpos + std::size_t(m_.nq) * k;
      for (int j = 0; j < m_.njnt; ++j) {
        if (left[m_.jnt_bodyid[j]]) continue;
        const int at = m_.jnt_qposadr[j], type = m_.jnt_type[j];
        const int count = type == mjJNT_FREE ? 7 : type == mjJNT_BALL ? 4 : 1;
        for (int i = 0; i < count; ++i)
          posture.positions.push_back(count == 1 ? q[at] - m_.qpos0[at] : q[at + i]);
      }
      robot_.postures.push_back(posture);
      const mjtNum* v = m_.key_qvel + std::size_t(m_.nv) * k;
      if (std::any_of(v, v + m_.nv, [](mjtNum x) { return x != 0; }))
        leave_out("velocities of key", posture.name,
                  "a shot begins at rest; a cue `kick` with velocity, spin and rates sets them");
    }
  }

  const mjModel& m_;
  const RobotText& text_;
  RobotModel& robot_;
  std::vector<int> mesh_of_;    // [mesh of MuJoCo] index of ours; -1: none yet
  std::vector<double> torque_;  // [joint] that actuators can exert
  bool any_seen_ = false;
};

}  // namespace

void robot_of(const mjModel& m, const RobotText& text, RobotModel& robot) {
  Reading(m, text, robot).read();
}

}  // namespace gambol
