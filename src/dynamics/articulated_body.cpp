#include "dynamics/articulated_body.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "dynamics/quad_rows.h"
#include "dynamics/root_motion.h"
#include "dynamics/welds.h"

namespace gambol {
namespace {

// The values of a quantity per degree of freedom, [nv], of the lanes' modes; 0 in lanes without.
Wide of_dofs(const QuadMode& mode, const Eigen::VectorXd& x) {
  return keep(mode.has_dof, gather(x.data(), mode.dof));
}

Wide positions(const QuadMode& mode, const Eigen::VectorXd& q) {
  return keep(mode.has_position, gather(q.data(), mode.q));
}

WideMask dynamic_lanes(const QuadMode& mode, const Workspace& work) {
  const auto in = [&](int lane) -> long long { return work.kinematic[mode.dof[lane]] ? 0 : -1; };
  return mode.has_dof & WideMask{in(0), in(1), in(2), in(3)};
}

// S^T f
Wide along(const QuadMode& mode, const ModeWork& w, const WideForce& f) {
  return mode.slides ? dot(f, w.S) : dot(f.n, w.S.w);
}

void place_root(const Eigen::VectorXd& q, const Vec6& v, Placement& root) {
  const Mat3 R = Quat(q[3], q[4], q[5], q[6]).normalized().toRotationMatrix();
  const Vec3 angular = R * v.head<3>(), linear = R * v.tail<3>();
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 3; ++j) in_lane(root.R_WB, 0)[(3 * j + k) * lanes] = R(k, j);
    in_lane(root.p_WB, 0)[k * lanes] = q[k];
    in_lane(root.velocity.w, 0)[k * lanes] = angular[k];
    in_lane(root.velocity.v, 0)[k * lanes] = linear[k];
  }
}

// Calls f with the number of the quad's modes, which the compiler knows if it is one, as it is for
// most figures: loops over modes then cost nothing.
template <class F>
[[gnu::always_inline]] inline void with_modes(const Quad& quad, const F& f) {
  if (quad.modes.size() == 1)
    f(std::integral_constant<std::size_t, 1>());
  else
    f([&] { return quad.modes.size(); });
}

// Turns and shifts the bodies by a mode, from R_WP, the orientation before it, to R_WB.
void place_mode(const QuadMode& mode, const Eigen::VectorXd& q, const WideMat3& R_WP, QuadWork& b,
                ModeWork& w) {
  const Wide position = positions(mode, q);
  const SineCosine turn = sine_cosine(keep(mode.turns, position));
  b.at.R_WB =
      R_WP * fused(mode.turn_sin, turn.sine, fused(mode.turn_cos, turn.cosine, mode.turn_1));
  const WideVec3 axis = R_WP * mode.axis;
  w.S = WideMotion{axis, WideVec3{}};
  if (mode.slides) {
    w.S = WideMotion{keep(mode.turns, axis), axis * mode.slide};
    b.r = fused(w.S.v, position, b.r);
  }
}

// Rotation matrices of the balls' quaternions; the identity in other lanes.
WideMat3 turned_by_balls(const Quad& quad, const Eigen::VectorXd& q) {
  std::array<Wide, 4> of;
  for (int k = 0; k < 4; ++k) {
    const auto at = [&](int lane) { return q[quad.ball_q[lane] + k]; };
    of[k] = Wide{at(0), at(1), at(2), at(3)};
  }
  const auto& [w, x, y, z] = of;
  const Wide s = 2 / (w * w + x * x + y * y + z * z);
  const auto off = [&](const Wide& v) { return keep(quad.ball, v); };
  const auto on = [&](const Wide& v) { return 1 - keep(quad.ball, v); };
  return {{on(s * (y * y + z * z)), off(s * (x * y + w * z)), off(s * (x * z - w * y))},
          {off(s * (x * y - w * z)), on(s * (x * x + z * z)), off(s * (y * z + w * x))},
          {off(s * (x * z + w * y)), off(s * (y * z - w * x)), on(s * (x * x + y * y))}};
}

// Places balls, which the modes have left where they are at 0, and makes the modes' motions theirs.
void place_balls(const Quad& quad, const Eigen::VectorXd& q, QuadWork& b, ModeWork* w) {
  WideVec3 shift{};
  for (int lane = 0; lane < lanes; ++lane)
    if (const int p = quad.ball_p[lane]; p >= 0) set(shift, lane, q.segment<3>(p));
  b.r = b.r + b.at.R_WB * shift;
  b.at.R_WB = b.at.R_WB * turned_by_balls(quad, q);
  for (std::size_t m = 0; m < quad.modes.size(); ++m) {
    w[m].S.w = w[m].S.w + b.at.R_WB * quad.modes[m].ball_turn;
    w[m].S.v = w[m].S.v + b.at.R_WB * quad.modes[m].ball_slide;
  }
}

