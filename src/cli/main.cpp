#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>

#include "base/nearest.h"
#include "base/processor.h"
#include "cli/confine.h"
#include "cli/process.h"
#include "cli/takes.h"
#include "cli/verb_table.h"
#include "cli/verbs.h"
#include "cli/yaml_files.h"
#include "exchange/replay.h"
#include "schema/file_kinds.h"
#include "schema/names.h"

namespace gambol {
namespace {

// Rejects the empty text, which a script passes when its variable is not set.
std::string not_empty(const std::string& text) {
  return text.empty() ? "found nothing, expected a text" : "";
}

std::string size_in_bytes(std::string text) {
  const std::string wrong =
      fmt::format("found \"{}\", expected a size such as 800MB or 2GiB", text);
  if (text.empty() || !std::isdigit(static_cast<unsigned char>(text[0])))
    throw CLI::ValidationError(wrong);
  try {
    if (CLI::AsSizeValue(false)(text).empty() && text.find_first_not_of('0') != text.npos)
      return text;
  } catch (const CLI::Error&) {  // its message is replaced by the one below
  }
  throw CLI::ValidationError(wrong);
}

// The verbs and their options. Parsing sets `verb_` to the chosen one.
class CommandLine {
 public:
  CommandLine()
      : app_("Write a shot in YAML, get a film of something that really walks.", "gambol") {
    app_.set_version_flag("--version", "gambol " GAMBOL_VERSION);
    app_.require_subcommand(1);
    app_.fallthrough();
    app_.add_option("--allow-path", allowed_,
                    "another folder that files may read from, besides the project folder")
        ->check(CLI::ExistingDirectory)
        ->allow_extra_args(false);
    app_.footer("See docs/command-line.md.");
    add_making();
    add_stages();
    add_farm();
    add_comparing();
    add_searching();
    add_evolving();
    add_stills();
    add_exchange();
    add_knowing();
  }

  // Parses the arguments, runs the chosen verb, and returns the exit code.
  int parse(int argc, char** argv) {
    if (argc == 1) {
      std::fputs(app_.help().c_str(), stderr);
      return static_cast<int>(ExitCode::bad_usage);
    }
    // For shells: their words are not ours to parse.
    if (std::string_view(argv[1]) == "complete") {
      for (const std::string& word : completions(verbs_of(app_), {argv + 2, argv + argc}))
        fmt::print("{}\n", word);
      return static_cast<int>(ExitCode::ok);
    }
    if (const std::string why = why_no_verb(argv[1]); !why.empty())
      return static_cast<int>(run([&]() -> ExitCode { throw UsageError(why); }));
    try {
      app_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0)  // --help or --version
        return static_cast<int>(run([&] { return static_cast<ExitCode>(app_.exit(error)); }));
      return static_cast<int>(run([&]() -> ExitCode { throw UsageError(why_not(error)); }));
    }
    const ExitCode code = run([this] {
      std::vector<std::string> files = calibrate_.shots;
      files.insert(files.end(), {shot_.shot, integrators_.shot, optimise_.run, evolve_.run});
      for (const std::string& file : files)
        if (!file.empty()) confine(file, allowed_);
      for (const auto& [file, out] :
           {std::pair(&shot_.shot, &shot_.out), std::pair(&optimise_.run, &optimise_.out),
            std::pair(&evolve_.run, &evolve_.out)})
        if (!file->empty() && out->empty()) *out = results_of(*file);
      return verb_();
    });
    return static_cast<int>(code);
  }

 private:
  // The message for an unknown verb, because CLI11 only says that a verb is missing. "" if `word`
  // is a verb or an option.
  std::string why_no_verb(const std::string& word) {
    std::vector<std::string> verbs;
    for (const CLI::App* verb : app_.get_subcommands({})) verbs.push_back(verb->get_name());
    if (word.starts_with('-') || std::find(verbs.begin(), verbs.end(), word) != verbs.end())
      return "";
    const std::string close = nearest(word, verbs);
    return fmt::format("{}: no such verb{}; gambol --help lists them", word,
                       close.empty() ? "" : fmt::format(", did you mean {}?", close));
  }

