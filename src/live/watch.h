#pragma once

// `gambol watch`: serves pages that follow a shot's files until an end is requested. See
// docs/watch.md.

#include <string>

#include "live/follower.h"

namespace gambol {

// `title`: of the page; `door`: path of the file that leads to it. Calls `opened` when the door is
// there. Does not return: throws RunError when an end is requested (base/stop.h), or if it cannot
// begin.
[[noreturn]] void watch(const WatchedShot& followed, const std::string& title,
                        const std::string& door, const std::function<void()>& opened);

}  // namespace gambol
