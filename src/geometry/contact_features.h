#pragma once

// What of a shape can touch uneven ground besides its corners.

#include <array>
#include <vector>

#include "base/wide.h"
#include "geometry/shape.h"

namespace gambol {

// A sharp edge between two faces, in the body's frame.
struct ContactEdge {
  Vec3 a, b;                // m
  Vec3 normal_1, normal_2;  // of the faces, outward, unit
};

// A round bar (or, with a == b, a ball): balls along the segment whose radii go evenly from
// `radius` at a to `end_radius` at b; the difference is less than the segment's length.
struct ContactRod {
  Vec3 a, b;
  double radius = 0;
  double end_radius = 0;
  bool round_ends = true;  // else only its side counts
};

struct ContactFeatures {
  std::vector<ContactEdge> edges;  // of boxes and other frustums, and convex ones of meshes
  std::vector<ContactRod> rods;    // balls, capsules, and the sides of round cylinders
  std::vector<Transform> boxes;    // pose of a box's centre, and
  std::vector<Vec3> halves;        // half its extents
  ContactRod spine;                // all contact points of the body are within it
  // The contact points again, four by four; the last one fills what is left.
  struct FourPoints {
    Wide x, y, z, radius;
  };
  std::vector<FourPoints> points;
  // The edges likewise, from a to a + d; what is left of the last four is nowhere (NaN).
  struct FourEdges {
    std::array<Wide, 3> a, d;
  };
  std::vector<FourEdges> edge_fours;
};

// Adds those of `shape`, in its body's frame.
void add_contact_features(const Shape& shape, ContactFeatures& features);

std::vector<ContactFeatures::FourPoints> by_fours(const std::vector<ContactPoint>& points);
std::vector<ContactFeatures::FourEdges> by_fours(const std::vector<ContactEdge>& edges);

// A bar, along the longest side of the points' bounds, that holds them all.
ContactRod bounding_bar(const std::vector<ContactPoint>& points);

}  // namespace gambol
