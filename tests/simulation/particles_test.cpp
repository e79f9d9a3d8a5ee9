// Particles: exact flight, what throws them, and that nothing else notices.

#include <gtest/gtest.h>

#include "geometry/height_field.h"
#include "shot/shot_spec.h"
#include "simulation/record/poses_recorder.h"
#include "simulation/simulate.h"
#include "simulation/state/stored_state.h"
#include "support/figures.h"

namespace gambol::testing {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
const Vec3 down(0, 0, -9.81);

ParticleState thrown(const ParticleFlight& flight, const Vec3& p, const Vec3& v, double life = 10) {
  ParticleState s;
  s.id = 0;
  s.dies = life;
  s.p = p;
  s.v = v;
  flight.launch(s, 0, down);
  return s;
}

TEST(ParticleFlight, IsAParabolaWithoutAir) {
  const EmitterSpec spec;
  const ParticleFlight flight(spec, std::nullopt);
  const ParticleState s = thrown(flight, Vec3(1, 2, 3), Vec3(4, 0, 5));
  EXPECT_EQ(s.bounce, never);
  const Motion m = flight.at(s, 0.7, down);
  EXPECT_LT((m.p - Vec3(1 + 2.8, 2, 3 + 3.5 - 9.81 * 0.245)).norm(), 1e-14);
  EXPECT_LT((m.v - Vec3(4, 0, 5 - 9.81 * 0.7)).norm(), 1e-14);
}

TEST(ParticleFlight, SolvesLinearDragOnBothSidesOfItsSeries) {
  EmitterSpec spec;
  spec.drag = 3;
  const ParticleFlight flight(spec, std::nullopt);
  const ParticleState s = thrown(flight, Vec3::Zero(), Vec3(4, 0, 5));
  for (double t : {0.0003, 0.00033, 0.00034, 0.5}) {
    Vec3 p = Vec3::Zero(), v(4, 0, 5);
    const int steps = 20000;
    for (int i = 0; i < steps; ++i) {  // the midpoint rule
      const double h = t / steps;
      const Vec3 middle = v + h / 2 * (down - 3 * v);
      p += h * middle;
      v += h * (down - 3 * middle);
    }
    const Motion m = flight.at(s, t, down);
    EXPECT_LT((m.p - p).norm(), 1e-9) << t;
    EXPECT_LT((m.v - v).norm(), 1e-8) << t;
  }
}

TEST(ParticleFlight, BouncesOffLevelGroundWithRestitutionAndFriction) {
  EmitterSpec spec;
  spec.restitution = 0.5;
  spec.friction = 0.1;
  const auto level = std::make_unique<GroundSpec>();
  const ParticleFlight flight(spec, *level);
  ParticleState s = thrown(flight, Vec3(0, 0, 1), Vec3(3, 0, 0));
  const double fall = std::sqrt(2 / 9.81), speed = 9.81 * fall;
  EXPECT_NEAR(s.bounce, fall, 1e-12);
  flight.fly(s, fall + 1e-6, down);
  EXPECT_NEAR(s.v.z(), 0.5 * speed, 1e-9);
  EXPECT_NEAR(s.v.x(), 3 - 0.1 * 1.5 * speed, 1e-9);  // what Coulomb's friction takes of the blow
  EXPECT_NEAR(s.bounce, fall + 2 * 0.5 * speed / 9.81, 1e-9);
  flight.fly(s, 9, down);
  EXPECT_TRUE(s.rests);
  EXPECT_NEAR(flight.at(s, 9.5, down).p.z(), 0, 1e-9);
}

TEST(ParticleFlight, MeetsTerrainAndNeverFallsThrough) {
  EmitterSpec spec;
  spec.drag = 1;
  spec.restitution = 0.6;
  GroundSpec ground;
  ground.terrain.emplace();
  std::vector<double> z;
  for (int j = 0; j < 21; ++j)
    for (int i = 0; i < 21; ++i) z.push_back(0.05 * std::sin(1.3 * i) * std::cos(0.9 * j));
  ground.terrain->field = std::make_shared<HeightField>(21, 21, 0.1, Vec3::Zero(), z);
  const ParticleFlight flight(spec, ground);
  Draw draw(3);
  for (int k = 0; k < 50; ++k) {
    ParticleState s = thrown(flight, Vec3(draw(-0.5, 0.5), draw(-0.5, 0.5), 0.2), draw.vec(3), 2);
    for (double t = 0; t < 2; t += 0.01) {
      flight.fly(s, t, down);
      const Vec3 p = flight.at(s, t, down).p;
      EXPECT_GT(p.z(), ground.terrain->field->height(p.x(), p.y()) - 1e-6);
    }
  }
}

FigureSpec emitting_block(const std::string& name) {
  FigureSpec f;
  f.name = name;
  f.bodies = {box_body("body", "", Vec3::Zero(), Vec3(0.1, 0.1, 0.1))};
  f.bodies[0].collision = {box_shape(Vec3(0.1, 0.1, 0.1))};
  return f;
}

CueSpec timed_cue(const std::string& name, double at) {
  CueSpec c;
  c.name = name;
  c.at = at;
  return c;
}

// Two blocks on a spring that breaks at once, in free fall; and a fountain that a timed_cue starts.
MotionSpec sparking() {
  MotionSpec m;
  m.seed = 5;
  m.integrator.step = 1e-3;
  m.figures = {cast(emitting_block("one"), Vec3(0, 0, 1)),
               cast(emitting_block("two"), Vec3(0.5, 0, 1))};
  m.world.ground.emplace();
  AttachmentSpec a;
  a.name = "wire";
  a.a = "one.body";
  a.b = "two.body";
  a.a_at = Vec3(0.05, 0, 0);
  a.b_at = Vec3(-0.05, 0, 0);
  a.stiffness = 10;
  a.break_force = 1;
  m.world.attachments = {a};
  EmitterSpec e;
  e.name = "breaks";
  e.breaks = {"wire"};
  e.count = Vec2(20, 30);
  e.spread = 0.3;
  e.capacity = 100;
  m.world.particles = {e};
  return m;
}

int alive(const Simulator& s) {
  int n = 0;
  s.particles().at(s.state(), s.state().time, [&](const Particles::Seen&) { ++n; });
  return n;
}

TEST(Particles, FlyFromBothEndsOfWhatBreaksAlongThem) {
  Simulator s(sparking());
  s.advance(0.002);
  int left = 0, right = 0;
  s.particles().at(s.state(), s.state().time, [&](const Particles::Seen& seen) {
    // From one's end at x = 0.05, along +x; from two's at 0.45, along -x.
    const bool is_left = seen.p.x() < 0.25;
    (is_left ? left : right) += 1;
    const double speed = seen.v.norm(), along = (is_left ? 1 : -1) * seen.v.x();
    EXPECT_GT(along, speed * std::cos(0.35));
    EXPECT_GE(speed, 0.45);
    EXPECT_LE(speed, 1.1);
    EXPECT_GE(seen.life, 0.2);
    EXPECT_LE(seen.life, 0.4);
  });
  EXPECT_GE(left, 20);
  EXPECT_LE(left, 30);
  EXPECT_GE(right, 20);
  s.advance(0.5);
  EXPECT_EQ(alive(s), 0);
}

TEST(Particles, InheritTheSpeedOfWhatThrowsThem) {
  MotionSpec m = sparking();
  m.world.attachments[0].break_force.reset();
  m.world.particles[0].speed = Vec2::Zero();
  CueSpec snap = timed_cue("snap", 0.1);
  snap.break_ = {"wire"};
  m.cues = {snap};
  m.world.attachments[0].stiffness = 1e-6;
  Simulator s(m);
  s.advance(0.101);
  s.particles().at(s.state(), s.state().time, [&](const Particles::Seen& seen) {
    EXPECT_NEAR(seen.v.z(), -9.81 * 0.101, 1e-2);
  });
  EXPECT_GT(alive(s), 0);
}

TEST(Particles, SpitOnFromABrokenEndAndFade) {
  MotionSpec m = sparking();
  EmitterSpec& e = m.world.particles[0];
  e.count = Vec2(0, 0);
  e.rate = 1000;
  e.lasting = 0.4;
  e.life = Vec2(5, 5);
  e.capacity = 2000;
  Simulator s(m);
  s.advance(0.2);
  const int first = alive(s);
  s.advance(0.4);
  const int both = alive(s);
  s.advance(0.6);
  // Two ends at a rate that falls to nothing: three quarters of them in the first half.
  EXPECT_NEAR(first, 2 * 1000 * 0.15, 60);
  EXPECT_NEAR(both - first, 2 * 1000 * 0.05, 40);
  EXPECT_NEAR(alive(s), both, 2);
}

// A emitting_block dropped onto another, and onto the ground.
MotionSpec touching() {
  MotionSpec m;
  m.integrator.step = 1e-4;
  m.figures = {cast(emitting_block("low"), Vec3(0, 0, 0.051)),
               cast(emitting_block("high"), Vec3(0, 0, 0.16))};
  m.world.ground.emplace();
  m.world.ground->contact.scale = MassScale::none;
  m.world.ground->contact.strength = 0;
  m.world.ground->contact.rise = 0;
  m.world.ground->contact.stiffness = 1e5;
  m.world.ground->contact.damping = 100;
  m.world.collisions.self.clear();
  m.world.collisions.contact = m.world.ground->contact;
  EmitterSpec e;
  e.name = "sparks";
  e.touches.emplace();
  e.touches->of = {"high"};
  e.touches->with = {"low.*"};
  e.touches->apart = 0.5;  // it bounces
  e.count = Vec2(10, 10);
  e.life = Vec2(10, 10);
  e.spread = 0.2;
  m.world.particles = {e};
  return m;
}

TEST(Particles, FlyWhereContactsBeginOnceEach) {
  Simulator s(touching());
  s.advance(0.03);
  EXPECT_EQ(alive(s), 0) << "not touching yet";
  s.advance(0.06);
  EXPECT_EQ(alive(s), 10);
  s.particles().at(s.state(), s.state().time,
                   [&](const Particles::Seen& seen) { EXPECT_LT(seen.p.head<2>().norm(), 0.2); });
  s.advance(0.3);
  EXPECT_EQ(alive(s), 10) << "it lies there: the same contact";
}

TEST(Particles, FlyFromTheGroundUpwards) {
  MotionSpec m = touching();
  m.world.particles[0].touches->of = {"low"};
  m.world.particles[0].touches->with = {"ground"};
  m.world.particles[0].inherit = 0;
  Simulator s(m);
  s.advance(0.0205);  // the millimetre takes 14 ms
  EXPECT_EQ(alive(s), 10);
  s.particles().at(s.state(), s.state().time,
                   [&](const Particles::Seen& seen) { EXPECT_GT(seen.v.z(), 0.3); });
}

TEST(Particles, ComeOfACueFromTheirPoint) {
  MotionSpec m = sparking();
  EmitterSpec e;
  e.name = "fountain";
  e.point.emplace();
  e.point->body = "world";
  e.point->at = Vec3(3, 0, 0);
  e.spread = 0;
  e.count = Vec2(7, 7);
  m.world.particles.push_back(e);
  CueSpec c = timed_cue("play", 0);
  c.emit = {"foun*"};
  m.cues = {c};
  m.world.attachments[0].break_force.reset();
  Simulator s(m);
  s.advance(0.01);
  EXPECT_EQ(alive(s), 7);
  s.particles().at(s.state(), 0.01, [&](const Particles::Seen& seen) {
    EXPECT_EQ(seen.emitter, 1);
    EXPECT_NEAR(seen.p.x(), 3, 1e-12);
    EXPECT_GT(seen.p.z(), 0);
  });
}

TEST(Particles, MakeRoomByLosingTheOldest) {
  MotionSpec m = sparking();
  m.world.particles[0].capacity = 8;
  Simulator s(m);
  s.advance(0.002);
  EXPECT_EQ(alive(s), 8);
  const EmitterState& e = s.state().particles[0];
  EXPECT_EQ(e.dropped, e.born - 8);
}

TEST(Particles, BendTheirArcsWhenGravityChanges) {
  MotionSpec m = sparking();
  CueSpec c = timed_cue("float", 0.05);
  c.set.emplace();
  c.set->gravity = Vec3::Zero();
  m.cues = {c};
  Simulator s(m);
  s.advance(0.05);
  Vec3 v = Vec3::Zero(), later = Vec3::Zero();
  s.particles().at(s.state(), 0.05, [&](const Particles::Seen& seen) { v = seen.v; });
  s.advance(0.1);
  s.particles().at(s.state(), 0.1, [&](const Particles::Seen& seen) { later = seen.v; });
  EXPECT_LT((v - later).norm(), 1e-12);
}

ShotSpec shot_of(const MotionSpec& motion, double fps) {
  ShotSpec shot;
  shot.name = "sparking";
  shot.motion = motion;
  shot.film.fps = fps;
  shot.film.duration = 0.5;
  shot.motion.simulate_until = 0.5;
  return shot;
}

TEST(Particles, ChangeNothingElse) {
  for (MotionSpec m : {sparking(), touching()}) {
    Simulator with(m);
    m.world.particles.clear();
    Simulator without(m);
    with.advance(0.3);
    without.advance(0.3);
    EXPECT_GT(with.state().particles[0].born, 0);
    State bodies = with.state();
    bodies.particles.clear();
    EXPECT_EQ(state_hash(bodies), state_hash(without.state()));
    EXPECT_NE(state_hash(with.state()), state_hash(without.state()));
  }
}

TEST(Particles, LeaveTheRoachAmongTheWiresAlone) {
  MotionSpec m = load_shot(GAMBOL_SOURCE_DIR "/scenes/roach/roach_wires.yaml").motion;
  Simulator with(m);
  m.world.particles.clear();
  Simulator without(m);
  with.advance(0.75);  // the first wire has broken
  without.advance(0.75);
  EXPECT_GT(with.state().particles[0].born, 30);
  EXPECT_GT(with.state().particles[1].born, 100);
  State bodies = with.state();
  bodies.particles.clear();
  EXPECT_EQ(state_hash(bodies), state_hash(without.state()));
}

TEST(Particles, AreTheSameAtEveryFrameRateAndAtTheSameInstants) {
  const Poses at24 = simulate(shot_of(sparking(), 24)), at48 = simulate(shot_of(sparking(), 48));
  EXPECT_EQ(at24.state_hash, at48.state_hash);
  ASSERT_EQ(at24.first_particle.size(), at24.sample_times.size() + 1);
  ASSERT_GT(at24.particles.size(), 0u);
  // Sample k of one is sample 2k of the other.
  for (std::size_t k = 0; k + 1 < at24.sample_times.size(); ++k) {
    const std::size_t n = at24.first_particle[k + 1] - at24.first_particle[k];
    ASSERT_EQ(n, at48.first_particle[2 * k + 1] - at48.first_particle[2 * k]) << k;
    for (std::size_t i = 0; i < n; ++i) {
      const ParticleRow& a = at24.particles[at24.first_particle[k] + i];
      const ParticleRow& b = at48.particles[at48.first_particle[2 * k] + i];
      EXPECT_EQ(a.id, b.id);
      EXPECT_LT((a.p - b.p).norm(), 1e-6);
    }
  }
}

TEST(Particles, FollowTheSeed) {
  MotionSpec m = sparking();
  const Poses one = simulate(shot_of(m, 24)), again = simulate(shot_of(m, 24));
  m.seed = 6;
  EXPECT_EQ(one.state_hash, again.state_hash);
  EXPECT_NE(simulate(shot_of(m, 24)).state_hash, one.state_hash);
}

TEST(Particles, GoOnFromAStoredState) {
  const MotionSpec m = sparking();
  Simulator whole(m);
  whole.advance(0.1);
  const StoredState half = stored_state(whole.world(), whole.state(), "x");
  whole.advance(0.2);
  MotionSpec late = m;
  late.start = 0.1;
  Simulator resumed(late);
  adopt(half, resumed.world(), resumed.state());
  resumed.advance(0.2);
  EXPECT_EQ(state_hash(resumed.state()), state_hash(whole.state()));
}

}  // namespace
}  // namespace gambol::testing
