// The display layers of the human, which tools/make_human.py writes, fit the figure that they show.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include "figure/figure_skin.h"
#include "figure/figure_spec.h"
#include "geometry/shape.h"
#include "support/own_file.h"

namespace gambol {
namespace {

const FigureSpec& human() {
  static const FigureSpec figure =
      load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/thesis_human.yaml");
  return figure;
}

SkinMesh skin_of(const std::string& name) {
  const auto& skins = human().skins;
  const auto it =
      std::find_if(skins.begin(), skins.end(), [&](const SkinSpec& s) { return s.name == name; });
  EXPECT_NE(it, skins.end()) << name;
  return make_skin(human(), *it).mesh;
}

struct Touch {
  std::string body;
  Vec3 lowest;  // m, the root's frame, in the initial posture
};

// The lowest points of the balls on which the feet stand.
std::vector<Touch> touches(const SkinMesh& skin) {
  std::vector<Touch> all;
  double lowest = 0;
  for (std::size_t b = 0; b < human().bodies.size(); ++b)
    for (const ShapeSpec& s : human().bodies[b].collision)
      for (const ContactPoint& ball : contact_points(s.shape)) {
        const Vec3 c = skin.X_BR[b].inverse() * ball.p_B;
        all.push_back({human().bodies[b].name, c - Vec3(0, 0, ball.radius)});
        lowest = std::min(lowest, all.back().lowest.z());
      }
  std::erase_if(all, [&](const Touch& t) { return t.lowest.z() > lowest + 0.1e-3; });
  return all;
}

TEST(HumanSkin, HasItsSolesWhereTheFeetTouchTheGround) {
  const SkinMesh skin = skin_of("body");
  const std::vector<Touch> feet = touches(skin);
  EXPECT_EQ(feet.size(),
            24u);  // two balls of the heel, five of the forefoot, five toes, on each side
  for (const Touch& t : feet) {
    double sole = 1;
    for (const Vec3& p : skin.mesh.positions)
      if ((p - t.lowest).head<2>().norm() < 12e-3) sole = std::min(sole, p.z());
    EXPECT_NEAR(sole, t.lowest.z(), 2e-3) << t.body;
  }
  for (const Vec3& p : skin.mesh.positions) ASSERT_GT(p.z(), feet[0].lowest.z() - 2e-3);
}

// The influences of a vertex, with the weight of one side's bodies under the other side's names.
std::vector<std::pair<std::string, double>> mirrored_influences(const SkinMesh& skin,
                                                                std::size_t vertex, bool swap) {
  std::vector<std::pair<std::string, double>> out;
  for (std::uint32_t k = skin.first[vertex]; k < skin.first[vertex + 1]; ++k) {
    std::string name = human().bodies[skin.influences[k].body].name;
    if (swap && name.starts_with("left_"))
      name = "right_" + name.substr(5);
    else if (swap && name.starts_with("right_"))
      name = "left_" + name.substr(6);
    out.emplace_back(name, skin.influences[k].weight);
  }
  std::sort(out.begin(), out.end());
  return out;
}

TEST(HumanSkin, MovesWithBothSidesAlike) {
  const SkinMesh skin = skin_of("body");
  const auto key = [](const Vec3& p) {
    return std::array<long, 3>{std::lround(p.x() * 1e4), std::lround(p.y() * 1e4),
                               std::lround(p.z() * 1e4)};
  };
  std::map<std::array<long, 3>, std::vector<std::size_t>> at;
  for (std::size_t i = 0; i < skin.mesh.positions.size(); ++i)
    at[key(skin.mesh.positions[i])].push_back(i);
  std::size_t matched = 0, left = 0;
  for (std::size_t i = 0; i < skin.mesh.positions.size(); ++i) {
    const Vec3& p = skin.mesh.positions[i];
    if (p.y() < 1e-3) continue;
    ++left;
    const auto other = at.find(key(Vec3(p.x(), -p.y(), p.z())));
    if (other == at.end()) continue;  // rounded to another cell of the table
    const auto here = mirrored_influences(skin, i, true);
    for (const std::size_t j : other->second) {
      const auto there = mirrored_influences(skin, j, false);
      if (there.size() != here.size()) continue;
      bool same = true;
      for (std::size_t k = 0; k < here.size(); ++k)
        same = same && here[k].first == there[k].first &&
               std::abs(here[k].second - there[k].second) < 0.01;
      if (same) {
        ++matched;
        break;
      }
    }
  }
  EXPECT_GT(left, 10'000u);
  EXPECT_GT(static_cast<double>(matched), 0.5 * static_cast<double>(left));
}

TEST(HumanSkin, GivesEachBodyOfAFootABone) {
  const SkinMesh skin = skin_of("bones");
  std::set<std::string> moved;
  for (std::size_t i = 0; i < skin.mesh.positions.size(); ++i) {
    ASSERT_EQ(skin.first[i + 1] - skin.first[i], 1u) << "a bone bends";
    moved.insert(human().bodies[skin.influences[skin.first[i]].body].name);
  }
  for (const BodySpec& body : human().bodies) EXPECT_TRUE(moved.contains(body.name)) << body.name;
}

// Edges that triangles pass in one direction only, as at the wrists, where the hands' skin begins.
std::size_t open_edges(const TriangleMesh& mesh) {
  using Point = std::array<double, 3>;
  std::map<std::pair<Point, Point>, int> passes;
  const auto at = [&](std::uint32_t v) {
    const Vec3& p = mesh.positions[v];
    return Point{p.x(), p.y(), p.z()};
  };
  for (const auto& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const Point a = at(t[k]), b = at(t[(k + 1) % 3]);
      if (a < b)
        ++passes[{a, b}];
      else
        --passes[{b, a}];
    }
  return static_cast<std::size_t>(
      std::count_if(passes.begin(), passes.end(), [](const auto& e) { return e.second != 0; }));
}

// Distance of a point from the nearest corner of a triangle, m.
double nearest_corner(const TriangleMesh& mesh, const Vec3& to) {
  double least = 1;
  for (const auto& t : mesh.triangles)
    for (const std::uint32_t v : t) least = std::min(least, (mesh.positions[v] - to).norm());
  return least;
}

// What hangs on a lost toe is left out, and the rest hangs on bodies that the figure has. The skin
// is closed where the toe was: a hole would have a hundred open edges.
TEST(HumanSkin, EndsWhereAToeIsLost) {
  const SkinMesh whole = skin_of("body");
  const std::size_t open = open_edges(whole.mesh);
  const auto toe = std::find_if(human().bodies.begin(), human().bodies.end(),
                                [](const BodySpec& b) { return b.name == "left_toe1"; });
  const Vec3 tip = whole.X_BR[static_cast<std::size_t>(toe - human().bodies.begin())].inverse() *
                       toe->collision[0].shape.X_BS.p +
                   Vec3(6e-3, -8e-3, 0);  // ahead and away from the second toe
  double before = 7e-3;
  EXPECT_LT(nearest_corner(whole.mesh, tip), before);
  for (const char* lost : {"no_distal_phalanx", "no_big_toe"}) {
    const FigureSpec figure =
        load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/human_passive_" + lost + ".yaml");
    const auto body = std::find_if(figure.skins.begin(), figure.skins.end(),
                                   [](const SkinSpec& s) { return s.name == "body"; });
    ASSERT_NE(body, figure.skins.end());
    const SkinMesh skin = make_skin(figure, *body).mesh;
    EXPECT_GT(nearest_corner(skin.mesh, tip), before) << lost;
    before = nearest_corner(skin.mesh, tip);
    EXPECT_LE(open_edges(skin.mesh), open) << lost;
    EXPECT_GT(skin.mesh.triangles.size(), whole.mesh.triangles.size() * 9 / 10) << lost;
    for (const Influence& influence : skin.influences)
      ASSERT_LT(influence.body, figure.bodies.size()) << lost;
  }
}

// A figure that loading has scaled, and the skin of that name.
SkinMesh skin_of(const FigureSpec& figure, const std::string& name) {
  for (const SkinSpec& skin : figure.skins)
    if (skin.name == name) return make_skin(figure, skin).mesh;
  throw std::logic_error(name);
}

FigureSpec scaled_human(const std::string& person) {
  const std::string file = own_file("scaled.yaml");
  std::ofstream(file) << "figure: scaled\nextends: " GAMBOL_SOURCE_DIR
                         "/figures/thesis_human.yaml\n"
                      << person;
  return load_figure(file);
}

TEST(HumanSkin, OfAPersonOfTheSameFormIsSimilar) {
  const FigureSpec half = scaled_human("person: {height: 0.89 m}\n");
  for (const char* name : {"body", "hands", "shirt", "iris"}) {
    const SkinMesh man = skin_of(name), child = skin_of(half, name);
    ASSERT_EQ(child.mesh.positions.size(), man.mesh.positions.size());
    for (std::size_t i = 0; i < man.mesh.positions.size(); ++i) {
      ASSERT_LT((child.mesh.positions[i] - 0.5 * man.mesh.positions[i]).norm(), 1e-9) << name;
      ASSERT_LT((child.mesh.normals[i] - man.mesh.normals[i]).norm(), 1e-6) << name;
    }
  }
}

// Vertices of two skins that lay at one place, such as where the hands are cut from the arms.
std::size_t parted(const SkinMesh& a, const SkinMesh& b, const SkinMesh& a_now,
                   const SkinMesh& b_now, std::size_t& shared) {
  std::map<std::array<long, 3>, std::size_t> at;
  const auto key = [](const Vec3& p) {
    return std::array<long, 3>{std::lround(p.x() * 1e6), std::lround(p.y() * 1e6),
                               std::lround(p.z() * 1e6)};
  };
  for (std::size_t i = 0; i < a.mesh.positions.size(); ++i) at[key(a.mesh.positions[i])] = i;
  std::size_t count = 0;
  for (std::size_t i = 0; i < b.mesh.positions.size(); ++i) {
    const auto found = at.find(key(b.mesh.positions[i]));
    if (found == at.end()) continue;
    ++shared;
    count += (a_now.mesh.positions[found->second] - b_now.mesh.positions[i]).norm() > 1e-4;
  }
  return count;
}

TEST(HumanSkin, FollowsTheProportionsOfAPersonWithoutGaps) {
  for (const char* name : {"human_child", "human_heavy"}) {
    const FigureSpec person =
        load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/" + name + ".yaml");
    std::size_t shared = 0;
    EXPECT_EQ(parted(skin_of("body"), skin_of("hands"), skin_of(person, "body"),
                     skin_of(person, "hands"), shared),
              0u)
        << name;
    EXPECT_GT(shared, 50u);
  }
}

// The least and the largest factor by which edges longer than 3 mm became longer. Between the legs
// of the shorts cloth is stretched as far as hips move apart.
Vec2 stretch_of_edges(const SkinMesh& before, const SkinMesh& after) {
  Vec2 range(1e9, 0);
  for (const auto& t : before.mesh.triangles)
    for (int k = 0; k < 3; ++k) {
      const auto a = t[k], b = t[(k + 1) % 3];
      const double old = (before.mesh.positions[a] - before.mesh.positions[b]).norm(),
                   now = (after.mesh.positions[a] - after.mesh.positions[b]).norm();
      const bool between_legs =
          std::abs(before.mesh.positions[a].y()) < 0.03 && before.mesh.positions[a].z() < -0.3;
      if (old > 3e-3 && !between_legs)
        range = {std::min(range.x(), now / old), std::max(range.y(), now / old)};
    }
  return range;
}

// Where the lengths of two bodies differ, the skin between them does not tear or fold.
TEST(HumanSkin, IsStretchedSmoothlyBetweenBodies) {
  for (const auto& [name, least, most] :
       {std::tuple{"human_child", 0.35, 1.2}, std::tuple{"human_heavy", 0.6, 1.9}}) {
    const FigureSpec person =
        load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/" + name + ".yaml");
    for (const char* skin : {"body", "shirt", "shorts", "hair"}) {
      const Vec2 range = stretch_of_edges(skin_of(skin), skin_of(person, skin));
      EXPECT_GT(range.x(), least) << name << ' ' << skin;
      EXPECT_LT(range.y(), most) << name << ' ' << skin;
    }
  }
}

TEST(HumanSkin, OfAHeavyManIsWideAndStandsOnTheSameSoles) {
  const FigureSpec heavy =
      load_figure(std::string(GAMBOL_SOURCE_DIR) + "/figures/human_heavy.yaml");
  const auto depth = [](const SkinMesh& skin, double low, double high) {
    double front = -1, back = 1;
    for (const Vec3& p : skin.mesh.positions)
      if (p.z() > low && p.z() < high && std::abs(p.y()) < 0.05)
        front = std::max(front, p.x()), back = std::min(back, p.x());
    return front - back;
  };
  const SkinMesh lean = skin_of("shirt"), fat = skin_of(heavy, "shirt");
  EXPECT_GT(depth(fat, -0.1, 0), 1.35 * depth(lean, -0.1, 0));
  EXPECT_LT(depth(fat, 0.19, 0.22), 1.2 * depth(lean, 0.19, 0.22));
  const auto sole = [](const SkinMesh& skin) {
    double low = 0;
    for (const Vec3& p : skin.mesh.positions) low = std::min(low, p.z());
    return low;
  };
  EXPECT_NEAR(sole(skin_of(heavy, "body")), sole(skin_of("body")), 2e-3);
}

}  // namespace
}  // namespace gambol
