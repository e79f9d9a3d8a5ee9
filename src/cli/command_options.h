#pragma once

// The verbs and their options on the command line. Each file options_of_*.cpp adds some of them.

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "cli/verbs.h"
#include "exchange/replay.h"

namespace gambol {

// A check of CLI11: rejects the empty text, which a script passes when its variable is not set.
std::string not_empty(const std::string& text);

// Parsing sets `verb_` to the chosen verb.
class CommandOptions {
 public:
  CommandOptions();
  // Parses the arguments, runs the chosen verb, and returns the exit code.
  int parse(int argc, char** argv);

 private:
  // The message for an unknown verb, because CLI11 only says that a verb is missing. "" if `word`
  // is a verb or an option.
  std::string why_no_verb(const std::string& word);
  // The message for a wrong command line, because CLI11 lists unexpected words from the end and
  // suggests no similar option.
  std::string why_not(const CLI::ParseError& error);

  // Films (options_of_films.cpp).
  void add_making();
  void add_stages();
  void add_calibrate();
  void add_stills();
  void add_pages();
  // Farms and searches (options_of_work.cpp).
  void add_farm();
  void add_status(const char* name, const char* help,
                  ExitCode (*what)(const ShotOptions&, const PictureOptions&, bool));
  void add_comparing();
  void add_searching();
  void add_evolving();
  // Files (options_of_files.cpp).
  void add_checking();
  void add_exchange();
  void add_import();
  void add_knowing();

  CLI::App& add(const char* name, const char* help) { return *app_.add_subcommand(name, help); }
  // Runs `what` for the shot, or for all takes that match FILE@PATTERN.
  void for_shots(CLI::App& verb, std::function<ExitCode(const ShotOptions&)> what);
  ExitCode submit_shots();

  // Options of several verbs.
  void shot_options(CLI::App& verb);
  void out_option(CLI::App& verb, std::string& out);
  void segments_option(CLI::App& verb);
  void preset_option(CLI::App& verb);
  void codec_option(CLI::App& verb);
  void memory_option(CLI::App& verb);
  void exr_option(CLI::App& verb);
  void poses_option(CLI::App& verb);
  void farm_options(CLI::App& verb);

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
  bool json_ = false, springs_ = false;
  std::string kind_ = "shot", figure_;
  std::vector<std::string> words_;
  std::vector<std::string> allowed_;
};

}  // namespace gambol
