#include "figure/layers.h"

#include <algorithm>

namespace gambol {
namespace {

bool contains(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

const std::string& layer_of(const FigureSpec& figure, const ShapeSpec& shape) {
  return shape.layer.empty() ? figure.layer : shape.layer;
}

std::vector<std::string> layers_of(const FigureSpec& figure) {
  std::vector<std::string> layers;
  const auto add = [&](const std::string& layer) {
    if (!layer.empty() && !contains(layers, layer)) layers.push_back(layer);
  };
  for (const BodySpec& body : figure.bodies)
    for (const ShapeSpec& shape : body.visible) add(layer_of(figure, shape));
  for (const SkinSpec& skin : figure.skins) add(skin.layer);
  return layers;
}

bool is_seen(const FigureSpec& figure, const std::optional<std::vector<std::string>>& chosen,
             const std::string& layer) {
  const auto& layers = chosen ? chosen : figure.layers;
  return layer.empty() || !layers || contains(*layers, layer);
}

}  // namespace gambol
