#include "control/skills/anatomy.h"

#include <algorithm>

#include "figure/find.h"

namespace gambol::skills {
namespace {

// The bodies that `body` carries, itself included.
std::vector<int> carried_by(const Model& model, int body) {
  std::vector<int> all;
  for (int b = body; b < static_cast<int>(model.bodies.size()); ++b) {
    const int parent = model.bodies[static_cast<std::size_t>(b)].parent;
    if (b == body || std::find(all.begin(), all.end(), parent) != all.end()) all.push_back(b);
  }
  return all;
}

// The frames' order is from front to back, the bodies' from the root outwards: the chain goes from
// the one nearer to the root.
Chain chain_between(const AtRest& rest, const Model& model, int base, int end) {
  Chain chain{std::min(base, end), std::max(base, end), {}};
  for (int b = chain.end; b != chain.base; b = model.bodies[static_cast<std::size_t>(b)].parent)
    if (model.bodies[static_cast<std::size_t>(b)].nv > 0)
      chain.joints.insert(chain.joints.begin(), rest.turns(model, b));
  return chain;
}

void add_frame(const LegFrameSpec& spec, const FigureSpec& figure, const Model& model, double soft,
               Anatomy& of) {
  LegFrame frame{model.body_index(spec.body), {}, spec.bears, spec.spine_share};
  const auto count = static_cast<double>(spec.legs.size());
  for (const std::string& name : spec.legs) {
    const LegSpec& leg = *find_leg(figure, name);
    const auto index = static_cast<std::size_t>(&leg - figure.legs.data());
    frame.legs.push_back(of.legs.size());
    Leg made{of.frames.size(),
             index,
             outward(leg.side),
             make_leg_chain(model, of.rest, leg, frame.body),
             {}};
    made.chain.soft = soft;
    made.links = carried_by(model, made.chain.hip.body);
    frame.hips += made.chain.frame_to_hip / count;
    frame.height += (made.chain.frame_to_hip - made.chain.foot).z() + made.chain.foot_height;
    of.legs.push_back(std::move(made));
  }
  frame.height /= count;
  of.frames.push_back(std::move(frame));
}

Chain steady_chain(const SteadyBodySpec& spec, const Model& model, const Anatomy& of) {
  const int end = model.body_index(spec.body);
  int base = end;
  const auto is_frame = [&](const LegFrame& f) { return f.body == base; };
  while (base > 0 && std::none_of(of.frames.begin(), of.frames.end(), is_frame))
    base = model.bodies[static_cast<std::size_t>(base)].parent;
  // The root, which is no frame, carries it, or is it.
  const bool inner = base == end;
  Chain chain = chain_between(of.rest, model, base, inner ? of.frames.front().body : end);
  chain.holds_base = inner;
  return chain;
}

// `spec`: joints that hang are written there.
std::vector<int> carriers(const LegFramesSpec& spec, const Model& model) {
  std::vector<int> all(model.bodies.size());
  for (std::size_t b = 0; b < all.size(); ++b) {
    const Body& body = model.bodies[b];
    bool hangs = false;
    for (const JointGainSpec& g : spec.joints)
      for (int i = body.v_start; b > 0 && i < body.v_start + body.nv; ++i)
        if (model.means(g.name, i)) hangs = g.hangs;
    const int parent = body.parent;
    const bool with_parent =
        parent >= 0 && all[static_cast<std::size_t>(parent)] != parent;  // it hangs already
    all[b] = with_parent ? all[static_cast<std::size_t>(parent)]
             : hangs     ? parent
                         : static_cast<int>(b);
  }
  return all;
}

// Every body belongs to the frame that carries it, or to the back between two frames.
void place_weights(const Model& model, Anatomy& of) {
  const std::size_t n = model.bodies.size();
  of.nearest.assign(n, -1);
  of.along.assign(n, 0);
  const auto give = [&](int body, int frame) {
    for (const int b : carried_by(model, body)) of.nearest[static_cast<std::size_t>(b)] = frame;
  };
  // From the root outwards: what a frame carries beyond another one is that one's.
  std::vector<std::size_t> order(of.frames.size());
  for (std::size_t f = 0; f < order.size(); ++f) order[f] = f;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return of.frames[a].body < of.frames[b].body; });
  give(0, static_cast<int>(order.front()));
  for (const std::size_t f : order) give(of.frames[f].body, static_cast<int>(f));
  for (const Chain& chain : of.spine) {
    const std::size_t links = chain.joints.size();
    for (std::size_t k = 0; k + 1 < links; ++k) {
      const auto body = static_cast<std::size_t>(chain.joints[k].body);
      of.nearest[body] = -1;
      of.along[body] = static_cast<double>(k + 1) / static_cast<double>(links);
    }
  }
}

}  // namespace

Anatomy::Anatomy(const LegFramesSpec& spec, const FigureSpec& figure, const Model& model)
    : rest(model), mass(model.mass) {
  for (const LegFrameSpec& f : spec.frames) add_frame(f, figure, model, spec.soft_reach, *this);
  for (std::size_t f = 0; f + 1 < frames.size(); ++f)
    spine.push_back(chain_between(rest, model, frames[f].body, frames[f + 1].body));
  for (const SteadyBodySpec& s : spec.steady) steady.push_back(steady_chain(s, model, *this));
  gains.resize(static_cast<std::size_t>(model.nv()));
  for (const JointGainSpec& g : spec.joints)
    for (int i = root_dofs; i < model.nv(); ++i)
      if (model.means(g.name, i)) gains[static_cast<std::size_t>(i)] = {g.stiffness, g.damping};
  hangs_on = carriers(spec, model);
  place_weights(model, *this);
  for (const LegFrame& frame : frames) height += frame.height / static_cast<double>(frames.size());
}

std::vector<std::size_t> Anatomy::legs_of_figure() const {
  std::vector<std::size_t> all;
  for (const Leg& leg : legs) all.push_back(leg.index);
  return all;
}

std::vector<double> Anatomy::heights() const {
  std::vector<double> all;
  for (const LegFrame& frame : frames) all.push_back(frame.height);
  return all;
}

}  // namespace gambol::skills
