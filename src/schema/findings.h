#pragma once

// The findings from reading a set of files: every problem, and the place where each field was
// written, so that checks after loading can point at it.

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
  std::string key;                                   // dotted path
  std::optional<Dimension> dimension;                // if a number was written with a unit
  std::vector<std::optional<Dimension>> dimensions;  // of the numbers of a list
  std::optional<double> frames;  // if a time was written in film frames
};

// Further problems are only counted: nobody reads a list of more than a thousand.
inline constexpr std::size_t most_problems = 1000;

class Findings {
 public:
  std::vector<Problem> problems;

  // Record where a struct or a field was written. A struct is identified by its place, a field by
  // its struct's place (`owner`) and its name.
  void record_struct(const Place& owner, const std::string& key);
  Written& record(const Place& owner, const std::string& field, const Written& written);
  // Returns the record of a field; nullptr if the author did not write the field.
  const Written* written(const Place& owner, const std::string& field) const;

  // Adds a problem at a place; `key` is a dotted path.
  void add(const Place& place, const std::string& key, const std::string& found,
           const std::string& expected);
  // Adds a problem at the field if it was written, else at its struct. Adds nothing for a field
  // that add() has reported already because it could not be read.
  void report(const Place& owner, const std::string& field, const std::string& found,
              const std::string& expected);
  // Makes report() ignore a struct, because its type could not be read.
  void leave(const Place& owner);
  // Looks for records in `earlier` too, which must outlive this object: those of files that were
  // read before, without problems.
  void continue_from(const Findings& earlier) { earlier_.push_back(&earlier); }
  bool is_full() const { return problems.size() >= most_problems; }  // others are counted only
  // Throws InputError with all problems, sorted by file and line, if there are any.
  void throw_if_any();

 private:
  void push(Problem problem);
  std::map<std::string, Written> written_;
  std::set<std::string> unsound_;  // places and keys given to add()
  std::set<std::string> left_;     // places of the structs given to leave()
  std::vector<const Findings*> earlier_;
  std::size_t untold_ = 0;
};

}  // namespace gambol
