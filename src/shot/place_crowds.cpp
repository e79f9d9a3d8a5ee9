#include "shot/place_crowds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/random.h"
#include "figure/scale_figure.h"

namespace gambol {
namespace {

// A member that finds no place so often finds none.
constexpr int most_tries = 1000;

// Of a member, and independent of the other members' numbers.
Random random_of(const CastSpec& cast, int number) {
  std::uint64_t name = 0;
  for (char c : cast.name) name = name * 1099511628211u + static_cast<unsigned char>(c);
  Random random(cast.crowd->seed);
  return Random(random.bits() + name + static_cast<std::uint64_t>(number) * 0x632be59bd9b4e019u);
}

// Places that are taken, in cells as wide as the spacing.
class TakenPlaces {
 public:
  explicit TakenPlaces(double spacing) : spacing_(spacing) {}

  bool is_free(const Vec3& p) const {
    if (spacing_ <= 0) return true;
    const Eigen::Vector3i at = cell(p);
    for (int k = 0; k < 27; ++k) {
      const auto found =
          cells_.find(key(at + Eigen::Vector3i(k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1)));
      if (found == cells_.end()) continue;
      for (const Vec3& other : found->second)
        if ((other - p).norm() < spacing_) return false;
    }
    return true;
  }
  void take(const Vec3& p) {
    if (spacing_ > 0) cells_[key(cell(p))].push_back(p);
  }

 private:
  Eigen::Vector3i cell(const Vec3& p) const {
    return (p / spacing_).array().floor().cast<int>().matrix();
  }
  static std::uint64_t key(const Eigen::Vector3i& c) {
    constexpr std::uint64_t mask = (1u << 21) - 1;
    return (static_cast<std::uint64_t>(c.x()) & mask) << 42 |
           (static_cast<std::uint64_t>(c.y()) & mask) << 21 |
           (static_cast<std::uint64_t>(c.z()) & mask);
  }

  double spacing_;
  std::unordered_map<std::uint64_t, std::vector<Vec3>> cells_;
};

// Where the members begin, W; fewer if they do not find room.
std::vector<Vec3> places_of(const CastSpec& cast, Findings& findings) {
  const CrowdSpec& crowd = *cast.crowd;
  if (!crowd.places.empty()) {
    if (static_cast<int>(crowd.places.size()) != crowd.count)
      findings.report(crowd.place, "places", fmt::format("{} places", crowd.places.size()),
                      fmt::format("one for each of {} members", crowd.count));
    return positions(crowd.places);
  }
  std::vector<Vec3> places;
  TakenPlaces taken(crowd.spacing);
  while (static_cast<int>(places.size()) < crowd.count) {
    Random random = random_of(cast, static_cast<int>(places.size()));
    Vec3 p;
    int tries = 0;
    do {
      for (int k = 0; k < 3; ++k) p[k] = crowd.area[k] * (random.uniform() - 0.5);
      p = cast.at + Eigen::AngleAxisd(cast.heading, Vec3::UnitZ()) * p;
    } while (!taken.is_free(p) && ++tries < most_tries);
    if (tries == most_tries) {
      findings.report(crowd.place, "area",
                      fmt::format("room for {} of {} members", places.size(), crowd.count),
                      "a larger area, or less `spacing`");
      break;
    }
    taken.take(p);
    places.push_back(p);
  }
  return places;
}

const CrowdMemberSpec* own_of(const CrowdSpec& crowd, const std::string& name) {
  for (const CrowdMemberSpec& m : crowd.members)
    if (m.name == name) return &m;
  return nullptr;
}

// Sizes are few, so that members share models and surfaces.
constexpr int sizes = 8;

// The figures of a crowd: the pattern's in each size, made when a member needs it.
class SizedFigures {
 public:
  SizedFigures(const CastSpec& cast, Findings& findings) : cast_(cast), findings_(findings) {}

  // The factor of lengths for a share of all sizes, from 0 to 1.
  double size(double share) const {
    const double step = std::min(std::floor(share * sizes), sizes - 1.0) / (sizes - 1);
    return 1 + cast_.crowd->size * (2 * step - 1);
  }
  // Gives the member its figure; whoever has an equal one is of its kind.
  void give(double size, CastSpec& member) {
    member.kind = fmt::format("crowd {} {:.17g}", cast_.name, size);
    const auto [made, is_first] = figures_.try_emplace(size, cast_.figure);
    if (is_first && size != 1)
      if (auto figure = scaled_figure(cast_.figure, size, findings_))
        made->second = std::move(*figure);
    member.figure = made->second;
    member.is_like_first = !is_first;
  }

