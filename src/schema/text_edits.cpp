#include "schema/text_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "schema/tree_path.h"

namespace gambol {
namespace {

constexpr std::size_t nowhere = std::string::npos;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::size_t offset_of(const std::string& text, int line, int col) {
  std::size_t at = 0;
  for (int i = 1; i < line; ++i) {
    at = text.find('\n', at);
    if (at == nowhere) return nowhere;
    ++at;
  }
  for (int i = 1; i < col; ++i) {
    if (at >= text.size()) return nowhere;
    for (++at; at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;) ++at;
  }
  return at;
}

std::size_t line_start(const std::string& text, std::size_t at) {
  const std::size_t end = at == 0 ? nowhere : text.rfind('\n', at - 1);
  return end == nowhere ? 0 : end + 1;
}

std::size_t line_end(const std::string& text, std::size_t at) {
  std::size_t end = std::min(text.find('\n', at), text.size());
  return end > at && text[end - 1] == '\r' ? end - 1 : end;
}

const char* line_break(const std::string& text) {
  return text.find("\r\n") == nowhere ? "\n" : "\r\n";
}

// Beyond blanks, line ends and comments.
std::size_t skip_blanks(const std::string& text, std::size_t at) {
  while (at < text.size()) {
    if (text[at] == '#')
      at = line_end(text, at);
    else if (is_space(text[at]))
      ++at;
    else
      break;
  }
  return at;
}

// The end of a text in quotes that begins at `at`.
std::size_t quoted_end(const std::string& text, std::size_t at) {
  const char quote = text[at];
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (quote == '"' && text[i] == '\\')
      ++i;
    else if (text[i] == quote && quote == '\'' && i + 1 < text.size() && text[i + 1] == quote)
      ++i;
    else if (text[i] == quote)
      return i + 1;
  }
  return nowhere;
}

// Whether the character at `at` begins a token, rather than stands within a plain word.
bool begins_token(const std::string& text, std::size_t at) {
  return at == 0 || is_space(text[at - 1]) ||
         std::string_view("{[,:").find(text[at - 1]) != std::string_view::npos;
}

// The end of a flow mapping or list whose bracket opens at `at`.
std::size_t flow_end(const std::string& text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if ((c == '"' || c == '\'') && begins_token(text, i)) {
      i = quoted_end(text, i);
      if (i == nowhere) return nowhere;
      --i;
    } else if (c == '#' && i > 0 && is_space(text[i - 1])) {
      i = line_end(text, i);
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return i + 1;
    }
  }
  return nowhere;
}

std::size_t token_end(const std::string& text, std::size_t at) {
  while (at < text.size() && !is_space(text[at]) &&
         std::string_view(",]}").find(text[at]) == std::string_view::npos)
    ++at;
  return at;
}

// The offset of a node behind its anchor, or that of the node that an alias repeats.
std::size_t begin_of(const std::string& text, const YamlNode& node) {
  std::size_t at = offset_of(text, node.line, node.col);
  if (at == nowhere || at >= text.size()) return at;
  if (text[at] == '*') {
    const std::string name = text.substr(at + 1, token_end(text, at + 1) - at - 1);
    for (std::size_t found = text.rfind("&" + name, at); found != nowhere && found > 0;
         found = text.rfind("&" + name, found - 1)) {
      const std::size_t end = found + 1 + name.size();
      if (begins_token(text, found) && token_end(text, end) == end) return skip_blanks(text, end);
    }
    return nowhere;
  }
  if (text[at] == '&') at = skip_blanks(text, token_end(text, at));
  return at;
}

bool is_flow(const std::string& text, std::size_t at) {
  return at < text.size() && (text[at] == '{' || text[at] == '[');
}

// The end of a plain word.
std::size_t plain_end(const std::string& text, std::size_t at, bool in_flow) {
  std::size_t end = at;
  for (; end < text.size() && text[end] != '\n'; ++end) {
    if (text[end] == '#' && end > 0 && is_space(text[end - 1])) break;
    if (in_flow && std::string_view(",[]{}").find(text[end]) != std::string_view::npos) break;
  }
  while (end > at && is_space(text[end - 1])) --end;
  return end;
}

