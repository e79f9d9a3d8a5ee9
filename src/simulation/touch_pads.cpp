#include "simulation/touch_pads.h"

namespace gambol {
namespace {

// A pad that rubs holds no touch that is farther from it, in heights of the figure.
constexpr double rub_reach = 0.05;

}  // namespace

void TouchPads::begin(const FigureSims& figures, std::span<const std::size_t> members) {
  taken_.resize(figures.size());
  for (std::size_t f : members)
    taken_[f].assign(static_cast<std::size_t>(figures[f]->model().contact_points), 0);
}

int TouchPads::take(const FigureSim& figure, std::size_t number, const FigureState& s, int body,
                    const Vec3& p_B) {
  const Body& of = figure.model().bodies[body];
  const std::size_t all = taken_[number].size();
  if (s.pads.size() < all || of.first_pad < 0) return -1;
  const double farthest = rub_reach * figure.parts().size.height;
  int best = -1;
  bool best_rubs = false;
  double nearest = 0;
  for (std::size_t k = 0; k < of.contacts.size(); ++k) {
    const std::size_t point = static_cast<std::size_t>(of.first_pad) + k;
    if (taken_[number][point]) continue;
    const Pad& pad = s.pads[s.pads.size() - all + point];
    const bool rubs = pad.grip == Grip::rubs;
    const double away = ((rubs ? pad.p_B : of.contacts[k].p_B) - p_B).norm();
    if (rubs && away > farthest) continue;
    if (best >= 0 && (best_rubs != rubs ? best_rubs : away >= nearest)) continue;
    best = static_cast<int>(point);
    best_rubs = rubs;
    nearest = away;
  }
  if (best < 0) return -1;
  taken_[number][static_cast<std::size_t>(best)] = 1;
  return static_cast<int>(s.pads.size() - all) + best;
}

void TouchPads::let_go(std::size_t number, FigureState& s) const {
  const std::size_t all = taken_[number].size();
  if (s.pads.size() < all) return;
  for (std::size_t k = 0; k < all; ++k)
    if (!taken_[number][k]) s.pads[s.pads.size() - all + k].grip = Grip::free;
}

void rub_on(const ContactLaw& law, double load, const Vec3& p_W, const Vec3& p_B, const Frame& X_WB,
            const Vec3& normal, Pad& pad) {
  const bool is_new = pad.grip != Grip::rubs;
  const Vec3 stretch = is_new ? Vec3(Vec3::Zero()) : rub_stretch(pad, X_WB, normal);
  pad.grip = Grip::rubs;
  pad.p_W = p_W + held_stretch(law, load, stretch);
  pad.p_B = p_B;
  pad.normal = normal;
}

}  // namespace gambol
