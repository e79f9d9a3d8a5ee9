#pragma once

// The names of the values of every enum, and of the alternatives of every variant, that an author
// may write.

#include <array>
#include <string>
#include <vector>

#include "base/curve.h"
#include "figure/figure_spec.h"
#include "schema/field.h"
#include "shot/look_spec.h"
#include "shot/reflex_spec.h"
#include "shot/shot_spec.h"

namespace gambol {

template <class E, std::size_t n>
constexpr auto named(const std::pair<std::string_view, E> (&names)[n]) {
  return std::to_array(names);
}

template <>
inline constexpr auto names_of<Interpolation> = named<Interpolation>({
    {"step", Interpolation::step},
    {"linear", Interpolation::linear},
    {"catmull_rom", Interpolation::catmull_rom},
    {"ease", Interpolation::ease},
});

template <>
inline constexpr auto names_of<JointType> = named<JointType>({
    {"rotary", JointType::rotary},
    {"prismatic", JointType::prismatic},
    {"fixed", JointType::fixed},
});

template <>
inline constexpr auto names_of<AxisFrame> = named<AxisFrame>({
    {"body", AxisFrame::body},
    {"parent", AxisFrame::parent},
});

template <>
inline constexpr auto names_of<Drive> = named<Drive>({
    {"dynamic", Drive::dynamic},
    {"kinematic", Drive::kinematic},
});

template <>
inline constexpr auto names_of<ActuatorType> = named<ActuatorType>({
    {"exponential_spring", ActuatorType::exponential_spring},
    {"linear_spring", ActuatorType::linear_spring},
    {"damper", ActuatorType::damper},
    {"limit", ActuatorType::limit},
    {"exponential_limit", ActuatorType::exponential_limit},
});

template <>
inline constexpr auto names_of<MassScale> = named<MassScale>({
    {"none", MassScale::none},
    {"mass", MassScale::mass},
    {"distal_mass", MassScale::distal_mass},
    {"total_mass", MassScale::total_mass},
});

template <>
inline constexpr auto names_of<Side> = named<Side>({
    {"left", Side::left},
    {"right", Side::right},
});

template <>
inline constexpr auto names_of<Beyond> = named<Beyond>({
    {"above", Beyond::above},
    {"below", Beyond::below},
});

template <>
inline constexpr auto names_of<SkinSource> = named<SkinSource>({
    {"mesh", SkinSource::mesh},
    {"shapes", SkinSource::shapes},
});

template <>
inline constexpr auto names_of<FrictionModel> = named<FrictionModel>({
    {"damper", FrictionModel::damper},
    {"coulomb", FrictionModel::coulomb},
});

template <>
inline constexpr auto names_of<IntegrationMethod> = named<IntegrationMethod>({
    {"implicit", IntegrationMethod::implicit},
    {"euler", IntegrationMethod::euler},
    {"rk4", IntegrationMethod::rk4},
    {"rkf45", IntegrationMethod::rkf45},
    {"bdf", IntegrationMethod::bdf},
});

template <>
inline constexpr auto names_of<DriveChoice> = named<DriveChoice>({
    {"dynamic", DriveChoice::dynamic},
    {"hold", DriveChoice::hold},
    {"follow", DriveChoice::follow},
});

template <>
inline constexpr auto names_of<LightKind> = named<LightKind>({
    {"sun", LightKind::sun},
    {"area", LightKind::area},
    {"disc", LightKind::disc},
    {"sphere", LightKind::sphere},
    {"spot", LightKind::spot},
});

template <>
inline constexpr auto names_of<SkyModel> = named<SkyModel>({
    {"gradient", SkyModel::gradient},
    {"physical", SkyModel::physical},
    {"image", SkyModel::image},
});

template <>
inline constexpr auto names_of<ToneCurve> = named<ToneCurve>({
    {"soft", ToneCurve::soft},
    {"filmic", ToneCurve::filmic},
    {"srgb", ToneCurve::srgb},
});

template <>
inline constexpr auto names_of<TextureTarget> = named<TextureTarget>({
    {"color", TextureTarget::color},
    {"roughness", TextureTarget::roughness},
    {"metallic", TextureTarget::metallic},
    {"specular", TextureTarget::specular},
    {"coat", TextureTarget::coat},
    {"sheen", TextureTarget::sheen},
    {"emission", TextureTarget::emission},
    {"bump", TextureTarget::bump},
});

template <>
inline constexpr auto names_of<TextureSpace> = named<TextureSpace>({
    {"body", TextureSpace::body},
    {"world", TextureSpace::world},
    {"uv", TextureSpace::uv},
});

template <>
inline constexpr auto names_of<Projection> = named<Projection>({
    {"perspective", Projection::perspective},
    {"orthographic", Projection::orthographic},
});

template <>
inline constexpr auto names_of<MovieCodec> = named<MovieCodec>({
    {"h264", MovieCodec::h264},
    {"h265", MovieCodec::h265},
    {"prores", MovieCodec::prores},
});

template <>
inline constexpr auto names_of<Align> = named<Align>({
    {"left", Align::left},
    {"center", Align::center},
    {"right", Align::right},
});

template <>
inline constexpr std::string_view variant_name<ImageTexture> = "image";
template <>
inline constexpr std::string_view variant_name<GridTexture> = "grid";
template <>
inline constexpr std::string_view variant_name<CheckerTexture> = "checker";
template <>
inline constexpr std::string_view variant_name<NoiseTexture> = "noise";
template <>
inline constexpr std::string_view variant_name<StoneTexture> = "stone";
template <>
inline constexpr std::string_view variant_name<SteppingSpec> = "stepping";
template <>
inline constexpr std::string_view variant_name<OscillatorsSpec> = "oscillators";
template <>
inline constexpr std::string_view variant_name<CaptionSpec> = "caption";
template <>
inline constexpr std::string_view variant_name<ClockSpec> = "clock";
template <>
inline constexpr std::string_view variant_name<BurnInSpec> = "burn_in";

template <>
inline constexpr std::string_view variant_name<OscillatorGaitSpec> = "oscillators";
template <>
inline constexpr std::string_view variant_name<MotorScriptSpec> = "script";
template <>
inline constexpr std::string_view variant_name<KinematicGaitSpec> = "kinematic";

// The names of all values of E, in order.
template <class E>
std::vector<std::string> choices() {
  std::vector<std::string> names;
  for (const auto& [name, value] : names_of<E>) names.emplace_back(name);
  return names;
}

// The name of a value; "?" if it has none.
template <class E>
std::string name_of(E value) {
  for (const auto& [name, v] : names_of<E>)
    if (v == value) return std::string(name);
  return "?";
}

}  // namespace gambol