  // The message for a wrong command line, because CLI11 lists unexpected words from the end and
  // suggests no similar option.
  std::string why_not(const CLI::ParseError& error) {
    const std::string hint = "see --help";
    std::vector<CLI::App*> apps = app_.get_subcommands();
    apps.push_back(&app_);
    for (const std::string& word : app_.remaining(true)) {
      if (!word.starts_with('-')) continue;
      std::vector<std::string> known;
      for (CLI::App* app : apps)
        for (const CLI::Option* option : app->get_options())
          for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
      const std::string close = nearest(word, known);
      return fmt::format("{}: no such option{}; {}", word,
                         close.empty() ? "" : fmt::format(", did you mean {}?", close), hint);
    }
    return fmt::format("{}; {}", error.what(), hint);
  }

  void add_making() {
    CLI::App& fresh = add("new", "begin a project of your own: a folder with a shot and a figure");
    fresh.add_option("NAME", new_.folder, "a new folder")->required()->check(not_empty);
    fresh
        .add_option("--template", new_.from,
                    "what it begins with: " + alternatives(template_names()))
        ->capture_default_str();
    fresh.add_flag("--schemas", new_.schemas,
                   "only write the schemas for editors anew, in a project that is there");
    fresh.callback([this] { verb_ = [this] { return new_verb(new_); }; });
    CLI::App& make =
        add("make", "make the film: simulate, render and encode what is missing or stale");
    shot_options(make);
    preset_option(make);
    exr_option(make);
    memory_option(make);
    codec_option(make);
    for_shots(make, [this](const ShotOptions& shot) { return make_verb(shot, picture_); });
    CLI::App& check = add("check",
                          "report every problem in a shot, sequence, figure, reflex, gaits, look, "
                          "preset or run file");
    check
        .add_option("FILE", check_.files,
                    "YAML files, FILE@TAKE, FILE@PATTERN, or folders of YAML files")
        ->required()
        ->check(not_empty);
    check.add_option("--format", check_.format, "of what is found: text, json or sarif")
        ->check(CLI::IsMember({"text", "json", "sarif"}))
        ->capture_default_str();
    check.callback([this] {
      check_.allowed = allowed_;
      verb_ = [this] { return check_verb(check_); };
    });
    CLI::App& migrate =
        add("migrate", "rewrite files of an older version in the words of today; comments stay");
    migrate.add_option("FILE", migrate_.files, "YAML files, or folders of YAML files")
        ->required()
        ->check(not_empty);
    migrate.add_flag("--check", migrate_.check, "write nothing; fail if a file is old");
    migrate.callback([this] {
      migrate_.allowed = allowed_;
      verb_ = [this] { return migrate_verb(migrate_); };
    });
  }

  void add_stages() {
    CLI::App& simulate = add("simulate", "compute the motion and check what the shot expects");
    shot_options(simulate);
    for_shots(simulate, [](const ShotOptions& shot) { return simulate_verb(shot); });

    CLI::App& render = add("render", "render frames that are missing or stale");
    shot_options(render);
    preset_option(render);
    exr_option(render);
    memory_option(render);
    render.add_flag("--stats", picture_.stats,
                    "report rendering times, here and in the headers of EXR files");
    render.add_option("--frames", picture_.frames, "e.g. 1-48, 1-48x2 or 1,5,9-12; default: all")
        ->check(not_empty);
    poses_option(render);
    render
        .add_option("--record", picture_.record,
                    "a file to which a line with the cost of each frame is added")
        ->check(not_empty);
    for_shots(render, [this](const ShotOptions& shot) { return render_verb(shot, picture_); });

    CLI::App& encode = add("encode", "make the movie of all frames");
    shot_options(encode);
    preset_option(encode);
    codec_option(encode);
    poses_option(encode);
    for_shots(encode, [this](const ShotOptions& shot) { return encode_verb(shot, picture_); });

    CLI::App& measure =
        add("measure", "print the measures of the motion, beside the source's values");
    shot_options(measure);
    measure.add_flag("--json", json_, "print JSON, for programs");
    measure.callback([this] { verb_ = [this] { return measure_verb(shot_, json_); }; });

    CLI::App& mutate =
        add("mutate", "put faults into a shot and see which of them its expectations notice");
    shot_options(mutate);
    mutate.add_flag("--json", json_, "print JSON, for programs");
    mutate.callback([this] { verb_ = [this] { return mutate_verb(shot_, json_); }; });

    CLI::App& calibrate =
        add("calibrate",
            "derive the trigger values of a figure's reflexes from undisturbed walks, or "
            "with --pose rest positions of its springs that hold poses");
    calibrate
        .add_option("SHOT", calibrate_.shots,
                    "shots in which the figure walks undisturbed; with --pose one, where it stands")
        ->required();
    calibrate
        .add_option("--pose", calibrate_.poses,
                    "NAME[,NAME...]: the figure's poses whose springs are calibrated, in turn")
        ->check(not_empty);
    calibrate
        .add_option(
            "--as", calibrate_.as,
            "NAME: calibrate the posture to which the shot's preparation leads, and call it "
            "so")
        ->check(not_empty);
    calibrate.add_option("--figure", calibrate_.figure,
                         "figure of the poses; default: the only one");
    calibrate.add_flag("--json", calibrate_.json, "of poses: print JSON, for programs");
    calibrate
        .add_option("--margin", calibrate_.margin,
                    "margin beyond the observed values, as a fraction of their range")
        ->capture_default_str();
    calibrate.add_option("-o,--to", calibrate_.to,
                         "the file to write; default: FIGURE.reflexes.yaml beside the figure, or "
                         "FIGURE_calibrated.yaml");
    calibrate.callback([this] { verb_ = [this] { return calibrate_verb(calibrate_); }; });
  }

