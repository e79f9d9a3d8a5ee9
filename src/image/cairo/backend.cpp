#include <cairo-ft.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <numbers>

#include "image/drawing_backend.h"

namespace gambol {
namespace {

constexpr const char* font_file = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
constexpr const char* font_package = "fonts-dejavu-core";

struct Release {
  void operator()(cairo_surface_t* s) const { cairo_surface_destroy(s); }
  void operator()(cairo_t* c) const { cairo_destroy(c); }
  void operator()(cairo_font_options_t* o) const { cairo_font_options_destroy(o); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

// FreeType's library and face must outlive Cairo's caches, so they are made once and never freed.
cairo_font_face_t* load_font() {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  if (FT_Init_FreeType(&library) || FT_New_Face(library, font_file, 0, &face)) return nullptr;
  return cairo_ft_font_face_create_for_ft_face(face, 0);
}

void set_color(cairo_t* c, const Color& color) {
  cairo_set_source_rgba(c, color.r, color.g, color.b, color.a);
}

void mark(cairo_t* c, const Drawing::Box& box) {
  set_color(c, box.fill);
  cairo_rectangle(c, box.x, box.y, box.width, box.height);
  cairo_fill(c);
}

void mark(cairo_t* c, const Drawing::Disc& disc) {
  constexpr double turn = 2 * std::numbers::pi;
  cairo_new_path(c);
  cairo_arc(c, disc.center.x(), disc.center.y(), disc.radius, 0, turn);
  set_color(c, disc.fill);
  cairo_fill(c);
  if (disc.edge_width <= 0) return;
  cairo_arc(c, disc.center.x(), disc.center.y(), disc.radius - 0.5 * disc.edge_width, 0, turn);
  cairo_set_line_width(c, disc.edge_width);
  set_color(c, disc.edge);
  cairo_stroke(c);
}

void mark(cairo_t* c, const Drawing::Line& line) {
  for (const Vec2& p : line.points) cairo_line_to(c, p.x(), p.y());
  cairo_set_line_width(c, line.width);
  set_color(c, line.color);
  cairo_stroke(c);
}

void mark(cairo_t* c, const Drawing::Text& text) {
  double size = text.size;
  cairo_text_extents_t extents;
  cairo_set_font_size(c, size);
  cairo_text_extents(c, text.text.c_str(), &extents);
  double width = extents.x_advance;
  if (text.max_width > 0 && width > text.max_width) {
    size *= text.max_width / width;
    width = text.max_width;
    cairo_set_font_size(c, size);
  }
  const double x = text.at.x() - text.anchor * width;
  const double y = text.at.y() + 0.5 * capital_height * size;
  if (text.outline > 0) {
    cairo_move_to(c, x, y);
    cairo_text_path(c, text.text.c_str());
    cairo_set_line_width(c, 2 * text.outline);
    set_color(c, text.outline_color);
    cairo_stroke(c);
  }
  set_color(c, text.color);
  cairo_move_to(c, x, y);
  cairo_show_text(c, text.text.c_str());
  cairo_new_path(c);
}

// No hinting: letters have the same proportions at every size.
void set_font(cairo_t* c, cairo_font_face_t* font) {
  const Owned<cairo_font_options_t> options(cairo_font_options_create());
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(c, options.get());
  cairo_set_font_face(c, font);
}

// Cairo stores a pixel as a 32-bit word 0x00RRGGBB.
void copy(const Image8& from, unsigned char* to, int stride) {
  for (int y = 0; y < from.height; ++y)
    for (int x = 0; x < from.width; ++x) {
      const std::uint8_t* p = &from.pixels[3 * (std::size_t(y) * from.width + x)];
      const std::uint32_t word = std::uint32_t(p[0]) << 16 | std::uint32_t(p[1]) << 8 | p[2];
      std::memcpy(to + std::size_t(y) * stride + 4 * x, &word, 4);
    }
}

void copy(const unsigned char* from, int stride, Image8& to) {
  for (int y = 0; y < to.height; ++y)
    for (int x = 0; x < to.width; ++x) {
      std::uint32_t word;
      std::memcpy(&word, from + std::size_t(y) * stride + 4 * x, 4);
      std::uint8_t* p = &to.pixels[3 * (std::size_t(y) * to.width + x)];
      p[0] = word >> 16 & 255, p[1] = word >> 8 & 255, p[2] = word & 255;
    }
}

std::string draw(const Drawing& drawing, Image8& picture) {
  static cairo_font_face_t* const font = load_font();
  if (!font)
    return std::string("no font at ") + font_file + ", of the Debian package " + font_package;
  const Owned<cairo_surface_t> surface(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, picture.width, picture.height));
  unsigned char* pixels = cairo_image_surface_get_data(surface.get());
  if (!pixels) return cairo_status_to_string(cairo_surface_status(surface.get()));
  const int stride = cairo_image_surface_get_stride(surface.get());
  copy(picture, pixels, stride);
  cairo_surface_mark_dirty(surface.get());
  const Owned<cairo_t> c(cairo_create(surface.get()));
  set_font(c.get(), font);
  if (drawing.pixel_aspect != 1) cairo_scale(c.get(), 1 / drawing.pixel_aspect, 1);
  cairo_set_line_join(c.get(), CAIRO_LINE_JOIN_ROUND);
  for (const Drawing::Mark& m : drawing.marks)
    std::visit([&](const auto& kind) { mark(c.get(), kind); }, m);
  if (cairo_status(c.get()) != CAIRO_STATUS_SUCCESS)
    return cairo_status_to_string(cairo_status(c.get()));
  cairo_surface_flush(surface.get());
  copy(pixels, stride, picture);
  return {};
}

constexpr DrawingBackend backend{draw};

}  // namespace
}  // namespace gambol

extern "C" const gambol::DrawingBackend* gambol_drawing_backend() { return &gambol::backend; }
