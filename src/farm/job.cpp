#include "farm/job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/frame_range.h"
#include "base/text_file.h"
#include "farm/chunks.h"
#include "farm/slurm.h"

namespace gambol {
namespace fs = std::filesystem;
namespace {

constexpr const char* first_line = "gambol farm job 1";
constexpr const char* end_line = "end";
constexpr std::array stages{JobStage::simulate, JobStage::render, JobStage::encode};

// Escapes line ends, which names may contain.
std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text)
    if (c == '\n')
      line += "\\n";
    else
      (c == '\\' ? line += c : line) += c;
  return line;
}

// The rest of a line after a word and a blank, unescaped (see one_line()).
std::string rest_of(std::istringstream& words) {
  std::string line, rest;
  words.get();
  std::getline(words, line);
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool more = line[i] == '\\' && i + 1 < line.size();
    if (more) ++i;
    rest += more && line[i] == 'n' ? '\n' : line[i];
  }
  return rest;
}

JobStage parse_stage(const std::string& word) {
  for (const JobStage stage : stages)
    if (name_of(stage) == word) return stage;
  throw std::invalid_argument(fmt::format("not a stage: {}", word));
}

// Accepts digits only: the number is passed to Slurm's commands, which must not take it for an
// option.
std::string parse_number(const std::string& word) {
  if (word == FarmJob{}.shown_id()) return "";
  if (!is_job_number(word))
    throw std::invalid_argument(fmt::format("not the number of a job: {}", word));
  return word;
}

FarmJob parse_farm_job(std::istringstream& words) {
  FarmJob job;
  std::string stage, id;
  words >> stage >> id >> job.first_line >> job.tasks;
  if (!words) throw std::invalid_argument("a job is cut off");
  job.stage = parse_stage(stage);
  job.id = parse_number(id);
  job.name = rest_of(words);
  // Numbers alone tell nothing: a Slurm that has lost its state counts from 1 again.
  if (job.name.empty()) throw std::invalid_argument("a job has no name");
  return job;
}

void parse_line(const std::string& line, Submission& s) {
  std::istringstream words(line);
  std::string key;
  words >> key;
  if (key == "shot") s.shot = rest_of(words);
  if (key == "preset") s.preset = rest_of(words);
  if (key == "project") s.project = rest_of(words);
  if (key == "folder") s.home = rest_of(words);
  if (key == "partition") s.partition = rest_of(words);
  if (key == "motion") s.motion = rest_of(words);
  if (key == "picture") s.picture = rest_of(words);
  if (key == "again") s.again = rest_of(words) == "yes";
  if (key == "exr") s.exr = rest_of(words) == "yes";
  if (key == "memory") words >> s.memory;
  if (key == "job") s.jobs.push_back(parse_farm_job(words));
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  Problem problem;
  problem.place.file = path;
  problem.expected = why;
  throw InputError(problem);
}

// The numbers of all submissions, ascending. Throws InputError if the folder cannot be read:
// submissions that are not seen would be submitted again.
std::vector<int> numbers_in(const std::string& folder) {
  std::vector<int> numbers;
  std::error_code failure;
  fs::directory_iterator entry(folder, failure);
  if (failure == std::errc::no_such_file_or_directory) return {};
  for (; entry != fs::directory_iterator(); entry.increment(failure)) {
    const std::string name = entry->path().filename();
    int number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc{} && end == name.data() + name.size()) numbers.push_back(number);
  }
  if (failure) refuse(folder, fmt::format("cannot be read: {}", failure.message()));
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

// Whether the folder is a copy, made with its project: then the jobs are the original's.
bool is_copy(const Submission& s) {
  std::error_code error;
  return fs::exists(s.home, error) && !fs::equivalent(s.home, s.folder, error) && !error;
}

Submission load_submission(const std::string& folder, int frames) {
  const std::string file = folder + "/job.txt";
  try {
    Submission s = parse_job(file_text(file));
    s.folder = folder;
    s.chunks = parse_chunks(s.chunks_file(), file_text(s.chunks_file()), frames);
    require_chunks(s);
    s.interrupted = ids_of({s}).size() < s.jobs.size();
    return s;
  } catch (const std::invalid_argument& error) {
    refuse(file, fmt::format("is damaged: {}", error.what()));
  }
}

}  // namespace

const char* name_of(JobStage stage) {
  switch (stage) {
    case JobStage::simulate:
      return "simulate";
    case JobStage::render:
      return "render";
    case JobStage::encode:
      return "encode";
  }
  return "";
}