  void add_farm() {
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

  void add_status(const char* name, const char* help,
                  ExitCode (*what)(const ShotOptions&, const PictureOptions&, bool)) {
    CLI::App& verb = add(name, help);
    shot_options(verb);
    preset_option(verb);
    verb.add_flag("--json", json_, "print JSON, for programs");
    verb.callback([this, what] { verb_ = [this, what] { return what(shot_, picture_, json_); }; });
  }

  void farm_options(CLI::App& verb) {
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

  void poses_option(CLI::App& verb) {
    verb.add_option("--poses", picture_.poses,
                    "the hash of the motion: never simulate, refuse poses of another motion")
        ->check(not_empty);
  }

  void add_comparing() {
    CLI::App& verb = add("integrators", "compare cost and error of the methods of integration");
    verb.add_option("SHOT", integrators_.shot, "a shot file, or FILE@TAKE")->required();
    verb.add_option("--until", integrators_.until,
                    "simulated time; default: the whole shot, with its measures");
    verb.add_option("--span", integrators_.span, "length of the spans over which errors are taken")
        ->capture_default_str();
    verb.add_option("--reference", integrators_.reference, "tolerance of the fine reference")
        ->capture_default_str();
    verb.callback([this] { verb_ = [this] { return integrators_verb(integrators_); }; });
  }

  void add_searching() {
    CLI::App& verb = add("optimise", "search for the numbers that a run file asks for");
    verb.add_option("RUN", optimise_.run, "a run file, e.g. searches/pace.yaml")->required();
    out_option(verb, optimise_.out);
    verb.add_option("--threads", optimise_.threads, "simulations at once; default: all processors")
        ->check(CLI::Range(1, 4096));
    verb.add_flag("--farm", optimise_.farm, "simulate on a Slurm farm: each generation is a job");
    verb.add_option("--chunk", optimise_.chunk, "candidates per task; default: chosen for the farm")
        ->check(CLI::Range(1, 1000000));
    verb.add_option("--partition", optimise_.partition, "of Slurm; default: that of the scripts")
        ->check(not_empty);
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

  void add_evolving() {
    CLI::App& verb = add("evolve", "breed creatures that move, as a run file asks for");
    verb.add_option("RUN", evolve_.run, "a run file, e.g. searches/evolved.yaml")->required();
    out_option(verb, evolve_.out);
    verb.add_option("--threads", evolve_.threads, "simulations at once; default: all processors")
        ->check(CLI::Range(1, 4096));
    verb.add_flag("--farm", evolve_.farm,
                  "simulate on a Slurm farm: chunks of candidates are tasks");
    verb.add_option("--chunk", evolve_.chunk, "candidates per task; default: chosen for the farm")
        ->check(CLI::Range(1, 1000000));
    verb.add_option("--partition", evolve_.partition, "of Slurm; default: that of the scripts")
        ->check(not_empty);
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

  void add_stills() {
    CLI::App& plot = add("plot", "draw steps, joints, forces, speed and height over time");
    shot_options(plot);
    plot.add_option("--format", plot_.format, "svg or png")
        ->check(CLI::IsMember({"svg", "png"}))
        ->capture_default_str();
    plot.add_option("--figure", plot_.figure, "the figure to plot; default: the only one");
    for_shots(plot, [this](const ShotOptions& shot) { return plot_verb(shot, plot_); });

    CLI::App& sheet = add("sheet", "put many frames of the film on one picture");
    shot_options(sheet);
    preset_option(sheet);
    CLI::Option* every = sheet.add_option("--every", sheet_.every, "every n-th frame");
    every->check(CLI::Range(1, 1000000));
    sheet.add_option("--count", sheet_.count, "number of frames, from the first to the last")
        ->check(CLI::Range(1, 10000))
        ->excludes(every)
        ->capture_default_str();
    for_shots(sheet,
              [this](const ShotOptions& shot) { return sheet_verb(shot, picture_, sheet_); });

    CLI::App& strobe = add("strobe", "render the figures at several instants in one picture");
    shot_options(strobe);
    preset_option(strobe);
    strobe.add_option("--frames", picture_.frames, "e.g. 1,25,49; default: four, evenly spread")
        ->check(not_empty);
    for_shots(strobe, [this](const ShotOptions& shot) { return strobe_verb(shot, picture_); });

    CLI::App& view = add("view", "write a page that plays the motion in a browser");
    shot_options(view);
    segments_option(view);
    view.add_flag("--watch", watch_, "follow the shot's files as they are saved: gambol watch");
    view.callback([this] {
      verb_ = [this] {
        if (watch_) return watch_verb(shot_, segments_);
        return for_each_shot(
            shot_, [this](const ShotOptions& shot) { return view_verb(shot, segments_); });
      };
    });
    CLI::App& watch =
        add("watch", "show the motion in a browser, and follow the files as they are saved");
    shot_options(watch);
    segments_option(watch);
    watch.callback([this] { verb_ = [this] { return watch_verb(shot_, segments_); }; });
  }

  void add_exchange() {
    CLI::App& verb = add("export", "write what a film shows for other programs");
    shot_options(verb);
    verb.add_option("--format", export_.format,
                    "glb: binary glTF 2.0; usda: USD as text; bvh: a hierarchy of joints for each "
                    "figure; obj: meshes of a frame; csv: a table of joints for each figure")
        ->check(CLI::IsMember({"glb", "usda", "bvh", "obj", "csv"}))
        ->capture_default_str();
    verb.add_option("--figure", export_.figure, "the only figure in the file; default: all")
        ->check(not_empty);
    verb.add_option("--from", export_.from, "time of the film at which it begins, e.g. 2 s");
    verb.add_option("--to", export_.to, "time of the film at which it ends");
    verb.add_option("--frames", export_.frames,
                    "of obj, e.g. 1-48x2: a file each; default: the frame at --from")
        ->check(not_empty);
    verb.add_flag("--samples", export_.samples,
                  "every sample of the poses (several a frame), not only one a frame");
    verb.add_option("--segments", export_.segments, "of round surfaces, per full turn")
        ->check(CLI::Range(3, 1000))
        ->capture_default_str();
    verb.callback([this] {
      verb_ = [this] {
        return for_each_shot(shot_, [this](const ShotOptions& shot) {
          export_.shot = shot;
          return export_verb(export_);
        });
      };
    });
    add_import();
  }

  void add_import() {
    CLI::App& verb = add("import", "make a figure, or its motion, of another program's file");
    verb.add_option("FILE", import_.file,
                    "a robot (URDF, MJCF), a character (glTF with a skin), a motion (BVH), or a "
                    "table of joints (CSV)")
        ->required()
        ->check(not_empty);
    verb.add_option("--out", import_.out,
                    "a folder, or the figure file; default: figures/ and scenes/ of the project "
                    "here, or this folder")
        ->check(not_empty);
    verb.add_option("--unit", import_.unit,
                    "of lengths in glTF and BVH; default: m in glTF, guessed in BVH")
        ->check(CLI::IsMember({"m", "cm", "mm", "in"}));
    verb.add_option("--up", import_.up, "axis of BVH that points up")
        ->check(CLI::IsMember({"y", "z"}))
        ->capture_default_str();
    verb.add_option("--density", import_.density, "of a character, kg/m3")
        ->check(CLI::Range(1.0, 1e5))
        ->capture_default_str();
    verb.add_option("--figure", import_.figure, "of a table: the figure file that it moves")
        ->check(not_empty);
    verb.add_flag("--replace", import_.replace, "replace files that are there");
    verb.callback([this] {
      import_.allowed = allowed_;
      verb_ = [this] { return import_verb(import_); };
    });
  }

  void add_knowing() {
    CLI::App& bodies = add("bodies", "print the joints and masses of a figure file");
    bodies.add_option("FIGURE", shot_.shot, "a figure file, e.g. figures/human.yaml")->required();
    bodies.add_flag("--json", json_, "print JSON, for programs");
    bodies.add_flag("--springs", springs_, "print springs, dampers and limits of joints, too");
    bodies.callback(
        [this] { verb_ = [this] { return bodies_verb(shot_.shot, json_, springs_); }; });
    CLI::App& explain = add("explain", "explain a key of a file");
    explain.add_option("KEY", text_,
                       "a key or its last parts, e.g. camera.focal_length or stiffness; default: "
                       "list the kinds of files");
    explain.callback([this] { verb_ = [this] { return explain_verb(text_); }; });
    CLI::App& schema = add("schema", "print a JSON Schema, for completion and help in editors");
    schema
        .add_option("KIND", kind_, alternatives({file_kind_names.begin(), file_kind_names.end()}))
        ->capture_default_str();
    schema.callback([this] { verb_ = [this] { return schema_verb(kind_); }; });
    // For packages: nobody types it.
    CLI::App& manual = add("manual", "print the manual page");
    manual.group("")->callback([this] {
      verb_ = [this] {
        fmt::print("{}", manual_page(verbs_of(app_)));
        return ExitCode::ok;
      };
    });
    CLI::App& test = add("test", "run the tests (./gambol test, in a checkout)");
    test.allow_extras();
    test.callback([this] { verb_ = [] { return test_verb(); }; });
  }

  CLI::App& add(const char* name, const char* help) { return *app_.add_subcommand(name, help); }

  // Runs `what` for the shot, or for all takes that match FILE@PATTERN.
  void for_shots(CLI::App& verb, std::function<ExitCode(const ShotOptions&)> what) {
    verb.callback([this, what = std::move(what)] {
      verb_ = [this, what] { return for_each_shot(shot_, what); };
    });
  }
  ExitCode submit_shots() {
    if (!submit_.openjd.empty() && shots_named(shot_.shot).size() > 1)
      throw UsageError("--openjd writes one file, of one take; name it");
    submit_.allowed = allowed_;
    return for_each_shot(
        shot_, [this](const ShotOptions& shot) { return submit_verb(shot, picture_, submit_); });
  }
  void shot_options(CLI::App& verb) {
    verb.add_option("SHOT", shot_.shot,
                    "a shot file, e.g. scenes/roach_tripod.yaml, or FILE@TAKE, or FILE@PATTERN")
        ->required();
    out_option(verb, shot_.out);
  }
  void out_option(CLI::App& verb, std::string& out) {
    verb.add_option("--out", out, "folder of all results; default: that of the project, out")
        ->check(not_empty);
  }
  void segments_option(CLI::App& verb) {
    verb.add_option("--segments", segments_, "segments of round shapes per turn; films have 48")
        ->check(CLI::Range(8, 192))
        ->capture_default_str();
  }
  void preset_option(CLI::App& verb) {
    verb.add_option("--preset", picture_.preset, "draft, preview, final or a file of your own")
        ->capture_default_str();
  }
  void codec_option(CLI::App& verb) {
    verb.add_option("--codec", picture_.codec, "of the movie; overrides the file's")
        ->check(CLI::IsMember(choices<MovieCodec>()));
  }
  void memory_option(CLI::App& verb) {
    verb.add_option("--memory", picture_.memory,
                    "limit while rendering, e.g. 800MB or 2GiB; default: none")
        ->transform(size_in_bytes);
  }
  void exr_option(CLI::App& verb) {
    verb.add_flag("!--no-exr", picture_.exr, "write frames as PNG only, not as EXR too");
  }

  CLI::App app_;
  std::function<ExitCode()> verb_;
  ShotOptions shot_;
  NewOptions new_;
  ExportOptions export_;
  ImportOptions import_;
  CheckOptions check_;
  MigrateOptions migrate_;
  PictureOptions picture_;
  SubmitOptions submit_;
  PlotOptions plot_;
  SheetOptions sheet_;
  CalibrateOptions calibrate_;
  IntegratorsOptions integrators_;
  OptimiseOptions optimise_;
  EvolveOptions evolve_;
  int segments_ = replay_segments;
  bool json_ = false, springs_ = false, watch_ = false;
  std::string text_, kind_ = "shot";
  std::vector<std::string> allowed_;
};

}  // namespace
}  // namespace gambol

int main(int argc, char** argv) {
  gambol::require_processor();
  gambol::prepare_process();
  return gambol::CommandLine().parse(argc, argv);
}
