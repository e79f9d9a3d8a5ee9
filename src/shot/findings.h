#pragma once

// What reading a set of files has found: every problem, and where each field was written, so that
// checks made after loading can point at it.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/units.h"

namespace gambol {

struct Written {
  Place place;
  std::string key;                     // dotted path
  std::optional<Dimension> dimension;  // of a number written with a unit
  std::optional<double> frames;        // of a simulated time written in film frames
};

class Findings {
 public:
  std::vector<Problem> problems;

  // A struct is known by its place. Fields of structs by the struct's place and their name.
  void record_struct(const Place& owner, const std::string& key);
  Written& record(const Place& owner, const std::string& field, const Written& written);
  // nullptr if the author did not write that field.
  const Written* written(const Place& owner, const std::string& field) const;

  void add(const Place& place, const std::string& key, const std::string& found,
           const std::string& expected);
  // At the field if it was written, else at its struct.
  void report(const Place& owner, const std::string& field, const std::string& found,
              const std::string& expected);
  void throw_if_any();  // InputError with all problems, in the order of the files' lines

 private:
  std::map<std::string, Written> written_;
};

}  // namespace gambol
