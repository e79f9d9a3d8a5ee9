#pragma once

// What a shot's film shows, as plain data: the page of a replay is written from it, and so can be
// any file for other programs. It needs neither the shot nor its poses. All lengths are in m, and
// all poses are in the world's frame W, unless a comment says otherwise.
//
// Members with [frame] are of the span that the scene shows: the whole film or a part of it. All
// others are of the whole film.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "figure/support.h"
#include "geometry/height_field.h"
#include "geometry/mesh.h"
#include "geometry/skin.h"
#include "poses/stored_motion.h"
#include "shot/look_spec.h"

namespace gambol {

struct SceneMark {
  double frame = 0;  // at which the film shows it; may lie between two frames
  double time = 0;   // s, simulated
  std::string name, text;
};

// A visible shape of a body.
struct SceneShape {
  std::size_t mesh = 0;      // index into Scene::meshes
  std::size_t material = 0;  // index into Scene::materials
  std::string layer;         // may be empty
  Transform X_BS;            // the mesh's frame in the body's
};

// A degree of freedom of the joint that carries a body, by its author's name.
struct SceneJoint {
  std::string name;
  bool slides = false;         // m; else rad
  std::vector<double> values;  // [frame]
};

// A body, which is also a bone of its figure's skeleton.
struct SceneBody {
  std::string name;  // "abdomen"
  int figure = -1;   // index into Scene::figures; -1: the shot has no figure with this body
  int parent = -1;   // index into Scene::bodies; -1 for a root
  int appears = 0;   // first frame in which it is present; Scene::film_frames if it never is
  double reach = 0;  // of its shapes: no point of them is farther from its origin
  Transform X_RB;    // in the frame of the figure's root, at rest
  std::vector<SceneShape> shapes;
  std::vector<SceneJoint> joints;  // nothing if they were not recorded
};

struct SceneLeg {
  std::string name;
  std::string short_name;   // "L1"
  int foot = 0;             // index into Scene::bodies
  Vec3 tip = Vec3::Zero();  // in the foot's frame
  struct Step {
    double from = 0, to = 0;  // frames
  };
  // Commanded, of the whole film; nothing if no controller commands them.
  std::optional<std::vector<Step>> steps;
};

// What bears a figure in a frame, m and N, means over the frame.
struct SceneBalance {
  Vec3 com = Vec3::Zero();       // centre of mass
  std::optional<Vec3> pressure;  // centre of the ground's pressure on the feet
  SupportPolygon support;
};

struct SceneFigure {
  std::string name;
  int root = 0;     // index into Scene::bodies
  int appears = 0;  // the first frame in which one of its bodies does
  // As it appears, the height of its root above its lowest foot, but at least a quarter of the
  // radius of a sphere around it.
  double size = 0;
  std::vector<SceneLeg> legs;  // left side first, each side from front to back
  // [frame * legs + leg] N: mean force of the ground over the frame; nothing if not recorded.
  std::optional<std::vector<Vec3>> forces;
  // N: most of the forces, but not their peaks, are less than this. 1 without forces.
  double typical_force = 1;
  double weight = 0;                                 // N, under standard gravity
  std::optional<std::vector<SceneBalance>> balance;  // [frame]; nothing if not recorded
};

// A skin, which the bodies of its figure deform: see geometry/skin.h.
struct SceneSkin {
  int figure = 0;
  std::string layer;  // may be empty
  SkinMesh mesh;
  std::vector<std::size_t> materials;  // [as SkinMesh::material_of] index into Scene::materials
  std::vector<int> bodies;             // [body of the skin] index into Scene::bodies
};

// Shapes and skins that can be shown or hidden together.
struct SceneLayer {
  std::string name;
  bool seen = true;  // in the film
};

// A light over the film; the comments of LightSpec say what its numbers mean.
struct SceneLight {
  LightKind kind = LightKind::sun;
  Vec3 color = Vec3(1, 1, 1);
  std::vector<double> intensity;  // [frame]
  Vec3 direction = Vec3(0, 0, -1);
  double angle = 0;                    // rad
  std::vector<Vec3> position, target;  // [frame]
  double width = 0, height = 0, radius = 0;
  double cone = 0, soft = 0;  // of a spot
  bool follow = false, seen = false;
};

// Light from all directions, linear: rows from z to -z, the middle column along x, to the left
// towards y. pixels[3 * (y * width + x)].
struct SceneSkyMap {
  int width = 0, height = 0;
  std::vector<float> pixels;
};

// A picture of a texture, small: sRGB and alpha, rows from the top. pixels[4 * (y * width + x)].
struct ScenePicture {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;
};

// The file of a texture's picture, PNG or JPEG, for formats that carry it.
struct ScenePictureFile {
  std::string name;  // "coat.png"; unique
  std::string bytes;
  bool is_png() const { return name.ends_with(".png"); }
};

// A map, or a gradient without one. What the map has of a sun is a light instead.
struct SceneSky {
  std::optional<SceneSkyMap> map;
  bool seen = true;
  Vec3 zenith = Vec3::Zero(), horizon = Vec3::Zero(), nadir = Vec3::Zero();
  std::vector<double> intensity;  // [frame]
};

// Ruled lines on the ground.
struct SceneGrid {
  double spacing = 0, width = 0;
  double bold_spacing = 0, bold_width = 0;
  Vec3 color = Vec3::Zero();
};

struct SceneGround {
  double height = 0;
  double extent = 0;         // half the side of the visible square
  std::size_t material = 0;  // index into Scene::materials
  std::optional<SceneGrid> grid;
  std::shared_ptr<const HeightField> terrain;  // nullptr: the ground is level
  bool smooth = false;                         // whether the terrain's normals are
};

// One frame of a camera.
struct SceneCamera {
  Vec3 position = Vec3::Zero(), target = Vec3::Zero();
  double lens = 0.05;        // focal length, or the width of the view if rays are parallel
  Vec3 ride = Vec3::Zero();  // path of the followed body; also shifts lights that follow
  double focus = 1;          // along the view axis
  double lens_radius = 0;    // 0: everything is sharp
};

// A part of the picture with a camera of its own.
struct SceneView {
  Vec2 corner = Vec2(0, 0), size = Vec2(1, 1);  // in fractions of the picture, from its upper left
  double sensor_width = 0;
  double shutter = 0;                // of a frame's time, for which it is open
  bool parallel = false;             // whether its rays are
  std::optional<Vec3> up;            // default: z, or x if the view is vertical
  bool follows = false;              // whether its camera goes along with a body
  std::vector<SceneCamera> cameras;  // [frame]
  std::vector<bool> on;              // [frame] whether the film shows it
};

struct SceneEmitter {
  double radius = 0, glow = 0;
  std::vector<Vec3> colors;  // radiance, at even parts of a particle's life
};

struct SceneParticle {
  Eigen::Vector3f at = Eigen::Vector3f::Zero();
  int emitter = 0;
  float age = 0;  // as a fraction of its life, 0 to 1
  float id = 0;   // counted by its emitter
};

struct Scene {
  std::string name;  // of the shot
  std::string about;
  std::string failure;  // why the simulation ended early; "" if it did not
  double fps = 24;
  int first_frame = 1;   // number of the film's first
  double film_fps = 24;  // of the film: less than `fps` if its frames are divided into several here
  std::string motion;    // hash of its motion
  std::size_t film_frames = 0;                         // of the whole film
  std::vector<double> times;                           // [frame] s, simulated, at which it begins
  std::size_t frames() const { return times.size(); }  // of the span that it shows
  std::vector<SceneMark> marks;

