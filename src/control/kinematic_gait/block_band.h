#pragma once

// Symmetric positive definite systems whose matrix consists of 6x6 blocks near the diagonal, as
// those of a body's motion over successive instants. Cholesky's factorisation in a fixed order, so
// that its bits depend on nothing but the numbers.

#include <array>
#include <vector>

#include "dynamics/spatial.h"

namespace gambol {

using Block6 = Eigen::Matrix<double, 6, 6>;

class BlockBand {
 public:
  static constexpr int reach = 3;  // blocks off the diagonal

  // Sets all blocks to 0.
  void reset(std::size_t rows) { rows_.assign(rows, zero()); }
  std::size_t rows() const { return rows_.size(); }
  // Adds to the block (row, column), column <= row <= column + reach.
  void add(std::size_t row, std::size_t column, const Block6& block) {
    rows_[row][row - column] += block;
  }
  // Replaces the matrix by its factor; `x` is the right side on entry and the solution on return.
  void solve(std::vector<Vec6>& x);

 private:
  using Row = std::array<Block6, reach + 1>;  // [distance from the diagonal]
  static Row zero() {
    Row row;
    row.fill(Block6::Zero());
    return row;
  }
  std::vector<Row> rows_;
};

}  // namespace gambol
