#pragma once

// Features of a shape, besides its corners, that can touch uneven ground.

#include <array>
#include <vector>

#include "base/wide.h"
#include "geometry/mesh.h"
#include "geometry/shape.h"

namespace gambol {

// A sharp edge between two faces, in the body's frame.
struct ContactEdge {
  Vec3 a, b;                // m
  Vec3 normal_1, normal_2;  // of the faces, outward, unit
};

// A round bar (or, with a == b, a ball): balls along the segment whose radii change linearly from
// `radius` at a to `end_radius` at b, m. The difference is less than the segment's length.
struct ContactRod {
  Vec3 a, b;
  double radius = 0;
  double end_radius = 0;
  bool round_ends = true;  // if false, only the bar's side can touch
};

struct ContactFeatures {
  std::vector<ContactEdge> edges;  // of boxes and other frustums; convex edges of meshes
  std::vector<ContactRod> rods;    // balls, capsules, and the sides of round cylinders
  std::vector<Transform> boxes;    // [box] frame at its centre
  std::vector<Vec3> halves;        // [box] half extents, m
  ContactRod spine;                // contains all contact points of the body
  // The contact points again, in groups of four; copies of the last point fill the last group.
  struct FourPoints {
    Wide x, y, z, radius;
  };
  std::vector<FourPoints> points;
  // The edges in groups of four, from a to a + d; unused lanes of the last group are NaN.
  struct FourEdges {
    std::array<Wide, 3> a, d;
  };
  std::vector<FourEdges> edge_fours;
};

// Adds the edges, rods and boxes of `shape`, in its body's frame.
void add_contact_features(const Shape& shape, ContactFeatures& features);

// Adds the edges of a mesh across which it is convex, placed by X.
void add_convex_edges(const Transform& X, const TriangleMesh& mesh, ContactFeatures& features);
// All vertices of a mesh, placed by X; coincident vertices once.
std::vector<ContactPoint> vertices(const Transform& X, const TriangleMesh& mesh);

std::vector<ContactFeatures::FourPoints> by_fours(const std::vector<ContactPoint>& points);
std::vector<ContactFeatures::FourEdges> by_fours(const std::vector<ContactEdge>& edges);

// A bar along the longest side of the points' bounds, which contains all points with their radii.
ContactRod bounding_bar(const std::vector<ContactPoint>& points);

}  // namespace gambol
