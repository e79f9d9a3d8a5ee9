#pragma once

// How far a long task has come, on standard error: on a terminal a bar with the time left, else a
// plain line about every tenth of the way, at most one a second. With GAMBOL_PROGRESS=openjd in the
// environment, on standard output as farms that run Open Job Description read it.

#include <chrono>
#include <iosfwd>
#include <optional>
#include <string>

namespace gambol {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  // `task` says what is being done, e.g. "rendering". To standard error.
  explicit Progress(std::string task);
  enum class Form { bar, lines, openjd };
  Progress(std::string task, std::ostream& out, Form form, Clock::time_point start);
  ~Progress();  // ends the bar's line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `fraction` of the task is done; `detail` is shown behind it, e.g. "frame 12 of 240".
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
  int tenth_ = 0;     // the last tenth that a line told of
  bool bar_ = false;  // a bar stands on the terminal's last line
  bool done_ = false;
};

// Whether farms that run Open Job Description read what this process says: GAMBOL_PROGRESS=openjd.
bool openjd_reads();

// "45 s", "3 min 20 s", "2 h 5 min"
std::string duration_text(double seconds);

}  // namespace gambol
