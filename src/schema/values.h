#pragma once

// Conversion of a YAML node to one value of a field. Each read() returns true and sets `value`, in
// SI and radians; or it reports a problem, returns false and leaves `value` unchanged.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/curve.h"
#include "base/rotation.h"
#include "schema/field.h"
#include "schema/findings.h"
#include "schema/names.h"
#include "schema/yaml_tree.h"

namespace gambol {

template <>
inline constexpr auto names_of<Interpolation> = named<Interpolation>({
    {"step", Interpolation::step},
    {"linear", Interpolation::linear},
    {"catmull_rom", Interpolation::catmull_rom},
    {"ease", Interpolation::ease},
});

// The names of a mapping from names to changes of the file that holds it; what each changes is put
// together before loading.
struct ChangeNames {
  std::vector<std::string> names;
};

struct LoadedParts;

inline constexpr double default_fps = 24;  // of film frames, in files that give no rate

struct LoadContext {
  std::string file;
  Findings& findings;
  double fps = default_fps;                 // of film frames
  std::vector<std::string> including = {};  // files being read, to detect circular references
  std::shared_ptr<const LoadedParts> earlier = {};  // the document as it was loaded before
  std::vector<double>* fps_of_parts = nullptr;      // gets LoadedParts::fps
};

// A node, the field that it is read for, and the record that keeps its unit.
struct Slot {
  const YamlNode& node;
  const std::string& key;
  const Field& field;
  LoadContext& context;
  Written* written = nullptr;

  Place place() const { return node.place(); }
  // Reports "found <the node>, expected <expected>"; returns false.
  bool fail(const std::string& expected) const;
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

bool read(const Slot& slot, ChangeNames& value);

// Sets `index` to the position among `names` of the name that the node holds.
bool read_choice(const Slot& slot, const std::vector<std::string>& names, std::size_t& index);

// Describes the numbers that a field accepts, such as "a length (m) greater than 0".
std::string expected_number(const Field& field);
// Likewise the vectors, or colours.
std::string expected_vector(const Field& field);

}  // namespace gambol
