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
#include <limits>

#include "control/kinematic_gait/limb.h"
#include "control/kinematic_gait/limb_algebra.h"

namespace gambol {

using LimbJoints = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_limb_joints, 1>;

template <int rows>
struct Limb::Round {
  using Task = Eigen::Matrix<double, rows, 1>;
  using TaskSquare = Eigen::Matrix<double, rows, rows>;
  using Joints = LimbJoints;
  // Per joint its column of J, in threes, each with a fourth number. The first of these is what is
  // asked of the joint.
  static constexpr int wides = rows / 3;
  using Columns = RightSides<wides>;
  using Rows = std::array<JointRow, rows>;

  // Squared singular values below that share of their mean are none.
  static constexpr double singular = 1e-10;
  // Levenberg's and Marquardt's, of the mean squared singular value where the tip is wholly out of
  // reach, and less the nearer it is.
  static constexpr double usual_damping = 0.05;

  // A pad near the ground, whose height is part of the sum that is minimised.
  struct Press {
    Vec3 p;                     // from the base's origin in its frame, m
    int joints;                 // that move it: those before this one
    Vec3 force;                 // on it, out of the ground
    double stiffness;           // second derivative of the sum by its height
    std::array<JointRow, 3> J;  // d p / d joint
    JointRow rise;              // d height / d joint
  };
  static constexpr int most_presses = 16;

  const int n;                    // joints
  Rows J;                         // 0 beyond the last joint
  std::array<JointRow, 3> turns;  // axis of a joint that turns; 0 of one that slides
  Joints force;                   // what the sum that is minimised asks for, per joint
  Joints stiffness;               // its second derivative
  Joints gain;
  Joints step;
  Joints least;  // least_motion()
  Joints eased;  // what joints moved besides, in this call
  std::array<char, most_limb_joints> at_limit{};
  std::array<Press, most_presses> presses;
  int pressed = 0;           // number of them
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

  explicit Round(int joints) : n(joints) {
    for (Joints* x : {&force, &stiffness, &gain, &step, &least, &eased}) x->setZero(joints);
  }

  // Of A, which rounding may have left indefinite where joints at their limits take motions away.
  static Eigen::LLT<TaskSquare> factors_of(TaskSquare A) {
    Eigen::LLT<TaskSquare> factors(A);
    const double mean = std::max(A.trace() / rows, std::numeric_limits<double>::min());
    for (double by = 1e-8; factors.info() != Eigen::Success && by <= 1; by *= 10) {
      A.diagonal().array() += by * mean;
      factors.compute(A);
    }
    return factors;
  }
  // Of a plain vector, because Eigen compiles its solvers anew for each kind of expression.
  static Task solution(const Eigen::LLT<TaskSquare>& factors, Task x) {
    factors.solveInPlace(x);
    return x;
  }

  // What is still asked for, beyond what the tip gives way.
  Task off() const { return error - give.cwiseProduct(pull); }

  void set_columns(const Rows& of, const Joints& asked, Columns& c) const {
    for (int j = 0; j < n; ++j) {
      c[j][0] = Wide{of[0][j], of[1][j], of[2][j], asked[j]};
      if constexpr (rows == 6) c[j][1] = Wide{of[3][j], of[4][j], of[5][j], 0};
    }
  }

  // Of the columns c: A = sum of c_j c_j^T / d_j, and the same with what is asked of the joints.
  static void project(int n, const Columns& c, const JointRow& d_inverse, TaskSquare& A,
                      Task& asked) {
    const Gram<wides> sum = gram<wides>(n, c, d_inverse);
    constexpr std::array<int, 6> place{0, 1, 2, 4, 5, 6};
    for (int i = 0; i < rows; ++i) {
      for (int k = 0; k < rows; ++k) A(i, k) = sum[place[i]][place[k] / lanes][place[k] % lanes];
      asked[i] = sum[place[i]][0][3];
    }
  }

  // The least motion that brings the tip home, as stiffnesses weigh it. `guess` the pull: what
  // would hold the posture, were it at rest.
  void least_motion(bool guess) {
    JointRow yielding;
    for (int j = 0; j < n; ++j) yielding[j] = 1 / stiffness[j];
    TaskSquare A;
    Task forced;
    Columns c;
    set_columns(J, force, c);
    project(n, c, yielding, A, forced);
    const double mean = A.trace() / rows;
    A.diagonal() += give;
    A.diagonal().array() += (1e-9 + damping * std::min(error.norm() / length, 1.0)) * mean;
    const Eigen::LLT<TaskSquare> solved = factors_of(A);
    if (guess) {
      Task held = -forced;
      // Motions that no joint has are held by what the tip gives way.
      if constexpr (rows == 6) held += give.cwiseProduct(solution(solved, error));
      pull = solution(solved, held);
    }
    const auto set_least = [&](const Task& y) {
      for (int j = 0; j < n; ++j) least[j] = yielding[j] * along(y, J, j);
    };
    if constexpr (rows == 6) {
      if (n < rows) {
        // Too few joints to keep an orientation: what they do for it is not asked of them.
        A.diagonal().template tail<3>().array() += mean;
        Task e = off();
        e.template tail<3>().setZero();
        set_least(solution(factors_of(A), e));
        return;
      }
    }
    set_least(solution(solved, off()));
  }