// Adds the velocities of the joints (Eq. 39); before, those of the bodies are what their parents
// carry along. The motion of a mode is fixed in the frame after it; a ball's are all fixed in B.
void add_joint_velocities(const Quad& quad, const Eigen::VectorXd& v, const ModeWork* w,
                          QuadWork& b) {
  b.coriolis = WideMotion{};
  WideMotion of_balls{};
  for (std::size_t m = 0; m < quad.modes.size(); ++m) {
    const WideMotion joint = w[m].S * of_dofs(quad.modes[m], v);
    b.at.velocity = b.at.velocity + joint;
    b.coriolis = b.coriolis + cross(b.at.velocity, joint);
    of_balls = of_balls + joint;
  }
  if (!quad.has_balls) return;
  const WideMotion late = cross(b.at.velocity, of_balls);
  const auto choose = [&](const WideVec3& ball, const WideVec3& other) {
    return keep(quad.ball, ball) + keep(~quad.ball, other);
  };
  b.coriolis = {choose(late.w, b.coriolis.w), choose(late.v, b.coriolis.v)};
}

// Sets R_WB, p_WB and r of a quad, and its modes' S.
template <class Modes>
void place(const Quad& quad, Modes modes, const Placement& parent, const Eigen::VectorXd& q,
           QuadWork& b, ModeWork* w) {
  b.r = parent.R_WB * quad.p_PB;
  place_mode(quad.modes[0], q, parent.R_WB, b, w[0]);
  for (std::size_t m = 1; m < modes(); ++m)
    place_mode(quad.modes[m], q, WideMat3(b.at.R_WB), b, w[m]);
  if (modes() > 1 && quad.has_balls) place_balls(quad, q, b, w);
  b.at.p_WB = parent.p_WB + b.r;
}

template <class Modes>
void place_moving(const Quad& quad, Modes modes, const Workspace& work, const Eigen::VectorXd& q,
                  const Eigen::VectorXd& v, QuadWork& b, ModeWork* w) {
  Placement gathered;
  const Placement& parent = of_parents(work, quad, &QuadWork::at, gathered);
  place(quad, modes, parent, q, b, w);
  b.at.velocity = moved(parent.velocity, b.r);
  if (modes() > 1) {
    add_joint_velocities(quad, v, w, b);
    return;
  }
  const WideMotion joint = w[0].S * of_dofs(quad.modes[0], v);
  b.at.velocity = b.at.velocity + joint;  // Eq. 39
  b.coriolis = cross(b.at.velocity, joint);
}

void show_poses(const Quad& quad, const Placement& at, Workspace& work) {
  write_poses(at.R_WB, at.p_WB, rows_of(work, quad, &BodyWork::X_WB));
}

void show(const Quad& quad, const Placement& at, Workspace& work) {
  show_poses(quad, at, work);
  write_six(transposed_times(at.R_WB, at.velocity.w), transposed_times(at.R_WB, at.velocity.v),
            rows_of(work, quad, &BodyWork::velocity));
}

void place_welded(const Model& model, Workspace& work) {
  for (const Weld& weld : model.welds) {
    const Body& body = model.bodies[weld.body];
    work.bodies[weld.body].X_WB = work.bodies[body.host].X_WB * body.X_HB;
  }
}

// Most bodies touch nothing: a quad without forces is seen before they are turned.
bool are_zero(const ConstRows& rows) {
  Wide all{};
  const auto join = [&](const double* x) {
    const WideMask both = reinterpret_cast<WideMask>(all) | reinterpret_cast<WideMask>(load(x));
    all = reinterpret_cast<Wide>(both);
  };
  for (const double* row : rows) {
    join(row);
    join(row + 2);
  }
  return !any(reinterpret_cast<WideMask>(all));
}

// Subtracts the forces that act on the bodies from their biases.
void subtract_applied(const Quad& quad, Workspace& work, QuadWork& b) {
  ConstRows rows;
  std::ranges::copy(rows_of(work, quad, &BodyWork::applied), rows.begin());
  if (are_zero(rows)) return;
  WideForce f;
  read_six(rows, f.n, f.f);
  b.bias = b.bias - WideForce{b.at.R_WB * f.n, b.at.R_WB * f.f};
}

ModeWork* modes_of(const Quad& quad, Workspace& work) {
  return work.modes.data() + quad.first_mode;
}

