#include "cli/verb_table.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <sstream>

namespace gambol {
namespace {

OptionHelp help_of(const CLI::Option& option) {
  OptionHelp help;
  help.name = option.get_positional() ? option.get_name(true)
                                      : fmt::format("--{}", option.get_lnames().at(0));
  help.help = option.get_description();
  if (option.get_items_expected_max() > 0) help.value = option.get_type_name();
  // CLI11 keeps the choices of a value in the name of its type alone: TEXT:{text,json,sarif}.
  const std::size_t from = help.value.find('{'), to = help.value.find('}');
  if (from != help.value.npos && to != help.value.npos) {
    std::istringstream names(help.value.substr(from + 1, to - from - 1));
    for (std::string name; std::getline(names, name, ',');) help.choices.push_back(name);
    help.value.resize(help.value.find(':'));
  }
  return help;
}

bool is_shown(CLI::App* verb) { return !verb->get_group().empty(); }

}  // namespace

std::vector<VerbHelp> verbs_of(CLI::App& app) {
  std::vector<VerbHelp> all;
  for (CLI::App* verb : app.get_subcommands(is_shown)) {
    VerbHelp& help = all.emplace_back(VerbHelp{verb->get_name(), verb->get_description(), {}, {}});
    for (const CLI::Option* option : verb->get_options())
      if (!option->get_group().empty())
        (option->get_positional() ? help.words : help.options).push_back(help_of(*option));
  }
  return all;
}

}  // namespace gambol
