#pragma once

// Where the values of a search's parameters are put, and what stands there.

#include <string>
#include <vector>

#include "schema/tree_path.h"
#include "shot/run_spec.h"

namespace gambol {

// A path of a parameter: there stands `plus` + `by` times the value.
struct Slip {
  std::string path;
  double by = 1, plus = 0;
  std::string text = {};  // around the number
};

std::vector<Slip> slips(const ParameterSpec& p);

// What stands there for the place x of the unit interval; `factor`: of the parameter's value.
// `with_unit`: with its unit, so that reading finds whether it is that of the key.
YamlNode value_at(const ParameterSpec& p, const Slip& slip, double x, double factor,
                  bool with_unit = false);

// Finds paths of one file to which more than one value goes: all but the last are of no use.
class TakenPaths {
 public:
  // Returns what is wrong, for the caller to say where; its `expected` is empty if all is well.
  Problem take(const ParameterSpec& p, const WayThere& way);

 private:
  struct Taken {
    std::vector<std::string> steps;
    const ParameterSpec* by;
  };
  std::vector<Taken> taken_;  // in one file
};

}  // namespace gambol
