#include "dynamics/model.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/pattern.h"

namespace gambol {
namespace {

Mat3 rotation(const std::vector<RotationSpec>& turns) {
  Mat3 R = Mat3::Identity();
  for (const RotationSpec& turn : turns) {
    const Vec3 axis = Vec3::Unit(turn.axis - 'x');
    R = Eigen::AngleAxisd(turn.angle, axis).toRotationMatrix() * R;
  }
  return R;
}

// Leaves the body where its joint is at the start.
void weld(const JointSpec& joint, Body& body) {
  std::array<double, 6> x{};
  for (int m = 0; m < body.motion.degrees(); ++m) x[m] = joint.initial_of(m);
  const Transform X = moved_by(body.motion, x.data());
  body.X_PB = body.X_PB * Frame{X.R.toRotationMatrix(), X.p};
  body.motion = {};
}

Body make_body(const BodySpec& spec, const FigureSpec& figure) {
  Body body;
  body.name = spec.name;
  body.X_PB = {rotation(spec.rotate), spec.at};
  body.type = spec.joint.type;
  if (!spec.parent.empty()) body.motion = motion_of(spec.joint, body.X_PB.R);
  if (spec.joint.welded) weld(spec.joint, body);
  for (const ShapeSpec& s : spec.inertia) {
    const double density = s.density.value_or(spec.density.value_or(figure.density));
    body.mass = combine(body.mass, mass_properties(s.shape, density));
  }
  body.inertia = spatial_inertia(body.mass);
  for (const ShapeSpec& s : spec.collision) {
    add_contact_features(s.shape, body.features);
    for (const ContactPoint& point : contact_points(s.shape)) {
      body.contacts.push_back(point);
      body.reach = std::max(body.reach, point.p_B.norm() + point.radius);
    }
  }
  body.features.spine = bounding_bar(body.contacts);
  body.features.points = by_fours(body.contacts);
  body.features.edge_fours = by_fours(body.features.edges);
  return body;
}

// Appends the coordinates that follow all others, if they are not a ball's.
void extend_spans(const Body& body, std::vector<Span>& spans) {
  if (!spans.empty()) {
    Span& last = spans.back();
    if (last.q + last.n == body.q_start && last.v + last.n == body.v_start) {
      last.n += body.nv;
      return;
    }
  }
  spans.push_back({body.q_start, body.v_start, body.nv});
}

Ball ball_of(int index, const Body& body) {
  Ball ball{index, body.nv == 6 ? body.q_start : -1, body.q_start + body.nv - 3, body.v_start};
  for (std::size_t m = 0; m < body.motion.modes.size(); ++m) {
    const auto k = static_cast<Eigen::Index>(m % 3);
    (m < 3 ? ball.turn : ball.slide)[k] = body.motion.modes[m].axis[k];
  }
  return ball;
}

void place_coordinates(int index, const BodySpec& spec, Body& body, Model& model) {
  const bool root = index == 0, ball = root || body.motion.ball;
  body.q_start = model.nq;
  body.v_start = model.nv();
  const JointMotion motion = root ? free_motion() : body.motion;
  body.nq = motion.positions();
  body.nv = motion.degrees();
  model.nq += body.nq;
  if (ball)
    model.balls.push_back(ball_of(index, body));
  else if (body.nv > 0)
    extend_spans(body, model.spans);
  for (int m = 0; m < body.nv; ++m) {
    Dof dof;
    dof.body = index;
    dof.mode = m;
    if (!ball) dof.q = body.q_start + m;
    dof.name = body.name + std::string(motion.modes[m].suffix);
    if (!root) {
      dof.initial = spec.joint.initial_of(m);
      dof.armature = spec.joint.armature;
      dof.most_torque = spec.joint.most_torque.value_or(dof.most_torque);
    }
    model.dofs.push_back(std::move(dof));
  }
}

}  // namespace

int Model::body_index(const std::string& wanted) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].name == wanted) return static_cast<int>(i);
  }
  return -1;
}

