#include <fmt/format.h>

#include <algorithm>

#include "base/data_file.h"
#include "base/text_file.h"
#include "figure/grow.h"
#include "figure/reading.h"
#include "schema/merge_trees.h"
#include "schema/old_words.h"

namespace gambol {
namespace {

YamlNode extended_figure(const std::string& path, std::vector<std::string>& chain,
                         const FieldInfo& info, std::vector<Problem>& problems,
                         const ReadTree& read) {
  YamlNode own = read(path, problems);
  if (own.find("genome") && !own.find("figure")) {
    Findings findings;
    const GenomeSpec genome = load_genome(path, own, findings);
    problems.insert(problems.end(), findings.problems.begin(), findings.problems.end());
    if (!findings.problems.empty()) throw InputError(problems);
    return grow_figure(genome);
  }
  if (own.find("actor"))  // it is named for its body
    if (const YamlNode* body = own.find("figure"); body && body->kind == YamlNode::Kind::scalar) {
      const auto [file, why] =
          find_named_file(body->place().file, body->text, "figures", "a figure file");
      if (!why.empty()) {
        problems.push_back({body->place(), "figure", describe(*body), why});
        throw InputError(problems);
      }
      chain.push_back(path);
      if (std::find(chain.begin(), chain.end(), file) == chain.end())
        return extended_figure(file, chain, info, problems, read);
    }
  const YamlNode* extends = own.find("extends");
  if (!extends) {
    // Here, and not in the merged tree: an old file that extends a figure of today keeps that
    // figure's defaults, as a figure of today that extends an old one keeps the old ones.
    fill_old_defaults(own, "figure");
    return own;
  }
  const auto fail = [&](const std::string& expected) {
    problems.push_back({extends->place(), "extends", describe(*extends), expected});
    throw InputError(problems);
  };
  if (extends->kind != YamlNode::Kind::scalar || extends->text.empty())
    fail("the path of a figure file");
  const auto [base_path, why] = find_named_file(path, extends->text, "figures", "a figure file");
  if (!why.empty()) fail(why);
  chain.push_back(path);
  if (std::find(chain.begin(), chain.end(), base_path) != chain.end())
    fail("a figure that does not extend this one");
  if (chain.size() >= most_files_in_a_row) fail(too_long_a_chain("figures that extend each other"));
  YamlNode base = extended_figure(base_path, chain, info, problems, read);
  erase_keys(base, {"figure", "extends", "without"});
  apply_without(base, own, info, problems);
  return merge_trees(std::move(base), own, info, problems);
}

}  // namespace

YamlNode compose_figure(const std::string& path, std::vector<Problem>& problems,
                        const ReadTree& read) {
  std::vector<std::string> chain;
  return extended_figure(path, chain, describe_figure(), problems, read);
}

}  // namespace gambol
