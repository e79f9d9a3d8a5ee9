#pragma once

// Which frames of a shot: `1-48`, `1-48x2` (every second), `1,5,9-12`. Frames count from 1.

#include <string_view>
#include <vector>

namespace gambol {

// The frames that `text` names, sorted, each once. Throws std::invalid_argument with a sentence for
// the user if it cannot be read or leaves the shot's 1 to `frames`.
std::vector<int> parse_frame_range(std::string_view text, int frames);
// Those of them up to `frames`, of a shot that may have had more when `text` was written.
std::vector<int> parse_frames_up_to(std::string_view text, int frames);

// All of them.
std::vector<int> all_frames(int frames);

}  // namespace gambol
