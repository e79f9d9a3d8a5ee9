#pragma once

// What can be watched while `make` renders: a page that plays the motion, then a contact sheet,
// then a movie of every fourth frame. For that, frames are rendered in another order, each of them
// once.

#include <functional>
#include <set>
#include <vector>

#include "cli/pictures.h"

namespace gambol {

class FirstLook {
 public:
  // The references must outlive this object. `stale`: the frames that will be rendered.
  FirstLook(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
            const Output& output, const Pictures& pictures, const std::vector<int>& stale);

  // Writes the page, and says where it is.
  void write_page() const;
  // The stale frames: first those of the sheet, then those of the movie.
  std::vector<int> order() const;
  // Notes that a frame is on disk. Writes what became whole by it, and says where it is.
  void note(int frame);
  // Removes the movie, which the whole film replaces.
  void remove_movie() const;

 private:
  struct Wanted {
    std::vector<int> frames;
    std::set<int> missing;
    std::function<void()> write;
  };
  void add(std::vector<int> frames, std::function<void()> write);
  std::string movie() const;

  const ShotSpec& shot_;
  const Poses& poses_;
  const PresetSpec& preset_;
  const Output& output_;
  const Pictures& pictures_;
  std::vector<int> stale_;
  std::vector<Wanted> wanted_;
};

}  // namespace gambol