// Adds the inertias that implicit contact gives to some bodies.
void add_given_inertia(const Quad& quad, const Workspace& work, QuadWork& b) {
  const auto given = [&](int lane) {
    return quad.body[lane] >= 0 && work.bodies[quad.body[lane]].has_added;
  };
  if (!(given(0) || given(1) || given(2) || given(3))) return;
  WideInertia added{};
  for (int lane = 0; lane < lanes; ++lane) {
    if (!given(lane)) continue;
    const SpatialInertia& I = work.bodies[quad.body[lane]].added;
    set(added.A, lane, I.A);
    set(added.B, lane, I.B);
    set(added.M, lane, I.M);
  }
  b.I = b.I + added;
  // The added inertia is not a mass: gravity does not act on it, although it resists the whole
  // acceleration, gravity's part included.
  b.bias = times(added, WideMotion{WideVec3{}, to_wide(work.gravity)}, b.bias);
}

// Sets a quad's inertia and bias, before its children add theirs.
void set_own(const Quad& quad, Workspace& work, QuadWork& b) {
  const auto& [w, v] = b.at.velocity;
  const WideVec3 h = b.at.R_WB * quad.first_moment;
  const Wide none{};
  b.I.A = turned(b.at.R_WB, quad.rotational);
  b.I.B = WideMat3{{none, h.z, -h.y}, {-h.z, none, h.x}, {h.y, -h.x, none}};
  b.I.M = WideSym3{quad.mass, none, none, quad.mass, none, quad.mass};
  const WideForce momentum{cross(h, v, b.I.A * w), cross(w, h, v * quad.mass)};
  b.bias = cross(b.at.velocity, momentum);  // Eq. 40, 42
  subtract_applied(quad, work, b);
  add_given_inertia(quad, work, b);
}

WideForce times_mode(const QuadMode& mode, const WideInertia& I, const WideMotion& S) {
  return mode.slides ? I * S : WideForce{I.A * S.w, transposed_times(I.B, S.w)};
}

// What the mode leaves of an inertia that it moves freely.
WideInertia eliminated(const WideInertia& I, const ModeWork& w) {
  const WideVec3 n = w.U.n * w.d_inverse, f = w.U.f * w.d_inverse;
  return {less_outer_parallel(I.A, n, w.U.n), less_outer(I.B, n, w.U.f),
          less_outer_parallel(I.M, f, w.U.f)};
}

// Passes articulated inertias and biases through the joints to the parents (Eq. 41, 42).
// `all_dynamic`: no degree of freedom of the figure is kinematic.
template <class Modes>
void pass_inward(const Quad& quad, Modes modes, bool all_dynamic, Workspace& work, QuadWork& b,
                 ModeWork* w) {
  const std::size_t n = modes();
  WideMotion c = b.coriolis;
  for (std::size_t m = 0; m < n; ++m) {
    w[m].dynamic = quad.modes[m].has_dof;
    if (all_dynamic) continue;
    w[m].dynamic = dynamic_lanes(quad.modes[m], work);
    c = fused(w[m].S, keep(~w[m].dynamic, of_dofs(quad.modes[m], work.vdot)), c);
  }
  WideInertia left = b.I;
  WideForce bias = b.bias, p = times(b.I, c, b.bias);
  for (std::size_t m = 0; m < n; ++m) {
    const QuadMode& mode = quad.modes[m];
    w[m].U = times_mode(mode, left, w[m].S);
    const Wide d = along(mode, w[m], w[m].U) + mode.armature + of_dofs(mode, work.added_inertia);
    w[m].d_inverse = keep(w[m].dynamic, 1.0 / d);
    w[m].u = of_dofs(mode, work.force) - along(mode, w[m], bias);
    p = fused(w[m].U, w[m].d_inverse * (w[m].u - dot(w[m].U, c)), p);
    left = eliminated(left, w[m]);
    if (m + 1 < n) bias = fused(w[m].U, w[m].d_inverse * w[m].u, bias);
  }
  add_to_parents(work, quad, &QuadWork::I, moved(left, b.r));
  add_to_parents(work, quad, &QuadWork::bias, moved(p, b.r));
}

// The parents' accelerations, shifted to the children's origins.
WideMotion carried(const Quad& quad, const Workspace& work, const QuadWork& b) {
  WideMotion gathered;
  return moved(of_parents(work, quad, &QuadWork::acceleration, gathered), b.r);
}

