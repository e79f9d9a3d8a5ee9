#include "schema/yaml_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "base/file_cache.h"
#include "base/text_file.h"
#include "base/work_done.h"
#include "schema/file_version.h"
#include "schema/yaml_events.h"
#include "schema/yaml_faults.h"

namespace gambol {
namespace {

constexpr const char* as_a_key = " as a key";

class TreeBuilder {
 public:
  TreeBuilder(const std::string& file, std::vector<Problem>& problems)
      : file_(file), name_(std::make_shared<const std::string>(file)), problems_(problems) {}

  bool has_root() const { return has_root_; }
  YamlNode take_root() { return std::move(root_); }

  void take(YamlEvent event) {
    switch (event.kind) {
      case YamlEvent::Kind::document:
        if (has_root_) fail(event, "a second document", "one document per file");
        break;
      case YamlEvent::Kind::scalar:
        take_scalar(std::move(event));
        break;
      case YamlEvent::Kind::alias:
        take_alias(event);
        break;
      case YamlEvent::Kind::sequence:
        begin(YamlNode::Kind::sequence, std::move(event));
        break;
      case YamlEvent::Kind::mapping:
        begin(YamlNode::Kind::mapping, std::move(event));
        break;
      case YamlEvent::Kind::end:
        end();
        break;
      case YamlEvent::Kind::other:
        break;
    }
  }

 private:
  struct Open {
    YamlNode node;
    std::string anchor;
    bool has_key = false;  // in a mapping: a key waits for its value
    std::string key;
    int key_line = 0, key_col = 0;
    std::map<std::string, int, std::less<>> key_lines;
  };

