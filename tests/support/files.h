#pragma once

// Small files to load, written into a folder that goes away.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/error.h"
#include "shot/check.h"
#include "support/own_file.h"

namespace gambol {

class Files : public ::testing::Test {
 protected:
  Files() {
    folder_ = own_file("");
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~Files() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return path(name);
  }

  // All problems of a file, one a line, without the folder.
  std::string problems(const std::string& file) const {
    std::string text;
    for (const Problem& p : check_file(file)) text += p.to_string() + '\n';
    const std::string prefix = folder_.string() + "/";
    for (std::size_t i = text.find(prefix); i != text.npos; i = text.find(prefix))
      text.erase(i, prefix.size());
    return text;
  }

  std::filesystem::path folder_;
};

// One body, one sphere.
inline const std::string ball_figure =
    "figure: ball\n"
    "bodies: [{name: ball, shapes: [{sphere: 1 cm}]}]\n";

inline const std::string ball_shot =
    "shot: drop\n"
    "film: {fps: 24, duration: 2 s, playback: 1/2}\n"
    "figures: [{name: ball, file: ball.yaml}]\n";

}  // namespace gambol
