#include "search/loops/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/durable.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/json.h"
#include "schema/yaml_tree.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view checksum_key = ",\"checksum\":\"";
constexpr std::size_t checksum_digits = 32;

// An object's text with a checksum of everything before it as its last member.
std::string with_checksum(std::string text) {
  text.pop_back();  // the closing brace
  return fmt::format("{}{}{}\"}}", text, checksum_key, hash_of(text));
}

bool is_sound(const std::string& line) {
  const std::size_t tail = checksum_key.size() + checksum_digits + 2;
  if (line.size() < tail) return false;
  const std::string text = line.substr(0, line.size() - tail);
  return line == with_checksum(text + "}");
}

Json numbers(const auto& list) {
  Json array = Json::array();
  for (double x : list) array.push(Json::number(x));
  return array;
}

// The numbers of a JSON array; null is infinite.
double number_of(const YamlNode& node) {
  return node.text == "null" || node.kind == YamlNode::Kind::null
             ? cost_of_failure
             : std::strtod(node.text.c_str(), nullptr);
}

std::vector<double> numbers_of(const YamlNode& node) {
  std::vector<double> list;
  for (const YamlNode& item : node.items) list.push_back(number_of(item));
  return list;
}

Json texts(const std::vector<std::string>& list) {
  Json array = Json::array();
  for (const std::string& text : list) array.push(text);
  return array;
}

bool is_head_of(const std::string& line, const std::string& inputs) {
  return is_sound(line) &&
         line.find(fmt::format(",\"made_from\":\"{}\",", inputs)) != std::string::npos;
}

// None if there is no such file. Throws RunError (failed) if it cannot be read: what it holds must
// not pass for missing.
std::vector<std::string> whole_lines(const std::string& path, std::size_t from) {
  const auto fail = [&](int error) {
    throw RunError(ExitCode::failed, fmt::format("cannot read {}: {}", path, std::strerror(error)));
  };
  std::ifstream in(path, std::ios::binary);
  if (!in && errno == ENOENT) return {};
  if (!in) fail(errno);
  in.seekg(static_cast<std::streamoff>(from));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (!in.eof()) lines.push_back(line);  // the last one has no end: it was being written
  if (in.bad()) fail(EIO);
  return lines;
}

[[noreturn]] void refuse(const std::string& path, const std::string& found) {
  Problem problem;
  problem.place.file = path;
  problem.found = found;
  problem.expected = "the log of this search as it is now";
  throw InputError(problem);
}

// Whether a line is the evaluation of one of these candidates of an evolution; without reading it.
bool is_of(const std::string& line, const std::vector<int>& candidates) {
  return std::any_of(candidates.begin(), candidates.end(), [&](int k) {
    return line.starts_with(fmt::format("{{\"generation\":0,\"candidate\":{},", k));
  });
}

}  // namespace

std::vector<Evaluation> read_log(const std::string& path, const std::string& inputs,
                                 std::size_t& bytes, const std::vector<int>* wanted) {
  const std::vector<std::string> lines = whole_lines(path, bytes);
  const std::size_t first = bytes == 0 ? 1 : 0;  // the head is line 0
  std::vector<Evaluation> all;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i < first && !is_head_of(lines[0], inputs)) {
      if (!is_sound(lines[0])) refuse(path, "a damaged first line");
      refuse(path,
             "results of another version of the run file, of its shots or of gambol; delete the "
             "folder, or choose another by --out");
    }
    if (i >= first && (!wanted || is_of(lines[i], *wanted))) {
      const auto evaluation = evaluation_of(lines[i]);
      if (!evaluation && i + 1 < lines.size())
        refuse(path, first > 0 ? fmt::format("a damaged line {}", i + 1)
                               : fmt::format("a damaged line at byte {}", bytes));
      if (!evaluation) break;
      all.push_back(*evaluation);
    }
    bytes += lines[i].size() + 1;
  }
  return all;
}