// The end of a value as it stands at its own place; `nowhere` if it cannot be found.
std::size_t end_of(const std::string& text, const YamlNode& node, bool in_flow) {
  const std::size_t own = offset_of(text, node.line, node.col);
  if (own == nowhere) return nowhere;
  if (own < text.size() && text[own] == '*') return token_end(text, own);
  const std::size_t at = begin_of(text, node);
  if (at == nowhere) return nowhere;
  if (is_flow(text, at)) return flow_end(text, at);
  switch (node.kind) {
    case YamlNode::Kind::null:
      return at < text.size() && (text[at] == '~' || text[at] == 'n' || text[at] == 'N')
                 ? token_end(text, at)
                 : at + 1;
    case YamlNode::Kind::scalar:
      if (at >= text.size()) return at;
      if (text[at] == '"' || text[at] == '\'') return quoted_end(text, at);
      return text[at] == '|' || text[at] == '>' || node.quoted ? nowhere
                                                               : plain_end(text, at, in_flow);
    case YamlNode::Kind::sequence:
      return node.items.empty() ? nowhere : end_of(text, node.items.back(), false);
    case YamlNode::Kind::mapping:
      return node.entries.empty() ? nowhere : end_of(text, node.entries.back().value, false);
  }
  return nowhere;
}

// Where the text of a mapping's entries begins.
std::size_t entries_begin(const std::string& text, const YamlNode& mapping) {
  return mapping.entries.empty() ? nowhere
                                 : offset_of(text, mapping.entries[0].line, mapping.entries[0].col);
}

const YamlEntry* entry_of(const YamlNode& mapping, const std::string& key) {
  for (const YamlEntry& entry : mapping.entries)
    if (entry.key == key) return &entry;
  return nullptr;
}

std::size_t key_end(const std::string& text, const YamlEntry& entry, std::size_t at) {
  if (at >= text.size()) return nowhere;
  if (text[at] == '"' || text[at] == '\'') return quoted_end(text, at);
  return text.compare(at, entry.key.size(), entry.key) == 0 ? at + entry.key.size() : nowhere;
}

bool insert_in_flow(std::string& text, const YamlNode& mapping, std::size_t open,
                    const std::string& entry, EntryPlace place) {
  if (mapping.entries.empty()) {
    text.insert(open + 1, entry);
    return true;
  }
  if (place == EntryPlace::first) {
    text.insert(open + 1, entry + ", ");
    return true;
  }
  const std::size_t end = end_of(text, mapping.entries.back().value, true);
  if (end == nowhere) return false;
  text.insert(end, ", " + entry);
  return true;
}

// `entry` may be several lines, which are indented by `indent` but for the first.
bool insert_in_block(std::string& text, const YamlNode& mapping, const std::string& entry,
                     EntryPlace place) {
  const std::size_t begin = entries_begin(text, mapping);
  if (begin == nowhere) return false;
  const std::string indent(static_cast<std::size_t>(mapping.entries[0].col - 1), ' ');
  const std::size_t end =
      place == EntryPlace::last ? end_of(text, mapping.entries.back().value, false) : nowhere;
  if (end == nowhere)
    text.insert(begin, entry + line_break(text) + indent);
  else
    text.insert(line_end(text, end), line_break(text) + indent + entry);
  return true;
}

bool insert_entry(std::string& text, const YamlNode& mapping, const std::string& entry,
                  EntryPlace place) {
  if (mapping.kind != YamlNode::Kind::mapping) return false;
  const std::size_t at = begin_of(text, mapping);
  if (at == nowhere) return false;
  return is_flow(text, at) ? insert_in_flow(text, mapping, at, entry, place)
                           : insert_in_block(text, mapping, entry, place);
}

bool is_block(const std::string& text, const YamlNode& mapping) {
  const std::size_t at = begin_of(text, mapping);
  return at != nowhere && !is_flow(text, at);
}

}  // namespace

bool add_entry(std::string& text, const YamlNode& mapping, const std::string& key,
               const std::string& value, EntryPlace place) {
  return insert_entry(text, mapping, fmt::format("{}: {}", key, value), place);
}

bool rename_key(std::string& text, const YamlEntry& entry, const std::string& key) {
  const std::size_t at = offset_of(text, entry.line, entry.col);
  const std::size_t end = at == nowhere ? nowhere : key_end(text, entry, at);
  if (end == nowhere) return false;
  text.replace(at, end - at, key);
  return true;
}

