#pragma once

// Shots and actors that a test writes into a folder of its own.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "shot/controllers/controller_kinds.h"
#include "shot/shot_spec.h"
#include "support/own_file.h"

namespace gambol {

class Actors : public ::testing::Test {
 protected:
  Actors() : folder_(own_file("actors")) { std::filesystem::create_directories(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = std::filesystem::path(folder_) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << "gambol: 3\n" << text;
    return path.string();
  }
  ShotSpec shot(const std::string& figure, const std::string& more = "") const {
    return load_shot(write("shot.yaml", base("shot") + "figures: [" + figure + "]\n" + more));
  }
  std::string base(const std::string& name) const {
    return "shot: " + name +
           "\nfilm: {duration: 1 s}\nlook: plaza\n"
           "camera: {position: [3 m, 0, 1 m], target: [0, 0, 0]}\n";
  }
  std::string problem_of(const std::string& figure) const {
    try {
      shot(figure);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }

  static const LegFramesSpec& gait(const CastSpec& cast) {
    return *cast.controllers.at(0).kind.as<LegFramesSpec>();
  }

  std::string folder_;
};

}  // namespace gambol
