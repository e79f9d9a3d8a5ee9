#pragma once

// The findings from reading a set of files: every problem, and the place where each field was
// written, so that checks after loading can point at it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "base/units.h"

namespace gambol {

struct Written {
  Place place;
  std::string key;                                   // dotted path
  std::optional<Dimension> dimension;                // if a number was written with a unit
  std::vector<std::optional<Dimension>> dimensions;  // of the numbers of a list
  std::optional<double> frames;                      // if a time was written in film frames
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
  const Written* written(const Place& owner, std::string_view field) const;

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
  // read before, without problems; with `parts`, only for those of these parts.
  void continue_from(const Findings& earlier, std::uint64_t parts = all_parts) {
    earlier_.push_back({&earlier, parts});
  }
  // From here on, what is recorded belongs to the part, which is one of `most_parts`; a number
  // beyond means to none of them.
  void begin_part(std::size_t part) { part_ = part < most_parts ? std::uint64_t{1} << part : 0; }
  static constexpr std::size_t most_parts = 63;
  bool is_full() const { return problems.size() >= most_problems; }  // others are counted only
  // Throws InputError with all problems, sorted by file and line, if there are any.
  void throw_if_any();

 private:
  // Where a field, or with an empty `name` a struct, was written. A look for one takes no memory.
  struct At {
    std::size_t file = 0;  // of files_
    int line = 0, col = 0;
    std::string_view name;
  };
  struct Key {
    At at() const { return {file, line, col, name}; }
    std::size_t file;
    int line, col;
    std::string name;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(const At& at) const;
    std::size_t operator()(const Key& key) const { return (*this)(key.at()); }
  };
  struct Equal {
    using is_transparent = void;
    static bool same(const At& a, const At& b) {
      return a.line == b.line && a.col == b.col && a.file == b.file && a.name == b.name;
    }
    bool operator()(const Key& a, const Key& b) const { return same(a.at(), b.at()); }
    bool operator()(const At& a, const Key& b) const { return same(a, b.at()); }
    bool operator()(const Key& a, const At& b) const { return same(a.at(), b); }
  };
  using Keys = std::unordered_set<Key, Hash, Equal>;

  // Of a file that is not known yet, the number beyond the last one: nothing is found there.
  std::size_t number_of(const std::string& file) const;
  Key key_at(const Place& place, std::string_view name);
  At find_at(const Place& place, std::string_view name) const {
    return {number_of(place.file), place.line, place.col, name};
  }
  static constexpr std::uint64_t all_parts = ~std::uint64_t{0};
  struct Recorded {
    Written written;
    std::uint64_t parts = 0;  // a bit for each: what an alias means may belong to several
  };
  struct Earlier {
    const Findings* findings;
    std::uint64_t parts;
  };

  Recorded& recorded(const Place& owner, std::string_view field);
  const Written* find(const Place& owner, std::string_view field, std::uint64_t parts) const;
  void push(Problem problem);

  std::vector<std::string> files_;  // few: those that the shot is read from
  std::unordered_map<Key, Recorded, Hash, Equal> written_;
  Keys unsound_;  // places and keys given to add()
  Keys left_;     // places of the structs given to leave()
  std::vector<Earlier> earlier_;
  std::uint64_t part_ = 0;
  std::size_t untold_ = 0;
};

}  // namespace gambol
