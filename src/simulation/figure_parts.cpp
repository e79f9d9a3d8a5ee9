#include "simulation/figure_parts.h"

#include <algorithm>

#include "simulation/integrators/integrator.h"

namespace gambol {
namespace {

std::vector<int> limbs_of(const Model& model, const FigureSpec& figure) {
  std::vector<int> limb(model.bodies.size(), -1), legs(model.bodies.size(), 0);
  for (std::size_t leg = 0; leg < figure.legs.size(); ++leg) {
    if (figure.legs[leg].feet.empty()) continue;
    for (int i = model.body_index(figure.legs[leg].feet[0]); i >= 0; i = model.bodies[i].parent) {
      limb[i] = static_cast<int>(leg);
      ++legs[i];
    }
  }
  for (std::size_t i = 0; i < limb.size(); ++i)
    if (legs[i] > 1 || i == 0) limb[i] = -1;
  return limb;
}

std::vector<int> limp_dofs(const Model& model, const std::vector<Actuator>& actuators) {
  std::vector<int> limp;
  for (int i = root_dofs; i < model.nv(); ++i) {
    const bool turns = model.bodies[model.dofs[i].body].motion.modes[model.dofs[i].mode].turns;
    if (turns && std::none_of(actuators.begin(), actuators.end(),
                              [i](const Actuator& a) { return a.dof == i; }))
      limp.push_back(i);
  }
  return limp;
}

Cushions cushions_of(const Model& model, const FigureSpec& figure) {
  Cushions cushions;
  for (const BodySpec& body : figure.bodies) {
    const int i = body.cushion ? model.body_index(body.name) : -1;
    if (i < 0) continue;
    cushions.resize(model.bodies.size());
    cushions[i] = contact_layer(*body.cushion);
  }
  return cushions;
}

// Figures of one shot draw numbers of their own, whoever else is there (FNV-1a of the name).
std::uint64_t seed_of(std::uint64_t seed, const std::string& name) {
  std::uint64_t hash = 0xcbf29ce484222325u ^ seed;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

}  // namespace

FigureKind::FigureKind(const FigureSpec& figure, const WorldSpec& world)
    : model(make_model(figure)),
      actuators(make_actuators(figure, model)),
      limp(limp_dofs(model, actuators)),
      cushions(cushions_of(model, figure)),
      limb(limbs_of(model, figure)),
      size(contact_scale(figure, model.mass, world.gravity)) {}

FigureParts::FigureParts(const CastSpec& cast_spec, const MotionSpec& spec, const FigureParts* like)
    : cast(cast_spec),
      world(spec.world),
      kind(like ? like->kind : std::make_shared<const FigureKind>(cast.figure, world)),
      model(kind->model),
      actuators(kind->actuators),
      limp(kind->limp),
      cushions(kind->cushions),
      limb(kind->limb),
      size(kind->size),
      given(model, cast),
      shares_joints(share_joints(cast)),
      seed(seed_of(spec.seed, cast.name)),
      step(cast.step.value_or(spec.integrator.step)),
      ahead(traits_of(spec.integrator.method).implicit ? step : 0),
      time_constant(traits_of(spec.integrator.method).first_order ? spec.integrator.time_constant
                                                                  : 0),
      surface(world.ground ? ground_surface(*world.ground) : GroundSurface{}),
      ground_pushes(world.ground && !cast.is_obstacle && !world.has_impulses()),
      ground_holds(world.ground && !cast.is_obstacle && world.has_impulses()) {}

}  // namespace gambol