  // y . J_j
  static double along(const Task& y, const Rows& J, int j) {
    double sum = 0;
    for (int k = 0; k < rows; ++k) sum += y[k] * J[k][j];
    return sum;
  }

  // Keeps the strongest of them.
  void add_press(const Vec3& p, int joints, const Vec3& push, double stiffness) {
    int at = pressed;
    if (pressed < most_presses) {
      ++pressed;
    } else {
      for (int k = at = 0; k < most_presses; ++k)
        if (presses[k].force.squaredNorm() < presses[at].force.squaredNorm()) at = k;
      if (presses[at].force.squaredNorm() >= push.squaredNorm()) return;
    }
    presses[at].p = p, presses[at].joints = joints;
    presses[at].force = push, presses[at].stiffness = stiffness;
  }

  // Second derivatives of the sum, and of the tip under its pull. Row and column of a joint at its
  // limit are left empty. The rotation vector of turns about two joints, i nearer to the base than
  // j, has half the cross product of their axes as second derivative (Baker, Campbell, Hausdorff).
  JointSquare curvature(bool of_tip) const {
    std::array<JointRow, 3> bend;  // its product with the axis of i is that derivative
    for (int k = 0; k < 3; ++k) {
      const int x = (k + 1) % 3, y = (k + 2) % 3;
      for (int j = 0; j < blocks_of(n) * lanes; ++j) {
        bend[k][j] = J[x][j] * pull[y] - J[y][j] * pull[x];
        if constexpr (rows == 6)
          bend[k][j] += 0.5 * length * (turns[x][j] * pull[3 + y] - turns[y][j] * pull[3 + x]);
        if (!of_tip || at_limit[j]) bend[k][j] = 0;
      }
    }
    JointSquare K(n);
    for (int i = 0; i < n; ++i) {
      const double free = at_limit[i] ? 0 : 1;
      const Wide x = wide(free * turns[0][i]), y = wide(free * turns[1][i]),
                 z = wide(free * turns[2][i]);
      for (int b = i / lanes; b < K.blocks; ++b) {
        const Wide sum = fused(z, bend[2].four(b), fused(y, bend[1].four(b), x * bend[0].four(b)));
        K.set_four(b, i, -sum);
      }
      K.at(i, i) += at_limit[i] ? 1 : stiffness[i];
    }
    return K;
  }

  // Adds the pads' stiffnesses. How their heights curve is left out: with it the sum would cease to
  // curve up where a paw rolls off, and joints would dither there.
  void harden(JointSquare& K) const {
    for (int k = 0; k < pressed; ++k) {
      const Press& pad = presses[k];
      JointRow rise = pad.rise;
      for (int j = 0; j < n; ++j)
        if (at_limit[j]) rise[j] = 0;
      for (int i = 0; i < K.n; ++i)
        for (int b = i / lanes; b < K.blocks; ++b)
          K.set_four(b, i, fused(wide(pad.stiffness * rise[i]), rise.four(b), K.four(b, i)));
    }
  }

  // Adds J^T stiff J.
  static void stiffen(const Rows& J, const Task& stiff, JointSquare& K) {
    for (int i = 0; i < K.n; ++i)
      for (int b = i / lanes; b < K.blocks; ++b) {
        Wide sum = K.four(b, i);
        for (int k = 0; k < rows; ++k) sum = fused(wide(stiff[k] * J[k][i]), J[k].four(b), sum);
        K.set_four(b, i, sum);
      }
  }

  static double squared_norm(const Rows& J, int n) {
    double sum = 0;
    for (const JointRow& row : J)
      for (int j = 0; j < n; ++j) sum += row[j] * row[j];
    return sum;
  }

  // Equations in the joints: their matrix and, as columns, their right sides.
  struct Equations {
    JointSquare K;
    Columns c;
    JointRow d_inverse;
    explicit Equations(int joints) : K(joints) {}
    bool eliminate(const JointSquare& curvature, const Round& of, const Rows& free,
                   const Joints& wanted) {
      K = curvature;
      of.set_columns(free, wanted, c);
      return gambol::eliminate<wides>(K, c, d_inverse);
    }
  };

