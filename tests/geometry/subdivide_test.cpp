#include "geometry/subdivide.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "base/error.h"
#include "support/own_file.h"

namespace gambol {
namespace {

// A cube of side 2 as an OBJ file writes it, with a square of the texture on every face.
std::string cube_file() {
  const std::string path = own_file(".obj");
  std::ofstream(path) << "v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nv -1 1 -1\n"
                         "v -1 -1 1\nv 1 -1 1\nv 1 1 1\nv -1 1 1\n"
                         "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                         "f 4/1 3/2 2/3 1/4\nf 5/1 6/2 7/3 8/4\nf 1/1 2/2 6/3 5/4\n"
                         "f 2/1 3/2 7/3 6/4\nf 3/1 4/2 8/3 7/4\nf 4/1 1/2 5/3 8/4\n";
  return path;
}

// Of a vertex of valence 3 with neighbours e and face corners f the limit is
// (9 v + 4 sum e + sum f) / (3 * 8) (Halstead, Kass and DeRose 1993): of a cube's corner (1, 1, 1)
// that is 12 / 24 in each direction.
TEST(Subdivide, PutsTheCornersOfACubeOnItsLimitSurface) {
  const TriangleMesh m = subdivided(load_polygons(cube_file()), 1, "cube");
  double nearest = 1;
  for (const Vec3& p : m.positions) nearest = std::min(nearest, (p - Vec3::Constant(0.5)).norm());
  EXPECT_LT(nearest, 1e-12);
}

TEST(Subdivide, IsSmoothAndFacesOutward) {
  for (int levels : {1, 3}) {
    const TriangleMesh m = subdivided(load_polygons(cube_file()), levels, "cube");
    EXPECT_EQ(m.triangles.size(), 12u << 2 * levels);
    for (std::size_t i = 0; i < m.positions.size(); ++i) {
      EXPECT_NEAR(m.normals[i].norm(), 1, 1e-12);
      EXPECT_GT(m.normals[i].dot(m.positions[i].normalized()), 0.95);
    }
  }
}

// The limit does not depend on how far it is approached.
TEST(Subdivide, FinerLevelsLieOnTheSameSurface) {
  const auto key = [](const Vec3& p) {
    return std::array<long, 3>{std::lround(1e9 * p.x()), std::lround(1e9 * p.y()),
                               std::lround(1e9 * p.z())};
  };
  std::set<std::array<long, 3>> fine;
  for (const Vec3& p : subdivided(load_polygons(cube_file()), 3, "cube").positions)
    fine.insert(key(p));
  for (const Vec3& p : subdivided(load_polygons(cube_file()), 1, "cube").positions)
    EXPECT_TRUE(fine.contains(key(p)));
}

TEST(Subdivide, KeepsTextureCoordinatesFaceByFace) {
  const TriangleMesh m = subdivided(load_polygons(cube_file()), 2, "cube");
  ASSERT_EQ(m.uvs.size(), m.positions.size());
  double area = 0;  // six whole squares
  for (const auto& t : m.triangles) {
    const Vec2 a = m.uvs[t[1]] - m.uvs[t[0]], b = m.uvs[t[2]] - m.uvs[t[0]];
    area += std::abs(a.x() * b.y() - a.y() * b.x()) / 2;
  }
  EXPECT_NEAR(area, 6, 1e-9);
}

TEST(Subdivide, OfTrianglesIsLoops) {
  PolygonMesh octahedron;
  octahedron.positions = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (std::uint32_t x : {0u, 1u})
    for (std::uint32_t y : {2u, 3u})
      for (std::uint32_t z : {4u, 5u}) {
        if ((x + y + z) % 2)
          octahedron.faces.push_back({x, z, y});
        else
          octahedron.faces.push_back({x, y, z});
      }
  const TriangleMesh m = subdivided(octahedron, 2, "octahedron");
  EXPECT_EQ(m.triangles.size(), 8u * 16);
  // A vertex of valence 4 goes to 1 / (1 + 8/3 b n) of itself, its neighbours' sum being 0; b is
  // Loop's 31 / 256 there: (5/8 - (3/8)^2) / 4.
  const double b = (0.625 - 0.140625) / 4, limit = 1 / (1 + 4 * b / 0.375);
  double top = 0;
  for (const Vec3& p : m.positions) top = std::max(top, p.z());
  EXPECT_NEAR(top, limit, 1e-9);
}

std::string subdivision_refusal(const PolygonMesh& mesh, const std::string& path) {
  try {
    check_subdivides(mesh, path);
  } catch (const InputError& e) {
    EXPECT_THROW(subdivided(mesh, 1, path), InputError);
    return e.what();
  }
  return "no error";
}

TEST(Subdivide, RefusesWhatIsNoSurface) {
  PolygonMesh nothing;
  nothing.positions = {{0, 0, 0}, {1, 0, 0}};
  nothing.faces = {{0, 1, 0}};
  EXPECT_EQ(subdivision_refusal(nothing, "nothing.obj"),
            "nothing.obj: mesh: found faces that cannot be subdivided, expected a surface: faces "
            "that meet side by side; or no `subdivision`");
}

// Three faces on each other: a place with more faces than sides.
TEST(Subdivide, RefusesFacesThatLieOnEachOther) {
  PolygonMesh pile;
  pile.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  pile.faces = {{0, 1, 2}, {0, 1, 2}, {0, 1, 2}};
  EXPECT_EQ(subdivision_refusal(pile, "pile.obj"),
            "pile.obj: mesh: found faces that cannot be subdivided, expected a surface: faces that "
            "meet side by side; or no `subdivision`");
}

TEST(Subdivide, TakesACube) {
  EXPECT_EQ(subdivision_refusal(load_polygons(cube_file()), "cube"), "no error");
}

}  // namespace
}  // namespace gambol
