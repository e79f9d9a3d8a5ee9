#pragma once

// The poses of a shot as one HTML file that plays them in any browser: nothing is fetched when it
// is opened. What it draws with is three.js, of the Debian package libjs-three, and the scripts in
// exchange/replay/, whose main.js says how they hang together. See docs/preview.md.

#include <string>
#include <vector>

#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// What only the renderer knows; the caller, who may ask it, hands it on.
struct ReplayCamera {
  Vec3 position = Vec3::Zero(), target = Vec3::Zero();  // W, m
  double lens = 0.05;        // m: focal length, or the width of the view if rays are parallel
  Vec3 ride = Vec3::Zero();  // W, m: what it follows; lights that follow are off by it
};
struct ReplaySight {
  double aspect = 16.0 / 9;                      // width over height of the film's frame
  std::vector<std::vector<ReplayCamera>> views;  // [as ShotSpec::all_views()][frame]
  std::vector<std::vector<Vec3>> embers;         // [emitter of the poses][part of life] radiance
  // Of round surfaces, per full turn: smooth normals hide that it is less than half of what a film
  // is rendered with, and a browser without a graphics card draws it five times as fast.
  int segments = 20;
};

// Where Debian puts three.js: the one place that says so.
inline constexpr const char* three_folder = "/usr/share/javascript/three";

// What the page plays, as JSON. Throws InputError for bodies that the poses lack.
std::string replay_data(const ShotSpec& shot, const Poses& poses, const ReplaySight& sight);

// The whole page. Text of the shot's author cannot leave its place in it. Throws RunError (failed)
// that names the package if three.js is not in `three`.
std::string replay_page(const ShotSpec& shot, const Poses& poses, const ReplaySight& sight,
                        const std::string& three = three_folder);

}  // namespace gambol
