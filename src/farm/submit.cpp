#include "farm/submit.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>

#include "base/atomic_file.h"
#include "base/error.h"
#include "farm/ask.h"
#include "farm/template.h"

namespace gambol {
namespace fs = std::filesystem;
namespace {

// Escapes % in file names, where Slurm replaces %A, %a and %j.
std::string literal(const std::string& path) {
  if (path.find('\\') != path.npos)
    throw RunError(ExitCode::failed,
                   fmt::format("{}: Slurm writes no logs where a name has a backslash", path));
  std::string text;
  for (const char c : path) text += c == '%' ? "%%" : std::string(1, c);
  return text;
}

std::vector<std::string> encoding_options(const Submission& s) {
  if (s.of_sequence()) return {};
  return {"--poses", s.motion};
}

std::vector<JobStage> stages_of(const Submission& s) {
  if (s.of_sequence()) return {JobStage::encode};
  return {JobStage::simulate, JobStage::render, JobStage::encode};
}

// The script of a stage of a submission in `s.folder`.
std::string script_text(const SubmitRequest& request, const Submission& s, JobStage stage) {
  std::string file;
  const std::string text = farm_template(fmt::format("{}.sh", name_of(stage)), file);
  return fill_in(file, text,
                 {{"project", {s.project}},
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
                 Quoting::shell);
}

// Quotes a word for the shell only if it needs quotes.
std::string for_people(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("-_=./:,@%+").find(static_cast<char>(c)) != std::string_view::npos;
  });
  return plain ? word : shell_text(word);
}

// The job's name in Slurm, which no other job of any user has.
std::string unique_name(const std::string& shot, JobStage stage) {
  std::random_device random;
  return fmt::format("{}.{}.{:08x}{:08x}", shot, name_of(stage), random(), random());
}

std::vector<FarmJob> plan_jobs(const SubmitRequest& request, const SlurmLimits& limits) {
  std::vector<FarmJob> planned;
  const auto plan = [&](JobStage stage, int first_line, int tasks) {
    planned.push_back({stage, "", first_line, tasks, unique_name(request.name, stage)});
  };
  if (request.simulate) plan(JobStage::simulate, 0, 1);
  const int lines = static_cast<int>(request.submission.chunks.size());
  for (int first = 1; first <= lines; first += limits.array)
    plan(JobStage::render, first, std::min(limits.array, lines + 1 - first));
  if (request.encode) plan(JobStage::encode, 0, 1);
  return planned;
}

void write_scripts(const SubmitRequest& request) {
  const Submission& s = request.submission;
  for (const JobStage stage : stages_of(s))
    write_file(s.script(stage), script_text(request, s, stage));
}

// Writes all files that tasks read.
void write_files(const SubmitRequest& request) {
  const Submission& s = request.submission;
  std::error_code error;
  fs::create_directories(s.logs(), error);
  if (!error) fs::create_directories(s.records(), error);
  if (error)
    throw RunError(ExitCode::failed, fmt::format("cannot write {}: {}", s.logs(), error.message()));
  write_file(s.chunks_file(), chunks_text(s.chunks));
  write_scripts(request);
}

void remove_folder(const Submission& s) {
  std::error_code ignored;
  fs::remove_all(s.folder, ignored);
}

// Writes job.txt last: a folder without it does not count as a submission.
Submission plan(const SubmitRequest& request, const SlurmLimits& limits) {
  Submission s = request.submission;
  std::error_code error;
  fs::create_directories(fs::path(s.folder).parent_path(), error);
  // On a file system without locks, another process may be submitting.
  if (!fs::create_directory(s.folder, error))
    throw RunError(ExitCode::failed,
                   fmt::format("cannot make {}: {}", s.folder,
                               error ? error.message() : "another process has just made it"));
  s.home = fs::absolute(s.folder).string();
  try {
    s.jobs = plan_jobs(request, limits);
    write_files(request);
    save_job(s);
  } catch (...) {
    remove_folder(s);
    throw;
  }
  return s;
}

// Marks jobs that failed to be handed out again; jobs that live or have succeeded are kept. Writes
// the scripts anew, so that a folder that was copied here cannot decide what they run.
Submission resume(const SubmitRequest& request, const SlurmAnswer& slurm) {
  Submission s = request.submission;
  write_scripts(request);
  for (FarmJob& job : s.jobs) {
    if (job.id.empty() || lives(slurm, job.id) || has_succeeded(slurm, job.id)) continue;
    job.id.clear();
    job.name = unique_name(request.name, job.stage);
  }
  save_job(s);
  return s;
}

// The sbatch command of a job whose predecessors have been taken. Slurm counts an array as failed
// for ever once one of its tasks failed, even if that task was run again and succeeded. So the
// encoding, which itself checks whether all frames are there, waits only for the arrays to end.
// Jobs that have ended are no dependencies, because Slurm forgets them.
BatchJob batch_of(const Submission& s, const FarmJob& job,
                  const std::vector<std::string>& encode_after, const SlurmAnswer& slurm) {
  BatchJob batch;
  batch.script = s.script(job.stage);
  batch.name = job.name;
  batch.log = fmt::format("{}/{}.{}.log", literal(s.logs()), name_of(job.stage),
                          job.stage == JobStage::render ? "%A_%a" : "%j");
  batch.folder = s.project;
  batch.partition = s.partition;
  if (job.stage == JobStage::render) {
    batch.tasks = job.tasks;
    batch.arguments = {std::to_string(job.first_line)};
  }
  if (job.stage != JobStage::simulate) batch.after = s.ids(JobStage::simulate);
  if (job.stage == JobStage::encode) {
    batch.after_any = s.ids(JobStage::render);
    for (const std::string& id : encode_after)
      if (std::find(batch.after_any.begin(), batch.after_any.end(), id) == batch.after_any.end())
        batch.after_any.push_back(id);
  }
  for (std::vector<std::string>* ids : {&batch.after, &batch.after_any})
    std::erase_if(*ids, [&](const std::string& id) { return has_ended(slurm, id); });
  return batch;
}

void hand_out(Submission& s, const std::vector<std::string>& encode_after,
              const SlurmAnswer& slurm) {
  for (FarmJob& job : s.jobs) {
    if (!job.id.empty()) continue;
    job.id = submit_batch(batch_of(s, job, encode_after, slurm));
    save_job(s);
  }
}

// Hands out the submissions in their order.
void hand_out(std::vector<Submission>& all, const std::vector<SubmitRequest>& requests,
              const SlurmAnswer& slurm) {
  std::vector<std::string> renders;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<std::string> after = requests[i].encode_after;
    if (all[i].of_sequence()) after.insert(after.end(), renders.begin(), renders.end());
    hand_out(all[i], after, slurm);
    for (const std::string& id : all[i].ids(JobStage::render)) renders.push_back(id);
  }
}

