#include "simulation/link.h"

#include <algorithm>

namespace gambol {

BodyWork& work_of(const FigureSims& figures, const BodyId& id) {
  return figures[id.figure]->work().bodies[id.body];
}

Vec3 place_of(const FigureSims& figures, const BodyId& id, const Vec3& p) {
  if (id.is_world()) return p;
  const Frame& X = work_of(figures, id).X_WB;
  return X.R * p + X.p;
}

Vec3 velocity_of(const FigureSims& figures, const BodyId& id, const Vec3& p) {
  return id.is_world() ? Vec3::Zero() : point_velocity(work_of(figures, id), p);
}

Vec3 acceleration_of(const FigureSims& figures, const BodyId& id, const Vec3& p) {
  return id.is_world() ? Vec3::Zero() : point_acceleration(work_of(figures, id), p);
}

BodyId find_body_id(const FigureSims& figures, const std::string& name, const Place& place,
                    const std::string& key) {
  if (name == "world") return {};
  std::vector<const CastSpec*> casts;
  for (const auto& figure : figures) casts.push_back(&figure->cast());
  const CastSpec* meant = meant_figure(casts);
  for (std::size_t f = 0; f < figures.size(); ++f) {
    const std::string& figure = figures[f]->cast().name;
    std::string body = name;
    if (name.starts_with(figure + ".")) {
      body = name.substr(figure.size() + 1);
    } else if (!may_go_unnamed(*casts[f], meant)) {
      continue;
    }
    const int index = figures[f]->model().body_index(body);
    if (index >= 0) return {static_cast<int>(f), index};
  }
  throw InputError(Problem{place, key, '"' + name + '"', "FIGURE.BODY of this shot, or world"});
}

}  // namespace gambol
