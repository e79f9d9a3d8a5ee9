#pragma once

// A scene as an HTML page that plays it in any browser, without a network. The page contains
// three.js, from the Debian package libjs-three, and the scripts in exchange/replay/; player.js
// describes their structure. A film that is too long for one file is cut into parts, scripts that
// the page loads when it comes near them. See docs/preview.md.

#include <mutex>
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

// How films are cut.
struct ReplayCut {
  // Of a film that is not cut, which is one file to hand on: nearly every shot is shorter than a
  // minute. A minute of the dog is 2 MB of text; the limit of bytes, which a browser reads in 0.2
  // s, is for crowds.
  double whole = 60;  // s of film
  double whole_bytes = 32e6;
  // Of a part: an hour is few files, and what a viewer looks at soon after is mostly in the same
  // one. A browser reads 8 MB in 0.05 s, which hardly holds up a film that plays.
  double part = 10;  // s of film
  double part_bytes = 8e6;
};

// What a page plays: a scene, and its film in parts. Its functions may be called from any thread.
class Replay {
 public:
  explicit Replay(FilmedScene film, const ReplayCut& cut = {});

  const std::string& title() const { return film_.scene.name; }
  std::size_t parts() const { return (frames() + part_frames_ - 1) / part_frames_; }
  // Everything but the parts after the first, which the page finds at these addresses.
  Json data(const std::vector<std::string>& addresses) const;
  // The script of a part, from 0.
  std::string script(std::size_t part) const;

 private:
  std::size_t frames() const { return film_.scene.film_frames; }
  Json shown(std::size_t first, std::size_t count) const;

  mutable std::mutex mutex_;
  mutable FilmedScene film_;
  std::size_t part_frames_;  // of all parts but the last, which may be shorter
};

// The page of a replay whose parts have these addresses. Text of the shot's author is escaped, so
// that it cannot become markup or script. Throws RunError (failed), which names the package, if
// three.js is not in `three`.
std::string replay_page(const Replay& replay, const std::vector<std::string>& addresses,
                        const std::string& three = three_folder);

// "walk.parts": where the parts of the page "walk.html" are.
std::string parts_folder(const std::string& page);

// Writes the page to the file `path`, and its parts, if it has several, to their folder. The page
// is replaced last, as a whole; parts of a former page are removed then. Throws as replay_page()
// does, and RunError (failed) if a file cannot be written.
void write_replay(const Replay& replay, const std::string& path,
                  const std::string& three = three_folder);

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
