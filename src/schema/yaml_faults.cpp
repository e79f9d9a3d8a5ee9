#include "schema/yaml_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <utility>
#include <vector>

namespace gambol {
namespace {

using TextLines = std::vector<std::string>;

TextLines lines_of(const std::string& text) {
  TextLines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

int column(const std::string& line, std::size_t byte) {
  return 1 + static_cast<int>(std::count_if(line.begin(), line.begin() + byte, [](char c) {
           return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
         }));
}

std::size_t indent(const std::string& line) {
  const std::size_t at = line.find_first_not_of(' ');
  return at == line.npos ? line.size() : at;
}

bool is_blank(const std::string& line) {
  const std::size_t at = line.find_first_not_of(" \t");
  return at == line.npos || line[at] == '#';
}

// std::regex takes a stack as deep as the line is long: one that no author writes matches nothing.
bool matches(const std::string& line, const std::regex& pattern, std::smatch* parts = nullptr) {
  constexpr std::size_t longest = 400;
  if (line.size() > longest) return false;
  std::smatch ignored;
  return std::regex_match(line, parts ? *parts : ignored, pattern);
}

bool begins_a_key_or_item(const std::string& line) {
  static const std::regex key(R"(^\s*(-\s+)*[\w.*"'?-]+:(\s.*)?$|^\s*-(\s.*)?$)");
  return matches(line, key);
}

// A text over several lines, after `|` or `>`, in which nothing has a meaning.
bool begins_a_literal(const std::string& line) {
  static const std::regex literal(R"(^.*[:-]\s+[|>][-+0-9]*\s*(#.*)?$)");
  return matches(line, literal);
}

// Follows brackets, quotes and comments.
class BracketReader {
 public:
  explicit BracketReader(const TextLines& lines) : lines_(lines) {}

  std::optional<YamlFault> fault() {
    for (line_ = 0; line_ < lines_.size(); ++line_) {
      if (quote_ == 0 && !open_.empty() && !is_blank(lines_[line_]) && goes_on_without()) break;
      if (const auto wrong = read_line()) return wrong;
      if (open_.empty() && quote_ == 0 && begins_a_literal(lines_[line_])) skip_literal();
    }
    if (quote_ != 0)
      return YamlFault{static_cast<int>(quote_line_ + 1), column(lines_[quote_line_], quote_byte_),
                       "a text in quotes that does not end", "the closing quote"};
    if (open_.empty()) return {};
    const OpenBracket& last = open_.back();
    const std::string closing(1, last.closing);
    if (comment_line_ && *comment_line_ >= last.line)
      return YamlFault{static_cast<int>(*comment_line_ + 1),
                       column(lines_[*comment_line_], comment_byte_), "a # in brackets",
                       fmt::format("no {} after it: from # on, the line is a comment", closing)};
    const std::string& line = lines_[last.line];
    return YamlFault{static_cast<int>(last.line + 1), column(line, last.byte),
                     fmt::format("a {} that nothing closes", line[last.byte]), closing};
  }

 private:
  struct OpenBracket {
    char closing;
    std::size_t line, byte;
  };

  // Whether the line is one of the mapping or list that the first bracket is in.
  bool goes_on_without() const {
    return indent(lines_[line_]) <= indent(lines_[open_.front().line]) &&
           begins_a_key_or_item(lines_[line_]);
  }

  std::optional<YamlFault> read_line() {
    const std::string& line = lines_[line_];
    bool begins = !goes_on(line);  // a value, or a key, may begin here
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i], next = i + 1 < line.size() ? line[i + 1] : ' ';
      if (quote_ != 0) {
        if ((quote_ == '"' && c == '\\') || (quote_ == '\'' && c == '\'' && next == '\''))
          ++i;
        else if (c == quote_)
          quote_ = 0;
        continue;
      }
      if (c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) {
        note_comment(i);
        break;
      }
      if ((c == '"' || c == '\'') && begins) {
        quote_ = c;
        quote_line_ = line_;
        quote_byte_ = i;
      } else if ((c == '[' || c == '{') && (begins || !open_.empty())) {
        open_.push_back({c == '[' ? ']' : '}', line_, i});
        begins = true;
        continue;
      } else if ((c == ']' || c == '}') && !open_.empty()) {
        if (open_.back().closing != c) return wrong_closing(i);
        open_.pop_back();
      } else if ((c == '&' || c == '!') && begins) {
        while (i + 1 < line.size() && line[i + 1] != ' ') ++i;
        continue;
      }
      const bool separates =
          ((c == ':' || (c == '-' && begins)) && next == ' ') || (c == ',' && !open_.empty());
      if (separates)
        begins = true;
      else if (c != ' ' && c != '\t')
        begins = false;
    }
    if (!is_blank(line)) in_text_ = open_.empty() && quote_ == 0 && !begins;
    return {};
  }

  // Whether the line goes on with a text without quotes that the line before began.
  bool goes_on(const std::string& line) {
    if (quote_ != 0 || !open_.empty() || is_blank(line)) return false;
    const bool on = in_text_ && indent(line) > text_indent_ && !begins_a_key_or_item(line);
    if (!on) text_indent_ = indent(line);
    return on;
  }

  void note_comment(std::size_t byte) {
    if (open_.empty() || comment_line_) return;
    if (lines_[line_].find(open_.back().closing, byte) == std::string::npos) return;
    comment_line_ = line_;
    comment_byte_ = byte;
  }

  YamlFault wrong_closing(std::size_t byte) const {
    const OpenBracket& last = open_.back();
    const std::string& line = lines_[line_];
    return {static_cast<int>(line_ + 1), column(line, byte), fmt::format("{}", line[byte]),
            fmt::format("{}, for the bracket of line {}, column {}", last.closing, last.line + 1,
                        column(lines_[last.line], last.byte))};
  }

  void skip_literal() {
    const std::size_t outer = indent(lines_[line_]);
    while (line_ + 1 < lines_.size() &&
           (is_blank(lines_[line_ + 1]) || indent(lines_[line_ + 1]) > outer))
      ++line_;
  }

  const TextLines& lines_;
  std::size_t line_ = 0;
  char quote_ = 0;
  std::size_t quote_line_ = 0, quote_byte_ = 0;
  bool in_text_ = false;         // whether the last line ended in a text without quotes
  std::size_t text_indent_ = 0;  // of the line that began it
  std::vector<OpenBracket> open_;
  std::optional<std::size_t> comment_line_;
  std::size_t comment_byte_ = 0;
};

YamlFault at(const TextLines& lines, std::size_t line, std::size_t byte, std::string found,
             std::string expected) {
  return {static_cast<int>(line + 1), column(lines[line], byte), std::move(found),
          std::move(expected)};
}

std::optional<YamlFault> missing_space(const TextLines& lines, std::size_t i) {
  static const std::regex dash(R"(^(\s*)-([^\s-].*)$)"),
      colon(R"(^(\s*(?:-\s+)?)([\w.]+):([^\s:/][^:]*)$)");
  std::smatch part;
  if (matches(lines[i], dash, &part))
    return at(lines, i, part.length(1), fmt::format("-{}", part.str(2)), "a space after the dash");
  if (matches(lines[i], colon, &part))
    return at(lines, i, part.length(1), fmt::format("{}:{}", part.str(2), part.str(3)),
              "a space after the colon");
  return {};
}

std::optional<YamlFault> second_colon(const TextLines& lines, std::size_t i) {
  static const std::regex twice(R"(^(\s*(?:-\s+)?[\w.]+:\s+[^"'\[{#|>&*][^#]*?):(\s.*)?$)");
  std::smatch part;
  if (!matches(lines[i], twice, &part)) return {};
  return at(lines, i, part.length(1), "a second colon in this line",
            "quotes around the value, as a colon and a space end a key");
}

std::optional<YamlFault> reserved_character(const TextLines& lines, std::size_t i) {
  static const std::regex reserved(R"(^(.*?(?:[:,\[{-]\s*|^\s*))([@`%][^\s,\]}]*).*$)");
  std::smatch part;
  if (!matches(lines[i], reserved, &part)) return {};
  return at(lines, i, part.length(1), part.str(2), "quotes around a text that begins so");
}

// { a: 1 b: 2 }
std::optional<YamlFault> missing_comma(const TextLines& lines, std::size_t i) {
  static const std::regex two(
      R"(^(.*\{(?:[^{}]*[,{])?\s*[\w.]+:\s+[^\s,{}\[\]"'#](?:[^,{}\[\]"'#]*[^\s,{}\[\]"'#])?)\s+([\w.]+):\s.*$)");
  std::smatch part;
  if (!matches(lines[i], two, &part)) return {};
  return at(lines, i, part.position(2), fmt::format("{}: after a value", part.str(2)),
            "a comma before the next key");
}

// The same over the end of a line.
std::optional<YamlFault> missing_comma_at_end(const TextLines& lines, std::size_t above,
                                              std::size_t i) {
  static const std::regex ends(R"(^.*[^\s,{\[#]\s*$)"), key(R"(^\s*[\w.]+:\s.*$)");
  std::ptrdiff_t open = 0;
  for (std::size_t k = 0; k <= above; ++k)
    open += std::count(lines[k].begin(), lines[k].end(), '{') -
            std::count(lines[k].begin(), lines[k].end(), '}');
  if (above == i || open <= 0 || !matches(lines[above], ends) || !matches(lines[i], key)) return {};
  const std::size_t end = lines[above].find_last_not_of(" \t");
  return at(lines, above, end, "a line in braces that ends without a comma",
            "a comma before the next key");
}

// A key without its colon: words alone, where the next line is a key or item beside or below it.
std::optional<YamlFault> missing_colon(const TextLines& lines, std::size_t i) {
  static const std::regex words(R"(^(\s*(?:-\s+)?)([A-Za-z_][\w.]*)(\s+[^\s:#][^:#]*)?$)");
  std::smatch part;
  if (!matches(lines[i], words, &part)) return {};
  std::size_t below = i + 1;
  while (below < lines.size() && is_blank(lines[below])) ++below;
  if (below == lines.size() || indent(lines[below]) < indent(lines[i]) ||
      !begins_a_key_or_item(lines[below]))
    return {};
  return at(lines, i, part.length(1), fmt::format("\"{}{}\"", part.str(2), part.str(3)),
            fmt::format("a colon after a key ({}:{})", part.str(2), part.str(3)));
}

std::optional<YamlFault> indentation(const TextLines& lines, std::size_t i) {
  std::vector<std::size_t> open;  // indentations of the mappings and lists that line i is in
  std::size_t above = i;
  for (std::size_t k = 0; k < i; ++k) {
    if (is_blank(lines[k])) continue;
    above = k;
    while (!open.empty() && open.back() > indent(lines[k])) open.pop_back();
    if (open.empty() || open.back() < indent(lines[k])) open.push_back(indent(lines[k]));
  }
  if (above == i) return {};
  const std::size_t mine = indent(lines[i]);
  static const std::regex has_value(R"(^\s*(?:-\s+)?[\w.*"'?-]+:\s+[^\s#&!|>].*$)");
  if (mine > indent(lines[above]) && matches(lines[above], has_value))
    return at(
        lines, i, mine, fmt::format("a line that is indented by {}", mine),
        fmt::format("{}, as the line above, which has its value already", indent(lines[above])));
  if (mine > indent(lines[above]) || std::find(open.begin(), open.end(), mine) != open.end())
    return {};
  std::string fitting;
  for (const std::size_t level : open)
    fitting += (fitting.empty() ? "" : " or ") + std::to_string(level);
  return at(lines, i, mine, fmt::format("a line that is indented by {}", mine),
            fmt::format("{}, as lines above", fitting));
}

constexpr std::pair<const char*, const char*> plain_words[] = {
    {"did not find expected '-' indicator",
     "a line that is no element of the list above: it needs a dash, or less indentation"},
    {"did not find expected key",
     "a line that is no key of the mapping above: it needs a colon, or another indentation"},
    {"did not find expected ',' or '}'", "a comma or } is missing before this place"},
    {"did not find expected ',' or ']'", "a comma or ] is missing before this place"},
    {"did not find expected node content", "a value is missing here"},
    {"found character that cannot start any token",
     "a text that begins with this character needs quotes"},
    {"mapping values are not allowed in this context",
     "a key stands here, where a value is expected: it needs a line of its own, or the value "
     "quotes"},
    {"could not find expected ':'", "a key before this place needs a colon and a space"},
    {"found undefined tag handle", "a text that begins with ! needs quotes"},
    {"found unknown escape character",
     "a \\ in double quotes begins an escape: write \\\\, or single quotes"},
};

}  // namespace

std::string in_plain_words(const std::string& message) {
  for (const auto& [theirs, ours] : plain_words)
    if (message == theirs) return ours;
  return message;
}

std::optional<YamlFault> find_fault(const std::string& text, int noticed_line) {
  const TextLines lines = lines_of(text);
  if (const auto fault = BracketReader(lines).fault()) return fault;
  if (noticed_line < 1 || noticed_line > static_cast<int>(lines.size())) return {};
  const std::size_t here = static_cast<std::size_t>(noticed_line) - 1;
  std::size_t above = here;
  while (above > 0 && is_blank(lines[above - 1])) --above;
  if (above > 0) --above;
  if (const auto fault = missing_comma_at_end(lines, above, here)) return fault;
  for (const auto& rule :
       {missing_comma, missing_space, missing_colon, second_colon, reserved_character})
    for (const std::size_t line : {above, here})
      if (const auto fault = rule(lines, line)) return fault;
  return indentation(lines, here);
}

}  // namespace gambol
