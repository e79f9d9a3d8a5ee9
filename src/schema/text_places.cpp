#include "schema/text_places.h"

#include <algorithm>
#include <string_view>

namespace gambol {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Whether the character at `at` begins a token, rather than stands within a plain word.
bool begins_token(const std::string& text, std::size_t at) {
  return at == 0 || is_space(text[at - 1]) ||
         std::string_view("{[,:").find(text[at - 1]) != std::string_view::npos;
}

std::size_t token_end(const std::string& text, std::size_t at) {
  while (at < text.size() && !is_space(text[at]) &&
         std::string_view(",]}").find(text[at]) == std::string_view::npos)
    ++at;
  return at;
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

}  // namespace

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

std::size_t next_line(const std::string& text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == nowhere ? text.size() : end + 1;
}

const char* line_break(const std::string& text) {
  return text.find("\r\n") == nowhere ? "\n" : "\r\n";
}

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

std::size_t written_before(const std::string& text, std::size_t at) {
  for (std::size_t begin = line_start(text, at);; begin = line_start(text, begin - 1)) {
    std::size_t end = begin;
    for (std::size_t i = begin; i < at && text[i] != '\n'; ++i) {
      if (text[i] == '#' && (i == 0 || is_space(text[i - 1]))) break;
      if ((text[i] == '"' || text[i] == '\'') && begins_token(text, i))
        i = std::min(quoted_end(text, i), at) - 1;
      if (!is_space(text[i])) end = i + 1;
    }
    if (end > begin || begin == 0) return end;
  }
}

std::string comment_behind(const std::string& text, std::size_t at) {
  const std::size_t end = line_end(text, at);
  const std::size_t begin = std::max(written_before(text, end), line_start(text, at));
  const std::size_t comment = text.find('#', begin);
  return comment < end ? text.substr(comment, end - comment) : "";
}

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

std::size_t entries_begin(const std::string& text, const YamlNode& mapping) {
  return mapping.entries.empty() ? nowhere
                                 : offset_of(text, mapping.entries[0].line, mapping.entries[0].col);
}

std::size_t key_end(const std::string& text, const YamlEntry& entry, std::size_t at) {
  if (at >= text.size()) return nowhere;
  if (text[at] == '"' || text[at] == '\'') return quoted_end(text, at);
  return text.compare(at, entry.key.size(), entry.key) == 0 ? at + entry.key.size() : nowhere;
}

}  // namespace gambol
