#pragma once

// What a search learned of one candidate.

#include <Eigen/Core>
#include <limits>
#include <string>
#include <vector>

namespace gambol {

inline constexpr double cost_of_failure = std::numeric_limits<double>::infinity();

// One simulation of a candidate.
struct Trial {
  double cost = 0;               // infinite if it failed
  std::vector<double> measured;  // [term of the objective] in the unit in which it is shown
  std::string failure;           // why it failed; "" if it did not
  bool skipped = false;          // the scenarios before had shown that the candidate is hopeless
};

// A candidate, simulated once in every scenario.
struct Evaluation {
  long generation = 0;
  int candidate = 0;                // index in its generation
  Eigen::VectorXd x;                // [parameter] in the unit cube
  std::vector<std::string> values;  // [parameter] what x means, in SI
  double cost = 0;                  // infinite if it failed
  std::vector<Trial> trials;        // [scenario]
  std::vector<int> parents;         // of evolution: candidates that it was bred from
};

}  // namespace gambol
