#include "cli/command_options.h"
#include "cli/takes.h"

namespace gambol {

void CommandOptions::add_farm() {
  CLI::App& submit = add("submit", "submit a shot to a Slurm farm: simulate, render, encode");
  shot_options(submit);
  preset_option(submit);
  exr_option(submit);
  memory_option(submit);
  submit.add_option("--frames", picture_.frames, "e.g. 1-48 or 1-48x2; default: all")
      ->check(not_empty);
  farm_options(submit);
  CLI::Option* dry_run = submit.add_flag("--dry-run", submit_.dry_run,
                                         "write the scripts, print the commands, submit nothing");
  submit
      .add_option("--openjd", submit_.openjd,
                  "write an Open Job Description template to this file; submit nothing")
      ->check(not_empty)
      ->excludes(dry_run)
      ->excludes("--partition");  // of Slurm
  submit.callback([this] { verb_ = [this] { return submit_shots(); }; });
  CLI::App& retry = add("retry", "submit again what is missing or damaged");
  shot_options(retry);
  preset_option(retry);
  memory_option(retry);
  farm_options(retry);
  for_shots(retry, [this](const ShotOptions& shot) {
    submit_.allowed = allowed_;
    return retry_verb(shot, picture_, submit_);
  });
  CLI::App& cancel = add("cancel", "cancel a shot's jobs on the farm");
  shot_options(cancel);
  preset_option(cancel);
  for_shots(cancel, [this](const ShotOptions& shot) { return cancel_verb(shot, picture_); });
  add_status("status", "report quickly which frames are done, here or on a farm", status_verb);
  add_status("verify",
             "report which frames are done, reading every byte; fails unless all is there and "
             "sound",
             verify_verb);
}

void CommandOptions::add_status(const char* name, const char* help,
                                ExitCode (*what)(const ShotOptions&, const PictureOptions&, bool)) {
  CLI::App& verb = add(name, help);
  shot_options(verb);
  preset_option(verb);
  verb.add_flag("--json", json_, "print JSON, for programs");
  verb.callback([this, what] { verb_ = [this, what] { return what(shot_, picture_, json_); }; });
}

void CommandOptions::farm_options(CLI::App& verb) {
  verb.add_option_function<std::string>(
          "--order",
          [this](const std::string& order) {
            submit_.order = order == "tenths" ? FrameOrder::tenths : FrameOrder::sequence;
          },
          "sequence, or tenths: every tenth frame first")
      ->check(CLI::IsMember({"sequence", "tenths"}))
      ->default_str("sequence");
  verb.add_option("--chunk", submit_.chunk, "frames per task; default: chosen for the farm")
      ->check(CLI::Range(1, 1000000));
  verb.add_option("--partition", submit_.partition, "of Slurm; default: that of the scripts")
      ->check(not_empty);
}

ExitCode CommandOptions::submit_shots() {
  if (!submit_.openjd.empty() && shots_named(shot_.shot).size() > 1)
    throw UsageError("--openjd writes one file, of one take; name it");
  submit_.allowed = allowed_;
  return for_each_shot(
      shot_, [this](const ShotOptions& shot) { return submit_verb(shot, picture_, submit_); });
}

void CommandOptions::add_comparing() {
  CLI::App& verb = add("integrators", "compare cost and error of the methods of integration");
  verb.add_option("SHOT", integrators_.shot, "a shot file, or FILE@TAKE")->required();
  verb.add_option("--until", integrators_.until,
                  "simulated time; default: the whole shot, with its measures");
  verb.add_option("--span", integrators_.span, "length of the spans over which errors are taken")
      ->capture_default_str();
  verb.add_option("--reference", integrators_.reference, "tolerance of the fine reference")
      ->capture_default_str();
  verb.add_flag("--own", integrators_.own,
                "count evaluations and steps of the shot's own integrator alone");
  verb.callback([this] { verb_ = [this] { return integrators_verb(integrators_); }; });
}

// Of a search and of an evolution: where their candidates are simulated.
template <class Options>
static void candidate_options(CLI::App& verb, Options& options, const char* on_farm) {
  verb.add_option("--threads", options.threads, "simulations at once; default: all processors")
      ->check(CLI::Range(1, 4096));
  verb.add_flag("--farm", options.farm, on_farm);
  verb.add_option("--chunk", options.chunk, "candidates per task; default: chosen for the farm")
      ->check(CLI::Range(1, 1000000));
  verb.add_option("--partition", options.partition, "of Slurm; default: that of the scripts")
      ->check(not_empty);
}

void CommandOptions::add_searching() {
  CLI::App& verb = add("optimise", "search for the numbers that a run file asks for");
  verb.add_option("RUN", optimise_.run, "a run file, e.g. searches/pace.yaml")->required();
  out_option(verb, optimise_.out);
  candidate_options(verb, optimise_, "simulate on a Slurm farm: each generation is a job");
  // A task of a farm's job.
  verb.add_option("--candidates", optimise_.candidates)->group("");
  verb.add_option("--generation", optimise_.generation)->group("");
  verb.add_option("--log", optimise_.log)->group("");
  verb.callback([this] {
    verb_ = [this] {
      for (const std::string& path : allowed_)
        optimise_.global.insert(optimise_.global.end(), {"--allow-path", path});
      return optimise_verb(optimise_);
    };
  });
}

void CommandOptions::add_evolving() {
  CLI::App& verb = add("evolve", "breed creatures that move, as a run file asks for");
  verb.add_option("RUN", evolve_.run, "a run file, e.g. searches/evolved.yaml")->required();
  out_option(verb, evolve_.out);
  candidate_options(verb, evolve_, "simulate on a Slurm farm: chunks of candidates are tasks");
  verb.add_option("--record", evolve_.record,
                  "a file that gets the processor time of each candidate, in seconds")
      ->check(not_empty);
  verb.add_option("--film", evolve_.film,
                  "simulate nothing, but write candidates as shots: their numbers, such as "
                  "3,70; `elites` and `ways` for the fittest; 900^10 for the mother of 900 ten "
                  "generations before")
      ->check(not_empty);
  // A task of a farm's job.
  verb.add_option("--candidates", evolve_.candidates)->group("");
  verb.add_option("--bred", evolve_.bred)->group("");
  verb.add_option("--log", evolve_.log)->group("");
  verb.callback([this] {
    verb_ = [this] {
      for (const std::string& path : allowed_)
        evolve_.global.insert(evolve_.global.end(), {"--allow-path", path});
      return evolve_verb(evolve_);
    };
  });
}

}  // namespace gambol
