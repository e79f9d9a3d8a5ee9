// The hair of a look on the figures of a shot.

#include <algorithm>

#include "base/pattern.h"
#include "figure/rest_posture.h"
#include "render/stage.h"
#include "render/stage_names.h"

namespace gambol {
namespace {

std::uint32_t seed_of(const std::string& text) {
  std::uint32_t seed = 0;
  for (const char c : text) seed = mix_bits(seed * 31 + static_cast<unsigned char>(c) + 1);
  return seed;
}

bool grows_on(const HairSpec& hair, const LookSpec& look, const std::string& material) {
  return any_matches(look.grow, hair.name) &&
         std::find(hair.on.begin(), hair.on.end(), material) != hair.on.end();
}

// [body] whether the region is of it.
std::vector<char> bodies_of(const HairRegionSpec& region, const FigureSpec& figure) {
  std::vector<char> marked;
  for (const BodySpec& body : figure.bodies)
    marked.push_back(any_matches(region.bodies, body.name));
  return marked;
}

}  // namespace

// [vertex][region] of a part.
std::vector<float> Stage::shares_of(const HairSpec& spec, const FigureSpec& figure,
                                    const std::string& of, bool on_skin, std::size_t owner,
                                    std::size_t part) const {
  const std::size_t n = spec.regions.size();
  std::vector<float> all;
  for (std::size_t r = 0; r < n; ++r) {
    std::vector<float> shares;
    if (on_skin) {
      const PosedSkin& skin = figures_.skins()[owner];
      shares = skin.shares(skin.parts()[part], bodies_of(spec.regions[r], figure));
    } else {
      const bool whole = any_matches(spec.regions[r].bodies, of.substr(of.find('/') + 1));
      shares.assign(figures_.vertices(owner, part), whole ? 1.0f : 0.0f);
    }
    all.resize(shares.size() * n);
    for (std::size_t v = 0; v < shares.size(); ++v) all[v * n + r] = shares[v];
  }
  return all;
}

void Stage::add_lawns(const std::string& material, Names& names) {
  for (const HairSpec& spec : look_.hair) {
    if (!grows_on(spec, look_, material)) continue;
    figures_.add_lawn(
        {std::make_shared<const HairGrowth>(spec, images_.get(), std::vector<Transform>(),
                                            names.material(spec.material, spec.place)),
         ground_.height, ground_.extent, seed_of("ground/" + spec.name)});
  }
}

void Stage::add_hair(const CastSpec& cast, const std::string& of, bool on_skin, std::size_t part,
                     const Transform& X_RB, const std::string& material, Names& names) {
  for (const HairSpec& spec : look_.hair) {
    if (!grows_on(spec, look_, material)) continue;
    Figures::Hair hair;
    hair.on_skin = on_skin, hair.part = part, hair.X_RB = X_RB;
    hair.owner = on_skin ? figures_.skins().size() - 1 : poses_of_bodies_.size() - 1;
    hair.seed = seed_of(of + "/" + spec.name + "/" + std::to_string(part));
    const std::vector<Transform> rest =
        spec.regions.empty() ? std::vector<Transform>() : rest_posture(cast.figure);
    std::vector<Transform> frames;
    for (const HairRegionSpec& region : spec.regions) {
      frames.emplace_back();
      for (std::size_t b = 0; b < cast.figure.bodies.size(); ++b)
        if (cast.figure.bodies[b].name == region.frame) frames.back() = rest[b];
    }
    hair.shares = shares_of(spec, cast.figure, of, on_skin, hair.owner, part);
    hair.growth = std::make_shared<const HairGrowth>(spec, images_.get(), std::move(frames),
                                                     names.material(spec.material, spec.place));
    figures_.add_hair(std::move(hair));
  }
}

}  // namespace gambol
