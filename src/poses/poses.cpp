#include "poses/poses.h"

#include <algorithm>

namespace gambol {

const Channel* Poses::channel(const std::string& name) const {
  for (const Channel& c : channels)
    if (c.name == name) return &c;
  return nullptr;
}

int Poses::body_index(const std::string& name) const {
  const auto it = std::find(bodies.begin(), bodies.end(), name);
  return it == bodies.end() ? -1 : static_cast<int>(it - bodies.begin());
}

Transform Poses::pose_at(double frame, std::size_t body) const {
  const std::size_t last = X_WB.size() / bodies.size() - 1;
  const double s = std::clamp(frame * samples_per_frame, 0.0, double(last));
  const std::size_t i = std::min(static_cast<std::size_t>(s), last);
  const double t = s - double(i);
  const Transform& a = pose(i, body);
  if (t == 0) return a;
  const Transform& b = pose(i + 1, body);
  return {a.R.slerp(t, b.R).normalized(), a.p + t * (b.p - a.p)};
}

}  // namespace gambol
