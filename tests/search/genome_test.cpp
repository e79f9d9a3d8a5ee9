// Genomes: the figures that grow from them, and what is refused.

#include <gtest/gtest.h>

#include "dynamics/articulated_body.h"
#include "figure/figure_spec.h"
#include "figure/grow.h"
#include "figure/rest_limbs.h"
#include "schema/canonical.h"
#include "schema/fields.h"
#include "support/files.h"

namespace gambol {
namespace {

constexpr const char* four_legs = R"(genome: four
trunk: {length: 40 cm, front: 9 cm, back: 8 cm}
drive: {period: 0.6 s, harmonics: 2, stress: 40 N/cm2}
limbs:
  fore:
    at: 1
    around: 60 deg
    out: 20 deg
    lag: 0.5
    segments:
      - {joint: universal, length: 20 cm, radius: 4 cm, end_radius: 3 cm, waves: {swing: {amplitude: 30 deg, phase: 0.1, gains: [1, 0.5]}}}
      - {bend: 30 deg, length: 15 cm, radius: 3 cm, waves: {swing: {amplitude: 20 deg, gains: [1]}}}
  hind:
    at: 0
    around: 60 deg
    out: 20 deg
    segments:
      - {joint: ball, length: 25 cm, radius: 4 cm}
  tail:
    pair: false
    at: 0
    around: 180 deg
    fore: -100 deg
    segments: [{joint: spread, length: 20 cm, radius: 2 cm}]
)";

class Genomes : public Files {
 protected:
  GenomeSpec read(const std::string& text) {
    Findings findings;
    const std::string path = write("genome.yaml", text);
    const GenomeSpec genome = load_genome(path, read_yaml(path, findings.problems), findings);
    findings.throw_if_any();
    return genome;
  }
  std::string with(std::string from, const std::string& to) {
    std::string text = four_legs;
    text.replace(text.find(from), from.size(), to);
    return problems(write("genome.yaml", text));
  }
};

TEST_F(Genomes, GrowFiguresThatStandOnTheGround) {
  const GenomeSpec genome = read(four_legs);
  const FigureSpec figure = load_figure(path("genome.yaml"));
  EXPECT_EQ(figure.name, "four");
  EXPECT_EQ(figure.bodies.size(), 1u + 4 + 2 + 1);
  EXPECT_EQ(degrees_of_freedom(genome), 6 + 6 + 1);
  EXPECT_EQ(make_model(figure).nv(), 6 + 13);
  EXPECT_EQ(figure.legs.size(), 5u);
  ASSERT_TRUE(figure.waves);
  EXPECT_EQ(figure.waves->joints.size(), 13u);
  // The lowest contact point touches z = 0 with the root's origin there.
  const Model model = make_model(figure);
  Workspace work(model);
  update_kinematics(model, initial_q(model, {}), Eigen::VectorXd::Zero(model.nv()), work);
  double low = 1;
  for (std::size_t b = 0; b < model.bodies.size(); ++b)
    for (const ContactPoint& p : model.bodies[b].contacts)
      low = std::min(low, (work.bodies[b].X_WB.R * p.p_B + work.bodies[b].X_WB.p).z() - p.radius);
  EXPECT_NEAR(low, 0, 1e-12);
}

// What rest_segments() says of the ends of the limbs is where the figure has them.
TEST_F(Genomes, RestAsTheChecksHaveThem) {
  const GenomeSpec genome = read(four_legs);
  const Model model = make_model(load_figure(path("genome.yaml")));
  Workspace work(model);
  update_kinematics(model, initial_q(model, {}), Eigen::VectorXd::Zero(model.nv()), work);
  const auto segments = rest_segments(genome);
  const Vec3 up(0, 0, -lowest(segments));
  for (std::size_t i = 1; i < segments.size(); ++i) {
    const Frame& X = work.bodies[model.body_index(segments[i].name)].X_WB;
    const Vec3 end = X.p - X.R.col(2) * segments[i].genes->length;
    EXPECT_LT((X.p - segments[i].from - up).norm(), 1e-12) << segments[i].name;
    EXPECT_LT((end - segments[i].to - up).norm(), 1e-12) << segments[i].name;
  }
}

TEST_F(Genomes, GrowPairsThatMirrorEachOtherAndLag) {
  const GenomeSpec genome = read(four_legs);
  const FigureSpec figure = load_figure(path("genome.yaml"));
  Model model = make_model(figure);
  Eigen::VectorXd q = initial_q(model, {});
  for (int i = 0; i < model.nv(); ++i)
    if (model.dofs[i].q >= 0 && i >= root_dofs)
      q[model.dofs[i].q] = model.dofs[i].name.ends_with("r2") ? 0.3 : 0.2;
  Workspace work(model);
  update_kinematics(model, q, Eigen::VectorXd::Zero(model.nv()), work);
  for (const char* limb : {"fore", "hind"}) {
    const Vec3 l = work.bodies[model.body_index(std::string(limb) + "_left_1")].X_WB.R.col(2);
    const Vec3 r = work.bodies[model.body_index(std::string(limb) + "_right_1")].X_WB.R.col(2);
    EXPECT_LT((l - Vec3(r.x(), -r.y(), r.z())).norm(), 1e-12);
  }
  const auto phase = [&](const std::string& joint) {
    for (const WaveSpec& wave : figure.waves->joints)
      if (wave.name == joint) return wave.phase;
    return -1.0;
  };
  EXPECT_NEAR(phase("fore_left_1.r1"), 0.1, 1e-12);
  EXPECT_NEAR(phase("fore_right_1.r1"), 0.6, 1e-12);
}

TEST_F(Genomes, ReadBackAsTheyAreWritten) {
  const GenomeSpec genome = read(four_legs);
  const std::string text = genome_text(genome);
  const GenomeSpec again = read(text);
  EXPECT_EQ(canonical_text(again, Touches::nothing), canonical_text(genome, Touches::nothing));
  EXPECT_EQ(genome_text(again), text);
}

TEST_F(Genomes, MayHaveMaterialsOfTheirOwn) {
  const FigureSpec plain = (read(four_legs), load_figure(path("genome.yaml")));
  const GenomeSpec genome = read(std::string(four_legs) + "features: {hide: moss, sock: sand}\n");
  const FigureSpec figure = load_figure(path("genome.yaml"));
  EXPECT_EQ(figure.material, "moss");
  EXPECT_EQ(figure.bodies[2].material, "sand");
  EXPECT_EQ(plain.bodies[2].material, "sock");
  EXPECT_EQ(genome_text(read(genome_text(genome))), genome_text(genome));
  EXPECT_EQ(canonical_text(figure, Touches::motion), canonical_text(plain, Touches::motion));
}

// Figures extend genomes as they extend each other.
TEST_F(Genomes, AreExtended) {
  read(four_legs);
  const FigureSpec figure =
      load_figure(write("heavy.yaml", "figure: heavy\nextends: genome.yaml\ndensity: 2 g/cm3\n"));
  EXPECT_EQ(figure.density, 2000);
  EXPECT_EQ(figure.bodies.size(), 8u);
}

TEST_F(Genomes, AreRefusedIfTheyMakeNoBody) {
  EXPECT_EQ(with("length: 25 cm", "length: 0 cm"),
            "genome.yaml:18:31: limbs.hind.segments[0].length: found \"0 cm\", expected a length "
            "(m) greater than 0\n");
  EXPECT_EQ(with("    out: 20 deg\n    lag", "    out: -70 deg\n    lag"),
            "genome.yaml:11:9: limbs.fore.segments[0]: found fore_right_1 0.0735 m deep in "
            "fore_left_1 at rest, expected segments that touch only at their common joint\n");
  EXPECT_EQ(with("bend: 30 deg", "bend: 175 deg"),
            "genome.yaml:12:9: limbs.fore.segments[1]: found fore_left_2 0.00576 m deep in trunk "
            "at rest, expected segments that touch only at their common joint\n");
  EXPECT_EQ(with("front: 9 cm", "front: 60 cm"),
            "genome.yaml:2:17: trunk.length: found one end within the other, expected a length "
            "greater than the difference of the radii\n");
  EXPECT_EQ(with("at: 1\n", "at: 0\n"),
            "genome.yaml:18:9: limbs.hind.segments[0]: found hind_left_1 0.08 m deep in "
            "fore_left_1 at rest, expected segments that touch only at their common joint\n");
  EXPECT_EQ(with("joint: universal", "joint: swing, range: 0"),
            "genome.yaml:11:31: limbs.fore.segments[0].range: found \"0\", expected an angle (rad) "
            "greater than 0 and at most 3.141592653589793\n");
  EXPECT_EQ(with("gains: [1, 0.5]", "gains: [1, 0.5, 1]"),
            "genome.yaml:11:129: limbs.fore.segments[0].waves.swing.gains: found 3 of them, "
            "expected at most 2, one for each harmonic\n");
  EXPECT_EQ(with("waves: {swing: {amplitude: 20 deg", "waves: {twist: {amplitude: 20 deg"),
            "genome.yaml:12:61: limbs.fore.segments[1].waves.twist: found \"twist\", expected an "
            "axis of the joint swing: swing\n");
  EXPECT_EQ(problems(write("few.yaml",
                           "genome: few\ntrunk: {length: 40 cm, front: 9 cm, back: 8 cm}\n"
                           "limbs: {a: {segments: [{length: 20 cm, radius: 3 cm}]}}\n")),
            "few.yaml:3:8: limbs: found 2 degrees of freedom, expected 4 to 24\n");
}

}  // namespace
}  // namespace gambol