std::string Submission::script(JobStage stage) const {
  return fmt::format("{}/{}.sh", folder, name_of(stage));
}

std::vector<std::string> Submission::ids(JobStage stage) const {
  std::vector<std::string> ids;
  for (const FarmJob& job : jobs)
    if (job.stage == stage && !job.id.empty()) ids.push_back(job.id);
  return ids;
}

std::vector<std::string> ids_of(const std::vector<Submission>& submissions) {
  std::vector<std::string> ids;
  for (const Submission& submission : submissions)
    for (const FarmJob& job : submission.jobs)
      if (!job.id.empty()) ids.push_back(job.id);
  return ids;
}

std::string Submission::log(const FarmJob& job, int task) const {
  const std::string array = task < 0 ? "" : fmt::format("_{}", task);
  return fmt::format("{}/{}.{}{}.log", logs(), name_of(job.stage), job.id, array);
}

std::string job_text(const Submission& s) {
  const auto yes = [](bool value) { return value ? "yes" : "no"; };
  std::string text = fmt::format(
      "{}\nshot {}\npreset {}\nproject {}\nfolder {}\npartition {}\nmotion {}\npicture {}\nagain "
      "{}\nexr {}\n"
      "memory {}\n",
      first_line, one_line(s.shot), one_line(s.preset), one_line(s.project), one_line(s.home),
      one_line(s.partition), one_line(s.motion), one_line(s.picture), yes(s.again), yes(s.exr),
      s.memory);
  text += "# job STAGE NUMBER FIRST_LINE TASKS NAME\n";
  for (const FarmJob& job : s.jobs)
    text += fmt::format("job {} {} {} {} {}\n", name_of(job.stage), job.shown_id(), job.first_line,
                        job.tasks, one_line(job.name));
  return text + end_line + "\n";
}

Submission parse_job(const std::string& text) {
  Submission s;
  std::istringstream lines(text);
  std::string line;
  if (!std::getline(lines, line) || line != first_line)
    throw std::invalid_argument(fmt::format("its first line is not \"{}\"", first_line));
  while (std::getline(lines, line) && line != end_line) parse_line(line, s);
  if (line != end_line) throw std::invalid_argument("it is cut off");
  return s;
}

std::string chunks_text(const std::vector<std::vector<int>>& chunks) {
  std::string text;
  for (const std::vector<int>& chunk : chunks) text += frames_text(chunk) + '\n';
  return text;
}

std::vector<std::vector<int>> parse_chunks(const std::string& file, const std::string& text,
                                           int frames) {
  std::vector<std::vector<int>> chunks;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) try {
      chunks.push_back(parse_frames_up_to(line, frames));
    } catch (const std::invalid_argument& error) {
      refuse(fmt::format("{}:{}", file, chunks.size() + 1), error.what());
    }
  return chunks;
}

void require_chunks(const Submission& s) {
  const auto lines = static_cast<long>(s.chunks.size());
  for (const FarmJob& job : s.jobs) {
    const bool render = job.stage == JobStage::render;
    if (job.tasks < 1 || (!render && job.tasks > 1) || (render && job.first_line < 1) ||
        (render && long{job.first_line} - 1 + job.tasks > lines))
      throw std::invalid_argument(
          fmt::format("a {} job of {} tasks from line {} on, where there are {} lines",
                      name_of(job.stage), job.tasks, job.first_line, lines));
  }
}

std::string file_text(const std::string& path) {
  constexpr std::size_t most = std::size_t{1} << 26;  // bytes; a million chunks of one frame
  try {
    return read_text_file(path, most);
  } catch (const InputError&) {
    return "";
  }
}

void save_job(const Submission& submission) {
  write_file(submission.folder + "/job.txt", job_text(submission));
}

std::vector<Submission> load_submissions(const std::string& folder, int frames) {
  std::vector<Submission> all;
  const std::vector<int> numbers = numbers_in(folder);
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    // A submission without job.txt: its process was killed before it submitted anything.
    if (!fs::exists(fmt::format("{}/{}/job.txt", folder, *number))) continue;
    const Submission s = load_submission(fmt::format("{}/{}", folder, *number), frames);
    if (is_copy(s)) continue;
    all.push_back(s);
    if (!s.again) break;
  }
  std::reverse(all.begin(), all.end());
  return all;
}

std::string next_folder(const std::string& folder) {
  const std::vector<int> numbers = numbers_in(folder);
  return fmt::format("{}/{}", folder, numbers.empty() ? 1 : numbers.back() + 1);
}

}  // namespace gambol
