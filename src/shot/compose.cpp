#include "shot/compose.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/allowed_paths.h"
#include "base/nearest.h"
#include "base/text_file.h"
#include "shot/reading.h"

namespace gambol {
namespace {

// Keys that control how files and takes are composed, and are not part of the composed tree.
constexpr const char* composing[] = {"shot", "extends", "without", "takes"};

void erase(YamlNode& mapping, std::string_view key) {
  std::erase_if(mapping.entries, [&](const YamlEntry& e) { return e.key == key; });
}

void apply_without(YamlNode& base, const YamlNode& over, const FieldInfo& info,
                   std::vector<Problem>& problems) {
  const YamlNode* without = over.find("without");
  if (!without) return;
  // An item that is not text is reported when the field is read.
  if (without->kind == YamlNode::Kind::scalar)
    leave_out(base, without->text, info, *without, problems);
  for (const YamlNode& item : without->items)
    if (item.kind == YamlNode::Kind::scalar) leave_out(base, item.text, info, item, problems);
}

class Composer {
 public:
  explicit Composer(std::vector<Problem>& problems)
      : info_(describe_kind("shot")), problems_(problems) {}

  YamlNode compose(const ShotReference& reference) {
    const std::string id = fmt::format("{}@{}", reference.file, reference.take);
    YamlNode root = read_yaml(reference.file, problems_);
    chain_.push_back(id);
    if (const YamlNode* extends = root.find("extends")) root = extended(root, *extends);
    if (!reference.take.empty()) root = taken(root, reference);
    chain_.pop_back();
    return root;
  }

 private:
  [[noreturn]] void fail(const YamlNode& at, const std::string& key, const std::string& expected) {
    problems_.push_back({at.place(), key, describe(at), expected});
    throw InputError(problems_);
  }

  YamlNode extended(const YamlNode& own, const YamlNode& extends) {
    if (extends.kind != YamlNode::Kind::scalar || extends.text.empty())
      fail(extends, "extends", "the path of a shot file, or FILE@TAKE");
    const std::string path = resolve_path(extends.place().file, extends.text);
    const ShotReference reference = parse_shot_reference(path);
    const std::string id = fmt::format("{}@{}", reference.file, reference.take);
    if (const std::string why = why_no_file(reference.file, "a shot file"); !why.empty())
      fail(extends, "extends", why);
    if (std::find(chain_.begin(), chain_.end(), id) != chain_.end())
      fail(extends, "extends", "a shot that does not extend this one");
    if (chain_.size() >= most_files_in_a_row)
      fail(extends, "extends", too_long_a_chain("shots that extend each other"));
    YamlNode base;
    if (const std::string why = unknown_take(reference); !why.empty())
      fail(extends, "extends", why);
    base = compose(reference);
    if (!base.find("shot")) fail(extends, "extends", "a shot file, which begins with `shot: NAME`");
    for (const char* key : composing) erase(base, key);
    apply_without(base, own, info_, problems_);
    return merge_trees(std::move(base), own, info_, problems_);
  }

  // What is wrong with the take that `reference` names; "" if it exists or none is named.
  static std::string unknown_take(const ShotReference& reference) {
    if (reference.take.empty()) return "";
    std::vector<Problem> ignored;  // reported when the file is read for its content
    const YamlNode root = read_yaml(reference.file, ignored);
    const YamlNode* takes = root.find("takes");
    std::vector<std::string> known;
    if (takes)
      for (const YamlEntry& e : takes->entries) known.push_back(e.key);
    if (std::find(known.begin(), known.end(), reference.take) != known.end()) return "";
    const std::string close = nearest(reference.take, known);
    const std::string expected = fmt::format("a take of {}", reference.file);
    if (known.empty()) return expected + " (there is none)";
    return close.empty() ? fmt::format("{}: {}", expected, alternatives(known))
                         : fmt::format("{} (did you mean {}?)", expected, close);
  }

  YamlNode taken(YamlNode root, const ShotReference& reference) {
    if (const std::string why = unknown_take(reference); !why.empty()) {
      Problem problem = file_problem(reference.file, why);
      problem.key = "takes";
      problem.found = in_quotes(reference.take);
      problems_.push_back(problem);
      throw InputError(problems_);
    }
    YamlNode take = *root.find("takes")->find(reference.take);
    for (const char* key : {"extends", "without", "takes"}) erase(root, key);
    if (take.kind == YamlNode::Kind::null) return root;  // the shot unchanged
    if (take.kind != YamlNode::Kind::mapping)
      fail(take, "takes." + reference.take, "a mapping of what differs in this take");
    for (const char* key : {"shot", "extends", "takes"})
      if (const YamlNode* node = take.find(key))
        problems_.push_back({node->place(), fmt::format("takes.{}.{}", reference.take, key),
                             "this key in a take", "this key at the top of the file only"});
    for (const char* key : {"shot", "extends", "takes"}) erase(take, key);
    apply_without(root, take, info_, problems_);
    erase(take, "without");
    const Place place = root.place();
    const auto file = root.file;
    root = merge_trees(std::move(root), take, info_, problems_);
    root.file = file;
    root.line = place.line;
    root.col = place.col;
    return root;
  }

  const FieldInfo& info_;
  std::vector<Problem>& problems_;
  std::vector<std::string> chain_;  // references being read, to refuse cycles
};

YamlNode extended_figure(const std::string& path, std::vector<std::string>& chain,
                         const FieldInfo& info, std::vector<Problem>& problems) {
  YamlNode own = read_yaml(path, problems);
  const YamlNode* extends = own.find("extends");
  if (!extends) return own;
  const auto fail = [&](const std::string& expected) {
    problems.push_back({extends->place(), "extends", describe(*extends), expected});
    throw InputError(problems);
  };
  if (extends->kind != YamlNode::Kind::scalar || extends->text.empty())
    fail("the path of a figure file");
  const std::string base_path = resolve_path(path, extends->text);
  if (const std::string why = why_no_file(base_path, "a figure file"); !why.empty()) fail(why);
  chain.push_back(path);
  if (std::find(chain.begin(), chain.end(), base_path) != chain.end())
    fail("a figure that does not extend this one");
  if (chain.size() >= most_files_in_a_row) fail(too_long_a_chain("figures that extend each other"));
  YamlNode base = extended_figure(base_path, chain, info, problems);
  for (const char* key : {"figure", "extends", "without"}) erase(base, key);
  apply_without(base, own, info, problems);
  return merge_trees(std::move(base), own, info, problems);
}

}  // namespace

YamlNode compose_figure(const std::string& path, std::vector<Problem>& problems) {
  std::vector<std::string> chain;
  return extended_figure(path, chain, describe_kind("figure"), problems);
}

YamlNode compose_shot(const ShotReference& reference, std::vector<Problem>& problems) {
  return Composer(problems).compose(reference);
}

}  // namespace gambol
