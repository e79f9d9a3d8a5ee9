#include "shot/shot_takes.h"

#include <utility>

#include "schema/merge_trees.h"
#include "shot/compose.h"

namespace gambol {

ShotTakes::ShotTakes(const std::string& path) : path_(path) {
  TreeEdits::Trees trees;
  TreeEdits edits;
  edits.keep = &trees;
  edits.keep_parts = &parts_;
  edits.keep_figures = &figures_;
  edits.keep_beginnings = &beginnings_;
  shot_ = load_shot(path, edits);
  if (const YamlNode* takes = trees.shot->find("takes")) takes_ = takes->entries;
  tree_ = *trees.shot;
  erase_keys(tree_, {"extends", "without", "takes"});
}

ShotSpec ShotTakes::take(std::size_t index, std::shared_ptr<const LoadedParts>* parts) const {
  const YamlEntry& take = takes_[index];
  TreeEdits::Trees trees;
  trees.shot =
      std::make_shared<const YamlNode>(compose_take(tree_, take.key, take.value, trees.problems));
  TreeEdits edits;
  edits.trees = &trees;
  edits.earlier = parts_;
  edits.keep_parts = parts;
  edits.figures = &figures_;
  edits.beginnings = &beginnings_;
  edits.only_checked = true;
  return load_shot(path_ + "@" + take.key, edits);
}

}  // namespace gambol
