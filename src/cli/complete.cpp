// What a shell may put in place of a half-written word.

#include <algorithm>
#include <exception>
#include <filesystem>
#include <set>

#include "analysis/measures.h"
#include "base/data_file.h"
#include "cli/confine.h"
#include "cli/verb_table.h"
#include "cli/verbs.h"
#include "schema/explain.h"
#include "shot/file_kinds.h"
#include "shot/shot_reference.h"
#include "shot/shot_takes.h"

namespace gambol {
namespace {

using Words = std::vector<std::string>;

Words option_names(const std::vector<OptionHelp>& options) {
  Words names;
  for (const OptionHelp& option : options) names.push_back(option.name);
  return names;
}

// FILE@TAKE for each take, as soon as the `@` is there.
Words takes_of(const std::string& word) {
  const std::size_t at = word.rfind('@');
  if (at == word.npos) return {};
  const std::string file = word.substr(0, at);
  Words all;
  const ShotTakes takes(find_shot("", file).reference.file);
  for (const std::string& name : takes.names()) all.push_back(file + "@" + name);
  return all;
}

// Shots of scenes/ by their names. Where no letter stands yet, shells complete files.
Words names_of_shots(const std::string& word) {
  if (word.empty() || word.find_first_of("/.") != word.npos) return {};
  return data_file_names("scenes", ".yaml");
}

// Words that `explain` knows: keys by their last parts, the next part of a path, and measures.
Words explained(const std::string& word) {
  Words all = key_names(file_kinds(), word);
  if (word.find('.') == word.npos)
    for (const MeasureHelp& measure : known_measures()) all.push_back(measure.name);
  return all;
}

Words values_of(const OptionHelp& option) {
  if (option.name == "--template") return template_names();
  if (option.name == "--preset") return data_file_names("render/presets", ".yaml");
  return option.choices;
}

// A shot's project may have presets of its own.
void confine_shot(const Words& words) {
  std::error_code error;
  for (const std::string& word : words)
    if (word.find(".yaml") != word.npos &&
        std::filesystem::is_regular_file(parse_shot_reference(word).file, error))
      return confine(word, {});
}

Words candidates(const std::vector<VerbHelp>& verbs, const Words& words) {
  const std::string& last = words.back();
  Words all;
  if (words.size() == 1) {
    for (const VerbHelp& verb : verbs) all.push_back(verb.name);
    all.insert(all.end(), {"--help", "--version"});
    return all;
  }
  const auto named = std::find_if(words.begin(), words.end() - 1,
                                  [](const std::string& word) { return !word.starts_with("-"); });
  const auto verb =
      std::find_if(verbs.begin(), verbs.end(), [&](const VerbHelp& v) { return v.name == *named; });
  if (verb == verbs.end()) return {};
  if (last.starts_with("-")) return option_names(verb->options);
  confine_shot(words);
  for (const OptionHelp& option : verb->options)
    if (option.name == words[words.size() - 2] && !option.value.empty()) return values_of(option);
  if (verb->name == "explain") return explained(last);
  if (verb->name == "schema") return {file_kind_names.begin(), file_kind_names.end()};
  for (const OptionHelp& word : verb->words) {
    if (!word.choices.empty()) return word.choices;
    if (word.name != "SHOT" && word.name != "FILE") continue;
    return last.find('@') == last.npos ? names_of_shots(last) : takes_of(last);
  }
  return {};
}

}  // namespace

std::vector<std::string> completions(const std::vector<VerbHelp>& verbs,
                                     const std::vector<std::string>& words) try {
  if (words.empty()) return {};
  std::set<std::string> fitting;
  for (const std::string& word : candidates(verbs, words))
    if (word.starts_with(words.back())) fitting.insert(word);
  return {fitting.begin(), fitting.end()};
} catch (const std::exception&) {  // a shot that cannot be read has no takes
  return {};
}

}  // namespace gambol