 private:
  const CastSpec& cast_;
  Findings& findings_;
  std::map<double, FigureSpec> figures_;
};

// A member's root is as much higher above the ground as it is larger.
void stand(const GroundSpec* ground, double size, Vec3& at) {
  const double height = ground ? ground->height : 0;
  at.z() = height + size * (at.z() - height);
}

CastSpec member(const CastSpec& cast, int number, const Vec3& place, const GroundSpec* ground,
                SizedFigures& figures) {
  const CrowdSpec& crowd = *cast.crowd;
  CastSpec m = cast;
  m.crowd.reset();
  m.name = fmt::format("{}_{}", cast.name, number + 1);
  Random random = random_of(cast, number + static_cast<int>(most_members));
  m.heading += crowd.turn * random.between(-1, 1);
  Variation by;
  by.speed = 1 + crowd.speed * random.between(-1, 1);
  by.phase = crowd.phase * random.uniform();
  const double shade = random.uniform() * static_cast<double>(crowd.materials.size());
  const double share = random.uniform();
  const CrowdMemberSpec* own = own_of(crowd, m.name);
  by.size = own && own->size ? *own->size : crowd.size > 0 ? figures.size(share) : 1;
  figures.give(by.size, m);
  if (!crowd.materials.empty())
    m.figure.material = crowd.materials[static_cast<std::size_t>(shade)];
  m.at = place;
  stand(ground, by.size, m.at);
  if (m.stands) *m.stands *= by.size;
  m.is_tracked = own != nullptr;
  if (own) {
    m.place = own->place;
    m.at = own->at.value_or(m.at);
    m.heading = own->heading.value_or(m.heading);
    by.speed = own->speed.value_or(by.speed), by.phase = own->phase.value_or(by.phase);
    if (!own->material.empty()) m.figure.material = own->material;
  }
  for (ControllerSpec& c : m.controllers) c.kind.vary(by);
  return m;
}

void check_crowd(const CastSpec& cast, Findings& findings) {
  const CrowdSpec& crowd = *cast.crowd;
  for (const CrowdMemberSpec& m : crowd.members) {
    bool known = false;
    for (int k = 1; k <= crowd.count && !known; ++k)
      known = m.name == fmt::format("{}_{}", cast.name, k);
    if (!known)
      findings.report(m.place, "name", fmt::format("\"{}\"", m.name),
                      fmt::format("{0}_1 to {0}_{1}", cast.name, crowd.count));
  }
  if (crowd.speed == 0 && crowd.phase == 0 && (crowd.size == 0 || cast.controllers.empty())) return;
  std::vector<ControllerSpec> controllers = cast.controllers;
  const bool varied = std::any_of(controllers.begin(), controllers.end(),
                                  [](ControllerSpec& c) { return c.kind.vary({}); });
  if (!varied)
    findings.report(crowd.place,
                    crowd.speed != 0   ? "speed"
                    : crowd.phase != 0 ? "phase"
                                       : "size",
                    "no skill whose gait can be varied", "a skill of type oscillators");
}

bool could_be_read(const Findings& findings) {
  return std::none_of(findings.problems.begin(), findings.problems.end(),
                      [](const Problem& p) { return p.key.find(".crowd.") != std::string::npos; });
}

}  // namespace

void place_crowds(ShotSpec& shot, Findings& findings) {
  // Without its members whatever else names them would be a problem, too.
  if (!could_be_read(findings)) findings.throw_if_any();
  std::vector<CastSpec> figures;
  for (CastSpec& cast : shot.motion.figures) {
    if (!cast.crowd) {
      figures.push_back(std::move(cast));
      continue;
    }
    check_crowd(cast, findings);
    const std::vector<Vec3> places = places_of(cast, findings);
    const auto& ground = shot.motion.world.ground;
    SizedFigures sized(cast, findings);
    for (int k = 0; k < cast.crowd->count && k < static_cast<int>(places.size()); ++k)
      figures.push_back(
          member(cast, k, places[static_cast<std::size_t>(k)], ground ? &*ground : nullptr, sized));
  }
  shot.motion.figures = std::move(figures);
}

}  // namespace gambol
