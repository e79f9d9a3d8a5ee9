#pragma once

// What reading a set of files has found: every problem, and where each field was written, so that
// checks made after loading can point at it.

#include <map>
#include <optional>
#include <set>
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

// More problems than anybody reads are counted only: a list of a thousand says enough.
inline constexpr std::size_t most_problems = 1000;

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
  // At the field if it was written, else at its struct. Of a field that has been added already,
  // because it could not be read, nothing more is said.
  void report(const Place& owner, const std::string& field, const std::string& found,
              const std::string& expected);
  // The struct's type is not known: report() judges nothing more of it.
  void leave(const Place& owner);
  bool is_full() const { return problems.size() >= most_problems; }  // others are counted only
  void throw_if_any();  // InputError with all problems, in the order of the files' lines

 private:
  void push(Problem problem);
  std::map<std::string, Written> written_;
  std::set<std::string> unsound_;  // places and keys of what was added
  std::set<std::string> left_;     // structs, by their places
  std::size_t untold_ = 0;
};

}  // namespace gambol
