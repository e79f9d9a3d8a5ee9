#include "analysis/plot_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gambol {
namespace {

constexpr double page_width = 1200, left = 150, right = 160, axis_width = page_width - left - right;
constexpr double header = 92, panel_height = 110, row_height = 14, panel_gap = 30, footer = 46;
constexpr double em = 11, small = 9.5;

constexpr Color ink{0.13, 0.13, 0.15}, faint{0.82, 0.82, 0.84}, paper{1, 1, 1};
constexpr Color mark_color{0.55, 0.1, 0.1};

// Okabe and Ito's palette, which colour-blind readers can distinguish, without its yellow.
constexpr std::array<Color, 7> palette{{{0, 0.447, 0.698},
                                        {0.902, 0.624, 0},
                                        {0, 0.620, 0.451},
                                        {0.835, 0.369, 0},
                                        {0.8, 0.475, 0.655},
                                        {0.337, 0.706, 0.914},
                                        {0.35, 0.35, 0.35}}};

const Color& color_of(std::size_t i) { return palette[i % palette.size()]; }

}  // namespace

PlotPage::PlotPage(const Poses& poses, const std::string& title)
    : poses_(poses), from_(poses.sample_times.front()), to_(poses.sample_times.back()), y_(header) {
  const auto& times = poses.track_times;
  constexpr double slack = 1e-9;
  first_ = std::size_t(std::lower_bound(times.begin(), times.end(), from_ - slack) - times.begin());
  last_ = std::size_t(std::upper_bound(times.begin(), times.end(), to_ + slack) - times.begin());
  drawing_.width = page_width;
  drawing_.add(Drawing::Text{{left, 22}, 0, 15, ink, title});
}

double PlotPage::x_of(double time) const {
  return left + axis_width * (time - from_) / (to_ - from_);
}

void PlotPage::add_title(const std::string& title) {
  drawing_.add(Drawing::Text{{left, y_ - 9}, 0, em, ink, title});
}

void PlotPage::add_frame(double height) {
  drawing_.add(Drawing::Line{{{left, y_},
                              {left + axis_width, y_},
                              {left + axis_width, y_ + height},
                              {left, y_ + height},
                              {left, y_}},
                             0.8,
                             ink});
}

// Where many rows fall on one pixel, draws only the lowest and the highest value.
void PlotPage::add_curve(const PlotCurve& curve, const Color& color, double low, double high,
                         double height) {
  Drawing::Line line{{}, 1.2, color};
  const auto y_of = [&](double v) { return y_ + height * (high - v) / (high - low); };
  std::size_t k = first_;
  while (k < last_) {
    const double x = x_of(poses_.track_times[k]);
    std::size_t end = k, least = k, most = k;
    for (; end < last_ && x_of(poses_.track_times[end]) < x + 0.8; ++end) {
      if (curve.values[end] < curve.values[least]) least = end;
      if (curve.values[end] > curve.values[most]) most = end;
    }
    for (const std::size_t i : {std::min(least, most), std::max(least, most)})
      if (line.points.empty() || i != k || i == least)
        line.points.emplace_back(x_of(poses_.track_times[i]), y_of(curve.values[i]));
    k = std::max(end, k + 1);
  }
  drawing_.add(std::move(line));
}

void PlotPage::add_values(double low, double high, double height) {
  const double tick = tick_distance(high - low, 6);
  for (double n = std::ceil(low / tick - 1e-9); n * tick <= high + 1e-9 * tick; ++n) {
    const double y = y_ + height * (high - n * tick) / (high - low);
    drawing_.add(Drawing::Line{{{left, y}, {left + axis_width, y}}, 0.5, faint});
    drawing_.add(Drawing::Text{{left - 6, y}, 1, small, ink, tick_text(n * tick, tick)});
  }
}

void PlotPage::add_curves(const std::string& title, const std::string& unit,
                          const std::vector<PlotCurve>& curves) {
  if (curves.empty() || first_ + 1 >= last_) return;
  double low = 1e300, high = -1e300;
  for (const PlotCurve& curve : curves)
    for (std::size_t k = first_; k < last_; ++k) {
      low = std::min(low, curve.values[k]);
      high = std::max(high, curve.values[k]);
    }
  const double room = high > low ? 0.05 * (high - low) : std::max(0.05 * std::abs(high), 1e-3);
  low -= room, high += room;
  // At least as high as the list of curve names.
  constexpr double name_height = 14;
  const double height = std::max(panel_height, name_height * double(curves.size()));
  add_title(unit.empty() ? title : fmt::format("{}, {}", title, unit));
  add_values(low, high, height);
  for (std::size_t i = 0; i < curves.size(); ++i)
    add_curve(curves[i], color_of(i), low, high, height);
  add_frame(height);
  if (curves.size() > 1)
    for (std::size_t i = 0; i < curves.size(); ++i) {
      const double y = y_ + 8 + name_height * double(i), x = left + axis_width + 10;
      drawing_.add(Drawing::Line{{{x, y}, {x + 16, y}}, 2, color_of(i)});
      drawing_.add(Drawing::Text{{x + 21, y}, 0, small, ink, curves[i].name});
    }
  y_ += height + panel_gap;
}

