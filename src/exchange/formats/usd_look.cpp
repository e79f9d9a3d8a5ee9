// Materials, cameras, lights and the sky.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exchange/formats/surface_pictures.h"
#include "exchange/formats/usd.h"
#include "exchange/formats/usd_parts.h"

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

// The nodes that read a material's pictures, and the surface that they feed.
class UsdSurface {
 public:
  UsdSurface(UsdStage& stage, const MaterialSpec& m, const std::string& path)
      : text_(stage.text),
        scene_(stage.scene),
        m_(m),
        pictures_(pictures_of(stage.scene, m)),
        path_(path) {}

  void add() {
    if (pictures_.any()) add_coordinates();
    add_picture("color", pictures_.color, "sRGB", factor(pictures_.color));
    add_picture("emission", pictures_.emission, "sRGB", factor(pictures_.emission));
    add_picture("metal", pictures_.roughness, "raw", metal_factor());
    add_picture("normals", pictures_.normal, "raw", "(2, 2, 2, 1)", "(-1, -1, -1, 0)");
    add_surface();
  }

 private:
  static std::string factor(const TextureSpec* picture) {
    if (!picture) return "";
    const Vec3& c = picture->color;
    return fmt::format("({}, {}, {}, 1)", usd_float(c.x()), usd_float(c.y()), usd_float(c.z()));
  }
  std::string metal_factor() const {
    if (!pictures_.roughness) return "";
    return fmt::format("(1, {}, {}, 1)", usd_float(pictures_.roughness->value),
                       usd_float(pictures_.metallic->value));
  }

  void add_coordinates() {
    text_.begin("def", "Shader", "coordinates");
    text_.property("uniform token info:id", "\"UsdPrimvarReader_float2\"");
    text_.property("string inputs:varname", "\"st\"");
    text_.line("float2 outputs:result");
    text_.end();
  }

  // A picture that is `size` wide in texture coordinates begins at their lower left.
  std::string place_of(const char* name, const TextureSpec& picture) {
    const std::string coordinates = path_ + "/coordinates.outputs:result";
    if (picture.size == 1) return coordinates;
    text_.begin("def", "Shader", std::string(name) + "_place");
    text_.property("uniform token info:id", "\"UsdTransform2d\"");
    text_.line(fmt::format("float2 inputs:in.connect = <{}>", coordinates));
    text_.property("float2 inputs:scale", fmt::format("({0}, {0})", usd_float(1 / picture.size)));
    text_.line("float2 outputs:result");
    text_.end();
    return fmt::format("{}/{}_place.outputs:result", path_, name);
  }

  void add_picture(const char* name, const TextureSpec* picture, const char* space,
                   const std::string& scale, const char* bias = "") {
    if (!picture) return;
    const std::string place = place_of(name, *picture);
    text_.begin("def", "Shader", name);
    text_.property("uniform token info:id", "\"UsdUVTexture\"");
    if (*bias) text_.property("float4 inputs:bias", bias);
    text_.property("asset inputs:file",
                   fmt::format("@./{}@", usd_picture_path(scene_, file_of(*picture))));
    text_.property("float4 inputs:scale", scale);
    text_.property("token inputs:sourceColorSpace", fmt::format("\"{}\"", space));
    text_.line(fmt::format("float2 inputs:st.connect = <{}>", place));
    text_.property("token inputs:wrapS", "\"repeat\"");
    text_.property("token inputs:wrapT", "\"repeat\"");
    for (const char* output :
         {"float outputs:a", "float outputs:b", "float outputs:g", "float3 outputs:rgb"})
      text_.line(output);
    text_.end();
  }

  // A value, or the output of a node where there is a picture.
  void input(const char* declaration, const TextureSpec* picture, const char* output,
             const std::string& value) {
    if (picture)
      text_.line(fmt::format("{}.connect = <{}/{}>", declaration, path_, output));
    else
      text_.property(declaration, value);
  }
  void number(const char* name, double value) {
    text_.property(fmt::format("float inputs:{}", name), usd_float(value));
  }

  void add_surface() {
    text_.begin("def", "Shader", "surface");
    text_.property("uniform token info:id", "\"UsdPreviewSurface\"");
    number("clearcoat", within_unit(m_.coat));
    number("clearcoatRoughness", within_unit(m_.coat_roughness));
    input("color3f inputs:diffuseColor", pictures_.color, "color.outputs:rgb",
          usd_float_vector(mean_color(scene_, m_)));
    input("color3f inputs:emissiveColor", pictures_.emission, "emission.outputs:rgb",
          usd_float_vector(m_.emission));
    number("ior", m_.transmission > 0 ? m_.index : index_of(m_.specular));
    input("float inputs:metallic", pictures_.metallic, "metal.outputs:b",
          usd_float(within_unit(m_.metallic)));
    if (pictures_.normal)
      text_.line(fmt::format("normal3f inputs:normal.connect = <{}/normals.outputs:rgb>", path_));
    input("float inputs:opacity", pictures_.opacity, "color.outputs:a",
          usd_float(within_unit(1 - m_.transmission)));
    if (pictures_.opacity) number("opacityThreshold", pictures_.opacity->cutoff);
    input("float inputs:roughness", pictures_.roughness, "metal.outputs:g",
          usd_float(within_unit(m_.roughness)));
    text_.property("int inputs:useSpecularWorkflow", "0");
    text_.line("token outputs:surface");
    text_.end();
  }

  UsdText& text_;
  const Scene& scene_;
  const MaterialSpec& m_;
  SurfacePictures pictures_;
  const std::string& path_;
};

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
    UsdSurface(stage, m, path).add();
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
