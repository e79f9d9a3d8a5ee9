#pragma once

// Messages to the user at the terminal, apart from results.

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace gambol {

// Writes to standard error. A failure to write (a full disk, a closed stream) is ignored.
template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  const std::string text = fmt::format(format, std::forward<Args>(args)...);
  std::fputs(text.c_str(), stderr);
}

}  // namespace gambol
