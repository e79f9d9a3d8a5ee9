#include "base/nearest.h"
#include "cli/command_options.h"
#include "cli/takes.h"
#include "schema/names.h"

namespace gambol {

void CommandOptions::add_making() {
  CLI::App& fresh = add("new", "begin a project of your own: a folder with a shot and a figure");
  fresh.add_option("NAME", new_.folder, "a new folder")->required()->check(not_empty);
  fresh
      .add_option("--template", new_.from, "what it begins with: " + alternatives(template_names()))
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
}

void CommandOptions::add_stages() {
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
}

void CommandOptions::add_calibrate() {
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
      .add_option("--as", calibrate_.as,
                  "NAME: calibrate the posture to which the shot's preparation leads, and call it "
                  "so")
      ->check(not_empty);
  calibrate.add_option("--figure", calibrate_.figure, "figure of the poses; default: the only one");
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

void CommandOptions::add_stills() {
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
  for_shots(sheet, [this](const ShotOptions& shot) { return sheet_verb(shot, picture_, sheet_); });

  CLI::App& strobe = add("strobe", "render the figures at several instants in one picture");
  shot_options(strobe);
  preset_option(strobe);
  strobe.add_option("--frames", picture_.frames, "e.g. 1,25,49; default: four, evenly spread")
      ->check(not_empty);
  for_shots(strobe, [this](const ShotOptions& shot) { return strobe_verb(shot, picture_); });
}

void CommandOptions::add_pages() {
  CLI::App& view = add("view", "write a page that plays the motion in a browser");
  shot_options(view);
  segments_option(view);
  for_shots(view, [this](const ShotOptions& shot) { return view_verb(shot, segments_); });
  CLI::App& watch =
      add("watch", "show the motion in a browser, and follow the files as they are saved");
  shot_options(watch);
  segments_option(watch);
  watch.callback([this] { verb_ = [this] { return watch_verb(shot_, segments_); }; });
}

}  // namespace gambol