  std::vector<MaterialSpec> materials;  // the first is a neutral grey, for what has no material
  std::vector<SceneLight> lights;
  SceneSky sky;
  double exposure = 0;  // stops
  ToneSpec tone;
  std::map<std::string, ScenePicture> pictures;  // of textures, by their files
  // The same whole; empty unless they are to be written.
  std::map<std::string, ScenePictureFile> picture_files;
  std::optional<SceneGround> ground;

  double aspect = 16.0 / 9;  // width over height of the picture
  std::vector<SceneView> views;
  Vec3 background = Vec3::Zero();           // light where there is no view
  SkyModel sky_model = SkyModel::gradient;  // the film's; the colours of `sky` are a gradient's

  std::vector<SceneEmitter> emitters;
  std::vector<std::size_t> first_particle;  // [frame] has particles first[k] to first[k + 1]
  std::vector<SceneParticle> particles;

  std::vector<TriangleMesh> meshes;   // surfaces of shapes, equal ones once
  std::vector<SceneBody> bodies;      // a parent comes before its children
  std::vector<Transform> placements;  // [frame * bodies + body] X_WB
  std::vector<SceneFigure> figures;
  std::vector<SceneLayer> layers;  // except the one without a name, which is always seen
  std::vector<SceneSkin> skins;
};

// A scene of a film that may be too long to be shown at once.
struct FilmedScene {
  Scene scene;                                  // shows no frame yet
  std::function<void(FrameSpan, Scene&)> show;  // makes it show these frames of the film instead
};

}  // namespace gambol
