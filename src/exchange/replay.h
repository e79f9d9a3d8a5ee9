#pragma once

// A scene as one HTML file that plays it in any browser and fetches nothing. The file contains
// three.js, from the Debian package libjs-three, and the scripts in exchange/replay/; main.js
// describes their structure. See docs/preview.md.

#include <string>
#include <vector>

#include "base/json.h"
#include "exchange/scene.h"

namespace gambol {

// Segments of round surfaces per full turn in a page. This is less than half of a film's number,
// which smooth normals hide, and a browser without a graphics card draws it five times as fast.
inline constexpr int replay_segments = 20;

// The folder of Debian's three.js; no other code names it.
inline constexpr const char* three_folder = "/usr/share/javascript/three";

// The data that the page plays.
Json replay_data(const Scene& scene);

// The whole page. Text of the shot's author is escaped, so that it cannot become markup or script.
// Throws RunError (failed), which names the package, if three.js is not in `three`.
std::string replay_page(const Scene& scene, const std::string& three = three_folder);

// The files of the same page for a server, by path: they load each other, and no script or style is
// in the page. `starter` is the script that fetches data and gives them to the player, `style` its
// additions to the style. Throws as replay_page() does.
struct ServedFile {
  std::string path;  // "/three.js"
  std::string type;  // "text/javascript; charset=utf-8"
  std::string text;
};
std::vector<ServedFile> served_replay(const std::string& title, const std::string& starter,
                                      const std::string& style,
                                      const std::string& three = three_folder);

}  // namespace gambol
