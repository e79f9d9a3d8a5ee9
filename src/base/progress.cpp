#include "base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace gambol {
namespace {

// The remaining time, extrapolated from the elapsed time (s); "" in the first second, when the
// estimate is too uncertain.
std::string time_left(double fraction, double elapsed) {
  if (fraction <= 0 || elapsed < 1) return "";
  return duration_text(elapsed / fraction * (1 - fraction)) + " left";
}

std::string listed(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts)
    if (!part.empty()) text += (text.empty() ? "" : ", ") + part;
  return text;
}

}  // namespace

std::string duration_text(double seconds) {
  const long s = std::lround(seconds);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

bool openjd_reads() {
  const char* form = std::getenv("GAMBOL_PROGRESS");
  return form && std::string_view(form) == "openjd";
}

Progress::Progress(std::string task)
    : Progress(std::move(task), openjd_reads() ? std::cout : std::cerr,
               openjd_reads()            ? Form::openjd
               : ::isatty(STDERR_FILENO) ? Form::bar
                                         : Form::lines,
               Clock::now()) {}

Progress::Progress(std::string task, std::ostream& out, Form form, Clock::time_point start)
    : task_(std::move(task)), out_(out), form_(form), start_(start) {}

Progress::~Progress() {
  if (bar_) out_ << '\n' << std::flush;
}

void Progress::at(double fraction, const std::string& detail) {
  at(fraction, detail, Clock::now());
}

void Progress::at(double fraction, const std::string& detail, Clock::time_point now) {
  if (done_) return;
  fraction = std::clamp(fraction, 0.0, 1.0);
  done_ = fraction >= 1;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const auto pause = std::chrono::milliseconds(form_ == Form::bar ? 100 : 1000);
  if (shown_ && !done_ && now - *shown_ < pause) return;
  if (form_ == Form::bar)
    show_bar(fraction, detail, elapsed);
  else if (form_ == Form::openjd)
    show_openjd(fraction, detail);
  else if (!show_line(fraction, detail, elapsed))
    return;
  shown_ = now;
}

void Progress::show_bar(double fraction, const std::string& detail, double elapsed) {
  constexpr int width = 24;
  const int full = static_cast<int>(fraction * width);
  const std::string rest =
      listed({detail, done_ ? duration_text(elapsed) : time_left(fraction, elapsed)});
  out_ << fmt::format("\r\033[K{} [{:#<{}}{:.<{}}] {:3.0f}% {}", task_, "", full, "", width - full,
                      std::floor(fraction * 100), rest)
       << std::flush;
  bar_ = true;
}

void Progress::show_openjd(double fraction, const std::string& detail) {
  out_ << fmt::format("openjd_progress: {:.1f}\nopenjd_status: {}{}{}\n", fraction * 100, task_,
                      detail.empty() ? "" : ", ", detail)
       << std::flush;
}

bool Progress::show_line(double fraction, const std::string& detail, double elapsed) {
  const int tenth = static_cast<int>(fraction * 10 + 1e-9);
  if (tenth <= tenth_) return false;
  tenth_ = tenth;
  const std::string rest =
      listed({detail, done_ ? "took " + duration_text(elapsed) : time_left(fraction, elapsed)});
  out_ << fmt::format("{}: {}%{}{}\n", task_, tenth * 10, rest.empty() ? "" : ", ", rest)
       << std::flush;
  return true;
}

}  // namespace gambol
