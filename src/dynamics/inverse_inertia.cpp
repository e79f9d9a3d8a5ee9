#include "dynamics/inverse_inertia.h"

#include "dynamics/quad_rows.h"
#include "dynamics/root_motion.h"

namespace gambol {
namespace {

Vec6 lane_of(const WideVec3& a, const WideVec3& b, int lane) {
  Vec6 v;
  v << a.x[lane], a.y[lane], a.z[lane], b.x[lane], b.y[lane], b.z[lane];
  return v;
}

// Forces about a point from which r leads to theirs: moments first.
void shift_inward(const Vec3& r, Mat6& f) { f.topRows<3>() += skew(r) * f.bottomRows<3>(); }
// Motions of a body's point at r from theirs: angular velocities first.
void shift_outward(const Vec3& r, Mat6& a) { a.bottomRows<3>() -= skew(r) * a.topRows<3>(); }

}  // namespace

InverseInertia::InverseInertia(const Model& model)
    : sites_(model.bodies.size()), node_at_(model.bodies.size(), -1) {
  for (std::size_t k = 0; k < model.quads.size(); ++k)
    for (int lane = 0; lane < lanes; ++lane)
      if (const int body = model.quads[k].body[lane]; body >= 0)
        sites_[body] = {static_cast<int>(k), lane, -1};
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    const Body& body = model.bodies[i];
    if (body.parent >= 0) sites_[i].above = model.bodies[body.parent].host;
  }
  nodes_.reserve(model.bodies.size());
  a_.reserve(model.bodies.size());
}

// The host's node, made with those of its path if they are not there yet.
int InverseInertia::node_of(const Model& model, const Workspace& work, int body) {
  if (node_at_[body] >= 0) return node_at_[body];
  const Site& site = sites_[body];
  const int above = site.above < 0 ? -1 : node_of(model, work, site.above);
  Node node{body, above};
  node.first_mode = static_cast<int>(modes_.size());
  const Quad& quad = model.quads[site.quad];
  if (above >= 0) {
    const WideVec3& r = work.quads[site.quad].r;
    node.r = {r.x[site.lane], r.y[site.lane], r.z[site.lane]};
    for (std::size_t m = 0; m < quad.modes.size(); ++m) {
      if (!quad.modes[m].has_dof[site.lane]) continue;
      const ModeWork& w = work.modes[quad.first_mode + m];
      modes_.push_back({lane_of(w.S.w, w.S.v, site.lane), lane_of(w.U.n, w.U.f, site.lane),
                        w.d_inverse[site.lane]});
    }
  }
  node.modes = static_cast<int>(modes_.size()) - node.first_mode;
  nodes_.push_back(node);
  return node_at_[body] = static_cast<int>(nodes_.size()) - 1;
}

// Eq. 2.17, with the modes of a joint eliminated one after the other.
void InverseInertia::push_inward(int node, Mat6 f) {
  for (Node& n : nodes_) n.on_path = false;
  for (int i = node; i >= 0; i = nodes_[i].above) {
    Node& n = nodes_[i];
    n.on_path = true;
    for (int m = n.first_mode; m < n.first_mode + n.modes; ++m) {
      u_[m].noalias() = modes_[m].S.transpose() * f;
      f.noalias() -= modes_[m].U * (modes_[m].d_inverse * u_[m]);
    }
    if (n.above >= 0) shift_inward(n.r, f);
  }
  pushed_ = f;
}

// Eq. 2.18.
void InverseInertia::move_outward() {
  a_.resize(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& n = nodes_[i];
    Mat6& a = a_[i];
    if (n.above < 0) {
      a.noalias() = root_ * pushed_;
      continue;
    }
    a = a_[n.above];
    shift_outward(n.r, a);
    for (int m = n.first_mode + n.modes; m-- > n.first_mode;) {
      const Mode& mode = modes_[m];
      Row rate = -(mode.U.transpose() * a);
      if (n.on_path) rate += u_[m];
      a.noalias() += mode.S * (mode.d_inverse * rate);
    }
  }
}

void InverseInertia::find(const Model& model, const Workspace& work,
                          const std::vector<int>& bodies) {
  for (const Node& n : nodes_) node_at_[n.body] = -1;
  nodes_.clear();
  modes_.clear();
  hosts_.clear();
  arms_.clear();
  count_ = bodies.size();
  for (int body : bodies) {
    const int host = model.bodies[body].host;
    hosts_.push_back(node_of(model, work, host));
    arms_.push_back(work.bodies[body].X_WB.p - work.bodies[host].X_WB.p);
  }
  u_.resize(modes_.size());
  blocks_.resize(count_ * count_);
  if (count_ > 0) root_ = root_response(work);
  for (std::size_t j = 0; j < count_; ++j) {
    Mat6 unit = Mat6::Identity();
    shift_inward(arms_[j], unit);
    push_inward(hosts_[j], unit);
    move_outward();
    for (std::size_t i = j; i < count_; ++i) {
      Mat6& block = blocks_[i * count_ + j];
      block = a_[hosts_[i]];
      shift_outward(arms_[i], block);
      if (i > j) blocks_[j * count_ + i] = block.transpose();
    }
  }
}

}  // namespace gambol
