#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "schema/loader.h"
#include "shot/actor_spec.h"
#include "shot/expand_actors.h"
#include "shot/shot_spec.h"
#include "shot/tree_edits.h"

namespace gambol {

void check_actor(const std::string& path) {
  const std::filesystem::path file = std::filesystem::absolute(path);
  load_file<ActorSpec>(path, "actor", [&](const ActorSpec& actor, Findings& findings) {
    if (actor.name != file.stem() || file.parent_path().filename() != file.stem())
      findings.report(actor.place, "actor", in_quotes(actor.name),
                      "the name of the file and of its folder: dog/dog.yaml");
  });
  TreeEdits::Trees trees;
  YamlNode shot =
      parse_yaml(fmt::format("shot: {0}\nfilm: {{duration: 1 s}}\nworld: {{ground: {{}}}}\n"
                             "camera: {{position: [1 m, 0, 1 m], target: [0, 0, 0]}}\n"
                             "figures: [{{name: {0}, file: {0}.yaml}}]\n",
                             file.stem().string()),
                 path, trees.problems);
  expand_actors(shot, trees.problems);
  trees.shot = std::make_shared<const YamlNode>(std::move(shot));
  TreeEdits edits;
  edits.trees = &trees;
  edits.only_checked = true;
  load_shot(path, edits);
}

}  // namespace gambol
