#pragma once

// How impulses on some bodies of a figure change the velocities of these bodies (Arnold's MSc
// thesis, SFU 1997, "seed 001", section 2.4.2): O(n) for each body, six columns at once, along the
// bodies' paths to the root alone.

#include <vector>

#include "dynamics/articulated_body.h"

namespace gambol {

class InverseInertia {
 public:
  explicit InverseInertia(const Model& model);

  // For the bodies [i], each listed once, from the factors that forward_dynamics left in `work`.
  // Implicit springs and dampers and added inertias count as they did there; kinematic degrees of
  // freedom keep their rates.
  void find(const Model& model, const Workspace& work, const std::vector<int>& bodies);

  // After find(): velocity of body i per impulse on body j, in W about each body's own origin:
  // angular velocity (3), velocity of Bo (3) per moment about Bo (3), impulse (3). The block of
  // (j, i) is its transpose (Eq. 2.19).
  const Mat6& operator()(std::size_t i, std::size_t j) const { return blocks_[i * count_ + j]; }

 private:
  // Where a body's working data are, and its nearest host inwards.
  struct Site {
    int quad = 0, lane = 0, above = -1;
  };
  // A mode of one body, taken out of its lane.
  struct Mode {
    Vec6 S, U;  // motion, angular part first; force, moment first
    double d_inverse = 0;
  };
  // A body on the path of some body of the list, parents before children.
  struct Node {
    int body = 0, above = -1;  // above: the parent's node
    Vec3 r = Vec3::Zero();     // W, from the parent's origin
    int first_mode = 0, modes = 0;
    bool on_path = false;  // scratch: of the body whose columns are computed
  };
  using Row = Eigen::Matrix<double, 1, 6>;

  int node_of(const Model& model, const Workspace& work, int body);
  void push_inward(int node, Mat6 f);
  void move_outward();

  std::vector<Site> sites_;  // [body]
  std::size_t count_ = 0;
  std::vector<Mat6> blocks_;
  // Scratch.
  std::vector<int> node_at_;  // [body]; -1: none
  std::vector<Node> nodes_;
  std::vector<Mode> modes_;
  std::vector<Row> u_;      // [mode] S^T f of the columns
  std::vector<Mat6> a_;     // [node] velocity change
  std::vector<int> hosts_;  // [i] node
  std::vector<Vec3> arms_;  // [i] W, from the host's origin to the body's
  Mat6 root_, pushed_;      // the root's response; what reaches it
};

}  // namespace gambol
