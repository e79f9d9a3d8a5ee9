#pragma once

// One round of Newton's method on a limb, for limb_rounds.h and limb.cpp only.
//
// The sum that is minimised, H of the joints, is held against the tip by multipliers, its pull: at
// rest force + J^T pull = 0. A row of the tip's error may give way: error = give pull, as if its
// square over 2 give were part of the sum; rows of which `give` is 0 are kept exactly.

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

#include "control/kinematic_gait/limb.h"

namespace gambol {

using LimbSquare =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_limb_joints, most_limb_joints>;
using LimbJoints = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_limb_joints, 1>;
// Of joints alone, whatever the rows: compiled once, in limb.cpp.
bool factorize(const LimbSquare& curvature, Eigen::LLT<LimbSquare>& factors);
void solve_in_place(const Eigen::LLT<LimbSquare>& factors, LimbJoints& x);

template <int rows>
struct Limb::Round {
  using Task = Eigen::Matrix<double, rows, 1>;
  using TaskSquare = Eigen::Matrix<double, rows, rows>;
  using Square = LimbSquare;
  using Wide = Eigen::Matrix<double, Eigen::Dynamic, rows, 0, most_limb_joints, rows>;
  using Joints = LimbJoints;

  // Squared singular values below that share of their mean are none.
  static constexpr double singular = 1e-10;
  // Levenberg's and Marquardt's, of the mean squared singular value where the tip is wholly out of
  // reach, and less the nearer it is.
  static constexpr double usual_damping = 0.05;

  Eigen::Matrix<double, rows, Eigen::Dynamic, 0, rows, most_limb_joints> J;
  std::array<Vec3, most_limb_joints> turns{};  // axis of a joint that turns; 0 of one that slides
  Joints force;                                // what the sum that is minimised asks for, per joint
  Joints stiffness;                            // its second derivative
  Joints gain;
  Joints step;
  Joints least;  // least_motion()
  Joints eased;  // what joints moved besides, in this call
  std::array<char, most_limb_joints> at_limit{};
  Task error;                // rotations times length
  Task give = Task::Zero();  // all 0 if rows == 3
  Task pull = Task::Zero();
  Task next_pull = Task::Zero();
  double length = 1;
  double damping = usual_damping;
  double comfort = 1;            // share of the way to the centres that is taken
  double discomfort = INFINITY;  // what of that way the tip leaves free, rad, weighted
  bool reaching = false;         // first of all the position of the tip, no comfort
  int reached = 0;               // rounds of that
  bool loose = false;            // and so much that it may turn
  bool convex = false;           // the sum curves up along all motions that leave the tip alone

  explicit Round(int joints) {
    J.resize(rows, joints);
    for (Joints* x : {&force, &stiffness, &gain, &step, &least, &eased}) x->setZero(joints);
  }

  // Of a plain vector, because Eigen compiles its solvers anew for each kind of expression.
  static Task solution(const Eigen::LLT<TaskSquare>& factors, Task x) {
    factors.solveInPlace(x);
    return x;
  }

  // What is still asked for, beyond what the tip gives way.
  Task off() const { return error - give.cwiseProduct(pull); }

  // The least motion that brings the tip home, as stiffnesses weigh it. `guess` the pull: what
  // would hold the posture, were it at rest.
  void least_motion(bool guess) {
    Wide Z = J.transpose();
    for (Eigen::Index j = 0; j < J.cols(); ++j) Z.row(j) /= stiffness[j];
    TaskSquare A = J * Z;
    const double mean = A.trace() / rows;
    A.diagonal() += give;
    A.diagonal().array() += (1e-9 + damping * std::min(error.norm() / length, 1.0)) * mean;
    const Eigen::LLT<TaskSquare> solved(A);
    if (guess) {
      Task held = -(Z.transpose() * force);
      // Motions that no joint has are held by what the tip gives way.
      if constexpr (rows == 6) held += give.cwiseProduct(solution(solved, error));
      pull = solution(solved, held);
    }
    least = Z * solution(solved, off());
    if constexpr (rows == 6) {
      if (J.cols() >= rows) return;
      // Too few joints to keep an orientation: what they do for it is not asked of them.
      A.diagonal().template tail<3>().array() += mean;
      Task e = off();
      e.template tail<3>().setZero();
      least = Z * solution(A.llt(), e);
    }
  }

