#pragma once

// Parts of SVG without colours: their classes have colours in the style of the page, which follows
// the reader's light or dark mode. (Drawings, image/drawing.h, have colours of their own.)
// Coordinates are in pixels and finite; y points down.

#include <string>

namespace gambol {

// One decimal at most.
std::string svg_number(double x);

// The `d` of a path.
class PathText {
 public:
  PathText& move(double x, double y);
  PathText& line(double x, double y);
  // A dot, if the path's style has round caps.
  PathText& dot(double x, double y);
  // <path class="..." d="..."/>; nothing if the path is empty.
  std::string element(const char* style) const;

 private:
  std::string d_;
};

// `anchor` is "start", "middle" or "end"; `text` is escaped. y: the middle of capital letters.
std::string svg_label(double x, double y, const char* anchor, const std::string& text,
                      const char* style = "");

// The upper left corner's and the lower right corner's place on the sheet.
struct PlotFrame {
  double left = 0, top = 0, right = 0, bottom = 0;
  double x(double part) const { return left + part * (right - left); }    // 0: left, 1: right
  double y(double part) const { return bottom - part * (bottom - top); }  // 0: bottom, 1: top
  std::string element() const;
};

}  // namespace gambol
