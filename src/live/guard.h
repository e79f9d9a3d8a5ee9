#pragma once

// Decides whose requests are answered: those of pages that hold the cookie, which only a reader of
// the door's file can get (live/door.h). A request without it is told nothing but that.

#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "live/http.h"

namespace gambol {

// 128 random bits as 32 hexadecimal digits. Throws RunError (failed) if the system has none.
std::string secret_token();

// Compares in a time that does not depend on where the texts differ.
bool same_secret(const std::string& a, const std::string& b);

class Guard {
 public:
  // `ticket_taken` is called, with the ticket for the next page, when one was used.
  Guard(int port, std::function<void(const std::string& next)> ticket_taken);

  // http://127.0.0.1:<port>
  const std::string& origin() const { return origin_; }
  // The token that opens the next page: it is good once.
  std::string ticket() const;

  // The answer to a request that is not to be served: a refusal, or, in exchange for the ticket
  // (/enter?ticket=...), the cookie. Nothing: the request may be served.
  std::optional<HttpAnswer> instead(const HttpRequest& request);

 private:
  bool is_of_our_page(const HttpRequest& request, bool enters) const;
  bool has_cookie(const HttpRequest& request) const;
  HttpAnswer enter(const std::string& ticket);

  std::string host_, origin_, cookie_name_, cookie_;
  mutable std::mutex mutex_;
  std::string ticket_;
  std::function<void(const std::string&)> ticket_taken_;
};

// The headers of every answer: what a browser may do with it.
const HttpRequest::Pairs& guarded_headers();

}  // namespace gambol
