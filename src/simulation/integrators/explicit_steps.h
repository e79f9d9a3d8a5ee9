#pragma once

// Explicit methods (McKenna's MS thesis, MIT 1990, "seed 000", section 4.2): Euler as corrected in
// its erratum, classical Runge-Kutta, and Fehlberg's pair of fourth and fifth order. The members of
// an ensemble step together.

#include <vector>

#include "simulation/integrators/integrator.h"

namespace gambol {

// Positions, velocities and derivatives at the stages of a step.
class Stages {
 public:
  struct Figure {
    std::vector<Eigen::VectorXd> kq, kv;  // derivatives per stage
    Eigen::VectorXd q, v, dq, dv;
  };
  std::vector<Figure> figures;

  // Puts the ensemble's members where `state` has them.
  void begin(const Ensemble& ensemble, const State& state, std::size_t stages);
  // Derivatives at figures[].q and v at time t (s), into stage k.
  void evaluate(Ensemble& ensemble, const State& state, double t, std::size_t k);

 private:
  std::vector<Coordinates> at_;
};

// Euler and classical Runge-Kutta, at fixed steps.
class RungeKutta final : public Integrator {
 public:
  static constexpr IntegratorTraits traits{};
  explicit RungeKutta(const IntegratorSpec& how) : how_(how) {}
  Stepped step(Ensemble& ensemble, State& state, const StepSpan& span) override;

 private:
  void euler(Ensemble& ensemble, State& state, double h);
  void classical(Ensemble& ensemble, State& state, double t, double h);
  IntegratorSpec how_;
  Stages stages_;
};

// Chooses its steps by a tolerance.
class Fehlberg final : public Integrator {
 public:
  static constexpr IntegratorTraits traits{};
  explicit Fehlberg(const IntegratorSpec& how) : how_(how) {}
  Stepped step(Ensemble& ensemble, State& state, const StepSpan& span) override;

 private:
  // Fills the stages with a step of length h (s). Returns the largest difference between the two
  // orders relative to 1 + |x|.
  double try_step(Ensemble& ensemble, const State& state, double h);
  IntegratorSpec how_;
  Stages stages_;
};

}  // namespace gambol
