#pragma once

// Changes of what a shot's files say before they are read: the same shot with other numbers.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "figure/known_figures.h"
#include "schema/loaded_parts.h"
#include "schema/yaml_tree.h"

namespace gambol {

struct ShotSpec;

struct TreeEdits {
  // The trees of the shot and of its figures' files, by path, composed with what they extend.
  // Reading them is most of the time that loading takes.
  struct Trees {
    std::shared_ptr<const YamlNode> shot;
    std::map<std::string, YamlNode> figures;
    std::vector<Problem> problems;  // that composing the shot's tree found
  };
  // Figures that were read and checked, without problems, by path.
  using Figures = std::map<std::string, std::shared_ptr<const KnownFigure>>;
  // Shots that others start from, by FILE@TAKE.
  using Beginnings = std::map<std::string, std::shared_ptr<const ShotSpec>>;

  // The shot as it was loaded before: its parts that the shot says alike are copied.
  std::shared_ptr<const LoadedParts> earlier = nullptr;
  // Gets the shot's parts, if loading them finds no problem.
  std::shared_ptr<const LoadedParts>* keep_parts = nullptr;
  const Trees* trees = nullptr;              // read before: used instead of the files
  Trees* keep = nullptr;                     // gets what is read, for later
  const Figures* figures = nullptr;          // read before: used as they are
  Figures* keep_figures = nullptr;           // gets those that are read, for later
  const Beginnings* beginnings = nullptr;    // read before: used as they are
  Beginnings* keep_beginnings = nullptr;     // gets those that are read, for later
  bool only_checked = false;                 // nothing is made from the shot: it has no `files`
  std::function<void(YamlNode& tree)> shot;  // changes the shot's tree; may be null
  // The tree of a figure's file; `name` is the figure's in the shot. May be null.
  std::function<void(const std::string& name, YamlNode& tree)> figure;
};

// load_shot() with changed trees. The shot that it starts from is not changed.
ShotSpec load_shot(const std::string& reference, const TreeEdits& edits);

}  // namespace gambol