bool replace_scalar(std::string& text, const YamlNode& scalar, const std::string& value) {
  const std::size_t at = begin_of(text, scalar);
  if (at == nowhere || scalar.kind != YamlNode::Kind::scalar) return false;
  const bool in_quotes = at < text.size() && (text[at] == '"' || text[at] == '\'');
  if (!in_quotes && text.compare(at, scalar.text.size(), scalar.text) != 0) return false;
  const std::size_t end = in_quotes ? quoted_end(text, at) : at + scalar.text.size();
  if (end == nowhere) return false;
  text.replace(at, end - at, value);
  return true;
}

bool add_text(std::string& text, const YamlNode& list, const std::string& value) {
  if (list.kind == YamlNode::Kind::scalar)
    return replace_scalar(text, list, fmt::format("[{}, {}]", list.text, value));
  const std::size_t own = offset_of(text, list.line, list.col);
  if (list.kind != YamlNode::Kind::sequence || own == nowhere || text[own] == '*') return false;
  const std::size_t at = begin_of(text, list);
  if (at == nowhere) return false;
  if (list.items.empty()) {
    if (is_flow(text, at)) text.insert(at + 1, value);
    return is_flow(text, at);
  }
  const std::size_t end = end_of(text, list.items.back(), is_flow(text, at));
  if (end == nowhere) return false;
  if (is_flow(text, at)) {
    text.insert(end, ", " + value);
    return true;
  }
  const std::size_t item = offset_of(text, list.items[0].line, list.items[0].col);
  const std::size_t dash = text.rfind('-', item);
  if (dash == nowhere) return false;
  const std::string indent(dash - line_start(text, dash), ' ');
  text.insert(line_end(text, end), line_break(text) + indent + "- " + value);
  return true;
}

std::optional<TakenEntry> take_entry(std::string& text, const YamlNode& mapping,
                                     const std::string& key) {
  const YamlEntry* entry = entry_of(mapping, key);
  if (!entry) return {};
  const bool in_flow = !is_block(text, mapping);
  const std::size_t at = offset_of(text, entry->line, entry->col);
  const std::size_t colon = at == nowhere ? nowhere : text.find(':', key_end(text, *entry, at));
  const std::size_t end = end_of(text, entry->value, in_flow);
  if (colon == nowhere || end == nowhere || end <= colon) return {};
  TakenEntry taken;
  taken.is_block = entry->value.kind == YamlNode::Kind::mapping && is_block(text, entry->value);
  std::size_t begin = skip_blanks(text, colon + 1);
  // Lines of a block begin with their indentation, and with comments above the first.
  if (taken.is_block) begin = std::min(line_end(text, colon) + 1, end);
  taken.value = text.substr(begin, end - begin);
  const std::size_t index = static_cast<std::size_t>(entry - mapping.entries.data());
  if (mapping.entries.size() == 1) {
    if (in_flow) {
      const std::size_t open = begin_of(text, mapping);
      text.replace(open, flow_end(text, open) - open, "{}");
    } else {
      const std::size_t above = text.find_last_not_of(" \r\n", at - 1);
      text.replace(above + 1, line_end(text, end) - above - 1, " {}");
    }
  } else if (!in_flow) {
    const std::size_t from = line_start(text, at);
    if (text.find_first_not_of(' ', from) != at) return {};  // behind a dash
    text.erase(from, std::min(text.find('\n', end), text.size() - 1) + 1 - from);
  } else if (index + 1 < mapping.entries.size()) {
    const YamlEntry& next = mapping.entries[index + 1];
    text.erase(at, offset_of(text, next.line, next.col) - at);
  } else {
    const std::size_t before = end_of(text, mapping.entries[index - 1].value, true);
    if (before == nowhere) return {};
    text.erase(before, end - before);
  }
  return taken;
}

bool put_entry(std::string& text, const YamlNode& mapping, const std::string& key,
               const TakenEntry& entry, const YamlNode& value) {
  if (!entry.is_block) return add_entry(text, mapping, key, entry.value);
  if (!is_block(text, mapping)) return add_entry(text, mapping, key, flow_text(value));
  const std::size_t was = std::min(entry.value.find_first_not_of(' '), entry.value.size());
  const std::string indent(static_cast<std::size_t>(mapping.entries.at(0).col + 1), ' ');
  std::string lines = key + ":";
  std::istringstream all(entry.value);
  for (std::string line; std::getline(all, line);) {
    const std::size_t own = std::min(line.find_first_not_of(' '), line.size());
    lines += line_break(text) + indent + line.substr(std::min(own, was));
  }
  return insert_entry(text, mapping, lines, EntryPlace::last);
}

}  // namespace gambol
