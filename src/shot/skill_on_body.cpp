#include "shot/skill_on_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "figure/known_figures.h"
#include "schema/tree_parts.h"
#include "shot/actor_size.h"
#include "shot/compose_skill.h"

namespace gambol {
namespace {

// A leg of `own` that `other` has none of the same name as; nullptr if it has all.
const LegSpec* leg_without_like(const FigureSpec& own, const FigureSpec& other) {
  const auto lacks = [&](const LegSpec& leg) {
    return std::none_of(other.legs.begin(), other.legs.end(),
                        [&](const LegSpec& like) { return like.name == leg.name; });
  };
  const auto found = std::find_if(own.legs.begin(), own.legs.end(), lacks);
  return found == own.legs.end() ? nullptr : &*found;
}

}  // namespace

std::string take_over(const std::string& own, const std::string& other, Similarity& by) {
  const auto found_on = known_figure(own), player = known_figure(other);
  const std::optional<Similarity> ratio = similarity_of_figures(found_on->spec, player->spec);
  if (!ratio) return "a skill of a figure that has legs if this one has, and none if not";
  if (const LegSpec* lacks = leg_without_like(found_on->spec, player->spec))
    return fmt::format("a skill for the legs of {}, which has no {}", other, lacks->name);
  by.length *= ratio->length;
  by.mass *= ratio->mass;
  return "";
}

void scale_skill(YamlNode& skill, const Similarity& by, ScaledDefaults defaults) {
  if (by.is_identity()) return;
  YamlNode list = list_with(std::move(skill));
  scale_tree(list, describe_skills(), by, defaults);
  skill = std::move(list.items.at(0));
}

}  // namespace gambol
