#pragma once

// From a YAML node to one value of a field. Each read() reports what is wrong and then returns
// false without touching the value.

#include <cstdint>
#include <string>
#include <vector>

#include "base/curve.h"
#include "shot/field.h"
#include "shot/figure_spec.h"
#include "shot/findings.h"
#include "shot/shot_spec.h"
#include "shot/yaml_tree.h"

namespace gambol {

struct LoadContext {
  std::string file;
  Findings& findings;
  double fps = 24;                          // what a film frame is; a file without one means this
  std::vector<std::string> including = {};  // files that are being read, to refuse circles
};

// A node, what it is for, and where to note its unit.
struct Slot {
  const YamlNode& node;
  const std::string& key;
  const Field& field;
  LoadContext& context;
  Written* written = nullptr;

  Place place() const { return node.place(); }
  bool fail(const std::string& expected) const;  // "found <the node>, expected ..."
};

bool read(const Slot& slot, bool& value);
bool read(const Slot& slot, int& value);
bool read(const Slot& slot, std::uint64_t& value);
bool read(const Slot& slot, double& value);
bool read(const Slot& slot, std::string& value);
bool read(const Slot& slot, Vec2& value);
bool read(const Slot& slot, Vec3& value);
bool read(const Slot& slot, Curve& value);
bool read(const Slot& slot, VecCurve& value);
bool read(const Slot& slot, RotationSpec& value);
bool read(const Slot& slot, std::vector<RotationSpec>& value);  // a list, or one
bool read(const Slot& slot, std::vector<std::string>& value);   // a list, or one
bool read(const Slot& slot, std::vector<double>& value);        // a list, or one

bool read(const Slot& slot, TakeNames& value);

// The index of the name that the node holds.
bool read_choice(const Slot& slot, const std::vector<std::string>& names, std::size_t& index);

// "a length (m) greater than 0": what a number of this field must be.
std::string expected_number(const Field& field);

}  // namespace gambol
