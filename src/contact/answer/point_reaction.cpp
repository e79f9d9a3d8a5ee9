#include "contact/answer/point_reaction.h"

namespace gambol {

void apply_at_point(const PointReaction& reaction, const Vec3& p_B, BodyWork& b) {
  const Mat3& R = b.X_WB.R;
  if (!reaction.implicit) {
    const Vec3 f = R.transpose() * reaction.force;
    b.applied += {p_B.cross(f), f};
    return;
  }
  // a = (a_spatial.v + a_spatial.w x p) + w x (the point's velocity): the last term is known now.
  const Mat3& D = reaction.D;
  const Vec3 carried = R * b.velocity.w.cross(b.velocity.v + b.velocity.w.cross(p_B));
  const Vec3 f = R.transpose() * (reaction.force - D * carried);
  b.applied += {p_B.cross(f), f};
  if (!b.has_added) b.added = {};
  b.has_added = true;
  const Vec3 r = R * p_B;
  Mat3 rD;
  for (int k = 0; k < 3; ++k) rD.col(k) = r.cross(D.col(k));
  for (int k = 0; k < 3; ++k) b.added.A.col(k) += r.cross(rD.row(k).transpose());  // [r] D [r]^T
  b.added.B += rD;
  b.added.M += D;
}

}  // namespace gambol
