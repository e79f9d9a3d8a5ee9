#include "exchange/formats/starter_shot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/rotation.h"
#include "base/units.h"
#include "exchange/formats/yaml_words.h"
#include "figure/figure_skin.h"
#include "figure/find.h"
#include "figure/joint_motion.h"
#include "figure/rest_posture.h"
#include "geometry/mesh.h"
#include "schema/yaml_tree.h"

namespace gambol {
namespace {

constexpr int segments = 12;           // of round surfaces, per full turn: for bounds
constexpr double gap = 1e-4;           // below a figure that stands, of its reach
constexpr double longest_step = 1e-3;  // s, at most
constexpr double far =
    6.0;  // distance of the camera over the figure's reach: what is tall fits, too

void include_point(ImportedBounds& bounds, bool& any, const Vec3& p) {
  bounds.low = any ? Vec3(bounds.low.cwiseMin(p)) : p;
  bounds.high = any ? Vec3(bounds.high.cwiseMax(p)) : p;
  any = true;
}

// The first value of a curve, rad or m: of "[0.1 s, 12 deg]", or of a constant.
double first_value(const ImportedCurve& curve) {
  std::string key = curve.keys.empty() ? "0" : curve.keys[0];
  if (key.starts_with('[')) {
    const std::size_t begin = key.find(',') + 1;
    key = key.substr(begin, key.find_first_of(",]", begin) - begin);
  }
  key.erase(0, std::min(key.find_first_not_of(' '), key.size()));
  return parse_quantity(key).value;
}

// The positions of degrees of freedom in which the shot begins, as far as they are not `initial`:
// those of the pose, and the first ones of motions.
std::map<std::string, double> start_of(const ImportedFigure& made, const FigureSpec& figure) {
  std::map<std::string, double> start;
  if (const PoseSpec* pose = find_pose(figure, made.pose))
    for (const JointTarget& target : pose->joints) start[target.name] = target.to;
  for (const ImportedCurve& curve : made.motions) start[curve.dof] = first_value(curve);
  return start;
}

// X_OB, [body]: from the root's origin, in the world's axes, in the posture in which the shot
// begins.
std::vector<Transform> first_posture(const ImportedFigure& made, const FigureSpec& figure) {
  const std::map<std::string, double> start = start_of(made, figure);
  FigureSpec posed = figure;
  for (const JointDof& dof : joint_dofs(figure)) {
    const auto at = start.find(dof.name);
    if (at == start.end()) continue;
    JointSpec& joint = posed.bodies[dof.body - figure.bodies.data()].joint;
    const auto mode = static_cast<std::size_t>(dof.mode);
    if (joint.initial.size() <= mode) joint.initial.resize(mode + 1, 0);
    joint.initial[mode] = at->second;
  }
  Quat turned = made.turned;
  Vec3 turn = Vec3::Zero();
  bool turns = false;
  for (const JointDof& dof : root_motions(figure))
    if (const auto at = start.find(dof.name); at != start.end() && !dof.slides) {
      turn[dof.mode % 3] = at->second;
      turns = true;
    }
  if (turns) turned = exp_rotation(turn);
  std::vector<Transform> X_OB = rest_posture(posed);
  for (Transform& X : X_OB) X = Transform{turned, Vec3::Zero()} * X;
  return X_OB;
}

// Tiles by which one sees what moves: their side is a fifth to a half of a figure's reach.
double tile_of(double reach) {
  const double decade = std::pow(10, std::floor(std::log10(reach)));
  return decade * (reach / decade > 5 ? 2 : reach / decade > 2 ? 1 : 0.5);
}

std::string color_text(const Vec3& color) {
  return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", color.x(), color.y(), color.z());
}

// `folder`: of the figure that brings it, as the shot names it.
std::string picture_text(const TextureSpec& texture, const std::string& folder) {
  const auto& image = std::get<ImageTexture>(texture.kind);
  std::string text = fmt::format("{{type: image, on: {}, space: uv, size: 1, file: {}",
                                 name_of(texture.on), yaml_text(folder + image.file));
  if (image.channel != ImageChannel::rgba)
    text += fmt::format(", channel: {}", name_of(image.channel));
  const TextureSpec usual;
  if (texture.amount != usual.amount) text += fmt::format(", amount: {:.4g}", texture.amount);
  if (texture.value != usual.value) text += fmt::format(", value: {:.4g}", texture.value);
  if (texture.cutoff != usual.cutoff) text += fmt::format(", cutoff: {:.4g}", texture.cutoff);
  if (texture.color != usual.color) text += fmt::format(", color: {}", color_text(texture.color));
  return text + "}";
}

std::string look_text(const MaterialSpec& look, const std::string& folder) {
  std::string text =
      fmt::format("    {}:\n      color: {}\n", yaml_text(look.name), color_text(look.color));
  const MaterialSpec usual;
  const auto number = [&](const char* key, double value, double of_usual) {
    if (value != of_usual) text += fmt::format("      {}: {:.6g}\n", key, value);
  };
  number("metallic", look.metallic, usual.metallic);
  number("roughness", look.roughness, usual.roughness);
  number("coat", look.coat, usual.coat);
  number("coat_roughness", look.coat_roughness, usual.coat_roughness);
  number("transmission", look.transmission, usual.transmission);
  number("index", look.index, usual.index);
  if (!look.emission.isZero())
    text += fmt::format("      emission: {}\n", color_text(look.emission));
  if (!look.textures.empty()) text += "      textures:\n";
  for (const TextureSpec& texture : look.textures)
    text += fmt::format("        - {}\n", picture_text(texture, folder));
  return text;
}

// `files` [figure] as the shot names them.
std::string looks_text(const Imported& made, const std::vector<std::string>& files, double reach) {
  std::string text = "look:\n  file: paddock\n  materials:\n    floor_of_shot:\n";
  text += "      {color: [0.30, 0.29, 0.27], roughness: 0.8, specular: 0.2,\n";
  text += fmt::format(
      "       textures: [{{type: checker, space: world, size: {:.3g} m, color: [0.22, 0.22, "
      "0.21]}}]}}\n",
      tile_of(reach));
  std::map<std::string, std::string> all;
  for (const ImportedFigure& figure : made.figures)
    all.insert(figure.materials.begin(), figure.materials.end());
  for (const auto& [name, color] : all) {
    std::string clear;
    for (const ImportedFigure& figure : made.figures)
      if (const auto at = figure.opacities.find(name);
          at != figure.opacities.end() && clear.empty())
        clear = fmt::format(", transmission: {:.4g}, index: {}", 1 - at->second, unbent);
    text += fmt::format("    {}: {{color: \"{}\", roughness: 0.45{}}}\n", yaml_text(name), color,
                        clear);
  }
  for (std::size_t i = 0; i < made.figures.size(); ++i) {
    const std::size_t name = files[i].rfind('/');
    const std::string folder = name == files[i].npos ? "" : files[i].substr(0, name + 1);
    for (const MaterialSpec& look : made.figures[i].looks) text += look_text(look, folder);
  }
  return text + "  ground: {material: floor_of_shot, extent: 1 km}\n";
}

const BodySpec& followed_body(const ImportedFigure& made, const FigureSpec& figure) {
  for (const BodySpec& body : figure.bodies)
    if (body.name == made.followed) return body;
  return figure.bodies[0];
}

// Of the followed body, from the root's origin, in the posture in which the shot begins.
Vec3 followed_place(const ImportedFigure& made, const FigureSpec& figure) {
  const std::size_t body = &followed_body(made, figure) - figure.bodies.data();
  return first_posture(made, figure)[body].p;
}

std::string figure_text(const ImportedFigure& figure, const std::string& file) {
  std::string text = fmt::format("  - name: {}\n    file: {}\n    at: {}\n", yaml_text(figure.name),
                                 yaml_text(file), yaml_vector(figure.at));
  const std::string turned = yaml_rotate(figure.turned);
  if (!turned.empty()) text += fmt::format("    {}\n", turned.substr(2));
  if (!figure.pose.empty()) text += fmt::format("    pose: {}\n", yaml_text(figure.pose));
  if (figure.held) text += "    fixed_root: true\n";
  if (figure.has_joints && figure.motions.empty())
    text += "    lock: [\"*\"]    # all joints are held; without this line they are limp\n";
  if (figure.motions.empty()) return text;
  text += "    motions:\n";
  for (const ImportedCurve& curve : figure.motions) {
    if (curve.keys.size() == 1) {
      text += fmt::format("      {}: {}\n", yaml_text(curve.dof), curve.keys[0]);
      continue;
    }
    text += fmt::format("      {}:\n        [", yaml_text(curve.dof));
    std::size_t width = 0;
    for (std::size_t k = 0; k < curve.keys.size(); ++k) {
      if (k > 0) text += ',';
      width += curve.keys[k].size();
      if (width > 120)
        text += "\n        ", width = curve.keys[k].size();
      else if (k > 0)
        text += ' ';
      text += curve.keys[k];
    }
    text += "]\n";
  }
  return text;
}

}  // namespace

ImportedBounds bounds_of(const ImportedFigure& made, const FigureSpec& figure) {
  const std::vector<Transform> X_OB = first_posture(made, figure);
  ImportedBounds bounds;
  bool any = false, touches = false;
  for (std::size_t b = 0; b < figure.bodies.size(); ++b)
    for (const auto* shapes : {&figure.bodies[b].visible, &figure.bodies[b].collision})
      for (const ShapeSpec& s : *shapes)
        for (const Vec3& p : surface_mesh(s.shape, segments).positions) {
          const Vec3 at = X_OB[b] * p;
          include_point(bounds, any, at);
          if (shapes != &figure.bodies[b].collision) continue;
          bounds.touch_high = touches ? std::max(bounds.touch_high, at.z()) : at.z();
          touches = true;
        }
  for (const SkinSpec& skin : figure.skins)
    for (const Vec3& p : make_skin(figure, skin).mesh.mesh.positions)
      include_point(bounds, any, X_OB[0] * p);
  for (std::size_t b = 0; b < figure.bodies.size() && !any; ++b)
    include_point(bounds, any, X_OB[b].p);
  if (!touches) bounds.touch_high = bounds.high.z();
  return bounds;
}

namespace {

// What is held and would begin below the ground stands on it instead.
double ground_below(const Imported& made, const std::vector<ImportedBounds>& bounds) {
  double height = made.ground;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const ImportedFigure& figure = made.figures[i];
    const double at = figure.at.z();
    if (figure.stands || !figure.motions.empty() || at + bounds[i].touch_high > made.ground)
      continue;
    height = std::min(height, at + bounds[i].low.z() - gap * bounds[i].reach());
  }
  return height;
}

}  // namespace

