// Files that authors write, with all that they name.

#include "figure/figure_spec.h"
#include "figure/fractions_spec.h"
#include "fuzz/target.h"
#include "gait/gait_spec.h"
#include "schema/yaml_tree.h"
#include "shot/check.h"
#include "shot/controllers/controller_kinds.h"
#include "shot/controllers/oscillators/reflex_spec.h"
#include "shot/look_spec.h"
#include "shot/sequence_spec.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"

namespace gambol::fuzz {
namespace {

void check_all(const std::string& path) {
  if (const auto problems = check_file(path); !problems.empty()) throw InputError(problems);
}

}  // namespace

const Target yaml = {
    "yaml",
    [](const std::string& input) {
      may_refuse([&] {
        std::vector<Problem> problems;
        const YamlNode root = parse_yaml(input, "file", problems);
        if (root.height > yaml_max_depth) must_not_be("a deeper tree");
        if (root.size > yaml_max_nodes) must_not_be("a bigger tree");
        if (!problems.empty()) throw InputError(problems);
      });
    },
    [] {
      auto texts = shipped("render", "look");
      for (const char* more :
           {"a: &x [1, 2]\nb: *x\nc: {d: ~, \"e\\n\": 'f''g'}\n",
            "a: |\n  text\n  more\nb: >-\n  folded\n\nc:\n- - 1\n  - 2\n- ? k\n  : v\n",
            "%YAML 1.2\n---\na: !!str x # ü\n...\n"})
        texts.emplace_back(more);
      return texts;
    },
    3000};

const Target figure = {"figure",
                       [](const std::string& input) {
                         const std::string path = put("figures/input.yaml", input);
                         may_refuse([&] { load_figure(path); });
                       },
                       [] { return shipped_and_small("figures", "figure"); }, 1000};

const Target shot = {"shot",
                     [](const std::string& input) {
                       const std::string path = put("scenes/input.yaml", input);
                       may_refuse([&] {
                         check_all(path);
                         if (!is_sequence(path)) motion_hash(load_shot(path));
                       });
                     },
                     [] {
                       auto texts = shipped_and_small("scenes", "shot");
                       texts.emplace_back(
                           "shot: input\nfilm: {fps: 24, duration: 2 s, playback: 1/2}\n"
                           "figures: [{name: ball, file: ../figures/ball.yaml}]\n"
                           "world: {ground: {terrain: {formula: \"0.01*sin(x)\", length: 1, "
                           "width: 1, spacing: 0.1}}}\n"
                           "takes: {a: {seed: 2}, b: ~}\n");
                       return texts;
                     },
                     300};

const Target look = {"look",
                     [](const std::string& input) {
                       const std::string path = put("render/looks/input.yaml", input);
                       may_refuse([&] { load_look(path); });
                     },
                     [] { return shipped_and_small("render/looks", "look"); }, 1500};

const Target preset = {"preset",
                       [](const std::string& input) {
                         const std::string path = put("render/presets/input.yaml", input);
                         may_refuse([&] { load_preset(path); });
                       },
                       [] { return shipped_and_small("render/presets", "preset"); }, 3000};

const Target gaits = {"gaits",
                      [](const std::string& input) {
                        const std::string path = put("figures/input.yaml", input);
                        may_refuse([&] { load_gaits(path); });
                      },
                      [] { return shipped_and_small("figures", "gaits"); }, 1000};

const Target fractions = {
    "fractions",
    [](const std::string& input) {
      const std::string path = put("figures/fractions/input.yaml", input);
      may_refuse([&] { load_fractions(path); });
      const std::string person =
          put("figures/person.yaml",
              "figure: person\nstature: 1.7 m\nbodies:\n"
              "  - {name: a, shapes: [{box: [0.3, 0.3, 1], at: [0, 0, 1.2]}]}\n"
              "  - {name: b, parent: a, at: [0, 0.1, 0.7], shapes: [{box: [0.2, 0.2, 0.7], at: [0, "
              "0, -0.35]}]}\n"
              "person: {height: 1.2, mass: 22, fractions: fractions/input.yaml}\n");
      may_refuse([&] { load_figure(person); });
    },
    [] {
      auto texts = shipped_and_small("figures", "fractions");
      texts.emplace_back(
          "fractions: input\nsegments:\n  a: {bodies: [a], along: z, length: 0.59, mass: 0.8}\n"
          "  b: {bodies: [b], length: 0.41, mass: 0.2}\n"
          "  hips: {joints: [b], along: y, length: 0.2}\n"
          "  knee: {joints: [b], from: a, length: 0.4}\n");
      return texts;
    },
    1000};

const Target reflexes = {"reflexes",
                         [](const std::string& input) {
                           const std::string path = put("figures/input.yaml", input);
                           may_refuse([&] { load_reflexes(path); });
                         },
                         [] { return shipped_and_small("figures", "reflexes"); }, 1000};

const Target sequence = {"sequence",
                         [](const std::string& input) {
                           const std::string path = put("scenes/input.yaml", input);
                           may_refuse([&] { sequence_hash(load_sequence(path)); });
                         },
                         [] {
                           auto texts = shipped_and_small("scenes", "sequence");
                           texts.emplace_back(
                               "sequence: input\nfilm: {fps: 24}\nparts:\n"
                               "  - {title: {text: One, duration: 2 s}, fade_in: 1 s}\n"
                               "  - {title: {text: Two, duration: 2 s}, dissolve: 0.5 s}\n");
                           return texts;
                         },
                         60};

}  // namespace gambol::fuzz
