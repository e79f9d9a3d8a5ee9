#pragma once

// 2D drawings: boxes, discs, lines and text as plain data, for overlays and plots. Cairo draws them
// onto pictures; only a module that the first call loads links it. The font is DejaVu Sans, read
// from its file and never chosen by the user's settings, so that the same drawing gives the same
// pixels.

#include <string>
#include <variant>
#include <vector>

#include "base/vec.h"
#include "image/image.h"

namespace gambol {

// A display colour: sRGB encoded, 0 to 1.
struct Color {
  double r = 0, g = 0, b = 0, a = 1;
};
Color shown_color(const Vec3& linear, double opacity = 1);
Color blend(const Color& a, const Color& b, double t);  // a at 0, b at 1

// Lengths are in pixels; x points right and y down from the upper left corner.
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
    double anchor = 0;       // part of the text's width that lies left of x: 0 to 1
    double size = 10;        // em of the font
    Color color;
    std::string text;      // UTF-8
    double max_width = 0;  // longer text is drawn smaller; 0 is no limit. Ignored in SVG
    double outline = 0;    // width outside the letters
    Color outline_color = {};
  };
  using Mark = std::variant<Box, Disc, Line, Text>;

  double width = 0, height = 0;
  // Width over height of the picture's pixels as seen: the picture has width / pixel_aspect of them
  // in a row. Not in SVG.
  double pixel_aspect = 1;
  std::vector<Mark> marks;  // drawn in this order

  template <class M>
  void add(M mark) {
    marks.emplace_back(std::move(mark));
  }
};

inline constexpr double capital_height = 0.729;  // ems, in DejaVu Sans

// Draws onto a picture with three channels and the drawing's size in pixels. Throws RunError
// (failed) if the picture has another size, or the font is missing.
void draw(const Drawing& drawing, Image8& picture);

// Returns the drawing as an SVG document with text elements. (Cairo's SVG would have outlines
// instead, which cannot be searched, copied or edited.)
std::string svg_text(const Drawing& drawing);

// The distance between the ticks of an axis of length `range` > 0: 1, 2 or 5 times a power of ten,
// so that they divide the axis into at most `most` intervals.
double tick_distance(double range, int most);
// `value` with as many decimals as ticks at that distance need.
std::string tick_text(double value, double distance);

}  // namespace gambol
