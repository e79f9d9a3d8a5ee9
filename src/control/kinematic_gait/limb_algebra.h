#pragma once

// Linear algebra of the few joints of a limb, for limb_round.h only: matrices of general size cost
// Eigen more for packing and dispatch than for arithmetic.

#include <algorithm>
#include <array>

#include "base/wide.h"
#include "shot/controllers/kinematic_gait/kinematic_gait_spec.h"

namespace gambol {

// One number per joint. Those up to a multiple of `lanes` are read with the others.
struct alignas(sizeof(Wide)) JointRow : std::array<double, most_limb_joints> {
  Wide four(int block) const { return load(&(*this)[block * lanes]); }
};
static_assert(most_limb_joints % lanes == 0);

inline int blocks_of(int joints) { return (joints + lanes - 1) / lanes; }

// The lower half of a symmetric matrix, in columns, four rows at a time. Above the diagonal and
// below the last joint's row it holds any finite numbers.
class JointSquare {
 public:
  explicit JointSquare(int joints) : n(joints), blocks(blocks_of(joints)) {}
  JointSquare(const JointSquare& other) : n(other.n), blocks(other.blocks) { *this = other; }
  JointSquare& operator=(const JointSquare& other) {  // of equal size
    std::copy_n(other.entries_.begin(), n * blocks * lanes, entries_.begin());
    return *this;
  }
  double& at(int i, int j) { return entries_[j * blocks * lanes + i]; }
  double at(int i, int j) const { return entries_[j * blocks * lanes + i]; }
  Wide four(int block, int j) const { return load(&entries_[(j * blocks + block) * lanes]); }
  void set_four(int block, int j, const Wide& x) {
    store(x, &entries_[(j * blocks + block) * lanes]);
  }
  double largest() const {
    double most = 0;
    for (int j = 0; j < n; ++j)
      for (int i = j; i < n; ++i) most = std::max(most, std::abs(at(i, j)));
    return most;
  }
  const int n, blocks;

 private:
  alignas(sizeof(Wide)) std::array<double, most_limb_joints * most_limb_joints> entries_;
};

// Right sides of equations in the joints, per joint four of each of the `wides`.
template <int wides>
using RightSides = std::array<std::array<Wide, wides>, most_limb_joints>;

// Gauss's elimination: K becomes L D, and every right side b becomes L^-1 b. False if K is not
// positive definite.
template <int wides>
bool eliminate(JointSquare& K, RightSides<wides>& b, JointRow& d_inverse) {
  for (int j = 0; j < K.n; ++j) {
    const double d = K.at(j, j);
    if (!(d > 0)) return false;
    d_inverse[j] = 1 / d;
    for (int k = j + 1; k < K.n; ++k) {
      const Wide share = wide(K.at(k, j) * d_inverse[j]);
      for (int block = k / lanes; block < K.blocks; ++block)
        K.set_four(block, k, fused_from(K.four(block, k), share, K.four(block, j)));
      for (int i = 0; i < wides; ++i) b[k][i] = fused_from(b[k][i], share, b[j][i]);
    }
  }
  return true;
}

// The solutions x of K x = b, from what eliminate() left of K and b.
inline void substitute(const JointSquare& K, const JointRow& d_inverse,
                       std::array<Wide, most_limb_joints>& x) {
  for (int j = K.n; j-- > 0;) {
    for (int i = K.n; --i > j;) x[j] = fused_from(x[j], wide(K.at(i, j)), x[i]);
    x[j] = x[j] * d_inverse[j];
  }
}

// sum of b_j b_j^T / d_j over all joints
template <int wides>
using Gram = std::array<std::array<Wide, wides>, lanes * wides>;
template <int wides>
Gram<wides> gram(int joints, const RightSides<wides>& b, const JointRow& d_inverse) {
  Gram<wides> sum{};
  for (int j = 0; j < joints; ++j)
    for (int r = 0; r < lanes * wides; ++r) {
      const Wide share = wide(b[j][r / lanes][r % lanes] * d_inverse[j]);
      for (int i = 0; i < wides; ++i) sum[r][i] = fused(share, b[j][i], sum[r][i]);
    }
  return sum;
}

}  // namespace gambol
