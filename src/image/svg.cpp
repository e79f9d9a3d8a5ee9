#include <fmt/format.h>

#include <cmath>

#include "base/markup.h"
#include "image/drawing.h"

namespace gambol {
namespace {

std::string hex(const Color& c) {
  const auto byte = [](double x) { return std::lround(255 * std::min(std::max(x, 0.0), 1.0)); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(c.r), byte(c.g), byte(c.b));
}

// `what` is "fill" or "stroke".
std::string paint(const char* what, const Color& c) {
  std::string text = fmt::format(" {}=\"{}\"", what, hex(c));
  if (c.a < 1) text += fmt::format(" {}-opacity=\"{:.3g}\"", what, c.a);
  return text;
}

std::string element(const Drawing::Box& box) {
  return fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\"{}/>",
                     box.x, box.y, box.width, box.height, paint("fill", box.fill));
}

std::string element(const Drawing::Disc& disc) {
  std::string edge;
  if (disc.edge_width > 0)
    edge = paint("stroke", disc.edge) + fmt::format(" stroke-width=\"{:.2f}\"", disc.edge_width);
  return fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.2f}\"{}{}/>", disc.center.x(),
                     disc.center.y(), disc.radius - 0.5 * disc.edge_width, paint("fill", disc.fill),
                     edge);
}

std::string element(const Drawing::Line& line) {
  std::string points;
  for (const Vec2& p : line.points)
    points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", p.x(), p.y());
  return fmt::format(
      "<polyline points=\"{}\" fill=\"none\"{} stroke-width=\"{:.2f}\" stroke-linejoin=\"round\"/>",
      points, paint("stroke", line.color), line.width);
}

std::string element(const Drawing::Text& text) {
  const char* anchor = text.anchor < 0.25 ? "start" : text.anchor > 0.75 ? "end" : "middle";
  std::string outline;
  if (text.outline > 0)
    outline = paint("stroke", text.outline_color) +
              fmt::format(
                  " stroke-width=\"{:.2f}\" stroke-linejoin=\"round\" "
                  "paint-order=\"stroke\"",
                  2 * text.outline);
  return fmt::format(
      "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\" text-anchor=\"{}\"{}{}>{}</text>",
      text.at.x(), text.at.y() + 0.5 * capital_height * text.size, text.size, anchor,
      paint("fill", text.color), outline, markup_text(text.text));
}

}  // namespace

std::string svg_text(const Drawing& drawing) {
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" "
      "viewBox=\"0 0 {0:g} {1:g}\" font-family=\"DejaVu Sans, Verdana, sans-serif\">\n",
      drawing.width, drawing.height);
  for (const Drawing::Mark& mark : drawing.marks)
    text += std::visit([](const auto& kind) { return element(kind); }, mark) + '\n';
  return text + "</svg>\n";
}

}  // namespace gambol
