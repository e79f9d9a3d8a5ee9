#pragma once

// The record of a search: every evaluation is a line of JSON in a log, with a checksum. A process
// that is killed loses at most the line that it was writing; the next one goes on after it. Each
// process writes a log of its own kind: `evaluations.jsonl`, and on a farm one for each task.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "search/evaluation.h"

namespace gambol {

// The line of an evaluation. The numbers read back to the same bits.
std::string line_of(const Evaluation& evaluation);
// The evaluation of a line; nothing if the line is cut off or damaged.
std::optional<Evaluation> evaluation_of(const std::string& line);

struct LogHead;
std::string line_of(const LogHead& head);
// The evaluations of a log from its byte `bytes` on, which moves to the end of the last one.
// `wanted`: of these candidates alone. Throws InputError for a log that was made from other
// inputs than `inputs`, or that is damaged before its last line.
std::vector<Evaluation> read_log(const std::string& path, const std::string& inputs,
                                 std::size_t& bytes, const std::vector<int>* wanted = nullptr);

// Reads the logs (`*.jsonl`) of a folder, which other processes go on writing.
class StoreReader {
 public:
  // Of evaluations that were made from `inputs`.
  StoreReader(std::string folder, std::string inputs)
      : folder_(std::move(folder)), inputs_(std::move(inputs)) {}
  // The evaluations that were written since the last call, log by log; one candidate may be in
  // several. Throws InputError for a log that was made from other inputs, or that is damaged before
  // its last line.
  std::vector<Evaluation> news();

 private:
  std::string folder_, inputs_;
  std::map<std::string, std::size_t> read_;  // [log] bytes
};

// What the first line of a log says.
struct LogHead {
  std::string search;                                        // name
  std::string made_from;                                     // hash of the inputs
  std::vector<std::string> parameters, scenarios, measured;  // names; of measures with their units
};

// A log that one process appends to.
class EvaluationLog {
 public:
  // Continues the log `path`, without what a killed process left half-written, or begins it with a
  // line of `head`. Throws RunError (failed) if another process has it open, or the file
  // cannot be written.
  EvaluationLog(const std::string& path, const LogHead& head);
  ~EvaluationLog();
  EvaluationLog(const EvaluationLog&) = delete;
  EvaluationLog& operator=(const EvaluationLog&) = delete;

  void append(const Evaluation& evaluation);  // from one thread at a time
  void flush();                               // to the disk

 private:
  void write(const std::string& line);
  std::string path_;
  int file_ = -1;
  int failed_ = 0;  // errno: after a line that is written in part, none follows
};

}  // namespace gambol
