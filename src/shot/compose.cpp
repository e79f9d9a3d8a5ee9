#include "shot/compose.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/allowed_paths.h"
#include "base/nearest.h"
#include "base/text_file.h"
#include "base/work_done.h"
#include "schema/merge_trees.h"
#include "shot/expand_actors.h"
#include "shot/file_kinds.h"

namespace gambol {
namespace {

class Composer {
 public:
  explicit Composer(std::vector<Problem>& problems, ReadTree read = read_yaml)
      : info_(describe_shot()), problems_(problems), read_(std::move(read)) {}

  YamlNode compose(const ShotReference& reference) {
    ++work_done.shots_composed;
    const std::string id = fmt::format("{}@{}", reference.file, reference.take);
    YamlNode root = read_(reference.file, problems_);
    chain_.push_back(id);
    if (const YamlNode* found = root.find("extends")) {
      const YamlNode extends = *found;
      root = extended(std::move(root), extends);
    }
    expand_actors(root, problems_);
    if (!reference.take.empty()) root = taken(root, reference);
    chain_.pop_back();
    return root;
  }

  YamlNode with_take(YamlNode root, const std::string& name, YamlNode take) {
    if (take.kind == YamlNode::Kind::null) return root;  // the shot unchanged
    if (take.kind != YamlNode::Kind::mapping)
      fail(take, "takes." + name, "a mapping of what differs in this take");
    for (const char* key : {"shot", "extends", "takes"})
      if (const YamlNode* node = take.find(key))
        problems_.push_back({node->place(), fmt::format("takes.{}.{}", name, key),
                             "this key in a take", "this key at the top of the file only"});
    erase_keys(take, {"shot", "extends", "takes"});
    apply_without(root, take, info_, problems_);
    erase_keys(take, {"without"});
    meet_actors(root, take, problems_);
    const Place place = root.place();
    const auto file = root.file;
    root = merge_trees(std::move(root), take, info_, problems_);
    root.file = file;
    root.line = place.line;
    root.col = place.col;
    expand_actors(root, problems_);
    return root;
  }

 private:
  [[noreturn]] void fail(const YamlNode& at, const std::string& key, const std::string& expected) {
    problems_.push_back({at.place(), key, describe(at), expected});
    throw InputError(problems_);
  }

  YamlNode extended(YamlNode own, const YamlNode& extends) {
    if (extends.kind == YamlNode::Kind::sequence && extends.items.empty())
      fail(extends, "extends", "a shot file, or several");
    const bool several = extends.kind == YamlNode::Kind::sequence;
    YamlNode base = extended_shot(several ? extends.items[0] : extends);
    for (std::size_t i = 1; several && i < extends.items.size(); ++i) {
      YamlNode next = extended_shot(extends.items[i]);
      meet_actors(base, next, problems_);
      base = merge_trees(std::move(base), next, info_, problems_);
    }
    apply_without(base, own, info_, problems_);
    meet_actors(base, own, problems_);
    return merge_trees(std::move(base), own, info_, problems_);
  }

  // A shot that another one extends, without the keys that are its own.
  YamlNode extended_shot(const YamlNode& extends) {
    if (extends.kind != YamlNode::Kind::scalar || extends.text.empty())
      fail(extends, "extends", "the path of a shot file, or FILE@TAKE");
    const FoundShot found = find_shot(extends.place().file, extends.text);
    const ShotReference& reference = found.reference;
    const std::string id = fmt::format("{}@{}", reference.file, reference.take);
    if (!found.why.empty()) fail(extends, "extends", found.why);
    if (std::find(chain_.begin(), chain_.end(), id) != chain_.end())
      fail(extends, "extends", "a shot that does not extend this one");
    if (chain_.size() >= most_files_in_a_row)
      fail(extends, "extends", too_long_a_chain("shots that extend each other"));
    if (!reference.take.empty()) {
      std::vector<Problem> ignored;  // reported when the file is read for its content
      if (const std::string why = unknown_take(reference, read_(reference.file, ignored));
          !why.empty())
        fail(extends, "extends", why);
    }
    YamlNode base = compose(reference);
    if (!base.find("shot")) fail(extends, "extends", "a shot file, which begins with `shot: NAME`");
    erase_keys(base, {"shot", "extends", "without", "takes"});
    return base;
  }

  // What is wrong with the take that `reference` names; "" if it exists. `root`: of its file.
  static std::string unknown_take(const ShotReference& reference, const YamlNode& root) {
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
    if (const std::string why = unknown_take(reference, root); !why.empty()) {
      Problem problem = file_problem(reference.file, why);
      problem.key = "takes";
      problem.found = in_quotes(reference.take);
      problems_.push_back(problem);
      throw InputError(problems_);
    }
    YamlNode take = *root.find("takes")->find(reference.take);
    erase_keys(root, {"extends", "without", "takes"});
    return with_take(std::move(root), reference.take, std::move(take));
  }

  const FieldInfo& info_;
  std::vector<Problem>& problems_;
  ReadTree read_;
  std::vector<std::string> chain_;  // references being read, to refuse cycles
};

}  // namespace

YamlNode compose_shot(const ShotReference& reference, std::vector<Problem>& problems,
                      const ReadTree& read) {
  return Composer(problems, read).compose(reference);
}

YamlNode compose_take(YamlNode shot, const std::string& name, YamlNode take,
                      std::vector<Problem>& problems) {
  ++work_done.shots_composed;
  return Composer(problems).with_take(std::move(shot), name, std::move(take));
}

}  // namespace gambol
