#include "dynamics/model.h"

#include <algorithm>

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

Body make_body(const BodySpec& spec, const FigureSpec& figure) {
  Body body;
  body.name = spec.name;
  body.X_PB = {rotation(spec.rotate), spec.at};
  body.type = spec.joint.type;
  body.axis = spec.joint.axis.normalized();
  if (spec.joint.axis_in == AxisFrame::parent) body.axis = body.X_PB.R.transpose() * body.axis;
  body.q0 = spec.joint.initial;
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

void place_coordinates(int index, Body& body, Model& model) {
  body.q_start = model.nq;
  body.v_start = model.nv();
  if (index == 0) {
    body.nq = root_positions;
    body.nv = root_dofs;
  } else if (body.type != JointType::fixed) {
    body.nq = body.nv = 1;
  }
  model.nq += body.nq;
  for (int k = 0; k < body.nv; ++k) model.dofs.push_back({index, index == 0 ? -1 : body.q_start});
}

}  // namespace

int Model::body_index(const std::string& wanted) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].name == wanted) return static_cast<int>(i);
  }
  return -1;
}

int Model::dof_of(const std::string& joint) const {
  const int body = body_index(joint);
  return body <= 0 || bodies[body].nv == 0 ? -1 : bodies[body].v_start;
}

Model make_model(const FigureSpec& figure) {
  Model model;
  model.name = figure.name;
  for (const BodySpec& spec : figure.bodies) {
    Body body = make_body(spec, figure);
    const int index = static_cast<int>(model.bodies.size());
    body.parent = model.body_index(spec.parent);
    place_coordinates(index, body, model);
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
      model.bodies[i].first_pad = model.pads;
      model.pads += static_cast<int>(model.bodies[i].contacts.size());
    }
  }
  model.quads = make_quads(model.bodies);
  return model;
}

Eigen::VectorXd initial_q(const Model& model, const Transform& X_WR) {
  Eigen::VectorXd q(model.nq);
  q.head<3>() = X_WR.p;
  q.segment<4>(3) << X_WR.R.w(), X_WR.R.x(), X_WR.R.y(), X_WR.R.z();
  for (int i = root_dofs; i < model.nv(); ++i) {
    const Dof& dof = model.dofs[i];
    q[dof.q] = model.bodies[dof.body].q0;
  }
  return q;
}

}  // namespace gambol
