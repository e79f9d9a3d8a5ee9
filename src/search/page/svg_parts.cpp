#include "search/page/svg_parts.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>

#include "base/markup.h"

namespace gambol {

std::string svg_number(double x) {
  assert(std::isfinite(x));
  const long tenths = std::lround(x * 10);
  const long whole = std::labs(tenths) / 10, rest = std::labs(tenths) % 10;
  return fmt::format("{}{}{}", tenths < 0 ? "-" : "", whole,
                     rest ? fmt::format(".{}", rest) : std::string());
}

PathText& PathText::move(double x, double y) {
  d_ += 'M' + svg_number(x) + ' ' + svg_number(y);
  return *this;
}

PathText& PathText::line(double x, double y) {
  d_ += 'L' + svg_number(x) + ' ' + svg_number(y);
  return *this;
}

PathText& PathText::dot(double x, double y) {
  move(x, y);
  d_ += "h0";
  return *this;
}

std::string PathText::element(const char* style) const {
  return d_.empty() ? "" : fmt::format("<path class=\"{}\" d=\"{}\"/>\n", style, d_);
}

std::string svg_label(double x, double y, const char* anchor, const std::string& text,
                      const char* style) {
  constexpr double half_capital = 4;  // px, of the style's font
  return fmt::format("<text class=\"{}\" x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", style,
                     svg_number(x), svg_number(y + half_capital), anchor, markup_text(text));
}

std::string PlotFrame::element() const {
  return fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                     svg_number(left), svg_number(top), svg_number(right - left),
                     svg_number(bottom - top));
}

}  // namespace gambol
