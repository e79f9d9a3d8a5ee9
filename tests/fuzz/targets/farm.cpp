// What gambol and Slurm leave for `gambol status` to read.

#include <algorithm>
#include <stdexcept>

#include "farm/chunks.h"
#include "farm/job.h"
#include "farm/records.h"
#include "farm/slurm.h"
#include "fuzz/target.h"

namespace gambol::fuzz {
namespace {

Submission some_submission() {
  Submission s;
  s.shot = "scenes/a shot.yaml@take";
  s.preset = "draft";
  s.motion = std::string(32, 'a');
  s.picture = std::string(32, 'b');
  s.memory = 1 << 30;
  s.project = "/a project";
  s.jobs = {{JobStage::simulate, "12", 0, 1, "a shot@take.simulate.01"},
            {JobStage::render, "", 1, 2, "a shot@take.render.02"}};
  return s;
}

}  // namespace

const Target job = {"job",
                    [](const std::string& input) {
                      Submission read;
                      try {
                        read = parse_job(input);
                      } catch (const std::invalid_argument& error) {
                        if (!*error.what()) must_not_be("refused without a word");
                        return;
                      }
                      const std::string text = job_text(read);
                      for (const std::string& id : ids_of({read}))
                        if (id.find_first_not_of("0123456789") != id.npos)
                          must_not_be("a number of a job that is none: " + id);
                      if (job_text(parse_job(text)) != text) must_not_be("another job, read back");
                    },
                    [] { return std::vector<std::string>{job_text(some_submission())}; }, 10000};

// The rest of a submission: what a task renders is bounded by what can be.
const Target chunks = {"chunks",
                       [](const std::string& input) {
                         constexpr int frames = 100;
                         const std::size_t end = std::min(input.find("gambol"), input.size());
                         may_refuse([&] {
                           Submission s;
                           s.chunks = parse_chunks("chunks.txt", input.substr(0, end), frames);
                           for (const std::vector<int>& chunk : s.chunks)
                             for (const int frame : chunk)
                               if (frame < 1 || frame > frames) must_not_be("a frame of no shot");
                           try {
                             s.jobs = parse_job(input.substr(end)).jobs;
                             require_chunks(s);
                           } catch (const std::invalid_argument&) {
                             return;
                           }
                           for (const FarmJob& job : s.jobs)
                             if (job.tasks > std::max<long>(1, std::ssize(s.chunks)))
                               must_not_be("more tasks than there are lines");
                         });
                       },
                       [] {
                         return std::vector<std::string>{
                             "1-48\n49-96x2,97\n" + job_text(some_submission()),
                             "1-2147483647\n3\n" + job_text(some_submission())};
                       },
                       10000};

const Target records = {
    "records",
    [](const std::string& input) {
      std::string text;
      for (const FrameRecord& record : parse_records(input)) {
        if (record.frame < 1) must_not_be("a frame before the first");
        if (!(record.seconds >= 0 && record.megabytes >= 0)) must_not_be("less than nothing");
        text += record_line(record);
      }
      if (parse_records(text).size() != parse_records(input).size())
        must_not_be("other records, read back");
    },
    [] {
      const std::string hash(32, 'c');
      return std::vector<std::string>{record_line({12, 3.214, 812, "node04", hash, hash}) +
                                      record_line({13, 0.5, 812, "node04", hash, hash})};
    },
    10000};

const Target slurm = {
    "slurm",
    [](const std::string& input) {
      for (const auto& parse : {parse_squeue, parse_sacct}) try {
          for (const SlurmTask& task : parse(input))
            if (task.waits() + task.runs() + task.failed() + (task.state == "COMPLETED") != 1)
              must_not_be("a task that is several things, or none: " + task.state);
        } catch (const std::invalid_argument&) {
        }
    },
    [] {
      return std::vector<std::string>{
          "2|0|RUNNING|None|n1|a\n2|1|PENDING|Dependency||a\n3|N/A|PENDING|Dependency||a|b\n",
          "2_0|COMPLETED|0:0|n1|a\n2_1|CANCELLED by 1000|0:15|n2|a\n2_[5-9%2]|PENDING|0:0|None "
          "assigned|a\n3|FAILED|4:0|n1|b\n"};
    },
    10000};

}  // namespace gambol::fuzz