// Adds the motions of the joints to the bodies' accelerations, or to the changes of their
// velocities: those given of kinematic degrees of freedom, in `x`, and those of dynamic ones, which
// it writes to `x` (Eq. 46). Returns whether any is kinematic.
template <class Modes>
bool move_joints(const Quad& quad, Modes modes, const ModeWork* w, WideMotion& a,
                 Eigen::VectorXd& x) {
  bool any_kinematic = false;
  for (std::size_t m = 0; m < modes(); ++m) {
    const WideMask kinematic = quad.modes[m].has_dof & ~w[m].dynamic;
    if (!any(kinematic)) continue;
    any_kinematic = true;
    a = fused(w[m].S, keep(kinematic, of_dofs(quad.modes[m], x)), a);
  }
  for (std::size_t m = modes(); m-- > 0;) {
    const Wide free = w[m].d_inverse * (w[m].u - dot(w[m].U, a));
    a = fused(w[m].S, free, a);
    for (int lane = 0; lane < lanes; ++lane)
      if (w[m].dynamic[lane]) x[quad.modes[m].dof[lane]] = free[lane];
  }
  return any_kinematic;
}

template <class Modes>
void pass_outward(const Quad& quad, Modes modes, Workspace& work, QuadWork& b, const ModeWork* w) {
  b.acceleration = carried(quad, work, b) + b.coriolis;  // Eq. 43
  if (!move_joints(quad, modes, w, b.acceleration, work.vdot)) return;
  const WideForce f = times(b.I, b.acceleration, b.bias);
  for (std::size_t m = 0; m < modes(); ++m) {
    const QuadMode& mode = quad.modes[m];
    const Wide needed =  // seed 003 Eq. 56
        fused(mode.armature, of_dofs(mode, work.vdot), along(mode, w[m], f));
    for (int lane = 0; lane < lanes; ++lane)
      if (mode.has_dof[lane] && !w[m].dynamic[lane]) work.force[mode.dof[lane]] = needed[lane];
  }
}

// Writes the accelerations in body axes; `fall` is the acceleration common to all bodies.
void show_accelerations(const Quad& quad, const QuadWork& b, const WideVec3& fall,
                        Workspace& work) {
  write_six(transposed_times(b.at.R_WB, b.acceleration.w),
            transposed_times(b.at.R_WB, b.acceleration.v + fall),
            rows_of(work, quad, &BodyWork::acceleration));
}

}  // namespace

Workspace::Workspace(const Model& model)
    : bodies(model.bodies.size()),
      quads(model.quads.size(), QuadWork{}),
      modes(
          model.quads.empty() ? 0 : model.quads.back().first_mode + model.quads.back().modes.size(),
          ModeWork{}),
      force(Eigen::VectorXd::Zero(model.nv())),
      added_inertia(Eigen::VectorXd::Zero(model.nv())),
      vdot(Eigen::VectorXd::Zero(model.nv())),
      kinematic(model.nv(), 0) {}

bool Workspace::root_is_kinematic() const {
  return std::all_of(kinematic.begin(), kinematic.begin() + root_dofs, [](char k) { return k; });
}

[[gnu::flatten]] void update_kinematics(const Model& model, const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& v, Workspace& work) {
  place_root(q, v.head<6>(), work.quads[0].at);
  show(model.quads[0], work.quads[0].at, work);
  for (std::size_t k = 1; k < model.quads.size(); ++k) {
    with_modes(model.quads[k], [&](auto modes) {
      place_moving(model.quads[k], modes, work, q, v, work.quads[k],
                   modes_of(model.quads[k], work));
    });
    show(model.quads[k], work.quads[k].at, work);
  }
  place_welded(model, work);
  show_welded(model, &BodyWork::velocity, work);
}

void update_poses(const Model& model, const Eigen::VectorXd& q, Workspace& work) {
  place_quads(model, q, work);
  for (std::size_t k = 0; k < model.quads.size(); ++k)
    show_poses(model.quads[k], work.quads[k].at, work);
  place_welded(model, work);
}

[[gnu::flatten]] void place_quads(const Model& model, const Eigen::VectorXd& q, Workspace& work) {
  place_root(q, Vec6::Zero(), work.quads[0].at);
  for (std::size_t k = 1; k < model.quads.size(); ++k)
    with_modes(model.quads[k], [&](auto modes) {
      Placement gathered;
      place(model.quads[k], modes, of_parents(work, model.quads[k], &QuadWork::at, gathered), q,
            work.quads[k], modes_of(model.quads[k], work));
    });
}