std::string line_of(const Evaluation& e) {
  Json trials = Json::array();
  for (const Trial& t : e.trials) {
    Json trial = Json::object();
    trial.add("cost", Json::number(t.cost)).add("measured", numbers(t.measured));
    if (!t.failure.empty()) trial.add("failure", t.failure);
    if (t.skipped) trial.add("skipped", true);
    trials.push(trial);
  }
  Json line = Json::object();
  line.add("generation", e.generation).add("candidate", e.candidate);
  line.add("cost", Json::number(e.cost)).add("values", texts(e.values));
  line.add("x", numbers(e.x)).add("trials", trials);
  if (!e.parents.empty()) line.add("parents", numbers(e.parents));
  return with_checksum(line.text());
}

std::string line_of(const LogHead& head) {
  Json line = Json::object();
  line.add("search", head.search).add("made_from", head.made_from);
  line.add("parameters", texts(head.parameters)).add("scenarios", texts(head.scenarios));
  line.add("measured", texts(head.measured));
  return with_checksum(line.text());
}

std::optional<Evaluation> evaluation_of(const std::string& line) {
  if (!is_sound(line)) return {};
  std::vector<Problem> problems;
  const YamlNode root = parse_yaml(line, "", problems);
  const auto at = [](const YamlNode& node, const char* key) {
    const YamlNode* found = node.find(key);
    return found ? *found : YamlNode{};
  };
  Evaluation e;
  e.generation = std::atol(at(root, "generation").text.c_str());
  e.candidate = std::atoi(at(root, "candidate").text.c_str());
  e.cost = number_of(at(root, "cost"));
  const std::vector<double> x = numbers_of(at(root, "x"));
  e.x = Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
  for (const YamlNode& value : at(root, "values").items) e.values.push_back(value.text);
  for (const YamlNode& trial : at(root, "trials").items)
    e.trials.push_back({number_of(at(trial, "cost")), numbers_of(at(trial, "measured")),
                        at(trial, "failure").text, at(trial, "skipped").text == "true"});
  for (const YamlNode& parent : at(root, "parents").items)
    e.parents.push_back(std::atoi(parent.text.c_str()));
  return e;
}

std::vector<Evaluation> StoreReader::news() {
  if (fs::is_directory(folder_))
    for (const auto& entry : fs::directory_iterator(folder_))
      if (entry.path().extension() == ".jsonl") read_.try_emplace(entry.path().string(), 0);
  std::vector<Evaluation> all;
  for (auto& [log, bytes] : read_)
    for (Evaluation& e : read_log(log, inputs_, bytes)) all.push_back(std::move(e));
  return all;
}

EvaluationLog::EvaluationLog(const std::string& path, const LogHead& head) : path_(path) {
  const auto fail = [&](const std::string& why) {
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", path, why));
  };
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  if (error) fail(error.message());
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file_ < 0) fail(std::strerror(errno));
  // A file system without locks has its other errors: every process gets the log at once.
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(file_);
    fail("another process runs this search");
  }
  std::size_t bytes = 0;
  try {
    read_log(path, head.made_from, bytes);
  } catch (...) {
    ::close(file_);
    throw;
  }
  if (::ftruncate(file_, static_cast<off_t>(bytes)) != 0 || ::lseek(file_, 0, SEEK_END) < 0) {
    ::close(file_);
    fail(std::strerror(errno));
  }
  if (bytes == 0) write(line_of(head));
}

EvaluationLog::~EvaluationLog() { ::close(file_); }

void EvaluationLog::write(const std::string& line) {
  const std::string text = line + "\n";
  for (std::size_t done = 0; done < text.size() && !failed_;) {
    const ssize_t n = ::write(file_, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR) failed_ = errno;
    if (n > 0) done += static_cast<std::size_t>(n);
  }
  if (failed_) cannot_write(path_, failed_);
}

void EvaluationLog::append(const Evaluation& evaluation) { write(line_of(evaluation)); }

void EvaluationLog::flush() {
  if (::fsync(file_) != 0) cannot_write(path_, errno);
}

}  // namespace gambol
