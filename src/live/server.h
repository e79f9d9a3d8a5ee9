#pragma once

// Answers pages: the page itself, the scene, parts of its film, news, and path-traced pictures. It
// serves nothing else: no file of the project has an address.

#include <atomic>
#include <map>
#include <memory>
#include <string>

#include "live/board.h"
#include "live/guard.h"
#include "live/http.h"
#include "live/listener.h"
#include "live/tracer.h"

namespace gambol {

// Each page holds a connection of the six that a browser opens to a server.
inline constexpr int most_pages = 4;

class Pages {
 public:
  Pages(const std::string& title, Board& board, Tracer& tracer);
  // The answer to a request of one of our pages. Called by many threads.
  HttpAnswer answer(const HttpRequest& request);

 private:
  HttpAnswer news();
  HttpAnswer scene(const HttpRequest& request) const;
  HttpAnswer part(const HttpRequest& request) const;
  HttpAnswer trace(const HttpRequest& request);
  HttpAnswer traced(const HttpRequest& request) const;

  std::map<std::string, HttpAnswer> files_;
  Board& board_;
  Tracer& tracer_;
  std::shared_ptr<std::atomic<int>> open_ = std::make_shared<std::atomic<int>>(0);
};

// The request of /trace; nothing if its numbers are not sound.
std::optional<TraceRequest> trace_request(const HttpRequest& request);

// Listens from its construction to its destruction. Throws RunError (failed).
class Server {
 public:
  explicit Server(HttpHandler handler);
  int port() const { return listener_->port(); }

 private:
  std::unique_ptr<void, void (*)(void*)> answers_;
  std::unique_ptr<HttpListener> listener_;  // goes first
};

}  // namespace gambol
