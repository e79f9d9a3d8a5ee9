#pragma once

// A path that no other test has, of this or of another tree: many run at the same time.

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

namespace gambol {

// The same within a test. What is written there goes when the process ends.
inline std::string own_file(const std::string& ending) {
  struct Files : std::set<std::string> {
    ~Files() {
      std::error_code ignored;
      for (const std::string& path : *this) std::filesystem::remove_all(path, ignored);
    }
  };
  static Files files;
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  std::string name = std::string(test->test_suite_name()) + "." + test->name();
  std::replace(name.begin(), name.end(), '/', '.');
  return *files
              .insert(::testing::TempDir() + "gambol_" + name + "_" + std::to_string(::getpid()) +
                      ending)
              .first;
}

}  // namespace gambol
