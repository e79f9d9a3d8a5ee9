#pragma once

// A Slurm that takes jobs and runs none, for what hands a shot to a farm: it may refuse a job, kill
// whoever hands it in, or not answer.

#include <fmt/format.h>

#include "cli/command_line.h"

namespace gambol {

// The n-th call may be refused (FAIL_AT), or kill its caller (KILL_AT): before the job is taken, in
// place of it (`before`), when it has been (`after`), or before it, which sbatch outlives (`late`).
inline constexpr const char* sbatch = R"(#!/bin/sh
n=$(($(cat "$FAKE/calls" 2>/dev/null || echo 0) + 1))
echo $n >"$FAKE/calls"
name=- tasks=0 after=-
for word; do
  case $word in
    --job-name=*) name=${word#*=} ;;
    --array=0-*) tasks=$((${word#--array=0-} + 1)) ;;
    --dependency=*) after=${word#*=} ;;
  esac
done
note() { echo "$n PENDING $tasks $after $name" >>"$FAKE/jobs"; }
if [ "$n" = "$KILL_AT" ]; then
  [ "$KILL_HOW" = after ] && note
  kill -9 $PPID
  [ "$KILL_HOW" = late ] && sleep 0.4 && note
  exit 1
fi
if [ "$n" = "$FAIL_AT" ]; then
  echo "sbatch: error: no room" >&2
  exit 1
fi
sleep "${SLOW:-0}"
note
echo $n
)";

inline constexpr const char* squeue = R"(#!/bin/sh
if [ -e "$FAKE/down" ]; then
  echo "slurm_load_jobs error: no controller" >&2
  exit 1
fi
list= format=
while [ $# -gt 0 ]; do
  case $1 in
    -j) list=$2 ;;
    -o) format=$2 ;;
  esac
  shift
done
[ -e "$FAKE/jobs" ] || exit 0
case $format in
  "%F|%j") sed 's/^\([^ ]*\) [^ ]* [^ ]* [^ ]* /\1|/' "$FAKE/jobs" ;;
  "%F|%K|%T|%r|%N|%j") awk -v list=",$list," 'index(list, "," $1 ",") {
    name = $0
    sub(/^[^ ]* [^ ]* [^ ]* [^ ]* /, "", name)
    if ($3 == 0) print $1 "|N/A|" $2 "|None||" name
    for (i = 0; i < $3; ++i) print $1 "|" i "|" $2 "|None||" name
  }' "$FAKE/jobs" ;;
esac
)";

inline constexpr const char* scancel = R"(#!/bin/sh
if [ -e "$FAKE/stuck" ]; then
  echo "scancel: error: busy" >&2
  exit 1
fi
for id; do sed -i "s/^$id [A-Z]*/$id CANCELLED/" "$FAKE/jobs"; done
)";

class Submitting : public CommandLine {
 protected:
  using Words = std::vector<std::string>;
  struct Job {
    int id = 0;
    std::string state;
    int tasks = 0;
    std::string after, name;
    std::string stage() const {
      return name.substr(name.find('.') + 1, name.rfind('.') - name.find('.') - 1);
    }
  };
  static constexpr const char* submit = "submit scenes/drop.yaml --preset tiny.yaml --chunk 1";
  static constexpr const char* refused_message = "sbatch: error: no room";
  const Words all{"simulate", "render", "render", "encode"};

  Submitting() {
    write_program("sbatch", sbatch);
    write_program("squeue", squeue);
    write_program("scancel", scancel);
    // Of six frames as six tasks two arrays.
    write_program("scontrol", "#!/bin/sh\necho 'MaxArraySize = 4'\n");
    for (const char* name : {"sacct", "sinfo"}) write_program(name, "#!/bin/sh\nexit 1\n");
    fs::create_directory(at("fake"));
  }
  void write_program(const std::string& name, const std::string& text) const {
    write("bin/" + name, text);
    fs::permissions(at("bin/" + name), fs::perms::owner_all);
  }
  Ran run(const std::string& arguments, const std::string& more = "") const {
    return gambol(arguments, fmt::format("export PATH='{}':\"$PATH\" FAKE='{}' {}; ",
                                         at("bin").string(), at("fake").string(), more));
  }
  Ran run_verb(const std::string& verb) const {
    return run(verb + " scenes/drop.yaml --preset tiny.yaml");
  }
  Ran killed_at(int call, const std::string& how, const std::string& arguments = submit) const {
    const Ran ran = run(arguments, fmt::format("KILL_AT={} KILL_HOW={}", call, how));
    EXPECT_EQ(ran.code, 128 + SIGKILL) << ran.err;
    return ran;
  }
  std::vector<Job> jobs() const {
    std::vector<Job> jobs;
    std::istringstream lines(content(at("fake/jobs")));
    for (Job job; lines >> job.id >> job.state >> job.tasks >> job.after >> job.name;)
      jobs.push_back(job);
    return jobs;
  }
  // Of all jobs that live, in the order in which they were taken.
  Words stages() const {
    Words stages;
    for (const Job& job : jobs())
      if (job.state == "PENDING") stages.push_back(job.stage());
    return stages;
  }
  void set_state(int id, const std::string& state) const {
    std::string text;
    for (const Job& job : jobs())
      text += fmt::format("{} {} {} {} {}\n", job.id, job.id == id ? state : job.state, job.tasks,
                          job.after, job.name);
    write("fake/jobs", text);
  }
  void begin_anew() const {
    for (const char* name : {"out", "fake"}) fs::remove_all(at(name));
    fs::create_directory(at("fake"));
  }
  bool has_submission(int number) const {
    return fs::exists(at(fmt::format("out/drop/farm/tiny/{}/job.txt", number)));
  }
};

}  // namespace gambol
