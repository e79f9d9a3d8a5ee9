#include <gmock/gmock.h>

#include "base/error.h"
#include "exchange/made_up_shot.h"

namespace gambol {
namespace {

using ::testing::ElementsAre;

class MadeScene : public testing::MadeUpShot {};

TEST_F(MadeScene, IsASkeletonOfNamedBodiesWithTheirPlacements) {
  const Scene made = scene();
  ASSERT_EQ(made.bodies.size(), 2u);
  EXPECT_EQ(made.bodies[0].name, "trunk");
  EXPECT_EQ(made.bodies[0].parent, -1);
  EXPECT_EQ(made.bodies[1].name, "foot");
  EXPECT_EQ(made.bodies[1].parent, 0);
  EXPECT_EQ(made.bodies[1].figure, 0);
  EXPECT_EQ(made.figures.at(0).name, "hopper");
  EXPECT_EQ(made.figures[0].root, 0);
  ASSERT_EQ(made.frames(), 6u);
  ASSERT_EQ(made.placements.size(), 6u * 2);
  for (std::size_t frame = 0; frame < 6; ++frame) {
    EXPECT_NEAR(made.times[frame], 0.1 * double(frame), 1e-12);
    for (std::size_t body = 0; body < 2; ++body)
      EXPECT_EQ(made.placements[2 * frame + body].p, poses.pose(2 * frame, body).p);
  }
}

TEST_F(MadeScene, ShowsAnySpanAsTheWholeFilmDoes) {
  record_forces();
  Channel& q = poses.channels.emplace_back();
  q.name = "hopper/q";
  q.columns = {"foot"};
  for (int k = 0; k < 60; ++k) q.values.push_back(0.1 * k * k);
  const Scene whole = scene(), part = scene({2, 4});
  EXPECT_EQ(part.film_frames, 6u);
  EXPECT_THAT(part.times, ElementsAre(whole.times[2], whole.times[3], whole.times[4]));
  ASSERT_EQ(part.placements.size(), 3u * 2);
  for (std::size_t k = 0; k < 6; ++k)
    EXPECT_EQ(part.placements[k].p, whole.placements[2 * 2 + k].p);
  ASSERT_EQ(whole.bodies[1].joints.size(), 1u);
  const std::vector<double>& angles = whole.bodies[1].joints[0].values;
  EXPECT_THAT(part.bodies[1].joints[0].values, ElementsAre(angles[2], angles[3], angles[4]));
  EXPECT_NEAR(angles[3], 0.1 * 30 * 30, 1e-9);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ((*part.figures[0].forces)[k], (*whole.figures[0].forces)[2 + k]);
  EXPECT_EQ(part.views[0].cameras.size(), 3u);
}

TEST_F(MadeScene, HasABodyOfNoFigureWhereThePosesHaveMore) {
  poses.bodies.insert(poses.bodies.begin(), "ghost/head");
  poses.X_WB.resize(13 * 3);
  const Scene made = scene();
  ASSERT_EQ(made.bodies.size(), 3u);
  EXPECT_EQ(made.bodies[0].figure, -1);
  EXPECT_EQ(made.bodies[2].parent, 1);
}

TEST_F(MadeScene, KeepsEqualSurfacesOnceWhereverTheyLie) {
  const Scene made = scene();
  EXPECT_EQ(made.meshes.size(), 2u);
  const SceneShape &trunk = made.bodies[0].shapes.at(0), &knee = made.bodies[1].shapes.at(1);
  EXPECT_EQ(trunk.mesh, knee.mesh);
  EXPECT_EQ(knee.X_BS.p, Vec3(1, 0, 0));
  Vec3 highest = Vec3::Zero();
  for (const Vec3& p : made.meshes[trunk.mesh].positions) highest = highest.cwiseMax(p);
  EXPECT_EQ(highest, Vec3(1.5, 1, 0.5));
}

TEST_F(MadeScene, HasRoundSurfacesAsFineAsTheyAreAskedFor) {
  Shape& ball = shot.motion.figures[0].figure.bodies[0].visible[0].shape;
  ball.kind = ShapeKind::sphere;
  ball.radius = 1;
  for (const int segments : {12, 48}) {
    sight.segments = segments;
    const Scene made = scene();
    EXPECT_EQ(made.meshes[made.bodies[0].shapes[0].mesh].positions.size(),
              surface_mesh(ball, segments).positions.size());
  }
}

TEST_F(MadeScene, AShapeHasItsMaterialOrItsBodysOrItsFigures) {
  for (const char* name : {"steel", "wood", "skin"}) shot.look.materials.emplace_back().name = name;
  FigureSpec& figure = shot.motion.figures[0].figure;
  figure.material = "skin";
  figure.bodies[1].material = "wood";
  figure.bodies[1].visible[1].material = "steel";
  const Scene made = scene();
  const auto name = [&](const SceneShape& shape) { return made.materials[shape.material].name; };
  EXPECT_EQ(name(made.bodies[0].shapes[0]), "skin");
  EXPECT_EQ(name(made.bodies[1].shapes[0]), "wood");
  EXPECT_EQ(name(made.bodies[1].shapes[1]), "steel");
  figure.material = "unknown";
  EXPECT_EQ(scene().bodies[0].shapes[0].material, 0u) << "the neutral grey";
}

TEST_F(MadeScene, SaysInWhichFramesAViewIsOn) {
  shot.views.resize(2);
  shot.views[0].to = shot.views[1].from = 0.3;  // a cut
  const Scene made = scene();
  EXPECT_THAT(made.views[0].on, ElementsAre(true, true, true, false, false, false));
  EXPECT_THAT(made.views[1].on, ElementsAre(false, false, false, true, true, true));
}

TEST_F(MadeScene, SaysInWhichFrameABodyAppears) {
  poses.appears = {-1e9, 0.2};
  EXPECT_EQ(scene().bodies[0].appears, 0);
  EXPECT_EQ(scene().bodies[1].appears, 2);
}

TEST_F(MadeScene, HasLightsOverTheFilm) {
  LightSpec& light = shot.look.lights.emplace_back();
  light.kind = LightKind::spot;
  light.position = VecCurve(Vec3(1, 2, 3));
  const Scene made = scene();
  ASSERT_EQ(made.lights.size(), 1u);
  EXPECT_EQ(made.lights[0].intensity.size(), 6u);
  EXPECT_EQ(made.lights[0].position.at(5), Vec3(1, 2, 3));
}

TEST_F(MadeScene, CountsStepsInFramesOfTheFilm) {
  EXPECT_FALSE(scene().figures[0].legs.at(0).steps);
  record_steps();
  const SceneLeg leg = scene().figures[0].legs.at(0);
  EXPECT_EQ(leg.foot, 1);
  ASSERT_EQ(leg.steps.value().size(), 2u);
  EXPECT_NEAR((*leg.steps)[0].from, 1.5, 1e-9);
  EXPECT_NEAR((*leg.steps)[0].to, 2.5, 1e-9);
  EXPECT_NEAR((*leg.steps)[1].from, 5, 1e-9);
}

// So that an impact between two frames is neither lost nor taken for what goes on.
TEST_F(MadeScene, AForceIsTheMeanOverAFrame) {
  EXPECT_FALSE(scene().figures[0].forces);
  record_forces();
  const std::vector<Vec3> forces = scene().figures[0].forces.value();
  ASSERT_EQ(forces.size(), 6u);
  for (std::size_t f = 0; f < 6; ++f) {
    EXPECT_DOUBLE_EQ(forces[f].x(), 1);
    EXPECT_NEAR(forces[f].z(), f == 3 ? 5 : 0, 1e-9) << f;
  }
}

// A foot that presses with 4 N at two of its balls, a third of which is higher.
TEST_F(MadeScene, ABalanceIsWhatBearsInAFrame) {
  record_forces();
  EXPECT_FALSE(scene().figures[0].balance);
  const auto ball = [](const Vec3& at) {
    ShapeSpec s;
    s.shape.kind = ShapeKind::sphere;
    s.shape.radius = 0.1;
    s.shape.X_BS.p = at;
    return s;
  };
  shot.motion.figures[0].figure.bodies[1].collision = {ball(Vec3(0, 0, 0)), ball(Vec3(1, 0, 0)),
                                                       ball(Vec3(0, 1, 0)), ball(Vec3(0, 0, 2))};
  for (Transform& X : poses.X_WB) X = Transform{Quat::Identity(), Vec3(0, 0, 0.1)};
  const auto record = [&](const char* name, std::vector<std::string> columns,
                          std::vector<double> row) {
    Channel& channel = poses.channels.emplace_back();
    channel.name = std::string("hopper/") + name;
    channel.columns = std::move(columns);
    for (int k = 0; k < 60; ++k)
      channel.values.insert(channel.values.end(), row.begin(), row.end());
  };
  record("ground_force", {"trunk", "foot"}, {0, 4});
  record("foot_point", {"left.x", "left.y", "left.z"}, {0.2, 0.3, 0});
  record("com", {"x", "y", "z"}, {0.25, 0.25, 2});
  const std::vector<SceneBalance> frames = scene().figures[0].balance.value();
  ASSERT_EQ(frames.size(), 6u);
  const SceneBalance& b = frames[3];
  EXPECT_LT((b.com - Vec3(0.25, 0.25, 2)).norm(), 1e-12);
  ASSERT_TRUE(b.pressure);  // in frame 3 alone is there an upward force on the leg
  EXPECT_LT((*b.pressure - Vec3(0.2, 0.3, 0)).norm(), 1e-12);
  EXPECT_FALSE(frames[2].pressure);
  EXPECT_EQ(b.support.border.size(), 3u);
  ASSERT_EQ(b.support.bearings.size(), 1u);
  EXPECT_EQ(b.support.bearings[0].body, 1u);
  EXPECT_DOUBLE_EQ(b.support.bearings[0].force, 4);
  EXPECT_LT((b.support.bearings[0].at - Vec3(1.0 / 3, 1.0 / 3, 0)).norm(), 1e-12);
}

TEST_F(MadeScene, ATipThatNobodyGivesIsTheFarEndOfTheFoot) {
  shot.motion.figures[0].figure.legs[0].tip = Vec3::Zero();
  const Vec3 tip = scene().figures[0].legs[0].tip;
  EXPECT_NEAR(tip.x(), 2.5, 0.1);
  EXPECT_NEAR(tip.y(), 0, 1e-6);
}

TEST_F(MadeScene, SaysWhichLayersThereAreAndWhichTheFilmShows) {
  CastSpec& cast = shot.motion.figures[0];
  cast.figure.bodies[0].visible[0].layer = "bones";
  cast.figure.bodies[1].visible[0].layer = "skin";
  cast.layers = {"skin"};
  const Scene made = scene();
  ASSERT_EQ(made.layers.size(), 2u);
  EXPECT_EQ(made.layers[0].name, "bones");
  EXPECT_FALSE(made.layers[0].seen);
  EXPECT_TRUE(made.layers[1].seen);
  EXPECT_EQ(made.bodies[0].shapes[0].layer, "bones");
  EXPECT_EQ(made.bodies[1].shapes[1].layer, "");
}

TEST_F(MadeScene, BindsSkinsToItsBodies) {
  add_skin();
  shot.look.materials.emplace_back().name = "hide";
  shot.motion.figures[0].figure.material = "hide";
  const Scene made = scene();
  ASSERT_EQ(made.skins.size(), 1u);
  const SceneSkin& skin = made.skins[0];
  EXPECT_THAT(skin.bodies, ElementsAre(0, 1));
  ASSERT_EQ(skin.mesh.material_of.size(), skin.mesh.mesh.triangles.size());
  for (const std::size_t m : skin.mesh.material_of) ASSERT_LT(m, skin.materials.size());
  EXPECT_EQ(made.materials[skin.materials.at(0)].name, "hide");
  for (const Influence& influence : skin.mesh.influences) EXPECT_LT(influence.body, 2u);
}

TEST_F(MadeScene, NamesBodiesThatThePosesLack) {
  poses.bodies[1] = "hopper/paw";
  EXPECT_THROW(scene(), InputError);
}

}  // namespace
}  // namespace gambol
