#include "live/guard.h"

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace gambol {

std::string secret_token() {
  std::array<unsigned char, 16> bytes;
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = ::getrandom(bytes.data() + have, bytes.size() - have, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      throw RunError(ExitCode::failed,
                     fmt::format("the system gives no random bytes: {}", std::strerror(errno)));
    have += static_cast<std::size_t>(got);
  }
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

bool same_secret(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  unsigned char differs = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    differs = static_cast<unsigned char>(differs | (a[i] ^ b[i]));
  return differs == 0;
}

Guard::Guard(int port, std::function<void(const std::string&)> ticket_taken)
    : host_(fmt::format("127.0.0.1:{}", port)),
      origin_("http://" + host_),
      // Browsers keep the cookies of all ports of a host together.
      cookie_name_(fmt::format("gambol_{}", port)),
      cookie_(secret_token()),
      ticket_(secret_token()),
      ticket_taken_(std::move(ticket_taken)) {}

std::string Guard::ticket() const {
  const std::lock_guard lock(mutex_);
  return ticket_;
}

// A page of another site may send requests, even with our cookie if it is on another port of this
// host; its browser says so. That the host has our name only keeps out pages whose own name was
// made to lead here.
bool Guard::is_of_our_page(const HttpRequest& request, bool enters) const {
  const std::vector<std::string> hosts = request.header("Host");
  if (hosts.size() != 1 || hosts[0] != host_) return false;
  for (const std::string& origin : request.header("Origin"))
    if (origin != origin_) return false;
  for (const std::string& site : request.header("Sec-Fetch-Site"))
    // The door is a file, and so another site. What its reader types comes from none.
    if (site != "same-origin" && site != "none" && !enters) return false;
  for (const std::string& mode : request.header("Sec-Fetch-Mode"))
    if (enters && mode != "navigate") return false;
  return true;
}

bool Guard::has_cookie(const HttpRequest& request) const {
  for (const std::string& line : request.header("Cookie")) {
    std::size_t from = 0;
    while (from < line.size()) {
      const std::size_t end = std::min(line.find(';', from), line.size());
      from = std::min(line.find_first_not_of(' ', from), end);
      const std::string pair = line.substr(from, end - from);
      const std::string name = cookie_name_ + "=";
      if (pair.starts_with(name) && same_secret(pair.substr(name.size()), cookie_)) return true;
      from = end + 1;
    }
  }
  return false;
}

HttpAnswer Guard::enter(const std::string& ticket) {
  std::string next;
  {
    const std::lock_guard lock(mutex_);
    if (!same_secret(ticket, ticket_))
      return text_answer(403,
                         "This link was used already, or is of another time: open the file again.");
    next = ticket_ = secret_token();
  }
  ticket_taken_(next);
  // Not by a redirection: a browser would not send a strict cookie along a way that began in a
  // file.
  HttpAnswer answer;
  answer.type = "text/html; charset=utf-8";
  answer.body = std::make_shared<const std::string>(
      "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=/\">\n");
  answer.headers = {{"Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict",
                                               cookie_name_, cookie_)}};
  return answer;
}

std::optional<HttpAnswer> Guard::instead(const HttpRequest& request) {
  const bool enters = request.path == "/enter";
  if (!is_of_our_page(request, enters))
    return text_answer(403, "Only pages of gambol watch are answered.");
  if (request.method != "GET") return text_answer(405, "Only GET is answered.");
  if (enters) return enter(request.parameter("ticket"));
  if (has_cookie(request)) return {};
  return text_answer(403,
                     "This page opens with its token: open the file that gambol watch has named.");
}

const HttpRequest::Pairs& guarded_headers() {
  static const HttpRequest::Pairs headers = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src "
       "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"Referrer-Policy", "no-referrer"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"X-Permitted-Cross-Domain-Policies", "none"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Embedder-Policy", "require-corp"},
      {"Permissions-Policy",
       "camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=(), payment=(), "
       "display-capture=(), clipboard-read=(), clipboard-write=(self)"},
      {"Accept-Ranges", "none"},
      {"Cache-Control", "no-store"},
  };
  return headers;
}

}  // namespace gambol
