// Spectral controllers: waves that repeat, their spectra, and torques within limits.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "control/spectral/wave.h"
#include "dynamics/coordinates.h"
#include "poses/channels.h"
#include "shot/shot_spec.h"
#include "simulation/simulate.h"
#include "simulation/simulator.h"
#include "support/servo.h"

namespace gambol::testing {
namespace {

constexpr double turn = 2 * std::numbers::pi;

WaveSpec wave_of_three() {
  WaveSpec w;
  w.name = "b";
  w.amplitude = 0.8;
  w.phase = 0.15;
  w.gains = {1, -0.5, 0.25};
  w.shifts = {0, 0.3};
  return w;
}

WavesSpec waves_of_three() {
  WavesSpec waves;
  waves.period = 0.4;
  waves.beta = 1.5;
  waves.harmonics = 3;
  waves.stiffness = 400;
  waves.damping = 8;
  waves.joints = {wave_of_three()};
  return waves;
}

// Coefficient of exp(i 2 pi f c) of the wave.
std::complex<double> coefficient(const Wave& wave, int f) {
  constexpr int n = 64;
  std::complex<double> sum = 0;
  for (int k = 0; k < n; ++k) {
    const double c = static_cast<double>(k) / n;
    sum += wave.at(c).x * std::polar(1.0, -turn * f * c);
  }
  return sum / static_cast<double>(n);
}

TEST(Wave, HasTheSpectrumThatItsGenesSay) {
  const WavesSpec waves = waves_of_three();
  const WaveSpec spec = wave_of_three();
  const Wave wave(spec, waves);
  for (int f = 0; f <= 6; ++f) {
    const auto i = static_cast<std::size_t>(f - 1);
    const bool has = f >= 1 && f <= 3;
    const double amplitude = has ? 0.8 * spec.gains[i] * std::pow(f, -1.5) : 0;
    const double shift = has && i < spec.shifts.size() ? spec.shifts[i] : 0;
    // A sin(x + p) = Im(A e^(i p) e^(i x)).
    const std::complex<double> wanted =
        amplitude / 2 * std::polar(1.0, turn * (f * 0.15 + shift) - std::numbers::pi / 2);
    EXPECT_NEAR(std::abs(coefficient(wave, f) - wanted), 0, 1e-12) << f;
  }
}

TEST(Wave, RepeatsAndHasTheRateOfItsPosition) {
  const Wave wave(wave_of_three(), waves_of_three());
  for (double c : {0.0, 0.13, 0.5, 0.77}) {
    EXPECT_NEAR(wave.at(c).x, wave.at(c + 7).x, 1e-12);
    constexpr double h = 1e-5;
    EXPECT_NEAR(wave.at(c).rate, (wave.at(c + h).x - wave.at(c - h).x) / (2 * h), 1e-7);
  }
}

MotionSpec driven(const SpectralSpec& spectral, double tick = 5e-3) {
  MotionSpec m = with_servo(pendulum(), ServoSpec{});
  m.figures[0].fixed_root = true;
  m.integrator.method = IntegrationMethod::implicit;
  m.integrator.step = 1e-3;
  m.figures[0].controllers[0].kind = spectral;
  m.figures[0].controllers[0].tick = tick;
  return m;
}

double angle(const Simulator& s) { return s.state().figures[0].q[7]; }

TEST(Spectral, MovesAJointAlongItsWave) {
  SpectralSpec spectral;
  spectral.waves = waves_of_three();
  spectral.waves->stiffness = 1e6;
  spectral.waves->damping = 1e4;
  const Wave wave(wave_of_three(), waves_of_three());
  Simulator s(driven(spectral));
  s.state().figures[0].q[7] = wave.at(0).x;
  for (double t : {0.1, 0.25, 0.3, 0.63}) {
    s.advance(t);
    EXPECT_NEAR(angle(s), wave.at(t / 0.4).x, 2e-3) << t;
  }
}

// The figure brings its waves itself; without gravity the motion settles to the same period.
TEST(Spectral, SettlesToThePeriodOfTheFiguresWaves) {
  MotionSpec m = driven(SpectralSpec{});
  m.figures[0].figure.waves = waves_of_three();
  Simulator s(m);
  s.advance(4);
  const double q = angle(s);
  s.advance(4 + 0.1);
  const double later = angle(s);
  s.advance(4.4);
  EXPECT_NEAR(angle(s), q, 1e-6);
  s.advance(4.5);
  EXPECT_NEAR(angle(s), later, 1e-6);
  EXPECT_GT(std::abs(later - q), 0.01);
}

TEST(Spectral, KeepsWithinItsTorqueAndTheJoints) {
  for (const bool own : {true, false}) {
    SpectralSpec spectral;
    spectral.waves = waves_of_three();
    if (own) spectral.waves->most_torque = 0.5;
    MotionSpec m = driven(spectral);
    if (!own) m.figures[0].figure.bodies[1].joint.most_torque = 0.5;
    ShotSpec shot;
    shot.name = "limits";
    shot.motion = m;
    shot.motion.track_rate = 1000;
    shot.motion.simulate_until = shot.film.duration = 1;
    shot.film.fps = 10;
    const Poses poses = simulate(shot);
    double most = 0;
    for (const Channel& c : poses.channels)
      if (c.name == channel_name("links", channels::joint_force.name))
        for (const double torque : c.values) most = std::max(most, std::abs(torque));
    EXPECT_LE(most, 0.5 + 1e-12);
    EXPECT_GT(most, 0.5 - 1e-9);  // the limit is met
  }
}

// Cycles are counted on: a change of the period bends the wave but does not break it.
TEST(Spectral, GoesOnFromWhereItIsWhenThePeriodChanges) {
  SpectralSpec spectral;
  spectral.waves = waves_of_three();
  spectral.waves->stiffness = 1e6;
  spectral.waves->damping = 1e4;
  Curve period;
  period.keys = {{0, 0.4, Interpolation::step}, {0.3, 0.8, Interpolation::step}};
  spectral.period = period;
  const Wave wave(wave_of_three(), waves_of_three());
  Simulator s(driven(spectral));
  s.state().figures[0].q[7] = wave.at(0).x;
  s.advance(0.7);
  EXPECT_NEAR(angle(s), wave.at(0.3 / 0.4 + 0.4 / 0.8).x, 5e-3);
}

TEST(Spectral, GrowsFromRest) {
  SpectralSpec spectral;
  spectral.waves = waves_of_three();
  spectral.waves->stiffness = 1e6;
  spectral.waves->damping = 1e4;
  spectral.waves->joints[0].centre = 0;
  spectral.over = 2;
  Simulator s(driven(spectral));
  double early = 0;
  s.advance(0.2, [&](const StepView&) { early = std::max(early, std::abs(angle(s))); });
  EXPECT_LT(early, 0.05);
  s.advance(2.4);
  const Wave wave(wave_of_three(), waves_of_three());
  EXPECT_NEAR(angle(s), wave.at(2.4 / 0.4).x, 2e-3);
}

}  // namespace
}  // namespace gambol::testing
