#pragma once

// Names of the images of a figure's parts, for copies and mirrors: `from` within a name is replaced
// by `to`.

#include <memory>
#include <set>
#include <string>

#include "figure/figure_spec.h"

namespace gambol {

// The names that other parts of a figure may refer to: of its bodies and motor programs.
using PartNames = std::shared_ptr<const std::set<std::string>>;
PartNames part_names(const FigureSpec& figure);

class NameImages {
 public:
  NameImages(std::string from, std::string to, PartNames known)
      : from_(std::move(from)), to_(std::move(to)), known_(std::move(known)) {}

  // Whether the name contains `from`. A number at either end of `from` is a whole number of the
  // name: `leg_1` is not in `leg_10`.
  bool touches(const std::string& name) const { return find(name, 0) != name.npos; }
  // The name with `to` in place of `from`.
  std::string of(std::string name) const;
  // The same of a name that refers to a part, unless no part of that name is known: then the name
  // itself, so that the problem is the original's and is reported once. Patterns always change.
  std::string of_reference(const std::string& name) const;

 private:
  std::size_t find(const std::string& name, std::size_t begin) const;

  std::string from_, to_;
  PartNames known_;
};

}  // namespace gambol
