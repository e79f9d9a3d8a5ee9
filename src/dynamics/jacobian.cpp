#include "dynamics/jacobian.h"

#include "dynamics/momentum.h"

namespace gambol {
namespace {

Vec3 of_lane(const WideVec3& v, int lane) { return {v.x[lane], v.y[lane], v.z[lane]}; }

// Calls visit(dof) for every degree of freedom that moves `body`, from the body to the root.
template <class Visit>
void each_dof_of(const Model& model, int body, const Visit& visit) {
  for (int i = body; i >= 0; i = model.bodies[i].parent)
    for (int m = 0; m < model.bodies[i].nv; ++m) visit(model.bodies[i].v_start + m);
}

// What a body carries, itself included, as one rigid body.
struct Carried {
  double mass = 0;
  Vec3 com = Vec3::Zero();      // W; before division, the first moment
  Mat3 inertia = Mat3::Zero();  // about Wo until it is moved to com
};

Mat3 about(double mass, const Vec3& r) {
  return mass * (r.squaredNorm() * Mat3::Identity() - r * r.transpose());
}

std::vector<Carried> carried_by(const Model& model, const Workspace& work) {
  std::vector<Carried> all(model.bodies.size());
  for (std::size_t i = all.size(); i-- > 0;) {
    const MassProperties& m = model.bodies[i].mass;
    const Frame& X = work.bodies[i].X_WB;
    const Vec3 com = X.R * m.com + X.p;
    all[i].mass += m.mass;
    all[i].com += m.mass * com;
    all[i].inertia += X.R * m.I_cm * X.R.transpose() + about(m.mass, com);
    if (model.bodies[i].parent < 0) continue;
    Carried& parent = all[model.bodies[i].parent];
    parent.mass += all[i].mass;
    parent.com += all[i].com;
    parent.inertia += all[i].inertia;
  }
  for (Carried& c : all) {
    if (c.mass > 0) c.com /= c.mass;
    c.inertia -= about(c.mass, c.com);
  }
  return all;
}

// The momentum of what a body carries at the motion S of the body, about its own centre of mass.
SpatialForce momentum_at(const Carried& c, const Vec3& origin, const SpatialMotion& S) {
  return {c.inertia * S.w, c.mass * (S.v + S.w.cross(c.com - origin))};
}

}  // namespace

void mode_motions(const Model& model, const Workspace& work, std::vector<SpatialMotion>& S) {
  S.assign(model.nv(), {});
  const Mat3& R = work.bodies[0].X_WB.R;
  for (int k = 0; k < 3; ++k) {
    S[k].w = R.col(k);
    S[3 + k].v = R.col(k);
  }
  for (const Quad& quad : model.quads) {
    for (std::size_t m = 0; m < quad.modes.size(); ++m) {
      const WideMotion& of = work.modes[quad.first_mode + m].S;
      for (int lane = 0; lane < lanes; ++lane)
        if (quad.modes[m].has_dof[lane])
          S[quad.modes[m].dof[lane]] = {of_lane(of.w, lane), of_lane(of.v, lane)};
    }
  }
}

void body_jacobian(const Model& model, const Workspace& work, int body, Eigen::MatrixXd& J) {
  std::vector<SpatialMotion> S;
  mode_motions(model, work, S);
  J.setZero(6, model.nv());
  each_dof_of(model, body, [&](int i) {
    const Vec3 r = work.bodies[body].X_WB.p - work.bodies[model.dofs[i].body].X_WB.p;
    J.col(i) = stacked(S[i].w, S[i].v + S[i].w.cross(r));
  });
}

void point_jacobian(const Model& model, const Workspace& work, int body, const Vec3& p_B,
                    Eigen::MatrixXd& J) {
  std::vector<SpatialMotion> S;
  mode_motions(model, work, S);
  J.setZero(3, model.nv());
  const Frame& X = work.bodies[body].X_WB;
  const Vec3 p = X.R * p_B + X.p;
  each_dof_of(model, body, [&](int i) {
    const Vec3 u = S[i].v + S[i].w.cross(p - work.bodies[model.dofs[i].body].X_WB.p);
    for (int k = 0; k < 3; ++k) J(k, i) = u[k];
  });
}

void momentum_jacobian(const Model& model, const Workspace& work, Eigen::MatrixXd& J) {
  std::vector<SpatialMotion> S;
  mode_motions(model, work, S);
  const std::vector<Carried> carried = carried_by(model, work);
  J.setZero(6, model.nv());
  for (int i = 0; i < model.nv(); ++i) {
    const int body = model.dofs[i].body;
    const SpatialForce h = momentum_at(carried[body], work.bodies[body].X_WB.p, S[i]);
    J.col(i) = stacked(h.n + (carried[body].com - carried[0].com).cross(h.f), h.f);
  }
}

void centre_of_mass_jacobian(const Model& model, const Workspace& work, Eigen::MatrixXd& J) {
  Eigen::MatrixXd all;
  momentum_jacobian(model, work, all);
  J = all.bottomRows<3>() / model.mass;
}

}  // namespace gambol
