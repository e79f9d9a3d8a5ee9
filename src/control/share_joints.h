#pragma once

// One command for each degree of freedom from those of several controllers.

#include <vector>

#include "control/command.h"

namespace gambol {

// Fills in `command.joints` for what is commanded from time t, s, on: the layers in their order,
// each by its share of weights[layer], 0 to 1, over those before it. Targets, gains and
// feed-forward torques are mixed. The first that commands a degree of freedom does so whole.
void mix_layers(double t, const std::vector<double>& weights, Command& command);

}  // namespace gambol
