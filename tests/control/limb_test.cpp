// One limb at a time.

#include "control/kinematic_gait/limb.h"

#include <gtest/gtest.h>

#include "base/rotation.h"
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
  c.haste = INFINITY;
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
    const LimbReach reach = limb.solve({wanted, &R, true}, comfort_at(chain.q), chain.q);
    Mat3 got;
    if (reach.short_by > 1e-7 || reach.turned_by > 1e-7) continue;
    ++reached;
    EXPECT_LT((chain.tip(&got) - wanted).norm(), 1e-7);
    EXPECT_LT((got - R).norm(), 1e-6);
  }
  EXPECT_GE(reached, 97);
}

// A foot keeps where it points and is free to pitch and to roll.
TEST(Limb, KeepsAHeadingAlone) {
  Draw draw(17);
  int kept = 0;
  for (int k = 0; k < 100; ++k) {
    Chain chain(draw, 9);
    const Limb limb = chain.limb();
    Mat3 R, got;
    const Vec3 wanted = limb.tip(chain.q + draw.vector(9, 0.3), &R);
    LimbTarget target{wanted, &R, true};
    target.heading = 1;
    const LimbReach reach = limb.solve(target, comfort_at(chain.q), chain.q);
    ASSERT_TRUE(chain.q.allFinite());
    chain.tip(&got);
    const Vec3 off = log_rotation(Quat(Mat3(R * got.transpose())));
    kept += reach.short_by < 1e-6 && std::abs(off.z()) < 0.01 && off.head<2>().norm() > 0.01;
  }
  EXPECT_GE(kept, 90);
}

