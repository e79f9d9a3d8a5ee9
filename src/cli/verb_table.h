#pragma once

// The verbs and their options as data: what shells complete, and what the manual page is made of.

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace gambol {

struct OptionHelp {
  std::string name;                  // "--preset"; of a word without dashes, "SHOT"
  std::string help;                  // one line
  std::string value;                 // "TEXT", "INT"; empty for a flag
  std::vector<std::string> choices;  // of its value; empty: any
};

struct VerbHelp {
  std::string name, help;
  std::vector<OptionHelp> words, options;
};

// The verbs of a command line, but for hidden ones, with their options.
std::vector<VerbHelp> verbs_of(CLI::App& app);

// Returns what may stand in place of the last of `words`, those after `gambol` on a command line,
// one of which may be half written; nothing where only files may. Never throws.
std::vector<std::string> completions(const std::vector<VerbHelp>& verbs,
                                     const std::vector<std::string>& words);

// Returns the manual page gambol(1), in roff.
std::string manual_page(const std::vector<VerbHelp>& verbs);

}  // namespace gambol
