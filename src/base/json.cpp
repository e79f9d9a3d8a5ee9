#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/utf8.h"

namespace gambol {
namespace {

bool is_bare(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

// The first character of `text` that JSON may need to have escaped; returns its length in bytes.
std::size_t escape_first(std::string_view text, std::string& out) {
  const std::size_t length = utf8_length(text);
  const char c = text[0];
  if (length == 0)
    out += "\\ufffd";  // a file name may contain any bytes
  else if (static_cast<unsigned char>(c) < 0x20)
    out += fmt::format("\\u{:04x}", static_cast<int>(c));
  else if (c == '"' || c == '\\')
    (out += '\\') += c;
  else
    out += text.substr(0, length);
  return std::max<std::size_t>(length, 1);
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_bare);
    out.append(text.begin(), end);
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    if (!text.empty()) text.remove_prefix(escape_first(text, out));
  }
  return out + '"';
}

// Texts contain no newlines, because they are escaped: every newline is one of layout.
void append_indented(std::string_view lines, std::string& out) {
  for (const char c : lines) {
    out += c;
    if (c == '\n') out += "  ";
  }
}

}  // namespace

Json::Json(std::string_view text) : text_(quoted(text)) {}

Json Json::verbatim(std::string text) {
  Json json = false;
  json.text_ = std::move(text);
  return json;
}

Json Json::number(double x) { return verbatim(std::isfinite(x) ? fmt::format("{}", x) : "null"); }

Json Json::number(double x, int digits) {
  return verbatim(std::isfinite(x) ? fmt::format("{:.{}g}", x, digits) : "null");
}

Json Json::fixed(double x, int decimals) {
  return verbatim(std::isfinite(x) ? fmt::format("{:.{}f}", x, decimals) : "null");
}

void Json::append_item(std::string start, const Json& value) {
  if (wraps_) start.insert(0, "\n ");
  wraps_ = false;
  value.append_to(start);
  items_.push_back(std::move(start));
}

Json& Json::add(std::string_view key, const Json& value) {
  append_item(quoted(key) + (layout_ == Layout::compact ? ":" : ": "), value);
  return *this;
}

Json& Json::push(const Json& value) {
  append_item("", value);
  return *this;
}

Json& Json::wrap() {
  wraps_ = true;
  return *this;
}

Json::Layout Json::layout() const {
  constexpr std::size_t short_enough = 70;
  if (items_.empty()) return Layout::compact;
  if (layout_ != Layout::fitted) return layout_;
  std::size_t length = 0;
  for (const std::string& item : items_) {
    if (item.find('\n') != item.npos) return Layout::lines;
    length += item.size() + 2;
  }
  return length < short_enough ? Layout::spaced : Layout::lines;
}

void Json::append_to(std::string& out) const {
  if (!open_) {
    out += text_;
    return;
  }
  const Layout used = layout();
  out += open_;
  for (std::size_t i = 0; i < items_.size(); ++i) {
    const std::string& item = items_[i];
    if (i > 0) out += ',';
    if (used == Layout::spaced && i > 0 && item[0] != '\n') out += ' ';
    if (used == Layout::stacked) out += '\n';
    if (used == Layout::lines)
      append_indented('\n' + item, out);
    else
      out += item;
  }
  if (used == Layout::lines) out += '\n';
  out += close_;
}

std::string Json::text() const {
  std::string out;
  append_to(out);
  return out;
}

Json Json::ended() const { return verbatim(text() + '\n'); }

}  // namespace gambol
