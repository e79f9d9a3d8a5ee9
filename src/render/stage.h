#pragma once

// What all frames of a shot share: materials, figures, ground, cameras and how things shine.

#include <string>
#include <vector>

#include "image/textures.h"
#include "poses/poses.h"
#include "render/camera.h"
#include "render/frame_scene.h"
#include "render/shutter.h"
#include "shot/shot_spec.h"

namespace gambol {

// A camera and its part of the frame, in pixels.
struct StageView {
  ViewSpec spec;
  Shutter shutter;
  FollowPath follow;
  int left = 0, top = 0, width = 0, height = 0;

  CameraPose pose(double fps, double frame) const {
    return camera_at(spec.camera, follow, fps, frame);
  }
};

class Stage {
 public:
  // `poses` must outlive it. Throws InputError with every problem: materials that the look lacks,
  // bodies that the poses lack, pictures that cannot be read.
  Stage(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
        int texture_cache = Textures::usual_megabytes);

  // Film times, in frames, while the shutter is open.
  std::vector<double> instants(const StageView& view, int frame) const;
  // What light meets, around the place `origin`, with lights as they are while the shutter is open.
  struct Ride {
    double opens, closes;      // film time, frames
    Vec3 open_at, closing_at;  // where the followed body is
  };
  std::unique_ptr<FrameScene> scene(MovingFigures moving, const Ride& ride,
                                    const Vec3& origin) const;
  // Sparks from each instant to the next, `open` frames later, around the camera.
  std::unique_ptr<const Sparks> sparks(const StageView& view, const std::vector<double>& instants,
                                       double open, const Vec3& origin, const Camera& camera) const;
  MovingFigures moving(const std::vector<double>& instants, const Vec3& origin) const {
    return figures_.at(poses_, instants, origin);
  }
  MovingFigures at_each(const std::vector<double>& instants, const Vec3& origin) const {
    return figures_.at_each(poses_, instants, origin);
  }
  // Corners of boxes around all that is seen of figures, at a film time in frames.
  void add_extremes(double frame, std::vector<Vec3>& points) const;

  // Throws RunError (failed) if a picture could not be read any more.
  void require_pictures() const {
    if (images_) images_->require_read();
  }

  const Poses& poses() const { return poses_; }
  const std::vector<StageView>& views() const { return views_; }
  // By number; 0 is what has none.
  const std::vector<std::string>& material_names() const { return material_names_; }
  // "figure/body", "figure/skin", or the ground.
  std::string name_of(const MovingFigures& moving, std::uint32_t instance) const;
  const Figures& figures() const { return figures_; }
  // Where a body of the figures is in the world.
  Transform pose(std::size_t body, double frame) const;

 private:
  struct Names;
  void add_figure(const CastSpec& cast, Names& names);
  void add_skins(const CastSpec& cast, Names& names);
  void add_extents(const SkinMesh& skin, const std::vector<std::size_t>& bodies);
  void add_ground(const ShotSpec& shot, Names& names);
  void add_particles(const std::vector<EmitterSpec>& emitters, Names& names);
  void add_view(const ViewSpec& spec, const PresetSpec& preset, Names& names);

  const Poses& poses_;
  LookSpec look_;
  int shutter_poses_;
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
    Eigen::AlignedBox3d box;  // of what is seen, in the body's frame
  };
  std::vector<Extent> extents_;
  std::vector<std::size_t> poses_of_bodies_;  // [body of the figures]
  std::vector<std::string> skin_names_;       // [skin of the figures]
};

}  // namespace gambol
