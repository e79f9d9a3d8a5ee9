// One limb at a time.

#include "control/limb.h"

#include <gtest/gtest.h>

#include "support/allocations.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

// A chain of n joints about axes drawn at random, on a body of its own.
struct Chain {
  FigureSpec figure;
  Model model;
  Eigen::VectorXd q;
  explicit Chain(Draw& draw, int n, bool sliding = false) {
    figure.name = "chain";
    figure.bodies = {box_body("base", "", Vec3::Zero(), Vec3(0.2, 0.2, 0.2))};
    for (int i = 0; i < n; ++i) {
      BodySpec b = box_body("l" + std::to_string(i), figure.bodies.back().name,
                            i == 0 ? draw.vec(0.1) : Vec3(0.2, 0, 0), Vec3(0.1, 0.1, 0.1));
      b.joint.axis = draw.vec(1);
      if (sliding && i % 3 == 1) b.joint.type = JointType::prismatic;
      figure.bodies.push_back(b);
    }
    model = make_model(figure);
    q = draw.vector(n, 0.5);
  }
  Limb limb() const {
    return Limb(model, 0, static_cast<int>(model.bodies.size()) - 1, Vec3(0.15, 0.02, 0));
  }
  Vec3 tip(Mat3* R = nullptr) const {
    Eigen::VectorXd all = initial_q(model, {});
    all.tail(q.size()) = q;
    Workspace work(model);
    update_kinematics(model, all, Eigen::VectorXd::Zero(model.nv()), work);
    const Frame& X = work.bodies.back().X_WB;
    if (R) *R = X.R;
    return X.R * Vec3(0.15, 0.02, 0) + X.p;
  }
};

Comfort comfort_at(const Eigen::VectorXd& centre, double gain = 1) {
  Comfort c;
  c.centre.assign(centre.begin(), centre.end());
  c.gain.assign(centre.size(), gain);
  return c;
}

TEST(Limb, HasTheTipThatTheModelHas) {
  Draw draw(1);
  for (int n : {1, 4, 9, 30}) {
    const Chain chain(draw, n, n > 4);
    Mat3 R, own;
    EXPECT_LT((chain.limb().tip(chain.q, &own) - chain.tip(&R)).norm(), 1e-13);
    EXPECT_LT((own - R).norm(), 1e-13);
  }
}

TEST(Limb, ReachesEveryPlaceThatItsJointsCanReach) {
  Draw draw(2);
  for (int n : {3, 6, 9, 18}) {
    int reached = 0;
    for (int k = 0; k < 100; ++k) {
      Chain chain(draw, n, k % 2 == 1);
      const Limb limb = chain.limb();
      const Vec3 wanted = limb.tip(draw.vector(n, 1));
      const Comfort c = comfort_at(chain.q);
      const LimbReach reach = limb.solve({wanted}, c, chain.q);
      reached += reach.short_by < 1e-7;
      EXPECT_NEAR((chain.tip() - wanted).norm(), reach.short_by, 1e-12);
    }
    // Three joints have places between which they cannot pass without stretching.
    EXPECT_GE(reached, n == 3 ? 70 : 99) << n;
  }
}

TEST(Limb, TakesAnOrientationToo) {
  Draw draw(3);
  int reached = 0;
  for (int k = 0; k < 100; ++k) {
    Chain chain(draw, 9 + k % 10);
    const Limb limb = chain.limb();
    Mat3 R;
    const Vec3 wanted = limb.tip(chain.q + draw.vector(static_cast<int>(chain.q.size()), 0.6), &R);
    const LimbReach reach = limb.solve({wanted, &R}, comfort_at(chain.q), chain.q);
    Mat3 got;
    if (reach.short_by > 1e-7 || reach.turned_by > 1e-7) continue;
    ++reached;
    EXPECT_LT((chain.tip(&got) - wanted).norm(), 1e-7);
    EXPECT_LT((got - R).norm(), 1e-6);
  }
  EXPECT_GE(reached, 97);
}

// No small motion that leaves the tip alone brings the joints nearer to their centres.
TEST(Limb, IsAsNearToItsCentreAnglesAsTheTipAllows) {
  Draw draw(4);
  for (int k = 0; k < 30; ++k) {
    Chain chain(draw, 9);
    const Limb limb = chain.limb();
    Comfort c = comfort_at(draw.vector(9, 0.4));
    for (double& gain : c.gain) gain = draw(0.1, 1);
    const Vec3 wanted =
        0.85 * limb.tip(Eigen::Map<Eigen::VectorXd>(c.centre.data(), 9)) + draw.vec(0.1);
    chain.q = Eigen::Map<Eigen::VectorXd>(c.centre.data(), 9);
    ASSERT_LT(limb.solve({wanted}, c, chain.q).short_by, 1e-7);
    const auto H = [&](const Eigen::VectorXd& q) {
      double sum = 0;
      for (int j = 0; j < 9; ++j) sum += c.gain[j] * std::pow(q[j] - c.centre[j], 2);
      return sum;
    };
    for (int tries = 0; tries < 20; ++tries) {
      Comfort there = comfort_at(chain.q + draw.vector(9, 0.02), 1);
      Eigen::VectorXd other = chain.q;
      ASSERT_LT(limb.solve({wanted}, there, other).short_by, 1e-7);
      EXPECT_GE(H(other), H(chain.q) - 1e-9);
    }
  }
}

