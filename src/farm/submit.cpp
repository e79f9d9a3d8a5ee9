#include "farm/submit.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "farm/template.h"

namespace gambol {
namespace fs = std::filesystem;
namespace {

// In file names that Slurm fills in, % means something.
std::string literal(const std::string& path) {
  std::string text;
  for (const char c : path) text += c == '%' ? "%%" : std::string(1, c);
  return text;
}

BatchJob batch_of(const SubmitRequest& request, Stage stage) {
  const Submission& s = request.submission;
  BatchJob batch;
  batch.script = s.script(stage);
  batch.name = fmt::format("{}.{}", request.name, name_of(stage));
  batch.log = fmt::format("{}/{}.{}.log", literal(s.logs()), name_of(stage),
                          stage == Stage::render ? "%A_%a" : "%j");
  batch.folder = request.project;
  batch.partition = request.partition;
  return batch;
}

// A sequence has no motion of its own.
std::vector<std::string> encoding_options(const Submission& s) {
  if (s.motion.empty()) return {};
  return {"--poses", s.motion};
}

void write_script(const SubmitRequest& request, Stage stage) {
  const Submission& s = request.submission;
  std::string file;
  const std::string text = farm_template(fmt::format("{}.sh", name_of(stage)), file);
  write_file(s.script(stage), fill_in(file, text,
                                      {{"project", {request.project}},
                                       {"data", {request.data}},
                                       {"gambol", {request.program}},
                                       {"options", request.options},
                                       {"rendering", rendering_options(request)},
                                       {"shot", {s.shot}},
                                       {"preset", {s.preset}},
                                       {"out", {request.out}},
                                       {"motion", {s.motion}},
                                       {"encoding", encoding_options(s)},
                                       {"chunks", {s.chunks_file()}},
                                       {"records", {s.records()}}},
                                      Quoting::shell));
}

// Only a name that needs it is quoted.
std::string for_people(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("-_=./:,@%+").find(static_cast<char>(c)) != std::string_view::npos;
  });
  return plain ? word : shell_text(word);
}

// Has a job wait for those that have been submitted. An array counts as failed for ever once a task
// of it did, even one that was run again and succeeded: so the encoding, which looks for itself
// whether all frames are there, waits only for the arrays to end.
void wait_for(const SubmitRequest& request, const Submission& so_far, PlannedJob& planned) {
  if (planned.job.stage == Stage::simulate) return;
  planned.batch.after = so_far.ids(Stage::simulate);
  if (planned.job.stage == Stage::render) return;
  planned.batch.after_any = so_far.ids(Stage::render);
  planned.batch.after_any.insert(planned.batch.after_any.end(), request.encode_after.begin(),
                                 request.encode_after.end());
}

}  // namespace

std::vector<std::string> rendering_options(const SubmitRequest& request) {
  std::vector<std::string> options = request.options;
  if (!request.submission.exr) options.push_back("--no-exr");
  if (request.submission.memory > 0)
    options.insert(options.end(), {"--memory", std::to_string(request.submission.memory)});
  return options;
}

std::vector<PlannedJob> plan_jobs(const SubmitRequest& request, const SlurmLimits& limits) {
  std::vector<PlannedJob> planned;
  const auto plan = [&](Stage stage, int first_line, int tasks, const BatchJob& batch) {
    PlannedJob next;
    next.job.stage = stage;
    next.job.first_line = first_line;
    next.job.tasks = tasks;
    next.batch = batch;
    planned.push_back(next);
  };
  if (request.simulate) plan(Stage::simulate, 0, 1, batch_of(request, Stage::simulate));
  const int lines = static_cast<int>(request.submission.chunks.size());
  for (int first = 1; first <= lines; first += limits.array) {
    const int tasks = std::min(limits.array, lines + 1 - first);
    BatchJob batch = batch_of(request, Stage::render);
    batch.tasks = tasks;
    batch.arguments = {std::to_string(first)};
    plan(Stage::render, first, tasks, batch);
  }
  if (request.encode) plan(Stage::encode, 0, 1, batch_of(request, Stage::encode));
  return planned;
}

void write_scripts(const SubmitRequest& request) {
  const Submission& s = request.submission;
  std::error_code error;
  fs::create_directories(s.logs(), error);
  if (!error) fs::create_directories(s.records(), error);
  if (error)
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", s.logs(), error.message()));
  write_file(s.chunks_file(), chunks_text(s.chunks));
  if (s.motion.empty()) return write_script(request, Stage::encode);
  for (const Stage stage : {Stage::simulate, Stage::render, Stage::encode})
    write_script(request, stage);
}

Submission submit(const SubmitRequest& request, const SlurmLimits& limits) {
  Submission s = request.submission;
  std::vector<std::string> taken;
  try {
    write_scripts(request);
    save_job(s);
    for (PlannedJob& planned : plan_jobs(request, limits)) {
      wait_for(request, s, planned);
      planned.job.id = submit_batch(planned.batch);
      taken.push_back(planned.job.id);
      s.jobs.push_back(planned.job);
      save_job(s);
    }
  } catch (...) {
    if (!taken.empty()) cancel_jobs(taken);
    std::error_code ignored;
    fs::remove_all(s.folder, ignored);
    throw;
  }
  return s;
}

std::string dry_run(const SubmitRequest& request, const SlurmLimits& limits) {
  Submission s = request.submission;
  std::string text;
  int number = 0;
  for (PlannedJob& planned : plan_jobs(request, limits)) {
    wait_for(request, s, planned);
    planned.job.id = fmt::format("JOB{}", ++number);
    s.jobs.push_back(planned.job);
    std::string command;
    for (const std::string& word : sbatch_command(planned.batch))
      command += fmt::format("{}{}", command.empty() ? "" : " ", for_people(word));
    text += fmt::format("# {}\n{}\n", planned.job.id, command);
  }
  return text;
}

}  // namespace gambol
