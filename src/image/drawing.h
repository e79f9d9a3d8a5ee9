#pragma once

// Flat drawings: boxes, discs, lines and text as plain data, for overlays and plots. Cairo draws
// them onto pictures; it lives in a module that is loaded by the first call, and nothing else knows
// of it. The font is DejaVu Sans, taken from its file and never from the user's settings, so that
// the same drawing gives the same pixels.

#include <string>
#include <variant>
#include <vector>

#include "base/vec.h"
#include "image/image.h"

namespace gambol {

// As a screen shows it: sRGB encoded, 0 to 1.
struct Color {
  double r = 0, g = 0, b = 0, a = 1;
};
Color shown_color(const Vec3& linear, double opacity = 1);
Color blend(const Color& a, const Color& b, double t);  // a at 0, b at 1

// Lengths are pixels, x to the right and y down from the left upper corner.
struct Drawing {
  struct Box {
    double x = 0, y = 0, width = 0, height = 0;
    Color fill;
  };
  struct Disc {
    Vec2 center = Vec2::Zero();
    double radius = 0;
    Color fill, edge;
    double edge_width = 0;  // inside the radius
  };
  struct Line {
    std::vector<Vec2> points;
    double width = 1;
    Color color;
  };
  struct Text {
    Vec2 at = Vec2::Zero();  // y: the middle of capital letters
    double anchor = 0;       // which part of its width lies at x: 0 its beginning, 1 its end
    double size = 10;        // of the font's em
    Color color;
    std::string text;      // UTF-8
    double max_width = 0;  // it is drawn smaller to keep to it; 0 is any. Not in SVG
    double outline = 0;    // outside the letters, so wide
    Color outline_color = {};
  };
  using Mark = std::variant<Box, Disc, Line, Text>;

  double width = 0, height = 0;
  std::vector<Mark> marks;  // a later one lies on those before it

  template <class M>
  void add(M mark) {
    marks.emplace_back(std::move(mark));
  }
};

inline constexpr double capital_height = 0.729;  // of DejaVu Sans, in ems

// Draws onto a picture of three channels and of the drawing's size in pixels. Throws RunError
// (failed) if the font is missing.
void draw(const Drawing& drawing, Image8& picture);

// As an SVG document, with text as text (Cairo's own would be outlines, which nobody can search,
// copy or edit).
std::string svg_text(const Drawing& drawing);

// The ends of an axis and the distance between its ticks (1, 2 or 5 times a power of ten), so that
// there are at most `most` of them. range > 0.
double tick_distance(double range, int most);
// `value` with as many digits as ticks that far apart need.
std::string tick_text(double value, double distance);

}  // namespace gambol
