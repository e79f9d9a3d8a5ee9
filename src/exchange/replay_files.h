#pragma once

#include <vector>

#include "base/embedded_file.h"

namespace gambol {

// The files of exchange/replay/.
const std::vector<EmbeddedFile>& replay_files();

}  // namespace gambol
