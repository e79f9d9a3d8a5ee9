#pragma once

// Panels one below the other that share one axis of time, with the film's frames above it.

#include <string>
#include <vector>

#include "image/drawing.h"
#include "poses/poses.h"
#include "poses/spans.h"

namespace gambol {

struct PlotCurve {
  std::string name;
  std::vector<double> values;  // one per row of the tracks
};

struct PlotRow {
  std::string name;
  std::vector<TimeSpan> spans;
};

class PlotPage {
 public:
  // Shows the part of the tracks that the film shows.
  PlotPage(const Poses& poses, const std::string& title);

  // Curves over time. A panel without curves is left out.
  void add_curves(const std::string& title, const std::string& unit,
                  const std::vector<PlotCurve>& curves);
  // Rows that are white in their spans and black elsewhere.
  void add_rows(const std::string& title, const std::vector<PlotRow>& rows);
  Drawing finish();  // once: the axes and marks, which run through all panels

 private:
  double x_of(double time) const;
  void add_title(const std::string& title);
  void add_frame(double height);
  void add_curve(const PlotCurve& curve, const Color& color, double low, double high,
                 double height);
  void add_values(double low, double high, double height);
  void add_frames_axis(double top, std::vector<Drawing::Mark>& behind);
  void add_time_axis();
  void add_marks(double top);

  const Poses& poses_;
  double from_, to_;  // s simulated
  std::size_t first_ = 0, last_ = 0;
  double y_ = 0;
  Drawing drawing_;
};

}  // namespace gambol
