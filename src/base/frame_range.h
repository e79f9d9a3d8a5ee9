#pragma once

// Ranges of a shot's frames: `1-48`, `1-48x2` (every second one), `1,5,9-12`. Frames count from 1.

#include <string_view>
#include <vector>

namespace gambol {

// The frames that `text` names, sorted, each once. Throws std::invalid_argument with a message for
// the user if `text` cannot be parsed or names a frame outside 1 to `frames`.
std::vector<int> parse_frame_range(std::string_view text, int frames);
// The frames that `text` names up to `frames`, ignoring later ones, because the shot may have had
// more frames when `text` was written.
std::vector<int> parse_frames_up_to(std::string_view text, int frames);

// 1 to `frames`.
std::vector<int> all_frames(int frames);

}  // namespace gambol