bool Model::means(const std::string& pattern, int dof) const {
  if (dof < root_dofs && !pattern.empty() && is_pattern(pattern.substr(0, 1))) return false;
  return matches(pattern, dofs[dof].name) || matches(pattern, bodies[dofs[dof].body].name);
}

int Model::dof_of(const std::string& wanted) const {
  for (int i = root_dofs; i < nv(); ++i)
    if (dofs[i].name == wanted) return i;
  return -1;
}

namespace {

void find_host(int index, Body& body, const Model& model) {
  body.host = index;
  if (index == 0 || body.nv > 0) return;
  const Body& parent = model.bodies[body.parent];
  body.host = parent.host;
  body.X_HB = parent.X_HB * body.X_PB;
}

// Whether the pads of a leg name the contact point of its foot.
bool is_pad(const LegSpec& leg, const std::string& foot, const ContactPoint& point) {
  if (!leg.pads) return true;
  return std::any_of(leg.pads->begin(), leg.pads->end(), [&](const FootPadSpec& pad) {
    return pad.body == foot && (!pad.within || (point.p_B - pad.at).norm() <= *pad.within);
  });
}

void number_points(Body& body, int& points) {
  body.first_pad = points;
  points += static_cast<int>(body.contacts.size());
}

std::vector<Weld> find_welds(const Model& model) {
  std::vector<Weld> welds;
  std::vector<Weld> place_of(model.bodies.size());
  for (std::size_t k = 0; k < model.quads.size(); ++k)
    for (int lane = 0; lane < lanes; ++lane)
      if (const int body = model.quads[k].body[lane]; body >= 0)
        place_of[body] = {body, static_cast<int>(k), lane};
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const int host = model.bodies[i].host;
    if (host == static_cast<int>(i)) continue;
    welds.push_back({static_cast<int>(i), place_of[host].quad, place_of[host].lane});
  }
  return welds;
}

}  // namespace

Model make_model(const FigureSpec& figure) {
  Model model;
  model.name = figure.name;
  std::unordered_map<std::string, int> indices;  // of the bodies so far, by name
  for (const BodySpec& spec : figure.bodies) {
    Body body = make_body(spec, figure);
    const int index = static_cast<int>(model.bodies.size());
    const auto parent = indices.find(spec.parent);
    body.parent = parent == indices.end() ? -1 : parent->second;
    indices.emplace(spec.name, index);
    place_coordinates(index, spec, body, model);
    find_host(index, body, model);
    model.mass += body.mass.mass;
    model.bodies.push_back(std::move(body));
  }
  for (std::size_t i = model.bodies.size(); i-- > 0;) {
    Body& body = model.bodies[i];
    body.distal_mass += body.mass.mass;
    if (body.parent >= 0) model.bodies[body.parent].distal_mass += body.distal_mass;
  }
  for (std::size_t leg = 0; leg < figure.legs.size(); ++leg) {
    for (const std::string& foot : figure.legs[leg].feet) {
      const int i = model.body_index(foot);
      if (i < 0 || model.bodies[i].leg >= 0) continue;
      model.bodies[i].leg = static_cast<int>(leg);
      number_points(model.bodies[i], model.foot_points);
      for (const ContactPoint& point : model.bodies[i].contacts)
        model.bodies[i].sticks.push_back(is_pad(figure.legs[leg], foot, point));
    }
  }
  model.contact_points = model.foot_points;
  for (Body& body : model.bodies)
    if (body.leg < 0) number_points(body, model.contact_points);
  model.quads = make_quads(model);
  model.welds = find_welds(model);
  return model;
}

Eigen::VectorXd initial_q(const Model& model, const Transform& X_WR) {
  Eigen::VectorXd q(model.nq);
  q.head<3>() = X_WR.p;
  q.segment<4>(3) << X_WR.R.w(), X_WR.R.x(), X_WR.R.y(), X_WR.R.z();
  for (const Body& body : model.bodies) {
    std::array<double, 6> x{};
    for (int m = 0; m < body.motion.degrees(); ++m) x[m] = model.dofs[body.v_start + m].initial;
    from_coordinates(body.motion, x.data(), q.data() + body.q_start);
  }
  return q;
}

}  // namespace gambol
