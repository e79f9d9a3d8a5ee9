#pragma once

// Finds what of a figure touches the ground: level ground by contact points alone, terrain as
// dynamics/terrain_contact.h says. Most bodies are far from it most of the time, and cost next to
// nothing.

#include <vector>

#include "dynamics/articulated_body.h"
#include "dynamics/terrain_contact.h"

namespace gambol {

struct GroundSurface {
  double height = 0;                     // of level ground
  const HeightField* terrain = nullptr;  // instead of it, if not null; the caller's own
};

double ground_height(const GroundSurface& ground, double x, double y);  // m, z of W
Vec3 ground_normal(const GroundSurface& ground, double x, double y);    // unit, out of it

struct BodyTouch {
  int body;
  int point;  // the body's contact point that touches; -1: another of its features
  GroundTouch at;
};

class GroundSearch {
 public:
  GroundSearch(const Model& model, const GroundSurface& surface);

  // Everything that touches at the kinematics of `work`, body by body, points in their order. With
  // ahead > 0 (s) also contact points that their present velocity takes into the ground within that
  // time; their depth is not positive yet. (Of balls on terrain and of edges only what touches.)
  // Valid until the next call.
  const std::vector<BodyTouch>& find(const Model& model, const Workspace& work, double ahead);
  // What another search has found.
  const std::vector<BodyTouch>& take(const std::vector<BodyTouch>& found) {
    return touches_ = found;
  }

 private:
  // Four bodies, as in Model::quads.
  struct Four {
    WideMask may_touch;  // bodies that have contact points
    WideVec3 a, b;       // all points lie within `radius` of this segment, in B
    Wide radius, reach;  // m
    WideMat3 R;          // where the bodies were seen, and
    WideVec3 p;          //
    Wide clear{};        // how far they may move (m) from there without touching; <= 0: unknown
    Wide slack{};        // and until the ground below them must be looked at again
    WideMask low, seen;  // scratch: which may touch, and of which is known what is below them
  };
  void find_low_on_level(Four& four, const Placement& at, double ahead) const;
  void find_low_on_terrain(Four& four, const Placement& at, double ahead) const;
  void look_again(const Body& b, const BodyWork& at, double margin, Four& four, int lane,
                  NearGround& near);
  void find_on_terrain(int body, const Body& b, const BodyWork& at, double margin, double ahead,
                       const NearGround& near);
  void meet_corners(int body, const Body& b, const BodyWork& at, double margin, double ahead,
                    const NearGround& near);
  void meet_plane(int body, const Body& b, const BodyWork& at, const Vec3& normal, double offset,
                  double margin, double ahead);

  GroundSurface surface_;
  std::vector<Four> fours_;
  std::vector<int> lane_of_;  // [body] 4 quad + lane
  std::vector<BodyTouch> touches_;
  std::vector<NearGround> near_;  // [body] on terrain
  GroundTouches found_;           // scratch
};

// As many touches as a figure can have on any ground.
std::size_t most_touches(const Model& model);

}  // namespace gambol