void PlotPage::add_rows(const std::string& title, const std::vector<PlotRow>& rows) {
  if (rows.empty()) return;
  add_title(title);
  const double pitch = row_height + 3;
  drawing_.add(Drawing::Box{left, y_, axis_width, pitch * double(rows.size()), faint});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = y_ + pitch * double(i) + 1.5;
    drawing_.add(Drawing::Text{{left - 6, y + 0.5 * row_height}, 1, small, ink, rows[i].name});
    drawing_.add(Drawing::Box{left, y, axis_width, row_height, {0, 0, 0}});
    add_spans(rows[i].spans, y, row_height, paper);
    add_spans(rows[i].second, y + 0.5 * row_height, 0.5 * row_height, color_of(1));
  }
  const double height = pitch * double(rows.size());
  add_frame(height);
  y_ += height + panel_gap;
}

void PlotPage::add_spans(const std::vector<TimeSpan>& spans, double y, double height,
                         const Color& color) {
  for (const TimeSpan& span : spans) {
    const double a = x_of(std::max(span.from, from_)), b = x_of(std::min(span.to, to_));
    if (b > a) drawing_.add(Drawing::Box{a, y, b - a, height, color});
  }
}

// Film time may run unevenly, so each frame number is placed at the time at which its frame begins.
void PlotPage::add_frames_axis(double top, std::vector<Drawing::Mark>& behind) {
  const int every = std::max(1, static_cast<int>(tick_distance(poses_.frames, 14)));
  drawing_.add(Drawing::Text{{left - 6, top - 10}, 1, small, ink, "frame"});
  for (int frame = 1; frame <= poses_.frames;
       frame = frame == 1 && every > 1 ? every : frame + every) {
    const double x = x_of(poses_.sample_times[std::size_t(frame - 1) * poses_.samples_per_frame]);
    behind.emplace_back(Drawing::Line{{{x, top}, {x, y_ - panel_gap}}, 0.5, faint});
    drawing_.add(Drawing::Line{{{x, top - 4}, {x, top}}, 0.8, ink});
    drawing_.add(Drawing::Text{{x, top - 10}, 0.5, small, ink, std::to_string(frame)});
  }
  drawing_.add(Drawing::Line{{{left, top}, {left + axis_width, top}}, 0.8, ink});
}

void PlotPage::add_time_axis() {
  const double y = y_ - panel_gap, tick = tick_distance(to_ - from_, 10);
  drawing_.add(Drawing::Text{{left - 24, y + 13}, 1, small, ink, "time, s"});
  for (double n = std::ceil(from_ / tick - 1e-9); n * tick <= to_ + 1e-9; ++n) {
    const double x = x_of(n * tick);
    drawing_.add(Drawing::Line{{{x, y}, {x, y + 4}}, 0.8, ink});
    drawing_.add(Drawing::Text{{x, y + 13}, 0.5, small, ink, tick_text(n * tick, tick)});
  }
}

void PlotPage::add_marks(double top) {
  double end = -1;  // x of the end of the previous name; a name that would overlap it is left out
  for (const Mark& mark : poses_.marks) {
    if (mark.time < from_ || mark.time > to_) continue;
    const double x = x_of(mark.time);
    drawing_.add(Drawing::Line{{{x, top}, {x, y_ - panel_gap}}, 0.7, mark_color});
    if (x < end) continue;
    drawing_.add(Drawing::Text{{x + 2, top + 8}, 0, small, mark_color, mark.name});
    end = x + 2 + 0.65 * small * double(mark.name.size());
  }
}

Drawing PlotPage::finish() {
  const double top = header - 36;
  std::vector<Drawing::Mark> behind{Drawing::Box{0, 0, page_width, y_ - panel_gap + footer, paper}};
  add_frames_axis(top, behind);
  add_time_axis();
  add_marks(top);
  drawing_.height = std::round(y_ - panel_gap + footer);
  drawing_.marks.insert(drawing_.marks.begin(), behind.begin(), behind.end());
  return std::move(drawing_);
}

}  // namespace gambol