  void take_scalar(YamlEvent event) {
    const bool plain = !event.quoted && event.tag.empty();
    const std::string_view text = event.text;
    if (plain &&
        (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL"))
      return add(node(YamlNode::Kind::null, event), event.anchor);
    refuse_tag(event);
    YamlNode n = node(YamlNode::Kind::scalar, event);
    n.text = std::move(event.text);
    n.size += n.text.size() / 100;  // a long text is no cheaper to unfold than many short ones
    n.quoted = event.quoted || event.tag == "!";
    add(std::move(n), event.anchor);
  }

  void take_alias(const YamlEvent& event) {
    for (const Open& open : open_)
      if (open.anchor == event.anchor)
        fail(event, "an alias inside its own anchor", "a finished anchor");
    const auto found = anchors_.find(event.anchor);
    if (found == anchors_.end())
      throw YamlSyntaxError{event.line, event.col, "there is no anchor &" + event.anchor, true};
    YamlNode n = found->second;
    n.line = event.line;
    n.col = event.col;
    total_ += n.size;
    if (total_ > yaml_max_nodes) too_many(event);
    if (static_cast<int>(open_.size()) + n.height > yaml_max_depth) too_deep(event);
    add(std::move(n), "");
  }

  [[noreturn]] void fail(const YamlEvent& event, const std::string& found,
                         const std::string& expected) const {
    throw InputError(Problem{{file_, event.line, event.col}, "", found, expected});
  }
  [[noreturn]] void too_deep(const YamlEvent& event) const {
    fail(event, "lists and mappings nested more than " + std::to_string(yaml_max_depth) + " deep",
         "a flatter file");
  }

  [[noreturn]] void too_many(const YamlEvent& event) const {
    fail(event, fmt::format("more than {} values, aliases unfolded", yaml_max_nodes),
         "a smaller file");
  }

  YamlNode node(YamlNode::Kind kind, const YamlEvent& event) {
    YamlNode n;
    n.kind = kind;
    n.file = name_;
    n.line = event.line;
    n.col = event.col;
    if (++total_ > yaml_max_nodes) too_many(event);
    return n;
  }

  void refuse_tag(const YamlEvent& event) {
    if (event.tag.empty() || event.tag == "!") return;
    problems_.push_back(
        {{file_, event.line, event.col}, "", fmt::format("the tag {}", event.tag), "no tag"});
  }

  void begin(YamlNode::Kind kind, YamlEvent event) {
    if (static_cast<int>(open_.size()) >= yaml_max_depth) too_deep(event);
    if (!open_.empty() && open_.back().node.kind == YamlNode::Kind::mapping &&
        !open_.back().has_key)
      fail(event, kind == YamlNode::Kind::mapping ? "a mapping as a key" : "a list as a key",
           "a name as a key");
    refuse_tag(event);
    open_.push_back({node(kind, event), std::move(event.anchor), false, {}, 0, 0, {}});
  }

  void end() {
    Open done = std::move(open_.back());
    open_.pop_back();
    add(std::move(done.node), done.anchor);
  }

  void add(YamlNode n, const std::string& anchor) {
    if (!anchor.empty()) {
      total_ += n.size;
      anchors_[anchor] = n;
    }
    if (open_.empty()) {
      root_ = std::move(n);
      has_root_ = true;
      return;
    }
    Open& parent = open_.back();
    if (parent.node.kind == YamlNode::Kind::mapping && !parent.has_key) return set_key(parent, n);
    parent.node.height = std::max(parent.node.height, n.height + 1);
    parent.node.size += n.size;
    if (parent.node.kind == YamlNode::Kind::sequence) {
      parent.node.items.push_back(std::move(n));
      return;
    }
    parent.has_key = false;
    if (parent.key == "<<") return;  // reported with its key
    const auto [first, is_new] = parent.key_lines.emplace(parent.key, parent.key_line);
    if (is_new) {
      parent.node.entries.push_back(
          {std::move(parent.key), parent.key_line, parent.key_col, std::move(n)});
    } else {
      problems_.push_back({{file_, parent.key_line, parent.key_col},
                           parent.key,
                           fmt::format("a second time (first on line {})", first->second),
                           "each key once"});
    }
  }

  void set_key(Open& parent, const YamlNode& key) {
    if (key.kind == YamlNode::Kind::null || key.kind == YamlNode::Kind::scalar) {
      parent.has_key = true;
      parent.key = key.kind == YamlNode::Kind::null ? "~" : key.text;
      parent.key_line = key.line;
      parent.key_col = key.col;
      if (parent.key == "<<" && !key.quoted)
        problems_.push_back({{file_, key.line, key.col},
                             "<<",
                             "a merge key",
                             "the keys themselves: gambol does not merge mappings"});
      return;
    }
    throw InputError(
        Problem{{file_, key.line, key.col}, "", describe(key) + as_a_key, "a name as a key"});
  }

  std::string file_;
  std::shared_ptr<const std::string> name_;  // file_, shared by all nodes
  std::vector<Problem>& problems_;
  std::vector<Open> open_;
  std::unordered_map<std::string, YamlNode> anchors_;
  YamlNode root_;
  bool has_root_ = false;
  std::size_t total_ = 0;
};

// What is wrong where libyaml says; "" if its own message is all there is.
std::string why_not_yaml(const std::string& text, const YamlSyntaxError& e) {
  std::istringstream lines(text);
  std::string line;
  for (int i = 0; i < e.line && std::getline(lines, line); ++i) {
  }
  if (line.substr(0, line.find_first_not_of(" \t")).find('\t') != line.npos)
    return "a tab in the indentation, where only spaces are allowed";
  if (e.in_alias)
    return e.message + "; a pattern that begins with * needs quotes, such as \"*_foot\"";
  return "";
}

[[noreturn]] void refuse_syntax(const std::string& text, const std::string& file,
                                const YamlSyntaxError& e) {
  const std::string why = why_not_yaml(text, e);
  if (const auto fault = why.empty() ? find_fault(text, e.line) : std::nullopt)
    throw InputError(Problem{{file, fault->line, fault->col}, "", fault->found, fault->expected});
  Problem problem =
      file_problem(file, "not valid YAML: " + (why.empty() ? in_plain_words(e.message) : why));
  problem.place.line = e.line;
  problem.place.col = e.col;
  throw InputError(problem);
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const YamlEntry& entry : entries)
    if (entry.key == key) return &entry.value;
  return nullptr;
}

std::string describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "nothing";
    case YamlNode::Kind::sequence:
      return node.items.empty() ? "an empty list" : fmt::format("a list of {}", node.items.size());
    case YamlNode::Kind::mapping:
      return "a mapping";
    case YamlNode::Kind::scalar:
      break;
  }
  return in_quotes(node.text);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  if (text.size() <= longest) return fmt::format("\"{}\"", text);
  std::size_t cut = longest;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return fmt::format("\"{}...\"", text.substr(0, cut));
}

YamlNode parse_yaml(const std::string& text, const std::string& file,
                    std::vector<Problem>& problems) {
  work_done.bytes_parsed += std::ssize(text);
  require_text(text, file);
  TreeBuilder builder(file, problems);
  try {
    YamlEvents events(text);
    for (bool more = true; more;) {
      YamlEvent event = events.next();
      more = !event.is_last;
      builder.take(std::move(event));
    }
  } catch (const YamlSyntaxError& e) {
    refuse_syntax(text, file, e);
  } catch (const InputError& e) {
    // A bracket that nothing closes makes a key of what it holds.
    const bool odd_key = e.problems().back().found.ends_with(as_a_key);
    if (const auto fault = odd_key ? find_fault(text, 0) : std::nullopt)
      throw InputError(Problem{{file, fault->line, fault->col}, "", fault->found, fault->expected});
    throw;
  }
  YamlNode root = builder.take_root();
  if (!builder.has_root() || root.kind == YamlNode::Kind::null)
    throw InputError(
        file_problem(file, "found an empty file, expected a mapping of keys to values"));
  if (root.kind != YamlNode::Kind::mapping)
    throw InputError(
        Problem{{file, root.line, root.col}, "", describe(root), "a mapping of keys to values"});
  return root;
}

namespace {

struct TreeOfFile {
  YamlNode root;
  std::vector<Problem> problems;
};

TreeOfFile tree_of(const std::string& path) {
  TreeOfFile tree;
  tree.root = parse_yaml(read_text_file(path, yaml_max_bytes), path, tree.problems);
  take_version(tree.root, tree.problems);
  return tree;
}

}  // namespace

YamlNode read_yaml(const std::string& path, std::vector<Problem>& problems) {
  constexpr std::size_t most_bytes = 8 << 20;  // of text: as trees some 20 times as much
  static FileCache<TreeOfFile> trees(most_bytes);
  const auto tree = trees.get(path, [&] { return tree_of(path); });
  problems.insert(problems.end(), tree->problems.begin(), tree->problems.end());
  return tree->root;
}

}  // namespace gambol