// Joints that all stop at their limits leave the tip no motion.
TEST(Limb, StaysFiniteWhereAllJointsAreAtTheirLimits) {
  Draw draw(18);
  for (int k = 0; k < 200; ++k) {
    Chain chain(draw, 9);
    Limb limb = chain.limb();
    for (int j = 0; j < 9; ++j) {
      limb.lower[static_cast<std::size_t>(j)] = chain.q[j] - 1e-3;
      limb.upper[static_cast<std::size_t>(j)] = chain.q[j] + 1e-3;
    }
    Mat3 R;
    const Vec3 far = limb.tip(chain.q + draw.vector(9, 1), &R);
    limb.solve({far, &R, true}, comfort_at(chain.q), chain.q);
    ASSERT_TRUE(chain.q.allFinite()) << k;
  }
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

// A target that moves smoothly along what the joints can reach, seen from the base.
struct Wander {
  Eigen::VectorXd middle, swing, phase;
  Wander(Draw& draw, const Limb& limb, const Eigen::VectorXd& at) : middle(at) {
    const int n = limb.joints();
    swing = draw.vector(n, 0.4);
    phase = draw.vector(n, M_PI);
    for (int j = 0; j < n; ++j)
      swing[j] = std::min({std::abs(swing[j]), limb.upper[j] - at[j], at[j] - limb.lower[j]});
  }
  Eigen::VectorXd at(double t) const {
    Eigen::VectorXd q = middle;
    for (Eigen::Index j = 0; j < q.size(); ++j)
      q[j] += swing[j] * std::sin(2 * M_PI * (j % 2 + 1) * t + phase[j]);
    return q;
  }
};

// Joints go on smoothly as the tip does. Where the nearest posture ceases to be one, as some here
// do, they go over to another in no hurry, and the tip stays where it must be.
TEST(Limb, MovesItsJointsSmoothlyWhereTheTipMovesSmoothly) {
  Draw draw(9);
  constexpr int steps = 500;
  int left = 0, calls = 0, rounds = 0;
  for (int k = 0; k < 60; ++k) {
    const int n = 4 + k % 6;
    Chain chain(draw, n, k % 4 == 3);
    Limb limb = chain.limb();
    for (int j = 0; j < n; ++j) {
      limb.lower[j] = chain.q[j] - draw(0.3, 1.5);
      limb.upper[j] = chain.q[j] + draw(0.3, 1.5);
    }
    const Wander wander(draw, limb, chain.q);
    Comfort c = comfort_at(chain.q + draw.vector(n, 0.2));
    for (double& gain : c.gain) gain = draw(0.2, 3);
    c.haste = 0.05;
    for (int settling = 0; settling < 60; ++settling)
      limb.solve({limb.tip(wander.at(0))}, c, chain.q);
    Eigen::VectorXd before = chain.q, rate = Eigen::VectorXd::Zero(n);
    double most = 0;
    for (int i = 1; i <= steps; ++i) {
      const LimbReach reach =
          limb.solve({limb.tip(wander.at(i / static_cast<double>(steps)))}, c, chain.q);
      ASSERT_LT(reach.short_by, 1e-6 * limb.length()) << k << ' ' << i;
      const Eigen::VectorXd now = chain.q - before;
      if (i > 1) most = std::max(most, (now - rate).cwiseAbs().maxCoeff());
      rate = now;
      before = chain.q;
      ++calls;
      rounds += reach.rounds;
    }
    left += most > 0.02;
    EXPECT_LT(most, 2 * c.haste) << k;
  }
  EXPECT_GE(left, 3);              // there are such, and
  EXPECT_LE(left, 10);             // they are few
  EXPECT_LT(rounds, 2.5 * calls);  // 2.14
}

// A foot that is led with its orientation, by a leg of limits. Six joints have places where they
// cannot follow it; they let it turn. More go round those.
TEST(Limb, LeadsAnOrientationAsSmoothly) {
  Draw draw(10);
  constexpr int steps = 300;
  for (int n : {4, 5, 6, 7, 8, 9}) {
    int calls = 0, rounds = 0;
    double most = 0, most_turned = 0;
    for (int k = 0; k < 15; ++k) {
      Chain chain(draw, n);
      Limb limb = chain.limb();
      for (int j = 0; j < n; ++j) {
        limb.lower[j] = chain.q[j] - draw(0.6, 1.5);
        limb.upper[j] = chain.q[j] + draw(0.6, 1.5);
      }
      const Wander wander(draw, limb, chain.q);
      Comfort c = comfort_at(chain.q + draw.vector(n, 0.2));
      for (double& gain : c.gain) gain = draw(0.2, 3);
      c.haste = 0.05;
      const Mat3 aside = exp_rotation(draw.vec(n < 6 ? 0.2 : 0)).toRotationMatrix();
      Eigen::VectorXd before = chain.q, rate = Eigen::VectorXd::Zero(n);
      for (int i = -60; i <= steps; ++i) {
        Mat3 R;
        const Vec3 p = limb.tip(wander.at(std::max(i, 0) / static_cast<double>(steps)), &R);
        R = R * aside;
        const LimbReach reach = limb.solve({p, &R, true}, c, chain.q);
        const Eigen::VectorXd now = chain.q - before;
        if (i > 0) {
          EXPECT_LT(reach.short_by, 1e-6 * limb.length()) << n << ' ' << k << ' ' << i;
          most_turned = std::max(most_turned, reach.turned_by);
          most = std::max(most, (now - rate).cwiseAbs().maxCoeff());
          ++calls;
          rounds += reach.rounds;
        }
        rate = now;
        before = chain.q;
      }
    }
    EXPECT_LT(most, 3 * 0.05) << n;
    EXPECT_LT(most_turned, n < 6 ? 0.8 : n == 6 ? 0.1 : 2e-3) << n;
    EXPECT_LT(rounds, (n < 6 ? 6 : 3.5) * calls) << n;
  }
}

double turned(const Limb& limb, const Eigen::VectorXd& q, const Mat3& R) {
  Mat3 is;
  limb.tip(q, &is);
  return log_rotation(Quat(R * is.transpose())).norm();
}

// Fewer joints than an orientation takes: the position is exact, and no other posture near by that
// keeps it comes nearer to the orientation.
TEST(Limb, ComesAsNearToAnOrientationAsItsPositionAllows) {
  Draw draw(11);
  for (int n : {4, 5}) {
    for (int k = 0; k < 40; ++k) {
      Chain chain(draw, n);
      const Limb limb = chain.limb();
      Mat3 R;
      const Vec3 p = limb.tip(chain.q + draw.vector(n, 0.2), &R);
      R = R * exp_rotation(draw.vec(0.15)).toRotationMatrix();
      const LimbReach reach = limb.solve({p, &R, true}, comfort_at(chain.q), chain.q);
      ASSERT_LT(reach.short_by, 1e-6 * limb.length()) << n << ' ' << k;
      EXPECT_LE(reach.rounds, 25) << n << ' ' << k;
      for (int tries = 0; tries < 50; ++tries) {
        const Comfort aside = comfort_at(chain.q + draw.vector(n, tries % 2 ? 0.02 : 0.1));
        Eigen::VectorXd q = chain.q;
        if (limb.solve({p}, aside, q).short_by > 1e-7) continue;
        EXPECT_GT(turned(limb, q, R), reach.turned_by - 1e-6) << n << ' ' << k;
      }
    }
  }
}

// A limb of four joints has one motion that leaves its tip alone: all of it, joint by joint.
TEST(Limb, FindsWhatASearchOfAllPosturesFinds) {
  Draw draw(12);
  int searched = 0;
  for (int k = 0; k < 40; ++k) {
    Chain chain(draw, 4);
    const Limb limb = chain.limb();
    Comfort c = comfort_at(chain.q);
    for (double& gain : c.gain) gain = draw(0.2, 3);
    const Vec3 wanted = limb.tip(chain.q + draw.vector(4, 0.2));
    if (limb.solve({wanted}, c, chain.q).short_by > 1e-7) continue;
    const auto H = [&](const Eigen::VectorXd& q) {
      double sum = 0;
      for (int j = 0; j < 4; ++j) sum += c.gain[j] * std::pow(q[j] - c.centre[j], 2);
      return sum;
    };
    ++searched;
    Limb held = limb;
    for (int i = -50; i <= 50; ++i) {
      Eigen::VectorXd q = chain.q;
      held.lower[0] = held.upper[0] = q[0] + 0.002 * i;
      if (held.solve({wanted}, c, q).short_by > 1e-7) continue;
      EXPECT_GE(H(q), H(chain.q) - 1e-6) << k << ' ' << i;
    }
  }
  EXPECT_GT(searched, 30);
}

// A chain that is too short for its target, as a spine in a bend, bends evenly.
TEST(Limb, BendsSmoothlyWhereAChainIsTooShortForItsOrientation) {
  FigureSpec f;
  f.name = "spine";
  f.bodies = {box_body("base", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1))};
  constexpr int n = 12;
  for (int i = 0; i < n; ++i) {
    f.bodies.push_back(box_body("l" + std::to_string(i), f.bodies.back().name, Vec3(0.04, 0, 0),
                                Vec3(0.04, 0.04, 0.04)));
    f.bodies.back().joint.axis = i % 2 ? Vec3::UnitZ() : Vec3::UnitY();
  }
  Limb limb(make_model(f), 0, n, Vec3(0.04, 0, 0));
  for (int j = 0; j < n; ++j) limb.lower[j] = -0.2, limb.upper[j] = 0.2;
  const Comfort c = comfort_at(Eigen::VectorXd::Zero(n));
  Eigen::VectorXd q = Eigen::VectorXd::Zero(n), before = q, rate = q;
  const Vec3 straight = limb.tip(q);
  constexpr int steps = 400;
  for (int i = 1; i <= steps; ++i) {
    const double yaw = 0.4 * std::sin(2 * M_PI * i / steps);
    const Mat3 half = rotation_about(Vec3::UnitZ(), yaw / 2), R = half * half;
    const LimbReach reach = limb.solve({half * straight, &R}, c, q);
    EXPECT_LT(reach.rounds, 12);
    EXPECT_LT(reach.short_by, 0.02 * limb.length());
    EXPECT_LT(reach.turned_by, 0.02);
    const Eigen::VectorXd now = q - before;
    if (i > 1) {  // it begins at full speed
      EXPECT_LT((now - rate).cwiseAbs().maxCoeff(), 5e-4) << i;
    }
    rate = now;
    before = q;
  }
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