TEST(Limb, ComesToTheSamePostureWhereverItBegins) {
  Draw draw(5);
  Chain chain(draw, 9);
  const Limb limb = chain.limb();
  const Comfort c = comfort_at(chain.q);
  const Vec3 wanted = 0.8 * limb.tip(chain.q) + Vec3(0, -0.1, 0.1);
  Eigen::VectorXd near = chain.q, round = chain.q;
  ASSERT_LT(limb.solve({wanted}, c, near).short_by, 1e-7);
  for (int k = 1; k <= 200; ++k)  // round a circle and back, little by little
    limb.solve({wanted + 0.1 * Vec3(std::sin(k * M_PI / 100), 1 - std::cos(k * M_PI / 100), 0)}, c,
               round);
  EXPECT_LT((near - round).norm(), 1e-4);
}

TEST(Limb, PutsWhatGainsSayFirst) {
  Draw draw(6);
  Chain chain(draw, 9);
  const Limb limb = chain.limb();
  Comfort c = comfort_at(chain.q);
  c.gain.assign(9, 0.05);
  c.gain[3] = 1;
  const Vec3 wanted = 0.8 * limb.tip(chain.q) + Vec3(0, -0.1, 0.1);
  Eigen::VectorXd even = chain.q, stiff = chain.q;
  limb.solve({wanted}, comfort_at(chain.q), even);
  limb.solve({wanted}, c, stiff);
  EXPECT_LT(std::abs(stiff[3] - c.centre[3]), 0.3 * std::abs(even[3] - c.centre[3]));
}

TEST(Limb, KeepsToTheLimitsOfItsJoints) {
  Draw draw(7);
  int reached = 0;
  for (int k = 0; k < 100; ++k) {
    Chain chain(draw, 9);
    Limb limb = chain.limb();
    Eigen::VectorXd goal = chain.q;
    for (int j = 0; j < 9; ++j) {
      limb.lower[j] = chain.q[j] - draw(0, 0.5);
      limb.upper[j] = chain.q[j] + draw(0, 0.5);
      goal[j] = draw(limb.lower[j], limb.upper[j]);
    }
    const Vec3 wanted = limb.tip(goal);
    reached += limb.solve({wanted}, comfort_at(chain.q), chain.q).short_by < 1e-7;
    for (int j = 0; j < 9; ++j) {
      EXPECT_GE(chain.q[j], limb.lower[j]);
      EXPECT_LE(chain.q[j], limb.upper[j]);
    }
  }
  EXPECT_GE(reached, 95);
}

// Two links in a plane: the nearest they can come is straight at it.
TEST(Limb, StretchesTowardsWhatIsTooFarAndSaysByHowMuch) {
  FigureSpec f;
  f.name = "arm";
  f.bodies = {box_body("base", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1)),
              box_body("upper", "base", Vec3::Zero(), Vec3(0.1, 0.1, 0.1)),
              box_body("lower", "upper", Vec3(0.5, 0, 0), Vec3(0.1, 0.1, 0.1))};
  const Model model = make_model(f);
  const Limb limb(model, 0, 2, Vec3(0.3, 0, 0));
  EXPECT_DOUBLE_EQ(limb.length(), 0.8);
  Eigen::VectorXd q(2);
  q << 0.3, 0.8;
  const Comfort c = comfort_at(q);
  const LimbReach reach = limb.solve({Vec3(0.6, 0.8, 0)}, c, q);
  EXPECT_NEAR(reach.short_by, 0.2, 1e-4);
  EXPECT_NEAR(q[0], std::atan2(0.8, 0.6), 0.02);
  EXPECT_NEAR(q[1], 0, 0.05);
  // And comes back from being straight.
  EXPECT_LT(limb.solve({Vec3(0.3, 0.5, 0)}, c, q).short_by, 1e-7);
}

TEST(Limb, TakesNothingFromTheHeap) {
  Draw draw(8);
  Chain chain(draw, 18);
  const Limb limb = chain.limb();
  const Comfort c = comfort_at(chain.q);
  Mat3 R;
  const Vec3 at = limb.tip(chain.q, &R);
  const long before = allocations;
  limb.solve({at + Vec3(0.1, 0, 0.1)}, c, chain.q);
  limb.solve({at, &R}, c, chain.q);
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace gambol::testing
