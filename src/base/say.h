#pragma once

// What people at the terminal are told beside results.

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace gambol {

// On standard error. That it cannot be written, to a full disk or to nobody, ends no work.
template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  const std::string text = fmt::format(format, std::forward<Args>(args)...);
  std::fputs(text.c_str(), stderr);
}

}  // namespace gambol
