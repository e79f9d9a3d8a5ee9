#include "dynamics/welds.h"

#include "dynamics/quad_rows.h"

namespace gambol {
namespace {

SpatialInertia inertia_about(const SpatialInertia& I, const Vec3& r) {  // as moved() of WideInertia
  const Mat3 N = skew(r) * I.M, S = (I.B + N / 2) * skew(r);
  return {I.A - S - S.transpose(), I.B + N, I.M};
}

// Adds f to a lane of `sum`.
void add_to_lane(WideForce& sum, int lane, const SpatialForce& f) {
  for (int k = 0; k < 3; ++k) {
    in_lane(sum.n, lane)[k * lanes] += f.n[k];
    in_lane(sum.f, lane)[k * lanes] += f.f[k];
  }
}

// A force on a welded body about its origin, in its axes, as one on its host.
SpatialForce on_host(const Model& model, const Workspace& work, const Weld& weld,
                     const SpatialForce& f) {
  const Frame& X = work.bodies[weld.body].X_WB;
  const Vec3 r = X.p - work.bodies[model.bodies[weld.body].host].X_WB.p, f_W = X.R * f.f;
  return {X.R * f.n + r.cross(f_W), f_W};
}

}  // namespace

void add_welded_force(const Model& model, const Weld& weld, const SpatialForce& of,
                      Workspace& work) {
  add_to_lane(work.quads[weld.quad].bias, weld.lane, on_host(model, work, weld, of) * -1);
}

void add_welded(const Model& model, Workspace& work) {
  for (const Weld& weld : model.welds) {
    const BodyWork& b = work.bodies[weld.body];
    QuadWork& host = work.quads[weld.quad];
    add_welded_force(model, weld, b.applied, work);
    if (!b.has_added) continue;
    const Vec3 r = b.X_WB.p - work.bodies[model.bodies[weld.body].host].X_WB.p;
    const SpatialInertia I = inertia_about(b.added, r);
    WideInertia added{};
    set(added.A, weld.lane, I.A);
    set(added.B, weld.lane, I.B);
    set(added.M, weld.lane, I.M);
    host.I = host.I + added;
    add_to_lane(host.bias, weld.lane, I * SpatialMotion{Vec3::Zero(), work.gravity});
  }
}

void show_welded(const Model& model, SpatialMotion BodyWork::*what, Workspace& work) {
  for (const Weld& weld : model.welds) {
    const Body& body = model.bodies[weld.body];
    work.bodies[weld.body].*what = to_child(body.X_HB, work.bodies[body.host].*what);
  }
}

}  // namespace gambol
