// Creatures as shots.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <sstream>
#include <stdexcept>

#include "base/error.h"
#include "figure/grow.h"
#include "search/evolution/evolution_page.h"
#include "search/evolution/films.h"
#include "simulation/beginning.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

// The path of a file as one in `folder` writes it.
std::string relative(const std::string& path, const std::string& folder) {
  return fs::proximate(fs::absolute(path), fs::absolute(folder)).generic_string();
}

}  // namespace

// The way's bounds as expectations of a shot; that of the fitness is a part of what was measured.
std::string Creatures::expectations(const MovingWaySpec& way, const Trial& trial) const {
  constexpr double part = 0.9;
  std::string text = "expect:\n";
  for (const ExpectSpec& m : run_.measures) {
    text += fmt::format("  - {{measure: {}, name: {}", m.measure, m.name);
    if (!m.body.empty()) text += fmt::format(", body: {}", m.body);
    if (m.from > 0) text += fmt::format(", from: {:g} s", m.from);
    if (m.to) text += fmt::format(", to: {:g} s", *m.to);
    std::optional<double> min, max;
    for (const BoundSpec& b : way.bounds)
      if (b.name == m.name) min = b.min, max = b.max;
    if (m.name == run_.fitness) min = part * measured(trial, m.name);
    if (min) text += fmt::format(", min: {:.4g}", *min);
    if (max) text += fmt::format(", max: {:.4g}", *max);
    text += "}\n";
  }
  return text;
}

std::vector<Creatures::File> Creatures::written(const std::string& name, const GenomeSpec& genome,
                                                const Trial& trial, const std::string& about,
                                                const std::string& folder) const {
  const std::string creature = name + "_genome";
  GenomeSpec named = genome;
  named.name = creature;
  std::string shot = fmt::format("gambol: {}\nshot: {}\nabout: >\n  {}\nextends: {}\n",
                                 newest_version, name, about, relative(run_.reference, folder));
  if (trees_.shot->find("expect")) shot += "without: [expect]\n";
  shot += fmt::format("figures: [{{name: {}, file: {}.yaml}}]\n", run_.creature, creature);
  if (run_.rate) shot += fmt::format("track_rate: {}\n", *run_.rate);
  if (const MovingWaySpec* way = way_kept(trial)) shot += expectations(*way, trial);
  return {{creature, fmt::format("gambol: {}\n{}", newest_version, genome_text(named))},
          {name, shot}};
}

// Where it goes in the time in which it is measured, or 0 if that fails.
double Creatures::direction(const GenomeSpec& genome) const try {
  const ShotSpec shot = this->shot(genome);
  Simulator simulator(world_of(shot));
  const auto place = [&] { return Vec2(simulator.state().figures[0].q.head<2>()); };
  simulator.advance(std::min(2.0, shot.end() / 2));
  const Vec2 from = place();
  simulator.advance(run_.until.value_or(shot.end()));
  const Vec2 way = place() - from;
  return std::atan2(way.y(), way.x());
} catch (const RunError& error) {
  if (error.code != ExitCode::bad_motion) throw;
  return 0;
} catch (const InputError&) {
  return 0;
}

Creatures::File Creatures::cast(const std::string& name, const std::vector<std::string>& names,
                                const std::vector<GenomeSpec>& genomes, const std::string& about,
                                const std::string& folder) const {
  constexpr double lane = 1.6;  // m
  const double middle = 0.5 * (static_cast<double>(genomes.size()) - 1);
  std::string shot = fmt::format("gambol: {}\nshot: {}\nabout: >\n  {}\nextends: {}\n",
                                 newest_version, name, about, relative(run_.reference, folder));
  std::string without = "figures." + run_.creature;
  if (trees_.shot->find("expect")) without += ", expect";
  if (const YamlNode* camera = trees_.shot->find("camera"); camera && camera->find("follow"))
    without += ", camera.follow";
  shot += fmt::format("without: [{}]\n", without);
  // Where the arena names the creature that feels its own limbs, all do.
  if (const YamlNode* world = trees_.shot->find("world"); world && world->find("collisions"))
    shot += "world: {collisions: {self: [\"*\"]}}\n";
  shot += "figures:\n";
  for (std::size_t i = 0; i < genomes.size(); ++i)
    shot += fmt::format(
        "  - {{name: {0}, file: {0}_genome.yaml, at: [0, {1:g} m, 0], faces: {2:.1f} deg, "
        "skills: "
        "[{{type: spectral, name: waves, active: true, tick: 10 ms, over: 0.5 s}}]}}\n",
        names[i], (middle - static_cast<double>(i)) * lane,
        -direction(genomes[i]) * 180 / std::numbers::pi);
  shot += fmt::format(
      "camera: {{position: [{0:g} m, {1:g} m, {2:g} m], target: [2.5 m, 0, 0.2 m], focal_length: "
      "35 mm}}\n",
      2.5, -3 - 1.6 * lane * middle, 2 + lane * middle);
  return {name, shot};
}

