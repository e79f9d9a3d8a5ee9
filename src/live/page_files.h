#pragma once

#include <vector>

#include "base/embedded_file.h"

namespace gambol {

// The files of live/page/.
const std::vector<EmbeddedFile>& page_files();

}  // namespace gambol
