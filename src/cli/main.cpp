#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>

#include "base/nearest.h"
#include "base/processor.h"
#include "cli/command_options.h"
#include "cli/confine.h"
#include "cli/process.h"
#include "cli/takes.h"
#include "cli/verb_table.h"
#include "cli/yaml_files.h"
#include "schema/names.h"

namespace gambol {
namespace {

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

}  // namespace

std::string not_empty(const std::string& text) {
  return text.empty() ? "found nothing, expected a text" : "";
}

CommandOptions::CommandOptions()
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
  add_checking();
  add_stages();
  add_calibrate();
  add_farm();
  add_comparing();
  add_searching();
  add_evolving();
  add_stills();
  add_pages();
  add_exchange();
  add_knowing();
}

int CommandOptions::parse(int argc, char** argv) {
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
    for (std::string& shot : calibrate_.shots) shot = confine_word(shot, allowed_);
    for (std::string* word : {&shot_.shot, &integrators_.shot})
      if (!word->empty()) *word = confine_word(*word, allowed_);
    for (const std::string& file : {optimise_.run, evolve_.run, figure_})
      if (!file.empty()) confine(file, allowed_);
    for (const auto& [file, out] :
         {std::pair(&shot_.shot, &shot_.out), std::pair(&optimise_.run, &optimise_.out),
          std::pair(&evolve_.run, &evolve_.out)})
      if (!file->empty() && out->empty()) *out = results_of(*file);
    return verb_();
  });
  return static_cast<int>(code);
}

std::string CommandOptions::why_no_verb(const std::string& word) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : app_.get_subcommands({})) verbs.push_back(verb->get_name());
  if (word.starts_with('-') || std::find(verbs.begin(), verbs.end(), word) != verbs.end())
    return "";
  const std::string close = nearest(word, verbs);
  return fmt::format("{}: no such verb{}; gambol --help lists them", word,
                     close.empty() ? "" : fmt::format(", did you mean {}?", close));
}

std::string CommandOptions::why_not(const CLI::ParseError& error) {
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

void CommandOptions::for_shots(CLI::App& verb, std::function<ExitCode(const ShotOptions&)> what) {
  verb.callback([this, what = std::move(what)] {
    verb_ = [this, what] { return for_each_shot(shot_, what); };
  });
}

void CommandOptions::shot_options(CLI::App& verb) {
  verb.add_option("SHOT", shot_.shot,
                  "a shot's name or file, e.g. roach_tripod, or SHOT@TAKE, or SHOT@PATTERN")
      ->required();
  out_option(verb, shot_.out);
}

void CommandOptions::out_option(CLI::App& verb, std::string& out) {
  verb.add_option("--out", out, "folder of all results; default: that of the project, out")
      ->check(not_empty);
}

void CommandOptions::segments_option(CLI::App& verb) {
  verb.add_option("--segments", segments_, "segments of round shapes per turn; films have 48")
      ->check(CLI::Range(8, 192))
      ->capture_default_str();
}

void CommandOptions::preset_option(CLI::App& verb) {
  verb.add_option("--preset", picture_.preset, "draft, preview, final or a file of your own")
      ->capture_default_str();
}

void CommandOptions::codec_option(CLI::App& verb) {
  verb.add_option("--codec", picture_.codec, "of the movie; overrides the file's")
      ->check(CLI::IsMember(choices<MovieCodec>()));
}

void CommandOptions::memory_option(CLI::App& verb) {
  verb.add_option("--memory", picture_.memory,
                  "limit while rendering, e.g. 800MB or 2GiB; default: none")
      ->transform(size_in_bytes);
}

void CommandOptions::exr_option(CLI::App& verb) {
  verb.add_flag("!--no-exr", picture_.exr, "write frames as PNG only, not as EXR too");
}

void CommandOptions::poses_option(CLI::App& verb) {
  verb.add_option("--poses", picture_.poses,
                  "the hash of the motion: never simulate, refuse poses of another motion")
      ->check(not_empty);
}

}  // namespace gambol

int main(int argc, char** argv) {
  gambol::require_processor();
  gambol::prepare_process();
  return gambol::CommandOptions().parse(argc, argv);
}