namespace {

constexpr const char* known_items =
    "numbers of candidates, N^K for the mother of N K generations before, `ways`, `elites` or "
    "`elites:N`";

[[noreturn]] void refuse(const std::string& item, const std::string& why) {
  throw std::invalid_argument(fmt::format("found \"{}\", expected {}", item, why));
}

int number(const std::string& item, const std::string& text) {
  int n = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{} || end != text.data() + text.size() || n < 0) refuse(item, known_items);
  return n;
}

int candidate(const Evolution& evolution, const std::string& item, const std::string& text) {
  const int k = number(item, text);
  if (k >= evolution.told())
    refuse(item, fmt::format("one of the {} candidates of which the results are known",
                             evolution.told()));
  return k;
}

// Evenly spread over the cells of the map, in their order.
void add_elites(const Evolution& evolution, const std::string& item, std::vector<int>& all) {
  std::vector<int> elites;
  for (const auto& [cell, elite] : evolution.elites().cells()) elites.push_back(elite.candidate);
  const std::size_t colon = item.find(':');
  const std::size_t count =
      colon == item.npos
          ? elites.size()
          : std::min<std::size_t>(number(item, item.substr(colon + 1)), elites.size());
  for (std::size_t i = 0; i < count; ++i) all.push_back(elites[i * elites.size() / count]);
}

void add_item(const Evolution& evolution, const std::string& item, std::vector<int>& all) {
  if (item == "ways") {
    for (const auto& [way, best] : evolution.best()) all.push_back(best);
  } else if (item == "elites" || item.starts_with("elites:")) {
    add_elites(evolution, item, all);
  } else if (const std::size_t at = item.find('^'); at != item.npos) {
    const auto line = line_of_mothers(evolution, candidate(evolution, item, item.substr(0, at)));
    const auto before = static_cast<std::size_t>(number(item, item.substr(at + 1)));
    if (before >= line.size())
      refuse(item, fmt::format("at most {} generations: then comes a founder", line.size() - 1));
    all.push_back(line[before]);
  } else {
    all.push_back(candidate(evolution, item, item));
  }
}

// Creatures of one founder have its colours, of which a look has a few: hide, hide_1, ...
void colour(const Evolution& evolution, int candidate, GenomeSpec& genome) {
  int kinds = 1;
  while (evolution.creatures().has_material(fmt::format("hide_{}", kinds))) ++kinds;
  const int kind = line_of_mothers(evolution, candidate).back() % kinds;
  if (kind == 0) return;
  genome.features.hide = fmt::format("hide_{}", kind);
  const std::string sock = fmt::format("sock_{}", kind);
  if (evolution.creatures().has_material(sock)) genome.features.sock = sock;
}

}  // namespace

std::vector<int> chosen_candidates(const Evolution& evolution, const std::string& list) {
  std::vector<int> all;
  std::istringstream items(list);
  for (std::string item; std::getline(items, item, ',');) add_item(evolution, item, all);
  if (all.empty()) refuse(list, known_items);
  return all;
}

std::vector<Creatures::File> films_of(const Evolution& evolution, const std::vector<int>& chosen,
                                      const std::string& folder) {
  const Creatures& creatures = evolution.creatures();
  std::vector<Creatures::File> files;
  std::vector<std::string> names;
  std::vector<GenomeSpec> genomes;
  std::string numbers;
  for (const int k : chosen) {
    GenomeSpec genome = evolution.genomes()[static_cast<std::size_t>(k)];
    colour(evolution, k, genome);
    const std::string name = fmt::format("{}_{}", evolution.run().name, k);
    const std::string about =
        fmt::format("Candidate {} of {}, of generation {}.", k, evolution.run().name,
                    line_of_mothers(evolution, k).size() - 1);
    const auto written =
        creatures.written(name, genome, evolution.result(k).trials[0], about, folder);
    files.insert(files.end(), written.begin(), written.end());
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    names.push_back(name);
    genomes.push_back(std::move(genome));
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", k);
  }
  if (genomes.size() > 1)
    files.push_back(creatures.cast(
        evolution.run().name + "_cast", names, genomes,
        fmt::format("Candidates {} of {}, from left to right.", numbers, evolution.run().name),
        folder));
  return files;
}

}  // namespace gambol
