#include "movie/sequence_film.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "image/srgb.h"
#include "movie/overlay_box.h"
#include "movie/overlays.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

// The factor of light after the fraction `done` of a fade to black. A quadratic fall looks even; a
// linear one looks as if the light first stayed and then dropped.
double faded(double done) { return (1 - done) * (1 - done); }

double light_of(const PartSpec& part, int k, int length, double fps) {
  const int in = frames_in(part.fade_in, fps), out = frames_in(part.fade_out, fps);
  const int left = length - 1 - k;
  double light = 1;
  if (k < in) light *= faded(1 - double(k) / in);
  if (left < out) light *= faded(1 - double(left) / out);
  return light;
}

const std::array<float, 256>& decoding() {
  static const std::array<float, 256> table = [] {
    std::array<float, 256> t{};
    for (int i = 0; i < 256; ++i) t[std::size_t(i)] = linear_from_srgb(float(i) / 255);
    return t;
  }();
  return table;
}

std::uint8_t encoded(float linear) {
  return static_cast<std::uint8_t>(255 * srgb_from_linear(std::clamp(linear, 0.0f, 1.0f)) + 0.5f);
}

// a = a * light_a + b * light_b, in linear light. `b` may be nullptr, for black.
void mix(Image8& a, float light_a, const Image8* b, float light_b) {
  const std::array<float, 256>& linear = decoding();
  for (std::size_t i = 0; i < a.pixels.size(); ++i)
    a.pixels[i] =
        encoded(light_a * linear[a.pixels[i]] + (b ? light_b * linear[b->pixels[i]] : 0.0f));
}

// A drawing for frames of width x height pixels.
Drawing blank(int width, int height, double pixel_aspect) {
  Drawing drawing;
  drawing.pixel_aspect = pixel_aspect;
  drawing.width = width * pixel_aspect, drawing.height = height;
  return drawing;
}

Image8 card(const TitleSpec& title, int width, int height, double pixel_aspect) {
  Drawing drawing = blank(width, height, pixel_aspect);
  const auto lines = 1 + std::count(title.text.begin(), title.text.end(), '\n') -
                     (title.text.ends_with('\n') ? 1 : 0);
  OverlaySpec text;
  text.color = title.color;
  text.text_size = title.text_size;
  text.corner.y() = std::max(0.0, 0.5 - 0.5 * double(lines) * title.text_size);
  drawing.add(Drawing::Box{0, 0, drawing.width, drawing.height, shown_color(title.background)});
  add_text(title.text, Align::center, OverlayBox(text, drawing.width, drawing.height), drawing);
  Image8 picture{width, height, 3, {}};
  picture.pixels.resize(std::size_t(3) * width * height);
  draw(drawing, picture);
  return picture;
}

}  // namespace

std::vector<SequenceFrame> plan_sequence(const SequenceSpec& sequence) {
  const double fps = sequence.film.fps;
  std::vector<SequenceFrame> plan;
  int before = 0;  // frames of the previous part that its own dissolve does not use
  for (std::size_t p = 0; p < sequence.parts.size(); ++p) {
    const PartSpec& part = sequence.parts[p];
    const int first = frames_in(part.from, fps);
    int last = frames_in(part.end(), fps);
    if (part.loaded) last = std::min(last, part.loaded->frames());
    const int length = std::max(last - first, 0);
    const int shared = std::min({frames_in(part.dissolve, fps), before, length});
    const std::size_t begin = plan.size() - std::size_t(shared);
    for (int k = 0; k < length; ++k) {
      const SequenceFrame::Layer layer{int(p), first + k, light_of(part, k, length, fps)};
      if (k >= shared) {
        plan.push_back({layer, std::nullopt, 1});
        continue;
      }
      SequenceFrame& frame = plan[begin + std::size_t(k)];
      frame.under = frame.layer;
      frame.layer = layer;
      frame.share = (k + 1.0) / (shared + 1);
    }
    before = length - shared;
  }
  return plan;
}

SequenceFilm::SequenceFilm(const SequenceSpec& sequence, int width, int height,
                           ShotFrame shot_frame)
    : sequence_(sequence),
      width_(width),
      height_(height),
      shot_frame_(std::move(shot_frame)),
      plan_(plan_sequence(sequence)) {}

Image8 SequenceFilm::layer(const SequenceFrame::Layer& layer) const {
  const PartSpec& part = sequence_.parts[std::size_t(layer.part)];
  BurnInFacts facts{.shot = sequence_.name, .frame = layer.frame, .fps = sequence_.film.fps};
  Image8 picture;
  if (part.title) {
    picture = card(*part.title, width_, height_, sequence_.film.frame.pixel_aspect);
  } else {
    picture = shot_frame_(part, layer.frame);
    if (picture.width != width_ || picture.height != height_)
      throw RunError(ExitCode::failed,
                     fmt::format("frame {} of {} is {}x{}, expected {}x{}", layer.frame + 1,
                                 part.reference, picture.width, picture.height, width_, height_));
    facts = burn_in_facts(*part.loaded, layer.frame);
  }
  if (part.overlays.empty()) return picture;
  Drawing drawing = blank(width_, height_, sequence_.film.frame.pixel_aspect);
  add_plain_overlays(part.overlays, facts, layer.frame / sequence_.film.fps, part.end(), drawing);
  draw(drawing, picture);
  return picture;
}

Image8 SequenceFilm::picture(int index) const {
  const SequenceFrame& frame = plan_[std::size_t(index)];
  Image8 picture = layer(frame.layer);
  const double light = frame.share * frame.layer.light;
  if (frame.under) {
    const Image8 under = layer(*frame.under);
    mix(picture, float(light), &under, float((1 - frame.share) * frame.under->light));
  } else if (light < 1) {
    mix(picture, float(light), nullptr, 0);
  }
  if (sequence_.overlays.empty()) return picture;
  Drawing drawing = blank(width_, height_, sequence_.film.frame.pixel_aspect);
  const double fps = sequence_.film.fps;
  add_plain_overlays(sequence_.overlays, {.shot = sequence_.name, .frame = index, .fps = fps},
                     index / fps, frames() / fps, drawing);
  if (!drawing.marks.empty()) draw(drawing, picture);
  return picture;
}

}  // namespace gambol
