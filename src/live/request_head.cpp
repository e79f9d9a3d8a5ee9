#include "live/request_head.h"

#include <fmt/format.h>

#include <algorithm>

namespace gambol {
namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

// A character of a method or of a header's name (RFC 9110, 5.6.2).
bool is_of_token(char c) {
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_of_token);
}

// "GET /path HTTP/1.1": no other form of address is ours.
bool is_request_line(std::string_view line) {
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  if (first == line.npos || first == last) return false;
  const std::string_view target = line.substr(first + 1, last - first - 1);
  const auto is_seen = [](char c) { return c > 0x20 && c < 0x7F; };
  const std::string_view version = line.substr(last + 1);
  return is_token(line.substr(0, first)) && target.starts_with('/') &&
         std::all_of(target.begin(), target.end(), is_seen) &&
         (version == "HTTP/1.1" || version == "HTTP/1.0");
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Adds the header of a line; returns false if it has none.
bool add_header(std::string_view line, HttpRequest::Pairs& headers) {
  const std::size_t colon = line.find(':');
  if (colon == line.npos || !is_token(line.substr(0, colon))) return false;
  const std::string_view value = trimmed(line.substr(colon + 1));
  const auto is_bad = [](char c) { return is_control(c) && c != '\t'; };
  if (std::any_of(value.begin(), value.end(), is_bad)) return false;
  headers.emplace_back(line.substr(0, colon), value);
  return true;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

// Of a head whose lines are sound.
int refused_for(std::string_view method, const HttpRequest::Pairs& headers) {
  HttpRequest request;
  request.headers = headers;
  const auto has = [&](const char* name) { return !request.header(name).empty(); };
  const std::vector<std::string> lengths = request.header("Content-Length");
  const bool has_length = !lengths.empty();
  if (has("Transfer-Encoding") || request.header("Host").size() > 1 || lengths.size() > 1 ||
      (has_length && !is_number(lengths[0])))
    return 400;
  if (has("Range") || has("If-Range")) return 416;
  if (has("Expect")) return 417;
  const bool has_body = has_length && lengths[0].find_first_not_of('0') != std::string::npos;
  return method == "GET" && has_body ? 413 : 0;
}

}  // namespace

RequestHead judged_head(std::string_view text) {
  RequestHead head;
  const auto next_line = [&text] {
    const std::size_t end = std::min(text.find("\r\n"), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 2, text.size()));
    return line;
  };
  const std::string_view request = next_line();
  if (!is_request_line(request)) return {400, {}};
  for (std::string_view line = next_line(); !line.empty(); line = next_line()) {
    if (head.headers.size() == most_head_lines) return {431, {}};
    if (!add_header(line, head.headers)) return {400, {}};
  }
  head.refused = refused_for(request.substr(0, request.find(' ')), head.headers);
  return head;
}

std::string refusal(int status, const HttpRequest::Pairs& headers) {
  const char* reason = status == 400   ? "Bad Request"
                       : status == 413 ? "Content Too Large"
                       : status == 416 ? "Range Not Satisfiable"
                       : status == 417 ? "Expectation Failed"
                       : status == 431 ? "Request Header Fields Too Large"
                                       : "Service Unavailable";
  std::string text = fmt::format("HTTP/1.1 {} {}\r\n", status, reason);
  for (const auto& [name, value] : headers) text += fmt::format("{}: {}\r\n", name, value);
  return text + "Connection: close\r\nContent-Length: 0\r\n\r\n";
}

}  // namespace gambol
