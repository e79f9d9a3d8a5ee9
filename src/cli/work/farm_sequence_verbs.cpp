// submit, status, verify, retry and cancel for a sequence: for each of its shots, and for its
// movie.

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/json.h"
#include "base/say.h"
#include "cli/verbs.h"
#include "cli/work/farm_sequence.h"

namespace gambol {
namespace {

void refuse_options_of_shots(const PictureOptions& picture, const SubmitOptions& wanted) {
  if (!picture.frames.empty())
    throw UsageError("--frames is for a shot: a sequence says which frames it shows");
  if (!wanted.openjd.empty())
    throw UsageError(
        "--openjd is for a shot: write one for each, then run gambol make on the sequence");
}

SubmitRequest request_of_shot(const FarmShot& shot, const SubmitOptions& wanted,
                              const SlurmLimits& limits, const std::string& folder) {
  SubmitRequest request = shot.request(wanted, limits, shot.asked(), folder);
  request.encode = false;
  return request;
}

ExitCode print_dry_run(FarmSequence& sequence, const SubmitOptions& wanted,
                       const SlurmLimits& limits) {
  std::vector<std::string> after;
  for (const FarmShot& shot : sequence.shots()) {
    const SubmitRequest request = request_of_shot(shot, wanted, limits, shot.folder() + "/dry-run");
    fmt::print("# {}\n{}", request.name, dry_run(request, limits));
    after.push_back(request.name + ".render");
  }
  const SubmitRequest request = sequence.request(wanted, sequence.folder() + "/dry-run", after);
  fmt::print("# {}\n{}", request.name, dry_run(request, limits));
  return ExitCode::ok;
}

// The submissions of all of a sequence's jobs. The movie is planned last, so that a planned movie
// implies that all shots are planned.
std::vector<SubmitRequest> whole(FarmSequence& sequence, const SubmitOptions& wanted,
                                 const SlurmLimits& limits) {
  std::vector<SubmitRequest> requests;
  for (const FarmShot& shot : sequence.shots())
    requests.push_back(request_of_shot(shot, wanted, limits, next_folder(shot.folder())));
  requests.push_back(sequence.request(wanted, next_folder(sequence.folder()), {}));
  return requests;
}

// Whether these requests are the same as those of an interrupted submission.
bool goes_on(FarmSequence& sequence, const std::vector<SubmitRequest>& requests) {
  if (!sequence.interrupted() || !is_same(requests.back(), sequence.submissions().back()))
    return false;
  for (std::size_t i = 0; i < sequence.shots().size(); ++i) {
    const std::vector<Submission>& of_shot = sequence.shots()[i].submissions();
    if (of_shot.empty() || !is_same(requests[i], of_shot.back())) return false;
  }
  return true;
}

// What the interrupted submission did not hand out.
std::vector<SubmitRequest> rest(FarmSequence& sequence, const SubmitOptions& wanted,
                                const SlurmAnswer& slurm) {
  std::vector<SubmitRequest> requests;
  for (const FarmShot& shot : sequence.shots())
    if (shot.interrupted()) requests.push_back(shot.rest(wanted, slurm));
  requests.push_back(sequence.rest(wanted, sequence.rendering(slurm)));
  return requests;
}

struct SequenceStatus {
  FarmStatus movie;               // of the job that makes the movie
  std::vector<FarmStatus> shots;  // in their order
  std::string stage;
  std::size_t asked = 0, done = 0;  // frames
};

// The stage of the whole sequence: that of the first shot that runs or waits, otherwise of the
// first shot that is not done, otherwise of the movie.
std::string stage_of(const SequenceStatus& s) {
  for (const char* word : {" runs", " waits"})
    for (const FarmStatus& shot : s.shots)
      if (shot.stage.ends_with(word)) return shot.stage;
  for (const FarmStatus& shot : s.shots)
    if (shot.stage != "done") return shot.stage;
  return s.movie.stage;
}

SequenceStatus status_of(FarmSequence& sequence, Look look) {
  SequenceStatus status;
  StatusInputs inputs;
  // Asks once for all shots, because every call waits when the scheduler does not answer.
  inputs.slurm = ask_slurm(sequence.all_submissions());
  inputs.submissions = sequence.submissions();
  inputs.whole = true;
  inputs.movie_path = sequence.movie();
  inputs.movie = sequence.movie_is_current(look);
  status.movie = farm_status(inputs);
  for (const FarmShot& shot : sequence.shots()) {
    status.shots.push_back(shot.status(look, inputs.slurm));
    status.asked += status.shots.back().frames.size();
    status.done += status.shots.back().count(FrameState::done);
  }
  status.stage = stage_of(status);
  return status;
}

std::string last_logs(const std::vector<Submission>& submissions) {
  return submissions.empty() ? "" : submissions.back().logs();
}

void print_text(FarmSequence& sequence, const SequenceStatus& s) {
  fmt::print("{}: {}\n", sequence.title(), s.stage);
  fmt::print("{:<10} {} of {} done, of {} shot{}\n", "frames", s.done, s.asked, s.shots.size(),
             s.shots.size() == 1 ? "" : "s");
  if (s.stage == "done") fmt::print("{:<10} {}\n", "movie", sequence.movie());
  for (std::size_t i = 0; i < s.movie.jobs.size(); ++i)
    fmt::print("{:<10} {} {} {}\n", i == 0 ? "jobs" : "", name_of(s.movie.jobs[i].stage),
               s.movie.jobs[i].shown_id(), s.movie.job_states[i]);
  for (const FailedTask& f : s.movie.failures)
    fmt::print("{:<10} {} {} {}{}\n", "trouble", f.stage, f.job, f.state,
               f.said.empty() ? "" : fmt::format(": {}\n{:<10}   {}", f.log, "", f.said));
  if (!s.movie.trouble.empty())
    fmt::print("{:<10} cannot be asked: {}\n", "Slurm", s.movie.trouble);
  for (std::size_t i = 0; i < s.shots.size(); ++i) {
    const FarmShot& shot = sequence.shots()[i];
    fmt::print("\n{}", status_text(s.shots[i], shot.title(), last_logs(shot.submissions())));
  }
}

Json json_of(FarmSequence& sequence, const SequenceStatus& s) {
  Json shots = Json::array(Json::Layout::stacked);
  for (std::size_t i = 0; i < s.shots.size(); ++i) {
    const FarmShot& shot = sequence.shots()[i];
    shots.push(
        status_json(s.shots[i], shot.shot().name, shot.preset(), last_logs(shot.submissions()))
            .ended());
  }
  const Json own =
      status_json(s.movie, sequence.name(), sequence.preset(), last_logs(sequence.submissions()));
  return Json::object(Json::Layout::stacked)
      .add("sequence", sequence.name())
      .add("preset", sequence.preset())
      .add("stage", s.stage)
      .add("frames", Json::object(Json::Layout::spaced).add("asked", s.asked).add("done", s.done))
      .add("movie", sequence.movie())
      .add("shots", shots)
      .add("own", own.ended());
}

SequenceStatus print_status(const ShotOptions& options, const PictureOptions& picture, Look look,
                            bool json) {
  FarmSequence sequence(options, picture);
  const SequenceStatus status = status_of(sequence, look);
  if (json)
    fmt::print("{}\n", json_of(sequence, status).text());
  else
    print_text(sequence, status);
  const std::vector<FarmShot>& shots = sequence.shots();
  if (sequence.interrupted() ||
      std::any_of(shots.begin(), shots.end(), [](const FarmShot& s) { return s.interrupted(); }))
    note_interruption(sequence.title());
  return status;
}

}  // namespace

ExitCode submit_sequence(const ShotOptions& options, const PictureOptions& picture,
                         const SubmitOptions& wanted) {
  refuse_options_of_shots(picture, wanted);
  FarmSequence sequence(options, picture);
  SlurmLimits limits = slurm_limits(wanted.partition);
  // Each shot's plan ignores the others, so each gets a share of the farm's jobs.
  limits.jobs = std::max(2, limits.jobs / std::max(1, static_cast<int>(sequence.shots().size())));
  if (wanted.dry_run) {
    warn_of_limits(limits);
    return print_dry_run(sequence, wanted, limits);
  }
  require_slurm(limits);
  sequence.lock();
  const SlurmAnswer slurm = answer_of_slurm(sequence.all_submissions(), "submitted");
  std::vector<SubmitRequest> requests = whole(sequence, wanted, limits);
  if (goes_on(sequence, requests))
    requests = rest(sequence, wanted, slurm);
  else
    refuse_twice(sequence.title(), slurm);
  const std::vector<Submission> made = submit(requests, limits, slurm);
  std::size_t tasks = 0;
  for (std::size_t i = 0; i < made.size(); ++i) {
    tasks += made[i].chunks.size();
    print_jobs(made[i], requests[i].name);
  }
  say("{}: {} shots in {} tasks; logs are in {}\n", sequence.title(), made.size() - 1, tasks,
      made.back().logs());
  warn_of_limits(limits);
  return ExitCode::ok;
}

ExitCode retry_sequence(const ShotOptions& options, const PictureOptions& picture,
                        const SubmitOptions& wanted) {
  FarmSequence sequence(options, picture);
  sequence.lock();
  const SlurmAnswer slurm = answer_of_slurm(sequence.all_submissions(), "submitted");
  const SlurmLimits limits = slurm_limits(wanted.partition);
  std::vector<SubmitRequest> requests;
  std::vector<const FarmShot*> again;
  for (FarmShot& shot : sequence.shots())
    if (const std::optional<SubmitRequest> request = retry_request(shot, wanted, limits, slurm)) {
      requests.push_back(*request);
      again.push_back(&shot);
    }
  const bool no_movie = living_jobs(sequence.submissions(), JobStage::encode, slurm).empty() &&
                        !sequence.movie_is_current(Look::thorough);
  const std::vector<std::string> after = sequence.rendering(slurm);
  if (sequence.interrupted()) {
    requests.push_back(sequence.rest(wanted, after));
  } else if (!again.empty() || no_movie) {
    requests.push_back(sequence.request(wanted, next_folder(sequence.folder()), after));
    requests.back().submission.again = !sequence.submissions().empty();
  }
  std::optional<Submission> movie;
  if (!requests.empty()) {
    const std::vector<Submission> made = submit(requests, limits, slurm);
    for (std::size_t i = 0; i < again.size(); ++i) print_retry(*again[i], made[i]);
    print_jobs(made.back(), sequence.name());
    movie = made.back();
  }
  if (!sequence.submissions().empty()) cancel_outdated_movies(sequence.submissions(), movie, slurm);
  if (requests.empty()) say("{}: there is nothing to try again\n", sequence.title());
  return ExitCode::ok;
}

ExitCode cancel_sequence(const ShotOptions& options, const PictureOptions& picture) {
  FarmSequence sequence(options, picture);
  if (!sequence.all_submissions().empty()) sequence.lock();
  return cancel_all(sequence.title(), sequence.all_submissions());
}

ExitCode status_sequence(const ShotOptions& options, const PictureOptions& picture, bool json) {
  print_status(options, picture, Look::quick, json);
  return ExitCode::ok;
}

ExitCode verify_sequence(const ShotOptions& options, const PictureOptions& picture, bool json) {
  return print_status(options, picture, Look::thorough, json).stage == "done" ? ExitCode::ok
                                                                              : ExitCode::failed;
}

}  // namespace gambol