void cancel_all_of(std::vector<Submission>& made) {
  // A busy scheduler may have taken a job although sbatch got no answer.
  const SlurmAnswer answer = ask_slurm(pointers_to(made));
  if (!answer.trouble.empty()) throw RunError(ExitCode::failed, answer.trouble);
  if (const std::vector<std::string> jobs = living_jobs(answer); !jobs.empty()) cancel_jobs(jobs);
}

// Cancels the jobs of these submissions and removes their folders. If the farm may still have jobs
// of theirs, throws with a message that says so, and keeps the folders, so that they can be
// resumed.
void take_back(std::vector<Submission>& made, const RunError& refused) {
  try {
    cancel_all_of(made);
  } catch (const RunError& why) {
    throw RunError(
        refused.code,
        fmt::format("{}; jobs that the farm has taken could not be taken back ({}): the same "
                    "command continues from there, gambol cancel tries again",
                    refused.what(), why.what()));
  }
  for (const Submission& s : made) remove_folder(s);
}

}  // namespace

std::vector<std::string> rendering_options(const SubmitRequest& request) {
  std::vector<std::string> options = request.options;
  if (!request.submission.exr) options.push_back("--no-exr");
  if (request.submission.memory > 0)
    options.insert(options.end(), {"--memory", std::to_string(request.submission.memory)});
  return options;
}

bool is_same(const SubmitRequest& request, const Submission& earlier) {
  Submission asked = request.submission;
  asked.folder = earlier.folder;
  const auto frames = [](const Submission& s) {
    std::set<int> frames;
    for (const std::vector<int>& chunk : s.chunks) frames.insert(chunk.begin(), chunk.end());
    return frames;
  };
  const bool movie = std::any_of(earlier.jobs.begin(), earlier.jobs.end(),
                                 [](const FarmJob& job) { return job.stage == JobStage::encode; });
  if (asked.picture != earlier.picture || asked.partition != earlier.partition ||
      asked.again != earlier.again || request.encode != movie || frames(asked) != frames(earlier))
    return false;
  const std::vector<JobStage> stages = stages_of(asked);
  // Everything else is in the scripts.
  return std::all_of(stages.begin(), stages.end(), [&](JobStage stage) {
    return file_text(earlier.script(stage)) == script_text(request, asked, stage);
  });
}

std::vector<Submission> submit(const std::vector<SubmitRequest>& requests,
                               const SlurmLimits& limits, const SlurmAnswer& slurm) {
  std::vector<Submission> all, made;
  try {
    for (const SubmitRequest& request : requests) {
      const Submission& s = request.submission;
      if (!s.interrupted) made.push_back(plan(request, limits));
      all.push_back(s.interrupted ? resume(request, slurm) : made.back());
    }
  } catch (...) {
    for (const Submission& s : made) remove_folder(s);
    throw;
  }
  try {
    hand_out(all, requests, slurm);
  } catch (const NoSlurm&) {
    for (const Submission& s : made) remove_folder(s);
    throw;
  } catch (const RunError& refused) {
    // Jobs that an earlier process handed out are not taken back.
    if (made.size() == all.size()) take_back(all, refused);
    throw;
  }
  return all;
}

std::string dry_run(const SubmitRequest& request, const SlurmLimits& limits) {
  write_files(request);
  Submission s = request.submission;
  s.jobs = plan_jobs(request, limits);
  std::string text;
  int number = 0;
  for (FarmJob& job : s.jobs) {
    job.name = fmt::format("{}.{}", request.name, name_of(job.stage));
    std::string command;
    for (const std::string& word : sbatch_command(batch_of(s, job, request.encode_after, {})))
      command += fmt::format("{}{}", command.empty() ? "" : " ", for_people(word));
    job.id = fmt::format("JOB{}", ++number);
    text += fmt::format("# {}\n{}\n", job.id, command);
  }
  return text;
}

}  // namespace gambol
