#include "schema/text_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "schema/text_places.h"
#include "schema/tree_path.h"

namespace gambol {
namespace {

const YamlEntry* entry_of(const YamlNode& mapping, const std::string& key) {
  for (const YamlEntry& entry : mapping.entries)
    if (entry.key == key) return &entry;
  return nullptr;
}

constexpr const char* gap = "   ";  // before a comment

std::string with_comment(const std::string& entry, const std::string& comment) {
  return comment.empty() ? entry : entry + gap + comment;
}

bool insert_in_flow(std::string& text, const YamlNode& mapping, std::size_t open,
                    const std::string& entry, const std::string& comment, EntryPlace place) {
  std::size_t at = open + 1;
  std::string added = entry;
  if (!mapping.entries.empty() && place == EntryPlace::first) {
    added += ", ";
  } else if (!mapping.entries.empty()) {
    at = end_of(text, mapping.entries.back().value, true);
    added.insert(0, ", ");
  }
  if (at == nowhere) return false;
  text.insert(at, added);
  if (!comment.empty()) text.insert(line_end(text, at + added.size()), gap + comment);
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
                  const std::string& comment, EntryPlace place) {
  if (mapping.kind != YamlNode::Kind::mapping) return false;
  const std::size_t at = begin_of(text, mapping);
  if (at == nowhere) return false;
  return is_flow(text, at) ? insert_in_flow(text, mapping, at, entry, comment, place)
                           : insert_in_block(text, mapping, with_comment(entry, comment), place);
}

bool is_block(const std::string& text, const YamlNode& mapping) {
  const std::size_t at = begin_of(text, mapping);
  return at != nowhere && !is_flow(text, at);
}

// The comments of all lines, behind each other.
std::string comments_in(const std::string& lines) {
  std::string all;
  for (std::size_t at = 0; at < lines.size(); at = next_line(lines, at)) {
    const std::string one = comment_behind(lines, at);
    if (!one.empty()) all += (all.empty() ? "" : " ") + one;
  }
  return all;
}

// The value between the colon and `end`. `next`: the entry that follows in flow style, or nullptr.
TakenEntry written_entry(const std::string& text, const YamlEntry& entry, std::size_t colon,
                         std::size_t end, bool in_flow, const YamlEntry* next) {
  TakenEntry taken;
  taken.is_block = entry.value.kind == YamlNode::Kind::mapping && is_block(text, entry.value);
  if (!taken.is_block) {
    const std::size_t begin = skip_blanks(text, colon + 1);
    taken.value = text.substr(begin, end - begin);
    // In flow style a comment is that of the last entry on its line, or of the whole mapping.
    if (!in_flow || (next && offset_of(text, next->line, 1) > end))
      taken.comment = comment_behind(text, end);
    taken.all_comments = taken.comment;
    return taken;
  }
  // Lines of a block begin with their indentation, and with comments above the first.
  const std::size_t begin = std::min(next_line(text, colon), end);
  taken.value = text.substr(begin, line_end(text, end) - begin);
  taken.comment = comment_behind(text, colon);
  const std::string inner = comments_in(taken.value);
  taken.all_comments = taken.comment + (taken.comment.empty() || inner.empty() ? "" : " ") + inner;
  return taken;
}

}  // namespace

bool add_entry(std::string& text, const YamlNode& mapping, const std::string& key,
               const std::string& value, EntryPlace place, const std::string& comment) {
  return insert_entry(text, mapping, fmt::format("{}: {}", key, value), comment, place);
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
  const std::size_t index = static_cast<std::size_t>(entry - mapping.entries.data());
  const bool has_next = index + 1 < mapping.entries.size();
  const TakenEntry taken = written_entry(text, *entry, colon, end, in_flow,
                                         has_next ? &mapping.entries[index + 1] : nullptr);
  if (mapping.entries.size() == 1) {
    if (in_flow) {
      const std::size_t open = begin_of(text, mapping);
      text.replace(open, flow_end(text, open) - open, "{}");
    } else {
      // A comment behind the key, or in lines of its own, stays there.
      const std::size_t own = text.find_first_not_of(" \t", line_start(text, at));
      const std::size_t from = own == at ? line_start(text, at) : written_before(text, at);
      text.erase(from, (own == at ? next_line(text, end) : line_end(text, end)) - from);
      text.insert(written_before(text, from), " {}");
    }
  } else if (!in_flow) {
    const std::size_t from = line_start(text, at);
    if (text.find_first_not_of(' ', from) != at) return {};  // behind a dash
    text.erase(from, next_line(text, end) - from);
  } else if (has_next) {
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
  if (!entry.is_block)
    return add_entry(text, mapping, key, entry.value, EntryPlace::last, entry.comment);
  if (!is_block(text, mapping))
    return add_entry(text, mapping, key, flow_text(value), EntryPlace::last, entry.all_comments);
  const std::size_t was = std::min(entry.value.find_first_not_of(' '), entry.value.size());
  const std::string indent(static_cast<std::size_t>(mapping.entries.at(0).col + 1), ' ');
  std::string lines = with_comment(key + ":", entry.comment);
  std::istringstream all(entry.value);
  for (std::string line; std::getline(all, line);) {
    if (line.ends_with('\r')) line.pop_back();
    const std::size_t own = std::min(line.find_first_not_of(' '), line.size());
    lines += line_break(text) + indent + line.substr(std::min(own, was));
  }
  return insert_entry(text, mapping, lines, "", EntryPlace::last);
}

}  // namespace gambol
