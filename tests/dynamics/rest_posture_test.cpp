#include "figure/rest_posture.h"

#include <gtest/gtest.h>

#include "dynamics/articulated_body.h"
#include "dynamics/model.h"

namespace gambol {
namespace {

TEST(RestPosture, IsThatOfTheModelsKinematics) {
  for (const char* name : {"roach", "quadruped", "biped", "insect14"}) {
    const FigureSpec figure =
        load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/" + name + ".yaml");
    const Model model = make_model(figure);
    Workspace work(model);
    update_kinematics(model, initial_q(model, Transform()), Eigen::VectorXd::Zero(model.nv()),
                      work);
    const std::vector<Transform> X_RB = rest_posture(figure);
    for (std::size_t b = 0; b < X_RB.size(); ++b) {
      EXPECT_LT((X_RB[b].p - work.bodies[b].X_WB.p).norm(), 1e-12) << figure.bodies[b].name;
      EXPECT_LT((X_RB[b].R.toRotationMatrix() - work.bodies[b].X_WB.R).norm(), 1e-12)
          << figure.bodies[b].name;
    }
  }
}

}  // namespace
}  // namespace gambol
