#pragma once

// Shows the progress of a long task on standard error: on a terminal as a bar with the remaining
// time, else as a plain line for every tenth of the task, at most one per second. With
// GAMBOL_PROGRESS=openjd in the environment, writes it to standard output in the format of farms
// that run Open Job Description.

#include <chrono>
#include <iosfwd>
#include <optional>
#include <string>

namespace gambol {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  // `task`: name of the task, e.g. "rendering". Writes to standard error, or as the environment
  // requests.
  explicit Progress(std::string task);
  enum class Form { bar, lines, openjd };
  Progress(std::string task, std::ostream& out, Form form, Clock::time_point start);
  ~Progress();  // ends the bar's line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Reports that `fraction` (0 to 1) of the task is done, and shows `detail` after it, e.g.
  // "frame 12 of 240".
  void at(double fraction, const std::string& detail = "");
  void at(double fraction, const std::string& detail, Clock::time_point now);

 private:
  void show_bar(double fraction, const std::string& detail, double elapsed);
  void show_openjd(double fraction, const std::string& detail);
  bool show_line(double fraction, const std::string& detail, double elapsed);

  std::string task_;
  std::ostream& out_;
  Form form_;
  Clock::time_point start_;
  std::optional<Clock::time_point> shown_;
  int tenth_ = 0;     // the last tenth for which a line was printed
  bool bar_ = false;  // a bar stands on the terminal's last line
  bool done_ = false;
};

// Whether a farm that runs Open Job Description reads this process's output:
// GAMBOL_PROGRESS=openjd.
bool openjd_reads();

// "45 s", "3 min 20 s", "2 h 5 min"
std::string duration_text(double seconds);

}  // namespace gambol
