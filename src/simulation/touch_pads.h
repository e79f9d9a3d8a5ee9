#pragma once

// Which of a figure's pads hold its touches with obstacles by friction's spring
// (ContactLaw::friction_stiffness). The last Model::contact_points of FigureState::pads are for
// obstacles, as many for each body as it has contact points. Where two surfaces touch is found anew
// each time: a touch takes the pad that rubs closest to it, or else a free one.

#include <span>
#include <vector>

#include "simulation/link.h"

namespace gambol {

class TouchPads {
 public:
  // Frees the pads of `members` for the touches of another instant.
  void begin(const FigureSims& figures, std::span<const std::size_t> members);
  // The number in FigureState::pads of the pad of a touch at p_B (from Bo), or -1: all pads of the
  // body hold other touches.
  int take(const FigureSim& figure, std::size_t number, const FigureState& s, int body,
           const Vec3& p_B);
  // Lets go the pads of a figure that no touch has taken.
  void let_go(std::size_t number, FigureState& s) const;

 private:
  std::vector<std::vector<char>> taken_;  // [figure][contact point]
};

// After a step: anchors a pad where it begins to touch; the anchor of a pad that slides follows it,
// and that of one that rolls moves on with the point that touches. `load`: N.
void rub_on(const ContactLaw& law, double load, const Vec3& p_W, const Vec3& p_B, const Frame& X_WB,
            const Vec3& normal, Pad& pad);

}  // namespace gambol
