#include "shot/shot_takes.h"

#include <utility>

#include "schema/merge_trees.h"
#include "shot/compose.h"

namespace gambol {

ShotTakes::ShotTakes(const std::string& path) : path_(path) {
  TreeEdits::Trees trees;
  TreeEdits edits;
  edits.keep = &trees;
  edits.keep_figures = &figures_;
  edits.keep_beginnings = &beginnings_;
  try {
    shot_ = load_shot(path, edits);
  } catch (const InputError&) {
    load_shot(path);  // reports no problem of a figure twice
    throw;
  }
  tree_ = std::move(*trees.shot);
  for (YamlEntry& entry : tree_.entries)
    if (entry.key == "takes") takes_ = std::move(entry.value.entries);
  erase_keys(tree_, {"extends", "without", "takes"});
}

ShotSpec ShotTakes::take(std::size_t index) const {
  const YamlEntry& take = takes_[index];
  TreeEdits::Trees trees;
  trees.shot = compose_take(tree_, take.key, take.value, trees.problems);
  TreeEdits edits;
  edits.trees = &trees;
  edits.figures = &figures_;
  edits.beginnings = &beginnings_;
  return load_shot(path_ + "@" + take.key, edits);
}

}  // namespace gambol