void copy_kinematics(const Workspace& from, Workspace& to) {
  for (std::size_t i = 0; i < from.bodies.size(); ++i) {
    to.bodies[i].X_WB = from.bodies[i].X_WB;
    to.bodies[i].velocity = from.bodies[i].velocity;
  }
  for (std::size_t k = 0; k < from.quads.size(); ++k) {
    const QuadWork& a = from.quads[k];
    QuadWork& b = to.quads[k];
    b.at = a.at;
    b.r = a.r;
    b.coriolis = a.coriolis;
  }
  for (std::size_t m = 0; m < from.modes.size(); ++m) to.modes[m].S = from.modes[m].S;
}

[[gnu::flatten]] void forward_dynamics(const Model& model, Workspace& work) {
  const std::size_t n = model.quads.size();
  for (std::size_t k = 0; k < n; ++k) set_own(model.quads[k], work, work.quads[k]);
  add_welded(model, work);
  const bool all_dynamic =
      std::find(work.kinematic.begin(), work.kinematic.end(), 1) == work.kinematic.end();
  for (std::size_t k = n; k-- > 1;)
    with_modes(model.quads[k], [&](auto modes) {
      pass_inward(model.quads[k], modes, all_dynamic, work, work.quads[k],
                  modes_of(model.quads[k], work));
    });
  // Gravity is left out of the recursion, because it accelerates all bodies equally; it is added to
  // every acceleration at the end.
  const WideVec3 fall = to_wide(work.gravity);
  QuadWork& root = work.quads[0];
  move_root(work, work.force, work.vdot, work.gravity, root);
  show_accelerations(model.quads[0], root, fall, work);
  finish_root(root, work);
  for (std::size_t k = 1; k < n; ++k) {
    with_modes(model.quads[k], [&](auto modes) {
      pass_outward(model.quads[k], modes, work, work.quads[k], modes_of(model.quads[k], work));
    });
    if (work.show_accelerations) show_accelerations(model.quads[k], work.quads[k], fall, work);
  }
  if (work.show_accelerations) show_welded(model, &BodyWork::acceleration, work);
}

void impulse_response(const Model& model, Workspace& work,
                      const std::vector<SpatialForce>& impulses, const Eigen::VectorXd& given,
                      Eigen::VectorXd& dv) {
  const std::size_t n = model.quads.size();
  const SpatialForce none;
  for (std::size_t k = 0; k < n; ++k) {
    ConstRows rows;
    for (int lane = 0; lane < lanes; ++lane) {
      const int body = model.quads[k].body[lane];
      rows[lane] = reinterpret_cast<const double*>(body < 0 ? &none : &impulses[body]);
    }
    WideForce p;
    read_six(rows, p.n, p.f);
    const WideMat3& R = work.quads[k].at.R_WB;
    work.quads[k].bias = WideForce{R * p.n, R * p.f} * wide(-1);
  }
  for (const Weld& weld : model.welds) add_welded_force(model, weld, impulses[weld.body], work);
  for (std::size_t k = n; k-- > 1;) {
    const Quad& quad = model.quads[k];
    QuadWork& b = work.quads[k];
    ModeWork* w = modes_of(quad, work);
    WideMotion change{};
    for (std::size_t m = 0; m < quad.modes.size(); ++m)
      change = fused(w[m].S, keep(~w[m].dynamic, of_dofs(quad.modes[m], given)), change);
    WideForce bias = b.bias, p = times(b.I, change, b.bias);
    for (std::size_t m = 0; m < quad.modes.size(); ++m) {
      w[m].u = of_dofs(quad.modes[m], given) - along(quad.modes[m], w[m], bias);
      p = fused(w[m].U, w[m].d_inverse * (w[m].u - dot(w[m].U, change)), p);
      bias = fused(w[m].U, w[m].d_inverse * w[m].u, bias);
    }
    add_to_parents(work, quad, &QuadWork::bias, moved(p, b.r));
  }
  QuadWork& root = work.quads[0];
  move_root(work, given, given, Vec3::Zero(), root);
  dv = given;
  show_accelerations(model.quads[0], root, WideVec3{}, work);
  dv.head<3>() = work.bodies[0].acceleration.w;
  dv.segment<3>(3) = work.bodies[0].acceleration.v;
  for (std::size_t k = 1; k < n; ++k) {
    const Quad& quad = model.quads[k];
    QuadWork& b = work.quads[k];
    b.acceleration = carried(quad, work, b);
    move_joints(
        quad, [&] { return quad.modes.size(); }, modes_of(quad, work), b.acceleration, dv);
    show_accelerations(quad, b, WideVec3{}, work);
  }
  show_welded(model, &BodyWork::acceleration, work);
}

}  // namespace gambol
