#pragma once

// A page of panels, one below the other, with a common time axis and an axis of film frames on top.

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
  std::vector<TimeSpan> spans;   // white
  std::vector<TimeSpan> second;  // a coloured bar along the lower half of the row
};

class PlotPage {
 public:
  // Shows the tracks over the time of the film.
  PlotPage(const Poses& poses, const std::string& title);

  // Adds a panel of curves over time; nothing if there are no curves.
  void add_curves(const std::string& title, const std::string& unit,
                  const std::vector<PlotCurve>& curves);
  // Adds a panel of rows that are white in their spans and black elsewhere, each with the bars of
  // its second spans.
  void add_rows(const std::string& title, const std::vector<PlotRow>& rows);
  // To be called once, at the end: adds the axes and marks, which cross all panels.
  Drawing finish();

 private:
  double x_of(double time) const;
  void add_title(const std::string& title);
  void add_spans(const std::vector<TimeSpan>& spans, double y, double height, const Color& color);
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