  // Second derivatives of the sum, and of the tip under its pull. Row and column of a joint at its
  // limit are left empty. The rotation vector of turns about two joints, i nearer to the base than
  // j, has half the cross product of their axes as second derivative (Baker, Campbell, Hausdorff).
  Square curvature(bool of_tip) const {
    const Eigen::Index n = J.cols();
    Square K = Square::Zero(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      K(j, j) = at_limit[j] ? 1 : stiffness[j];
      if (!of_tip || at_limit[j]) continue;
      for (Eigen::Index i = 0; i <= j; ++i) {
        if (at_limit[i]) continue;
        double bend = turns[i].cross(J.col(j).template head<3>()).dot(pull.template head<3>());
        if constexpr (rows == 6)
          bend += 0.5 * length * turns[i].cross(turns[j]).dot(pull.template tail<3>());
        K(i, j) -= bend;
        if (i != j) K(j, i) -= bend;
      }
    }
    return K;
  }

  // The factors of the curvature that the step is weighted by. It is stiffened by `stiff` against
  // motions of the tip, which are given anyway: it has only to curve up along those that are free.
  // Where it does not, past a ridge of the sum, it is lifted until it does.
  Eigen::LLT<Square> factors(const Task& e, const decltype(J)& free, Task& stiff) {
    Eigen::LLT<Square> K;
    convex = false;
    stiff.setZero();
    if (!reaching && (rows == 6 || e.norm() < 0.05 * length) && free.squaredNorm() > 0) {
      Square bent = curvature(true);
      stiff.setConstant(1000 * rows * bent.cwiseAbs().maxCoeff() / free.squaredNorm());
      for (int k = 0; k < rows; ++k)
        if (give[k] > 0) stiff[k] = std::min(stiff[k], 0.9 / give[k]);
      bent.noalias() += free.transpose() * stiff.asDiagonal() * free;
      convex = factorize(bent, K);
      if (convex) return K;
      for (double lift = 0.03; lift < 1000; lift *= 4) {
        Square lifted = bent;
        lifted.diagonal() += lift * stiffness;
        if (!factorize(lifted, K)) continue;
        lifted.diagonal() += lift * stiffness;  // well away from flat
        factorize(lifted, K);
        return K;
      }
      stiff.setZero();
    }
    factorize(curvature(false), K);
    return K;
  }

  // step = comfort N wanted + J+ off with the joints that are free: N the projector onto motions
  // that leave the tip alone, J+ the pseudoinverse, both weighted by the curvature; J+ damped as
  // far as the tip is away.
  void take() {
    const Eigen::Index n = J.cols();
    Task e = off();
    if constexpr (rows == 6)
      if (loose) e.template tail<3>().setZero();
    auto free = J;
    Joints wanted = force;
    if constexpr (rows == 6) wanted.noalias() += J.transpose() * pull;
    for (Eigen::Index j = 0; j < n; ++j) {
      if (!at_limit[j]) continue;
      e -= J.col(j) * step[j];
      free.col(j).setZero();
      wanted[j] = 0;
    }
    Task stiff;
    const Eigen::LLT<Square> K = factors(e, free, stiff);
    Wide Z = free.transpose();
    K.solveInPlace(Z);
    Joints& homing = wanted;
    solve_in_place(K, homing);
    const Task moved = free * homing;
    TaskSquare A = free * Z;
    const double mean = A.trace() / rows;
    const double soft = damping * std::min(e.norm() / length, 1.0) * mean;
    const Task yields = (1 - stiff.array() * give.array()).inverse();
    Task towards = Task::Zero(), still = Task::Zero();
    if constexpr (rows == 3) {
      Eigen::SelfAdjointEigenSolver<TaskSquare> eigen;
      eigen.computeDirect(A);
      for (int k = 0; k < rows; ++k) {
        const double s = eigen.eigenvalues()[k];
        if (s <= singular * mean) continue;
        const Task u = eigen.eigenvectors().col(k);
        towards += u * (u.dot(e) / (s + soft));
        still -= u * (u.dot(moved) / s);
      }
    } else {
      A.diagonal() += give.cwiseProduct(yields);
      A.diagonal().array() += singular * mean + (reaching ? soft : 0);
      if (reaching) A.diagonal().template tail<3>().array() += (loose ? 1 : 1e-3) * mean;
      const Eigen::LLT<TaskSquare> solved(A);
      towards = solution(solved, yields.cwiseProduct(e));
      still = -solution(solved, moved);
    }
    const Joints homogeneous = homing + Z * still;
    discomfort = std::sqrt(homogeneous.cwiseAbs2().dot(gain));
    const Joints moves = comfort * homogeneous + Z * towards;
    for (Eigen::Index j = 0; j < n; ++j)
      if (!at_limit[j]) step[j] = moves[j];
    next_pull = yields.cwiseProduct(still + towards - stiff.cwiseProduct(e));
    if constexpr (rows == 6) next_pull += pull;
  }
};

}  // namespace gambol