  // Sets up the equations of the step and eliminates. The curvature that the step is weighted by is
  // stiffened by `stiff` against motions of the tip, which are given anyway: it has only to curve
  // up along those that are free. Where it does not, past a ridge of the sum, it is lifted until it
  // does.
  void eliminate(const Task& e, const Rows& free, const Joints& wanted, Task& stiff,
                 Equations& equations) {
    convex = false;
    stiff.setZero();
    const double size = squared_norm(free, n);
    if (!reaching && (rows == 6 || e.norm() < 0.05 * length) && size > 0) {
      JointSquare bent = curvature(true);
      stiff.setConstant(1000 * rows * bent.largest() / size);
      for (int k = 0; k < rows; ++k)
        if (give[k] > 0) stiff[k] = std::min(stiff[k], 0.9 / give[k]);
      stiffen(free, stiff, bent);
      harden(bent);
      convex = equations.eliminate(bent, *this, free, wanted);
      if (convex) return;
      const auto lift = [&](double by) {
        for (int j = 0; j < n; ++j) bent.at(j, j) += by * stiffness[j];
        return equations.eliminate(bent, *this, free, wanted);
      };
      for (double by = 0.03; by < 1000; by *= 4) {
        const JointSquare low = bent;
        if (lift(by)) {
          lift(by);  // well away from flat
          return;
        }
        bent = low;
      }
      stiff.setZero();
    }
    JointSquare flat = curvature(false);
    harden(flat);
    equations.eliminate(flat, *this, free, wanted);
  }

  // towards = (A + soft)^-1 e and still = -A^-1 moved, of the directions in which the tip can move.
  static void pull_on(const TaskSquare& A, double mean, double soft, const Task& e,
                      const Task& moved, Task& towards, Task& still) {
    // The least eigenvalue is at least the determinant over the square of half the trace.
    constexpr double safe = 1e-3;
    if (A.determinant() > safe * mean * mean * mean) {
      towards = (A + soft * TaskSquare::Identity()).inverse() * e;
      still = -(A.inverse() * moved);
      return;
    }
    Eigen::SelfAdjointEigenSolver<TaskSquare> eigen;
    eigen.computeDirect(A);
    for (int k = 0; k < rows; ++k) {
      const double s = eigen.eigenvalues()[k];
      if (s <= singular * mean) continue;
      const Task u = eigen.eigenvectors().col(k);
      towards += u * (u.dot(e) / (s + soft));
      still -= u * (u.dot(moved) / s);
    }
  }

  // step = comfort N wanted + J+ off with the joints that are free: N the projector onto motions
  // that leave the tip alone, J+ the pseudoinverse, both weighted by the curvature; J+ damped as
  // far as the tip is away.
  void take() {
    Task e = off();
    if constexpr (rows == 6)
      if (loose) e.template tail<3>().setZero();
    Rows free = J;
    Joints wanted = force;
    if constexpr (rows == 6)
      for (int j = 0; j < n; ++j) wanted[j] += along(pull, J, j);
    for (int j = 0; j < n; ++j) {
      if (!at_limit[j]) continue;
      for (int k = 0; k < rows; ++k) {
        e[k] -= J[k][j] * step[j];
        free[k][j] = 0;
      }
      wanted[j] = 0;
    }
    Task stiff;
    Equations solved(n);
    eliminate(e, free, wanted, stiff, solved);
    TaskSquare A;
    Task moved;
    project(n, solved.c, solved.d_inverse, A, moved);
    const double mean = A.trace() / rows;
    const double soft = damping * std::min(e.norm() / length, 1.0) * mean;
    const Task yields = (1 - stiff.array() * give.array()).inverse();
    Task towards = Task::Zero(), still = Task::Zero();
    if constexpr (rows == 3) {
      pull_on(A, mean, soft, e, moved, towards, still);
    } else {
      A.diagonal() += give.cwiseProduct(yields);
      A.diagonal().array() += singular * mean + (reaching ? soft : 0);
      if (reaching) A.diagonal().template tail<3>().array() += (loose ? 1 : 1e-3) * mean;
      const Eigen::LLT<TaskSquare> factors = factors_of(A);
      towards = solution(factors, yields.cwiseProduct(e));
      still = -solution(factors, moved);
    }
    move(solved, still, towards);
    next_pull = yields.cwiseProduct(still + towards - stiff.cwiseProduct(e));
    if constexpr (rows == 6) next_pull += pull;
  }

  // Sets the step of the joints that are free: what is wanted of them, held by `still`, and what
  // brings the tip home. In lanes 0 and 1 of the solution.
  void move(const Equations& solved, const Task& still, const Task& towards) {
    std::array<Wide, most_limb_joints> x;
    for (int j = 0; j < n; ++j) {
      x[j] = Wide{solved.c[j][0][3]};
      for (int k = 0; k < rows; ++k)
        x[j] = fused(wide(solved.c[j][k / 3][k % 3]), Wide{still[k], towards[k]}, x[j]);
    }
    substitute(solved.K, solved.d_inverse, x);
    double square = 0;
    for (int j = 0; j < n; ++j) {
      square += x[j][0] * x[j][0] * gain[j];
      if (!at_limit[j]) step[j] = comfort * x[j][0] + x[j][1];
    }
    discomfort = std::sqrt(square);
  }
};

}  // namespace gambol
