#pragma once

#include <vector>

#include "control/performance.h"

namespace gambol {

struct ScriptMemory {
  std::vector<Performance> performances;
};

}  // namespace gambol
