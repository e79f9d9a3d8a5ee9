// The manual page, from the same description of verbs as --help.

#include <fmt/format.h>

#include "cli/verb_table.h"

namespace gambol {
namespace {

// Text as roff: dashes stay dashes, and no line begins a command.
std::string roff(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '-' || c == '\\') safe += '\\';
    if ((c == '.' || c == '\'') && (safe.empty() || safe.back() == '\n')) safe += "\\&";
    safe += c;
  }
  return safe;
}

std::string option(const OptionHelp& option) {
  std::string value = option.value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(option.value));
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(option.name), value, roff(option.help));
}

std::string verb(const VerbHelp& verb) {
  std::string text = fmt::format(".SS \"gambol {}", roff(verb.name));
  for (const OptionHelp& word : verb.words) text += " " + roff(word.name);
  text += fmt::format("\"\n{}\n", roff(verb.help));
  for (const OptionHelp& word : verb.words) text += option(word);
  for (const OptionHelp& of : verb.options) text += option(of);
  return text;
}

}  // namespace

std::string manual_page(const std::vector<VerbHelp>& verbs) {
  std::string text =
      ".TH GAMBOL 1 \"\" \"gambol " GAMBOL_VERSION
      "\" \"User Commands\"\n"
      ".SH NAME\n"
      "gambol \\- write a shot in YAML, get a film of something that really walks\n"
      ".SH SYNOPSIS\n"
      "\\fBgambol\\fR \\fIVERB\\fR [\\fIOPTIONS\\fR]\n"
      ".SH DESCRIPTION\n"
      "A shot file says which figures stand where, on what terrain, how they move, what happens\n"
      "when, and where the camera is. A deterministic simulator turns it into poses, a path "
      "tracer\n"
      "poses into frames, and FFmpeg frames into a movie.\n"
      ".SH VERBS\n";
  for (const VerbHelp& one : verbs) text += verb(one);
  text +=
      ".SH EXIT STATUS\n"
      "0: everything asked for exists; 2: bad usage; 3: bad input; 4: the simulation fell, blew "
      "up\n"
      "or missed an expectation; 5: reading, rendering, writing or encoding failed; 130, 143:\n"
      "interrupted.\n"
      ".SH SEE ALSO\n"
      "\\fBgambol explain\\fR, which explains every key of every file.\n";
  return text;
}

}  // namespace gambol
