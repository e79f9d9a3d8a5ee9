// Banded systems of blocks, and the motion that feet can carry.

#include "control/kinematic_gait/block_band.h"

#include <gtest/gtest.h>

#include "control/kinematic_gait/carried_motion.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

TEST(BlockBand, SolvesWhatADenseSolverSolves) {
  constexpr int rows = 9;
  Draw draw(5);
  BlockBand band;
  band.reset(rows);
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(6 * rows, 6 * rows);
  for (int i = 0; i < rows; ++i)
    for (int j = std::max(0, i - BlockBand::reach); j <= i; ++j) {
      Block6 block;
      for (int k = 0; k < 6; ++k) block.col(k) = draw.vector(6, 1);
      if (i == j) block = Block6(block * block.transpose()) + 30 * Block6::Identity();
      band.add(i, j, block);
      dense.block<6, 6>(6 * i, 6 * j) = block;
      dense.block<6, 6>(6 * j, 6 * i) = block.transpose();
    }
  const Eigen::VectorXd b = draw.vector(6 * rows, 1);
  std::vector<Vec6> x(rows);
  for (int i = 0; i < rows; ++i) x[i] = b.segment<6>(6 * i);
  band.solve(x);
  const Eigen::VectorXd expected = dense.llt().solve(b);
  for (int i = 0; i < rows; ++i) EXPECT_LT((x[i] - expected.segment<6>(6 * i)).norm(), 1e-10);
}

// A rigid body over one point: the point bears for a while, then nothing does, then it bears again.
CarriedMotion hop() {
  CarriedMotion m;
  m.dt = 0.01;
  m.mass = 3;
  m.inertia = 0.2 * Mat3::Identity();
  m.gravity = Vec3(0, 0, -9.81);
  m.hold = m.hold_turn = 8;
  m.at.resize(120);
  for (std::size_t k = 0; k < m.at.size(); ++k) {
    CarriedInstant& at = m.at[k];
    at.com = Vec3(0.02, 0, 1);
    at.com_by.rightCols<3>().setIdentity();
    at.angular_by.leftCols<3>() = m.inertia;
    if (k < 50 || k > 70)
      for (const double x : {-0.1, 0.1})
        for (const double y : {-0.1, 0.1}) at.supports.push_back({{x, y, 0}, Vec3::UnitZ(), 0.5});
  }
  return m;
}

void move(CarriedMotion& m) {
  carry(m);
  std::vector<Vec3> turned;
  for (CarriedInstant& at : m.at) {
    at.com = Vec3(0.02, 0, 1) + at.offset.tail<3>();
    turned.push_back(at.offset.head<3>());
  }
  for (std::size_t k = 0; k + 1 < m.at.size(); ++k) {
    const std::size_t a = k > 0 ? k - 1 : 0;
    m.at[k].angular =
        m.inertia * (turned[k + 1] - turned[a]) / (m.dt * static_cast<double>(k + 1 - a));
    if (k == 0)
      m.at[k].angular = m.inertia * (-1.5 * turned[0] + 2 * turned[1] - 0.5 * turned[2]) / m.dt;
  }
}

TEST(CarriedMotion, FallsFreelyWhereNothingSupportsIt) {
  CarriedMotion m = hop();
  EXPECT_GT(unsupported(m), 0.1);
  for (int round = 0; round < 4; ++round) move(m);
  EXPECT_LT(std::sqrt(unsupported(m)), 1e-3);
  for (std::size_t k = 53; k < 68; ++k) {
    const Vec3 a = (m.at[k + 1].com - 2 * m.at[k].com + m.at[k - 1].com) / (m.dt * m.dt);
    EXPECT_LT((a - m.gravity).norm(), 0.1);
    EXPECT_LT((m.at[k].angular - m.at[60].angular).norm(), 1e-3);
  }
}

TEST(CarriedMotion, StaysWhereItIsWantedIfItsFeetCanCarryItThere) {
  CarriedMotion m = hop();
  for (CarriedInstant& at : m.at) at.supports = m.at[0].supports;
  carry(m);
  for (const CarriedInstant& at : m.at) EXPECT_LT(at.offset.norm(), 1e-4);
}

TEST(CarriedMotion, KeepsTheFirstInstantsThatAreFixed) {
  CarriedMotion m = hop();
  m.fixed = 3;
  carry(m);
  for (std::size_t k = 0; k < m.fixed; ++k) EXPECT_EQ(m.at[k].offset, Vec6::Zero());
  EXPECT_GT(m.at[60].offset.norm(), 1e-3);
}

}  // namespace
}  // namespace gambol::testing
