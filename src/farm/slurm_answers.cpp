// What Slurm's programs answer, as tasks.

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string_view>

#include "base/shown_text.h"
#include "farm/slurm.h"

namespace gambol {
namespace {

constexpr std::size_t most_of_a_field = 400;  // bytes

constexpr std::array waiting_states{"PENDING",       "REQUEUED",     "REQUEUE_HOLD", "REQUEUE_FED",
                                    "RESV_DEL_HOLD", "SPECIAL_EXIT", "SUSPENDED",    "CONFIGURING"};
constexpr std::array running_states{"RUNNING",  "COMPLETING", "STAGE_OUT",
                                    "RESIZING", "SIGNALING",  "STOPPED"};
constexpr std::array ended_states{"COMPLETED",     "CANCELLED", "FAILED",    "TIMEOUT",
                                  "NODE_FAIL",     "PREEMPTED", "BOOT_FAIL", "DEADLINE",
                                  "OUT_OF_MEMORY", "REVOKED"};

template <class States>
bool is_one_of(const std::string& state, const States& states) {
  return std::find(states.begin(), states.end(), state) != states.end();
}

bool is_state(const std::string& word) {
  return is_one_of(word, waiting_states) || is_one_of(word, running_states) ||
         is_one_of(word, ended_states);
}

bool has_only(const std::string& text, std::string_view characters) {
  return !text.empty() && text.find_first_not_of(characters) == text.npos;
}

// Calls `take` with each line. Throws std::invalid_argument if it returns false, or if the last
// line is cut off.
template <class Take>
void for_each_line(const std::string& text, const Take& take) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin);
    if (end == text.npos || !take(line)) throw std::invalid_argument(line);
    begin = end + 1;
  }
}

// The fields of a line, separated by bars; the last, a job's name, may contain bars.
std::vector<std::string> fields_of(const std::string& line, std::size_t count) {
  std::vector<std::string> fields;
  std::size_t begin = 0;
  for (std::size_t bar; fields.size() + 1 < count && (bar = line.find('|', begin)) != line.npos;
       begin = bar + 1)
    fields.push_back(line.substr(begin, bar - begin));
  fields.push_back(line.substr(begin));
  return fields;
}

// An index of an array; -1 if the text is none.
int array_index(const std::string& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} ? value : -1;
}

// Parses "7", "3-9" or "3-9%2", as in "13_[3-9%2]"; several groups count as one range from the
// first index to the last. Returns false for any other text.
bool parse_indices(std::string text, SlurmTask& task) {
  if (text == "N/A") return true;
  if (!has_only(text, "0123456789-,%[]")) return false;
  std::erase(text, '[');
  std::erase(text, ']');
  text = text.substr(0, text.find('%'));
  task.first = array_index(text);
  const std::size_t last = text.find_last_of("-,");
  task.last = last == text.npos ? task.first : array_index(text.substr(last + 1));
  return task.first >= 0 && task.last >= task.first;
}

}  // namespace

bool SlurmTask::waits() const { return is_one_of(state, waiting_states); }

bool SlurmTask::runs() const { return is_one_of(state, running_states); }

bool SlurmTask::failed() const { return !lives() && state != "COMPLETED"; }

bool is_job_number(const std::string& text) { return has_only(text, "0123456789"); }

std::vector<SlurmTask> parse_squeue(const std::string& text) {
  std::vector<SlurmTask> tasks;
  for_each_line(text, [&](const std::string& line) {
    const std::vector<std::string> field = fields_of(line, 6);
    if (field.size() < 6 || !is_job_number(field[0]) || !is_state(field[2])) return false;
    SlurmTask task;
    task.job = field[0];
    if (!parse_indices(field[1], task)) return false;
    task.state = field[2];
    task.reason = field[3] == "None" ? "" : shown_text(field[3], most_of_a_field);
    task.node = shown_text(field[4], most_of_a_field);
    task.name = field[5];
    tasks.push_back(task);
    return true;
  });
  return tasks;
}

std::vector<SlurmTask> parse_sacct(const std::string& text) {
  std::vector<SlurmTask> tasks;
  for_each_line(text, [&](const std::string& line) {
    const std::vector<std::string> field = fields_of(line, 5);
    if (field.size() < 5) return false;
    SlurmTask task;
    const std::size_t array = field[0].find('_');
    task.job = field[0].substr(0, array);
    if (!is_job_number(task.job)) return false;
    if (array != field[0].npos && !parse_indices(field[0].substr(array + 1), task)) return false;
    // "CANCELLED by 1000"
    task.state = field[1].substr(0, field[1].find(' '));
    if (!is_state(task.state)) return false;
    if (task.failed())
      task.reason = "exit " + shown_text(field[2].substr(0, field[2].find(':')), most_of_a_field);
    if (field[3] != "None assigned") task.node = shown_text(field[3], most_of_a_field);
    // The accounting uses this name for a job whose end it recorded before its beginning.
    if (field[4] != "allocation") task.name = field[4];
    tasks.push_back(task);
    return true;
  });
  return tasks;
}

std::map<std::string, std::string> parse_names(const std::string& text) {
  std::map<std::string, std::string> numbers;
  for_each_line(text, [&](const std::string& line) {
    const std::vector<std::string> field = fields_of(line, 2);
    if (field.size() < 2 || !is_job_number(field[0])) return false;
    const auto [known, is_new] = numbers.try_emplace(field[1], field[0]);
    if (!is_new && known->second != field[0]) known->second.clear();
    return true;
  });
  std::erase_if(numbers, [](const auto& entry) { return entry.second.empty(); });
  return numbers;
}

}  // namespace gambol
