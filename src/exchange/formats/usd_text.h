#pragma once

// Text of a USD layer (.usda) while it is written: prims inside prims, and their properties. Values
// are texts, made by the functions below.

#include <string>
#include <vector>

#include "base/vec.h"
#include "exchange/formats/unique_names.h"

namespace gambol {

class UsdText {
 public:
  // `codes`: the time code of each frame that is written.
  explicit UsdText(std::vector<double> codes) : codes_(std::move(codes)) { open_.emplace_back(); }

  // Begins a prim, such as `def` `Mesh`, whose name is made unique among its siblings; `metadata`
  // are lines in the parentheses after the name. Returns its path.
  std::string begin(const std::string& specifier, const std::string& type, const std::string& name,
                    const std::vector<std::string>& metadata = {});
  void end();

  // A property: `declaration` such as "float inputs:angle"; `metadata` as "interpolation = ...".
  void property(const std::string& declaration, const std::string& value,
                const std::string& metadata = "");
  // A property over the frames: time samples, or one value if all are equal.
  void track(const std::string& declaration, const std::vector<std::string>& values,
             const std::string& metadata = "");
  // A value that holds from the first of the frames, and another that does from `frame` on.
  void step(const std::string& declaration, const std::string& before, const std::string& after,
            std::size_t frame);
  void relation(const std::string& name, const std::string& path);

  const std::string& path() const { return open_.back().path; }
  std::size_t frames() const { return codes_.size(); }
  const std::string& text() const { return text_; }
  void line(const std::string& text);

 private:
  struct Prim {
    std::string path;
    UniqueNames names;  // of its children
  };
  void sample(std::size_t frame, const std::string& value);

  std::vector<double> codes_;
  std::vector<Prim> open_;
  std::string text_;
};

std::string usd_number(double x);  // as many digits as give the same double again
std::string usd_float(double x);   // the same in single precision
std::string usd_quote(const std::string& text);
std::string usd_vector(const Vec3& v);        // double3
std::string usd_float_vector(const Vec3& v);  // float3, point3f, ...
std::string usd_quaternion(const Quat& q);    // quatf: w, x, y, z
std::string usd_matrix(const Transform& X);   // matrix4d, for row vectors
std::string usd_extent(const Eigen::AlignedBox3d& box);

// [a, b, ...] of texts that `write` makes of the items.
template <class List, class Write>
std::string usd_array(const List& items, const Write& write) {
  std::string text = "[";
  for (const auto& item : items) {
    if (text.size() > 1) text += ", ";
    text += write(item);
  }
  return text += "]";
}

template <class List, class Make>
std::vector<std::string> usd_values(const List& items, const Make& make) {
  std::vector<std::string> texts;
  for (const auto& item : items) texts.push_back(make(item));
  return texts;
}

}  // namespace gambol
