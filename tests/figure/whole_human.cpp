// The human that acts (figures/human_walker.yaml) has all joints of a whole body, and each stops.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "figure/body_measures.h"
#include "figure/figure_skin.h"
#include "figure/figure_spec.h"
#include "figure/find.h"
#include "figure/joint_motion.h"

namespace gambol::whole_human_test {
namespace {

const FigureSpec& human() {
  static const FigureSpec figure = load_figure(GAMBOL_SOURCE_DIR "/figures/human_walker.yaml");
  return figure;
}

bool acts_on(const ActuatorSpec& a, const JointDof& dof) {
  return std::any_of(a.joints.begin(), a.joints.end(), [&](const std::string& name) {
    return name == dof.name || dof.name.starts_with(name + ".");
  });
}

TEST(WholeHuman, HasATrunkOfThreePartsAndWrists) {
  std::set<std::string> dofs;
  for (const JointDof& dof : joint_dofs(human())) dofs.insert(dof.name);
  for (const char* joint : {"abdomen", "pelvis", "head", "left_hand", "right_hand", "left_humerus"})
    for (const char* dof : {".r1", ".r2", ".r3"})
      EXPECT_TRUE(dofs.contains(std::string(joint) + dof)) << joint;
  EXPECT_EQ(dofs.size(), 37u);
  EXPECT_EQ(find_body(human(), "abdomen")->parent, "thorax");
  EXPECT_EQ(find_body(human(), "pelvis")->parent, "abdomen");
}

TEST(WholeHuman, EveryJointStops) {
  for (const JointDof& dof : joint_dofs(human())) {
    const auto& all = human().actuators;
    const auto stop = std::find_if(all.begin(), all.end(), [&](const ActuatorSpec& a) {
      return a.type == ActuatorType::limit && acts_on(a, dof);
    });
    ASSERT_NE(stop, all.end()) << dof.name;
    EXPECT_LT(stop->lower, stop->upper) << dof.name;
    EXPECT_GT(stop->stiffness, 0) << dof.name;
    EXPECT_GT(stop->damping, 0) << dof.name;
  }
}

// Its trunk is that of figures/thesis_human.yaml, cut in two.
TEST(WholeHuman, WeighsWhatTheOneWithAStiffTrunkDoes) {
  const FigureSpec stiff = load_figure(GAMBOL_SOURCE_DIR "/figures/thesis_human.yaml");
  const auto mass = [](const FigureSpec& figure, const char* body) {
    return mass_of(figure, *find_body(figure, body)).mass;
  };
  const double trunk = mass(stiff, "abdomen");
  EXPECT_NEAR(mass(human(), "thorax") + mass(human(), "abdomen"), trunk, 1e-3 * trunk);
}

// Skins bend at the joints that it has and the other one lacks.
TEST(WholeHuman, ItsShirtBendsWithThoraxAndAbdomen) {
  const auto shirt = std::find_if(human().skins.begin(), human().skins.end(),
                                  [](const SkinSpec& s) { return s.name == "shirt"; });
  ASSERT_NE(shirt, human().skins.end());
  const SkinMesh mesh = make_skin(human(), *shirt).mesh;
  std::set<std::string> moves;
  for (const auto& [body, weight] : mesh.influences) moves.insert(human().bodies[body].name);
  for (const char* body : {"thorax", "abdomen", "pelvis"}) EXPECT_TRUE(moves.contains(body));
}

}  // namespace
}  // namespace gambol::whole_human_test