std::string starter_shot(Imported& made, const std::vector<FigureSpec>& specs,
                         const std::vector<std::string>& files) {
  ImportedBounds all;
  bool any = false, led = false;
  std::vector<ImportedBounds> bounds;
  for (std::size_t i = 0; i < made.figures.size(); ++i)
    bounds.push_back(bounds_of(made.figures[i], specs[i]));
  const double ground = ground_below(made, bounds);
  for (std::size_t i = 0; i < made.figures.size(); ++i) {
    ImportedFigure& figure = made.figures[i];
    const ImportedBounds& own = bounds[i];
    const double clear = ground + gap * own.reach() - own.low.z();
    if (figure.stands)
      figure.at.z() = made.figures.size() == 1 ? clear : std::max(figure.at.z(), clear);
    led = led || !figure.motions.empty();
    // The camera goes with what moves.
    const Vec3 at = figure.motions.empty() ? figure.at : Vec3(-followed_place(figure, specs[i]));
    include_point(all, any, at + own.low);
    include_point(all, any, at + own.high);
  }
  const double reach = std::max(all.reach(), 1e-6);
  const Vec3 target = all.middle(),
             position = target + far * reach * Vec3(0.42, -0.86, 0.28).normalized();

  std::string text = fmt::format(
      "# Written by `gambol import {0}`: a beginning, to be changed.\n\ngambol: {5}\nshot: {1}\n"
      "about: {2}\n\nfilm: {{fps: {3}, duration: {4} s}}\n\n",
      made.source, yaml_text(made.name),
      yaml_text(fmt::format("What gambol made of {}.", made.source)), yaml_number(made.fps),
      yaml_number(made.duration), newest_version);
  text += "world:\n";
  if ((made.gravity - Vec3(0, 0, -9.81)).norm() > 1e-6)
    text += fmt::format("  gravity: {}\n", yaml_vector(made.gravity));
  text += ground == 0 ? "  ground: {}\n"
                      : fmt::format("  ground: {{height: {} m}}\n", yaml_number(ground));
  if (!led)
    text +=
        fmt::format("  contact: {{type: impulse, friction: {:.4g}}}    # for figures of any size\n",
                    made.friction);
  if (!made.apart)
    text += fmt::format(
        "  collisions: {{figures: [{}]}}    # figures begin within each other: they pass through\n",
        yaml_text(made.figures[0].name));
  // Steps of a led motion end at the film's frames, and so at its keys.
  const double frame = 1 / made.fps;
  text +=
      fmt::format("\nintegrator: {{method: implicit, step: {}}}\n\ncamera:\n",
                  led ? fmt::format("{:.17g}", frame / std::ceil(frame / longest_step)) : "1 ms");
  text += fmt::format(
      "  position: [{0:.4g}, {1:.4g}, {2:.4g}]\n  target: [{3:.4g}, {4:.4g}, {5:.4g}]\n",
      position.x(), position.y(), position.z(), target.x(), target.y(), target.z());
  if (led)
    text += fmt::format("  follow: {{figure: {}, body: {}}}\n", yaml_text(made.figures[0].name),
                        yaml_text(followed_body(made.figures[0], specs[0]).name));
  text += "  focal_length: 50 mm\n\n" + looks_text(made, files, reach) + "\nfigures:\n";
  for (std::size_t i = 0; i < made.figures.size(); ++i)
    text += figure_text(made.figures[i], files[i]);
  return text;
}

}  // namespace gambol
