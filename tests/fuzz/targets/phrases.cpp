// Small languages inside values and on the command line.

#include <cmath>
#include <stdexcept>

#include "base/frame_range.h"
#include "base/units.h"
#include "fuzz/target.h"
#include "geometry/formula.h"
#include "shot/condition.h"

namespace gambol::fuzz {
namespace {

// They refuse with a sentence, which others place.
template <class Read>
void may_refuse_argument(Read read) {
  try {
    read();
  } catch (const std::invalid_argument& error) {
    if (!*error.what()) must_not_be("refused without a word");
  }
}

}  // namespace

// The first line is the number of frames that the shot has.
const Target frame_range = {
    "frame_range",
    [](const std::string& input) {
      const std::size_t end = input.find('\n');
      const int frames = std::atoi(input.substr(0, end).c_str()) % 200;
      const std::string text = end == input.npos ? "" : input.substr(end + 1);
      may_refuse_argument([&] {
        int last = 0;
        for (const int frame : parse_frame_range(text, frames)) {
          if (frame <= last || frame > frames) must_not_be("frames out of order or of the shot");
          last = frame;
        }
        if (last == 0) must_not_be("no frame");
      });
    },
    [] {
      return std::vector<std::string>{
          "48\n1-48", "48\n1-48x2", "48\n1,5,9-12", "1\n1", "199\n1-199x2147483647,7", "0\n1"};
    },
    20000};

const Target quantity = {"quantity",
                         [](const std::string& input) {
                           may_refuse_argument([&] {
                             const Quantity q = parse_quantity(input);
                             if (!std::isfinite(q.value)) must_not_be("a value without end");
                             describe(q.dimension);
                           });
                         },
                         [] {
                           return std::vector<std::string>{
                               "45 deg", "2.9 cm", "50 ms",     "1 g/cm3",       "0.02 N*m",
                               "1/20",   "-1e-3",  "3 m2*s^-1", "1e300 km9/nm9", "+.5 Hz"};
                         },
                         20000};

const Target formula = {"formula",
                        [](const std::string& input) {
                          may_refuse_argument([&] {
                            Formula f(input);
                            for (const double x : {0.0, 1.0, -1e300}) f.at(x, 1 - x);
                          });
                        },
                        [] {
                          return std::vector<std::string>{
                              "0.01*exp(-(x^2+y^2)/0.02^2)", "abs(x) < 0.1 ? 0.02 : min(x, y, pi)",
                              "rint(x*3)/3 + sqrt(y)", "sum(1,2,3) - avg(x,y)*sign(x)"};
                        },
                        5000};

const Target condition = {"condition",
                          [](const std::string& input) {
                            may_refuse_argument([&] { parse_condition(input); });
                            may_refuse_argument([&] { parse_after(input); });
                          },
                          [] {
                            return std::vector<std::string>{
                                "wire_3 broken + 50 ms", "roach.tarsus touches roach2.head",
                                "a.b above 2 cm",        "roach tilted 60 deg",
                                "puff slower 1 mm/s",    "cue + 1 s"};
                          },
                          20000};

}  // namespace gambol::fuzz
