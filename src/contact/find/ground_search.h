#pragma once

// Finds the places where a figure touches the ground: on level ground its contact points alone, on
// terrain as contact/find/terrain_contact.h describes. Most bodies are far from the ground most of
// the time; they cost almost nothing.

#include <vector>

#include "contact/find/ground_surface.h"
#include "contact/find/terrain_contact.h"
#include "dynamics/articulated_body.h"

namespace gambol {

struct BodyTouch {
  int body;
  int point;  // index of the contact point that touches; -1: another feature of the body
  GroundTouch at;
};

class GroundSearch {
 public:
  GroundSearch(const Model& model, const GroundSurface& surface);

  // All touches at the kinematics of `work`, in the order of bodies and of their points. With
  // ahead > 0 (s) also contact points that their present velocity takes into the ground within that
  // time; their depth is not positive yet. (Balls on terrain, and edges, are listed only if they
  // touch now.) Valid until the next call.
  const std::vector<BodyTouch>& find(const Model& model, const Workspace& work, double ahead);
  // Takes over the touches that another search has found.
  const std::vector<BodyTouch>& take(const std::vector<BodyTouch>& found) {
    return touches_ = found;
  }

 private:
  // Four bodies, as in Model::quads; after those, the welded ones, as in Model::welds.
  struct Four {
    WideMask may_touch;  // bodies that have contact points
    WideVec3 a, b;       // all points lie within `radius` of this segment, in B
    Wide radius, reach;  // m
    WideMat3 R;          // pose at which each body was last looked at (look_below):
    WideVec3 p;          // rotation and origin
    Wide clear{};        // m that it may move from there without touching; <= 0: unknown
    Wide slack{};        // m that it may move from there while its NearGround stays valid
    WideMask low, seen;  // scratch: bodies that may touch, and those whose NearGround is valid
  };
  void put(int i, const Body& body, int place);
  Placement placement_of_welded(const Model& model, const Workspace& work, std::size_t first) const;
  void find_low(Four& four, const Placement& at, double ahead) const;
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
  std::vector<int> lane_of_;  // [body] 4 (index in fours_) + lane
  std::vector<BodyTouch> touches_;
  std::vector<NearGround> near_;  // [body] on terrain
  GroundTouches found_;           // scratch
};

// The largest number of touches that a figure can have, on any ground.
std::size_t most_touches(const Model& model);

}  // namespace gambol
