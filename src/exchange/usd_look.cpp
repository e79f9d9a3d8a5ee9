// Materials, cameras, lights and the sky.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exchange/usd_parts.h"

namespace gambol {
namespace {

constexpr double degrees = 180 / std::numbers::pi;
constexpr double tenths = 10;  // of the unit, in which UsdGeomCamera states film and lens

double within_unit(double x) { return std::clamp(x, 0.0, 1.0); }

// The index of refraction of a dielectric that reflects 8 % of light at 0 deg times `specular`.
double index_of(double specular) {
  const double r = std::sqrt(std::clamp(0.08 * specular, 0.0, 0.9));
  return (1 + r) / (1 - r);
}

void add_surface(UsdText& text, const MaterialSpec& m) {
  const auto number = [&](const char* name, double value) {
    text.property(fmt::format("float inputs:{}", name), usd_float(value));
  };
  text.begin("def", "Shader", "surface");
  text.property("uniform token info:id", "\"UsdPreviewSurface\"");
  number("clearcoat", within_unit(m.coat));
  number("clearcoatRoughness", within_unit(m.coat_roughness));
  text.property("color3f inputs:diffuseColor", usd_float_vector(m.color));
  text.property("color3f inputs:emissiveColor", usd_float_vector(m.emission));
  number("ior", m.transmission > 0 ? m.index : index_of(m.specular));
  number("metallic", within_unit(m.metallic));
  number("opacity", within_unit(1 - m.transmission));
  number("roughness", within_unit(m.roughness));
  text.property("int inputs:useSpecularWorkflow", "0");
  text.line("token outputs:surface");
  text.end();
}

void add_camera(UsdStage& stage, std::size_t v) {
  const SceneView& view = stage.scene.views[v];
  UsdText& text = stage.text;
  std::vector<SceneCamera> frames(view.cameras.begin() + stage.span.from,
                                  view.cameras.begin() + stage.span.to);
  // Parallel rays see as much as the aperture is wide.
  const auto width = [&](const SceneCamera& c) {
    return view.parallel ? c.lens : view.sensor_width;
  };
  const double aspect = view_aspect(stage.scene, view);
  const auto track = [&](const char* declaration, const auto& value) {
    text.track(declaration,
               usd_values(frames, [&](const SceneCamera& c) { return usd_float(value(c)); }));
  };
  text.begin("def", "Camera", view_name(stage.scene, v));
  const ClippingRange range = clipping_range(frames.front());
  text.property("float2 clippingRange",
                fmt::format("({}, {})", usd_float(range.near), usd_float(range.far)));
  track("float focalLength",
        [&](const SceneCamera& c) { return tenths * (view.parallel ? 0.05 : c.lens); });
  track("float focusDistance", [](const SceneCamera& c) { return c.focus; });
  track("float fStop",
        [](const SceneCamera& c) { return c.lens_radius > 0 ? c.lens / (2 * c.lens_radius) : 0; });
  track("float horizontalAperture", [&](const SceneCamera& c) { return tenths * width(c); });
  text.property("token projection", view.parallel ? "\"orthographic\"" : "\"perspective\"");
  // Of a frame: the film's shutter opens at its instant.
  text.property("double shutter:open", "0");
  text.property("double shutter:close", usd_number(view.shutter));
  track("float verticalAperture", [&](const SceneCamera& c) { return tenths * width(c) / aspect; });
  usd_place(text, camera_track(view, stage.span));
  text.end();
}

std::string type_of(LightKind kind) {
  switch (kind) {
    case LightKind::sun:
      return "DistantLight";
    case LightKind::area:
      return "RectLight";
    case LightKind::sphere:
      return "SphereLight";
    case LightKind::disc:
    case LightKind::spot:
      return "DiskLight";
  }
  return "";
}

void add_light_form(UsdText& text, const SceneLight& light) {
  const auto number = [&](const char* name, double value) {
    text.property(fmt::format("float inputs:{}", name), usd_float(value));
  };
  if (light.kind == LightKind::sun) {
    number("angle", light.angle * degrees);
    // Its intensity is then the irradiance, whatever its angle.
    text.property("bool inputs:normalize", "1");
  } else if (light.kind == LightKind::area) {
    number("width", light.width);
    number("height", light.height);
  } else {
    number("radius", light.radius);
  }
  if (light.kind == LightKind::spot) {
    number("shaping:cone:angle", light.cone / 2 * degrees);
    number("shaping:cone:softness", light.soft);
  }
}

void add_light(UsdStage& stage, const SceneLight& light) {
  UsdText& text = stage.text;
  std::vector<std::string> metadata;
  if (light.kind == LightKind::spot) metadata = {"prepend apiSchemas = [\"ShapingAPI\"]"};
  text.begin("def", type_of(light.kind), "light", metadata);
  // A spot's is radiant intensity along its axis, others' is radiance or, of a sun, irradiance.
  const double area = std::numbers::pi * light.radius * light.radius;
  const double per = light.kind == LightKind::spot ? area : 1;
  const auto from = light.intensity.begin();
  text.property("color3f inputs:color", usd_float_vector(light.color));
  text.property("float inputs:exposure", usd_float(stage.scene.exposure));
  text.track("float inputs:intensity",
             usd_values(std::vector<double>(from + stage.span.from, from + stage.span.to),
                        [&](double x) { return usd_float(x / per); }));
  add_light_form(text, light);
  usd_place(text, light_track(stage.scene, light, stage.span));
  text.end();
}

// Half of the sphere's area is within 30 deg of the horizon.
void add_sky(UsdStage& stage) {
  const SceneSky& sky = stage.scene.sky;
  if (stage.scene.sky_model != SkyModel::gradient) return;
  UsdText& text = stage.text;
  const auto from = sky.intensity.begin();
  text.begin("def", "DomeLight", "sky");
  text.property("color3f inputs:color",
                usd_float_vector(0.25 * sky.zenith + 0.5 * sky.horizon + 0.25 * sky.nadir));
  text.property("float inputs:exposure", usd_float(stage.scene.exposure));
  text.track(
      "float inputs:intensity",
      usd_values(std::vector<double>(from + stage.span.from, from + stage.span.to), usd_float));
  text.end();
}

}  // namespace

void add_usd_materials(UsdStage& stage) {
  UsdText& text = stage.text;
  text.begin("def", "Scope", "materials");
  for (const std::size_t index : used_materials(stage.scene)) {
    const MaterialSpec& m = stage.scene.materials[index];
    const std::string path = text.begin("def", "Material", m.name.empty() ? "grey" : m.name);
    text.line(fmt::format("token outputs:surface.connect = <{}/surface.outputs:surface>", path));
    add_surface(text, m);
    text.end();
    stage.materials[index] = path;
  }
  text.end();
}

void add_usd_cameras(UsdStage& stage) {
  for (std::size_t v = 0; v < stage.scene.views.size(); ++v)
    if (stage.scene.views[v].cameras.size() >= stage.span.to) add_camera(stage, v);
}

void add_usd_lights(UsdStage& stage) {
  for (const SceneLight& light : stage.scene.lights) add_light(stage, light);
  add_sky(stage);
}

}  // namespace gambol
