#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

namespace gambol {

// What a command that succeeds prints.
inline std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> chunk;
  while (const std::size_t size = fread(chunk.data(), 1, chunk.size(), pipe))
    text.append(chunk.data(), size);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return text;
}

}  // namespace gambol
