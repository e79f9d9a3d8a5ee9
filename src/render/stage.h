#pragma once

// What all frames of a shot share: materials, figures, ground, cameras, sky and the look of sparks.

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "image/textures.h"
#include "poses/poses.h"
#include "render/camera.h"
#include "render/frame_scene.h"
#include "render/shutter.h"
#include "shot/camera_spec.h"
#include "shot/cast_spec.h"
#include "shot/look_spec.h"
#include "shot/particle_spec.h"

namespace gambol {

struct ShotSpec;

// A camera and its part of the frame, in pixels.
struct StageView {
  ViewSpec spec;
  Shutter shutter;
  FollowPath follow;
  int left = 0, top = 0, width = 0, height = 0;
  double pixel_aspect = 1;

  CameraPose pose(double fps, double frame) const {
    return camera_at(spec.camera, follow, fps, frame, spec.eye);
  }
  Camera camera(const std::vector<CameraPose>& instants, const Vec3& origin) const {
    return Camera(instants, spec.camera.sensor_width, width, height, origin, pixel_aspect);
  }
};

class Stage {
 public:
  // `poses` must outlive this object. Throws InputError with every problem: materials that the look
  // lacks, bodies that the poses lack, pictures that cannot be read.
  Stage(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
        int texture_cache = Textures::usual_megabytes);

  // Looks through the cameras of `shot`, of which nothing else may differ from the constructor's,
  // into pictures of the size of `preset`. Throws InputError if one follows a body that the poses
  // lack. Ends what views() has returned.
  void look_through(const ShotSpec& shot, const PresetSpec& preset);

  // Film times, in frames, while the shutter is open.
  std::vector<double> instants(const StageView& view, int frame) const;
  // The scene relative to `origin`, with lights as they are while the shutter is open.
  struct Ride {
    double opens, closes;      // film time, frames
    Vec3 open_at, closing_at;  // position of the followed body
  };
  std::unique_ptr<FrameScene> scene(MovingFigures moving, const Ride& ride,
                                    const Vec3& origin) const;
  // Sparks from each of `instants` to `open` frames later, relative to `origin`; null if there are
  // none. Streaks are at least a pixel of `camera` wide.
  std::unique_ptr<const Sparks> sparks(const StageView& view, const std::vector<double>& instants,
                                       double open, const Vec3& origin, const Camera& camera) const;
  // Hair is grown as fine as `camera` sees it.
  MovingFigures moving(const std::vector<double>& instants, const Vec3& origin,
                       const StageView& view, const Camera& camera) const {
    return figures_.at(poses_, instants, origin, hair_view(view, camera));
  }
  MovingFigures at_each(const std::vector<double>& instants, const Vec3& origin,
                        const StageView& view, const Camera& camera) const {
    return figures_.at_each(poses_, instants, origin, hair_view(view, camera));
  }
  // Adds the corners of boxes around all visible parts of figures at film time `frame`, in frames.
  void add_extremes(double frame, std::vector<Vec3>& points) const;

  // Throws RunError (failed) if a picture could no longer be read, or if Embree failed.
  void require_no_error() const {
    if (images_) images_->require_read();
    figures_.device().require_no_error();
  }

  const Poses& poses() const { return poses_; }
  const std::vector<StageView>& views() const { return views_; }
  // [number]; 0: shapes without a material.
  const std::vector<std::string>& material_names() const { return material_names_; }
  // "figure/body", "figure/skin", or "ground".
  std::string name_of(const MovingFigures& moving, std::uint32_t instance) const;
  const Figures& figures() const { return figures_; }
  // The pose of a body of figures() in the world frame.
  Transform pose(std::size_t body, double frame) const;

 private:
  struct Names;
  void add_figure(const CastSpec& cast, Names& names);
  void add_skins(const CastSpec& cast, Names& names);
  // Grows the look's hair on part `part`, of that material, of the latest skin or body.
  void add_hair(const CastSpec& cast, const std::string& of, bool on_skin, std::size_t part,
                const Transform& X_RB, const std::string& material, Names& names);
  // Grows it on the level ground of that material.
  void add_lawns(const std::string& material, Names& names);
  std::vector<float> shares_of(const HairSpec& spec, const FigureSpec& figure,
                               const std::string& of, bool on_skin, std::size_t owner,
                               std::size_t part) const;
  HairView hair_view(const StageView& view, const Camera& camera) const {
    return {&camera, view.width, view.height, hair_width_};
  }
  void add_body(const CastSpec& cast, const std::string& body, std::size_t pose,
                const std::vector<const ShapeSpec*>& shapes,
                const std::vector<std::string>& materials, Names& names);
  void add_extents(const SkinMesh& skin, const std::vector<std::size_t>& bodies);
  void add_ground(const ShotSpec& shot, Names& names);
  void add_particles(const std::vector<EmitterSpec>& emitters, Names& names);
  void add_views(const ShotSpec& shot, const PresetSpec& preset, Names& names);
  void add_view(const ViewSpec& spec, const PresetSpec& preset, double pixel_aspect, Names& names);

  const Poses& poses_;
  const BodyNumbers numbers_;
  LookSpec look_;
  int shutter_poses_;
  float hair_width_;
  std::unique_ptr<Textures> images_;
  std::vector<Material> materials_;
  std::vector<std::string> material_names_;
  AlbedoTables albedo_;
  Sky sky_;
  Figures figures_;
  GroundSquare ground_;
  std::vector<StageView> views_;
  std::vector<SparkLook> spark_looks_;  // [emitter of the poses]
  struct Extent {
    std::size_t pose;
    Eigen::AlignedBox3d box;  // around the visible shapes, in the body's frame
  };
  std::vector<Extent> extents_;
  // A body that others of its kind, of that name and those materials share the surface of.
  struct Surfaced {
    std::size_t body = 0;
    Eigen::AlignedBox3d box;
  };
  std::map<std::tuple<std::string, std::string, std::vector<std::string>>, Surfaced> surfaces_;
  std::vector<std::size_t> poses_of_bodies_;  // [body of the figures]
  std::vector<std::string> skin_names_;       // [skin of the figures]
};

}  // namespace gambol
