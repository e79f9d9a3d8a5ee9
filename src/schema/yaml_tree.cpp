#include "schema/yaml_tree.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "base/file_cache.h"
#include "base/text_file.h"
#include "base/work_done.h"
#include "schema/file_version.h"
#include "schema/yaml_faults.h"

namespace gambol {
namespace {

constexpr const char* as_a_key = " as a key";

// Translates byte offsets into lines and columns of characters.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {
    starts_.push_back(0);
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n') starts_.push_back(i + 1);
  }
  std::pair<int, int> at(std::size_t offset) const {
    offset = std::min(offset, text_.size());
    const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
    const std::size_t line = static_cast<std::size_t>(next - starts_.begin());
    // Continues from the last offset on the same line, so that a very long line is counted once
    // only.
    const std::size_t start = starts_[line - 1];
    if (start != counted_line_ || offset < counted_) {
      counted_line_ = counted_ = start;
      col_ = 1;
    }
    for (; counted_ < offset; ++counted_)
      if ((static_cast<unsigned char>(text_[counted_]) & 0xC0) != 0x80) ++col_;
    return {static_cast<int>(line), col_};
  }
  // yaml-cpp's marks count lines and columns of bytes from 0.
  std::size_t offset(const YAML::Mark& mark) const {
    if (mark.line < 0 || static_cast<std::size_t>(mark.line) >= starts_.size()) return text_.size();
    const std::size_t start = starts_[static_cast<std::size_t>(mark.line)];
    return std::min(start + static_cast<std::size_t>(std::max(mark.column, 0)), text_.size());
  }
  // Offset of the last `:` or `-` before a null that is not written: yaml-cpp marks such a null
  // where the next token begins, beyond blanks, line ends and comments.
  std::size_t before_null(std::size_t from, std::size_t mark) const {
    std::size_t last = from;
    bool comment = false;
    for (std::size_t i = from; i < mark && i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '\n') comment = false;
      if (c == '#' && (i == 0 || is_blank(text_[i - 1]))) comment = true;
      if (!comment && !is_blank(c)) last = i;
    }
    return last;
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  std::string_view text_;
  std::vector<std::size_t> starts_;
  mutable std::size_t counted_line_ = 0, counted_ = 0;
  mutable int col_ = 1;
};

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& text, const std::string& file, std::vector<Problem>& problems)
      : lines_(text),
        text_(text),
        file_(file),
        name_(std::make_shared<const std::string>(file)),
        problems_(problems) {}

  bool has_root() const { return has_root_; }
  YamlNode take_root() { return std::move(root_); }
  std::pair<int, int> at(const YAML::Mark& mark) const { return lines_.at(lines_.offset(mark)); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (has_root_) fail(lines_.offset(mark), "a second document", "one document per file");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const std::size_t offset = lines_.offset(mark);
    const bool written =
        text_.compare(offset, 1, "~") == 0 || text_.compare(offset, 4, "null") == 0 ||
        text_.compare(offset, 4, "Null") == 0 || text_.compare(offset, 4, "NULL") == 0;
    add(node(YamlNode::Kind::null, written ? offset : lines_.before_null(last_, offset)), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const std::size_t offset = lines_.offset(mark);
    refuse_tag(offset, tag);
    YamlNode n = node(YamlNode::Kind::scalar, offset);
    n.text = value;
    n.size += value.size() / 100;  // a long text is no cheaper to unfold than many short ones
    n.quoted = tag == "!";
    if (n.quoted) require_closed(offset);
    add(std::move(n), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const std::size_t offset = lines_.offset(mark);
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end())
      fail(offset, "an alias inside its own anchor", "a finished anchor");
    YamlNode n = found->second;
    std::tie(n.line, n.col) = lines_.at(offset);
    total_ += n.size;
    if (total_ > yaml_max_nodes) too_many(offset);
    if (static_cast<int>(open_.size()) + n.height > yaml_max_depth) too_deep(offset);
    last_ = offset + 1;
    add(std::move(n), 0);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    begin(YamlNode::Kind::sequence, mark, tag, anchor);
  }
  void OnSequenceEnd() override { end(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    begin(YamlNode::Kind::mapping, mark, tag, anchor);
  }
  void OnMapEnd() override { end(); }

 private:
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor;
    bool has_key = false;  // in a mapping: a key waits for its value
    std::string key;
    int key_line = 0, key_col = 0;
    std::map<std::string, int, std::less<>> key_lines;
  };

  [[noreturn]] void fail(std::size_t offset, const std::string& found,
                         const std::string& expected) const {
    const auto [line, col] = lines_.at(offset);
    throw InputError(Problem{{file_, line, col}, "", found, expected});
  }
  [[noreturn]] void too_deep(std::size_t offset) const {
    fail(offset, "lists and mappings nested more than " + std::to_string(yaml_max_depth) + " deep",
         "a flatter file");
  }

  [[noreturn]] void too_many(std::size_t offset) const {
    fail(offset, fmt::format("more than {} values, aliases unfolded", yaml_max_nodes),
         "a smaller file");
  }

  YamlNode node(YamlNode::Kind kind, std::size_t offset) {
    YamlNode n;
    n.kind = kind;
    n.file = name_;
    std::tie(n.line, n.col) = lines_.at(offset);
    last_ = std::max(last_, offset);
    if (++total_ > yaml_max_nodes) too_many(offset);
    return n;
  }

  // yaml-cpp accepts the end of the file in place of a missing closing quote.
  void require_closed(std::size_t offset) const {
    const char quote = offset < text_.size() ? text_[offset] : '\0';
    if (quote != '"' && quote != '\'') return;
    for (std::size_t i = offset + 1; i < text_.size(); ++i) {
      if (quote == '"' && text_[i] == '\\') {
        ++i;
      } else if (text_[i] == quote) {
        if (quote == '"' || i + 1 == text_.size() || text_[i + 1] != quote) return;
        ++i;
      }
    }
    fail(offset, "a text in quotes that does not end", "the closing quote");
  }

  void refuse_tag(std::size_t offset, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    const auto [line, col] = lines_.at(offset);
    problems_.push_back({{file_, line, col}, "", fmt::format("the tag {}", tag), "no tag"});
  }

  void begin(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag,
             YAML::anchor_t anchor) {
    const std::size_t offset = lines_.offset(mark);
    if (static_cast<int>(open_.size()) >= yaml_max_depth) too_deep(offset);
    if (!open_.empty() && open_.back().node.kind == YamlNode::Kind::mapping &&
        !open_.back().has_key)
      fail(offset, kind == YamlNode::Kind::mapping ? "a mapping as a key" : "a list as a key",
           "a name as a key");
    refuse_tag(offset, tag);
    open_.push_back({node(kind, offset), anchor, false, {}, 0, 0, {}});
  }

  void end() {
    Open done = std::move(open_.back());
    open_.pop_back();
    add(std::move(done.node), done.anchor);
  }

  void add(YamlNode n, YAML::anchor_t anchor) {
    if (anchor != 0) {
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

  Lines lines_;
  const std::string& text_;
  std::string file_;
  std::shared_ptr<const std::string> name_;  // file_, shared by all nodes
  std::vector<Problem>& problems_;
  std::vector<Open> open_;
  std::unordered_map<YAML::anchor_t, YamlNode> anchors_;
  YamlNode root_;
  bool has_root_ = false;
  std::size_t total_ = 0;
  std::size_t last_ = 0;  // offset of the last node read
};

// What is wrong where yaml-cpp says; "" if its own message is all there is.
std::string why_not_yaml(const std::string& text, const YAML::ParserException& e) {
  std::istringstream lines(text);
  std::string line;
  for (int i = 0; i <= e.mark.line && std::getline(lines, line); ++i) {
  }
  if (line.substr(0, line.find_first_not_of(" \t")).find('\t') != line.npos)
    return "a tab in the indentation, where only spaces are allowed";
  for (const char* alias : {YAML::ErrorMsg::UNKNOWN_ANCHOR, YAML::ErrorMsg::ALIAS_NOT_FOUND,
                            YAML::ErrorMsg::CHAR_IN_ALIAS})
    if (e.msg.starts_with(alias))
      return e.msg + "; a pattern that begins with * needs quotes, such as \"*_foot\"";
  return "";
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
  TreeBuilder builder(text, file, problems);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::ParserException& e) {
    const auto [line, col] = builder.at(e.mark);
    if (const std::string why = why_not_yaml(text, e); !why.empty()) {
      Problem problem = file_problem(file, "not valid YAML: " + why);
      std::tie(problem.place.line, problem.place.col) = std::pair(line, col);
      throw InputError(problem);
    }
    if (const auto fault = find_fault(text, line))
      throw InputError(Problem{{file, fault->line, fault->col}, "", fault->found, fault->expected});
    Problem problem = file_problem(file, "not valid YAML: " + e.msg);
    std::tie(problem.place.line, problem.place.col) = std::pair(line, col);
    throw InputError(problem);
  } catch (const InputError& e) {
    // A bracket that nothing closes makes a key of what it holds.
    const bool odd_key = e.problems().back().found.ends_with(as_a_key);
    if (const auto fault = odd_key ? find_fault(text, 0) : std::nullopt)
      throw InputError(Problem{{file, fault->line, fault->col}, "", fault->found, fault->expected});
    throw;
  } catch (const YAML::Exception& e) {
    throw InputError(file_problem(file, "not valid YAML: " + e.msg));
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
