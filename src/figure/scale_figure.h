#pragma once

// Scales a figure: the lengths and masses of its bodies, and everything that follows from them.
//
// Springs, dampers and limits are scaled as weight asks for: a torque by mass and length, a damping
// by that and the square root of length. A figure of the same form then stands as the first one
// does, with the same angles, and moves as it does, with times in proportion to the square root of
// the length (dynamic similarity: Alexander and Jayes 1983).

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "figure/body_stretch.h"
#include "figure/figure_spec.h"
#include "schema/findings.h"

namespace gambol {

// How a body is scaled: `length` is also that of the places of its children.
struct ScaledBody : BodyStretch {
  double mass = 1;
  Vec3 at = Vec3::Ones();  // of the place of its joint, beside the length of its parent
  Transform turn;          // then, about its joint

  bool turns() const { return turn.R.coeffs() != Quat::Identity().coeffs(); }
  // Where a point of the body goes, without the profile.
  Vec3 place(const Vec3& p) const {
    Vec3 f = Vec3::Constant(girth);
    f[axis] = length;
    return turn * Vec3(p.cwiseProduct(f));
  }
};

// The ratios of the scaled figure to the one as written, and the scale of each body.
struct FigureScales {
  double length = 1, mass = 1;
  std::vector<ScaledBody> bodies;            // as FigureSpec::bodies
  std::map<std::string, std::size_t> index;  // of bodies, by name

  const ScaledBody& of(const std::string& body) const { return bodies[index.at(body)]; }
  // Time that motion under gravity takes.
  double time() const { return std::sqrt(length); }
};

// Those of a figure of the same form and density, `size` times as long.
FigureScales similar_scales(const FigureSpec& figure, double size);

// Returns the figure at these scales, which is complete and has no problems, with these masses of
// its bodies, kg. Reports shapes that cannot be scaled, and returns nothing then.
std::optional<FigureSpec> scaled_figure(const FigureSpec& figure, const FigureScales& scales,
                                        const std::vector<double>& masses, Findings& findings);
// The same with similar_scales().
std::optional<FigureSpec> scaled_figure(const FigureSpec& figure, double size, Findings& findings);

}  // namespace gambol
