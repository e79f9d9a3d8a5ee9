#pragma once

// A shot's poses as one HTML file that plays them in any browser and fetches nothing. The file
// contains three.js, from the Debian package libjs-three, and the scripts in exchange/replay/;
// main.js describes their structure. See docs/preview.md.

#include <string>
#include <vector>

#include "poses/poses.h"
#include "shot/shot_spec.h"

namespace gambol {

// One frame of a camera. Only the renderer can compute it, so the caller passes it.
struct ReplayCamera {
  Vec3 position = Vec3::Zero(), target = Vec3::Zero();  // W, m
  double lens = 0.05;        // m: focal length, or the width of the view if rays are parallel
  Vec3 ride = Vec3::Zero();  // W, m: path of the followed body; also shifts lights that follow
};
struct ReplaySight {
  double aspect = 16.0 / 9;                      // width over height of the film's frame
  std::vector<std::vector<ReplayCamera>> views;  // [as ShotSpec::all_views()][frame]
  std::vector<std::vector<Vec3>> embers;         // [emitter of the poses][part of life] radiance
  // Segments of round surfaces per full turn. This is less than half of a film's number, which
  // smooth normals hide, and a browser without a graphics card draws it five times as fast.
  int segments = 20;
};

// The folder of Debian's three.js; no other code names it.
inline constexpr const char* three_folder = "/usr/share/javascript/three";

// The data that the page plays, as JSON. Throws InputError for bodies that the poses lack.
std::string replay_data(const ShotSpec& shot, const Poses& poses, const ReplaySight& sight);

// The whole page. Text of the shot's author is escaped, so that it cannot become markup or script.
// Throws RunError (failed), which names the package, if three.js is not in `three`.
std::string replay_page(const ShotSpec& shot, const Poses& poses, const ReplaySight& sight,
                        const std::string& three = three_folder);

}  // namespace gambol
