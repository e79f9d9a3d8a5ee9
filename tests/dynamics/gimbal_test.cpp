// A gimbal is a chain of three rotary joints without mass between them (McKenna's PhD thesis, MIT
// 1994, "seed 003", Appendix D, which writes such chains out).

#include <gtest/gtest.h>

#include "support/figures.h"

namespace gambol::testing {
namespace {

FigureSpec ends(Draw& draw) {
  FigureSpec f;
  f.name = "gimbal";
  f.bodies = {box_body("trunk", "", Vec3::Zero(), Vec3(0.4, 0.3, 0.5), draw.vec(0.2)),
              box_body("limb", "trunk", draw.vec(0.3), Vec3(0.1, 0.2, 0.4), draw.vec(0.2)),
              box_body("end", "limb", draw.vec(0.4), Vec3(0.1, 0.1, 0.2), draw.vec(0.1))};
  f.bodies[2].joint.axis = Vec3(0.2, 1, 0.3);
  JointSpec& joint = f.bodies[1].joint;
  joint.type = JointType::gimbal;
  joint.axis = Vec3(0.1, 1, 0.2);
  joint.axis2 = Vec3(1, 0.2, -0.1);
  joint.axis3 = Vec3(0.3, -0.2, 1);
  return f;
}

// The links in between are cubes of 0.1 mm: of 1 ug.
FigureSpec as_chain(const FigureSpec& gimbal) {
  FigureSpec f = gimbal;
  const JointSpec joint = gimbal.bodies[1].joint;
  const Vec3 tiny(1e-4, 1e-4, 1e-4);
  const auto turns_about = [](BodySpec body, const Vec3& axis) {
    body.joint = JointSpec();
    body.joint.axis = axis;
    return body;
  };
  const BodySpec first =
      turns_about(box_body("first", "trunk", gimbal.bodies[1].at, tiny), joint.axis);
  const BodySpec second = turns_about(box_body("second", "first", Vec3::Zero(), tiny), joint.axis2);
  BodySpec third = turns_about(gimbal.bodies[1], joint.axis3);
  third.parent = "second";
  third.at = Vec3::Zero();
  f.bodies = {gimbal.bodies[0], first, second, third, gimbal.bodies[2]};
  return f;
}

TEST(Gimbal, AcceleratesAsAChainOfThreeJointsWithoutMassBetween) {
  Draw draw(57);
  for (int trial = 0; trial < 20; ++trial) {
    const FigureSpec figure = ends(draw);
    const Model gimbal = make_model(figure), chain = make_model(as_chain(figure));
    ASSERT_EQ(gimbal.nv(), chain.nv());
    const Transform X{draw.rotation(), draw.vec(1)};
    Eigen::VectorXd q = initial_q(gimbal, X), v = draw.vector(gimbal.nv(), 2);
    for (int k = root_positions; k < gimbal.nq; ++k) q[k] = draw(-1, 1);
    Eigen::VectorXd vdot[2];
    for (int k = 0; k < 2; ++k) {
      const Model& model = k == 0 ? gimbal : chain;
      Workspace work(model);
      work.gravity = Vec3(0.3, -0.2, -9.81);
      update_kinematics(model, q, v, work);
      work.force.tail(gimbal.nv() - root_dofs) << 3, -5, 2, 4;
      forward_dynamics(model, work);
      vdot[k] = work.vdot;
    }
    EXPECT_LT((vdot[0] - vdot[1]).norm(), 1e-6 * vdot[0].norm()) << trial;
  }
}

}  // namespace
}  // namespace gambol::testing
