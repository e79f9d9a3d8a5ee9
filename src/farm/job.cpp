#include "farm/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/frame_range.h"
#include "farm/chunks.h"

namespace gambol {
namespace fs = std::filesystem;
namespace {

// More than any shot has: a damaged line must not ask for all of memory.
constexpr int most_frames = 10'000'000;

constexpr const char* first_line = "gambol farm job 1";
constexpr const char* last_line = "end";
constexpr std::array stages{Stage::simulate, Stage::render, Stage::encode};

FarmJob parse_farm_job(std::istringstream& words) {
  FarmJob job;
  std::string stage;
  words >> stage >> job.id >> job.first_line >> job.tasks;
  if (!words) throw std::invalid_argument("a job is cut off");
  for (const Stage s : stages)
    if (name_of(s) == stage) {
      job.stage = s;
      return job;
    }
  throw std::invalid_argument(fmt::format("there is no stage {}", stage));
}

std::string rest_of(std::istringstream& words) {
  std::string rest;
  std::getline(words >> std::ws, rest);
  return rest;
}

void parse_line(const std::string& line, Submission& s) {
  std::istringstream words(line);
  std::string key;
  words >> key;
  if (key == "shot") s.shot = rest_of(words);
  if (key == "preset") s.preset = rest_of(words);
  if (key == "motion") s.motion = rest_of(words);
  if (key == "picture") s.picture = rest_of(words);
  if (key == "again") s.again = rest_of(words) == "yes";
  if (key == "exr") s.exr = rest_of(words) == "yes";
  if (key == "memory") words >> s.memory;
  if (key == "job") s.jobs.push_back(parse_farm_job(words));
}

std::string file_text(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  Problem problem;
  problem.place.file = path;
  problem.expected = why;
  throw InputError(problem);
}

// Any frame may stand there: which are the shot's is not known here.
std::vector<std::vector<int>> read_chunks(const std::string& path) {
  std::vector<std::vector<int>> chunks;
  std::istringstream lines(file_text(path));
  for (std::string line; std::getline(lines, line);) try {
      chunks.push_back(parse_frame_range(line, most_frames));
    } catch (const std::invalid_argument& error) {
      refuse(fmt::format("{}:{}", path, chunks.size() + 1), error.what());
    }
  return chunks;
}

// The numbers of all submissions, rising.
std::vector<int> numbers_in(const std::string& folder) {
  std::vector<int> numbers;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename();
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc{} && end == name.data() + name.size()) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

Submission load_submission(const std::string& folder) {
  const std::string file = folder + "/job.txt";
  Submission s;
  try {
    s = parse_job(file_text(file));
  } catch (const std::invalid_argument& error) {
    refuse(file, fmt::format("is damaged: {}", error.what()));
  }
  s.folder = folder;
  s.chunks = read_chunks(s.chunks_file());
  return s;
}

}  // namespace

const char* name_of(Stage stage) {
  switch (stage) {
    case Stage::simulate:
      return "simulate";
    case Stage::render:
      return "render";
    case Stage::encode:
      return "encode";
  }
  return "";
}

std::string Submission::script(Stage stage) const {
  return fmt::format("{}/{}.sh", folder, name_of(stage));
}

std::vector<std::string> Submission::ids(Stage stage) const {
  std::vector<std::string> ids;
  for (const FarmJob& job : jobs)
    if (job.stage == stage) ids.push_back(job.id);
  return ids;
}

std::vector<std::string> ids_of(const std::vector<Submission>& submissions) {
  std::vector<std::string> ids;
  for (const Submission& submission : submissions)
    for (const FarmJob& job : submission.jobs) ids.push_back(job.id);
  return ids;
}

std::string Submission::log(const FarmJob& job, int task) const {
  const std::string array = task < 0 ? "" : fmt::format("_{}", task);
  return fmt::format("{}/{}.{}{}.log", logs(), name_of(job.stage), job.id, array);
}

std::string job_text(const Submission& s) {
  const auto yes = [](bool value) { return value ? "yes" : "no"; };
  std::string text = fmt::format(
      "{}\nshot {}\npreset {}\nmotion {}\npicture {}\nagain {}\nexr {}\nmemory {}\n", first_line,
      s.shot, s.preset, s.motion, s.picture, yes(s.again), yes(s.exr), s.memory);
  text += "# job STAGE ID FIRST_LINE TASKS\n";
  for (const FarmJob& job : s.jobs)
    text += fmt::format("job {} {} {} {}\n", name_of(job.stage), job.id, job.first_line, job.tasks);
  return text + last_line + "\n";
}

Submission parse_job(const std::string& text) {
  Submission s;
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line != first_line)
    throw std::invalid_argument(fmt::format("its first line is not \"{}\"", first_line));
  while (std::getline(lines, line) && line != last_line) parse_line(line, s);
  if (line != last_line) throw std::invalid_argument("it is cut off");
  return s;
}

std::string chunks_text(const std::vector<std::vector<int>>& chunks) {
  std::string text;
  for (const std::vector<int>& chunk : chunks) text += frames_text(chunk) + '\n';
  return text;
}

void save_job(const Submission& submission) {
  write_file(submission.folder + "/job.txt", job_text(submission));
}

std::vector<Submission> load_submissions(const std::string& folder) {
  std::vector<Submission> all;
  const std::vector<int> numbers = numbers_in(folder);
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    // One whose writer was killed before it submitted anything.
    if (!fs::exists(fmt::format("{}/{}/job.txt", folder, *number))) continue;
    all.push_back(load_submission(fmt::format("{}/{}", folder, *number)));
    if (!all.back().again) break;
  }
  std::reverse(all.begin(), all.end());
  return all;
}

std::string next_folder(const std::string& folder) {
  const std::vector<int> numbers = numbers_in(folder);
  return fmt::format("{}/{}", folder, numbers.empty() ? 1 : numbers.back() + 1);
}

}  // namespace gambol
