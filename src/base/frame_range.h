#pragma once

// Ranges of a shot's frames: `1-48`, `1-48x2` (every second one), `1,5,9-12`. Frames have numbers,
// which count from that of the first, usually 1.

#include <string_view>
#include <vector>

namespace gambol {

// The frames that `text` names, sorted, each once. Throws std::invalid_argument with a message for
// the user if `text` cannot be parsed or names a frame outside the `frames` from `first` on.
std::vector<int> parse_frame_range(std::string_view text, int frames, int first = 1);
// The frames that `text` names up to `last`, ignoring later ones, because the shot may have had
// more frames when `text` was written.
std::vector<int> parse_frames_up_to(std::string_view text, int last);

// `frames` numbers from `first` on.
std::vector<int> all_frames(int frames, int first = 1);

}  // namespace gambol
