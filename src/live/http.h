#pragma once

// HTTP as plain data, and the interface of the module that links cpp-httplib, for server.cpp. The
// module knows no policy: who may ask, and what is answered, is decided in live/.

#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gambol {

struct HttpRequest {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  std::string method;  // "GET"
  std::string path;    // decoded, without the query
  Pairs headers;       // as they came; a name may occur several times, in any case
  Pairs query;         // decoded
  std::vector<std::string> header(const std::string& name) const;
  std::string parameter(const std::string& name) const;  // the first; "" if there is none
};

struct HttpAnswer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::shared_ptr<const std::string> body;  // may be nullptr
  HttpRequest::Pairs headers;
  // Instead of a body, a stream: appends what is to be sent next to `bytes`, and waits for that at
  // most about a second; returns false at the end. It is destroyed when the connection is.
  std::function<bool(std::string& bytes)> stream;
};

HttpAnswer text_answer(int status, const std::string& text);

// Called by many threads.
using HttpHandler = std::function<HttpAnswer(const HttpRequest&)>;

// A connection, closed with its last holder, and the head of the one request that it brings.
class HttpConnection {
 public:
  // `open` counts connections. The socket does not block.
  HttpConnection(int socket, std::shared_ptr<std::atomic<int>> open)
      : socket_(socket), open_(std::move(open)) {
    ++*open_;
  }
  ~HttpConnection() {
    ::shutdown(socket_, SHUT_RDWR);
    ::close(socket_);
    --*open_;
  }
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;
  int socket() const { return socket_; }

  std::string head;            // as it came, with its empty line; of bounded size, and sound
  HttpRequest::Pairs headers;  // of that head

 private:
  int socket_;
  std::shared_ptr<std::atomic<int>> open_;
};

struct HttpBackend {
  // Begins the threads that answer. `headers` are those of every answer, also of those that the
  // library gives by itself to what is no request. Returns nullptr with `why` if that fails.
  void* (*open)(HttpHandler handler, const HttpRequest::Pairs& headers, std::string& why);
  // Answers the request of a connection in one of those threads.
  void (*answer)(void* server, std::shared_ptr<HttpConnection> connection);
  // Ends all streams and waits for all threads. Streams must end soon.
  void (*close)(void* server);
};

inline constexpr const char* http_backend_symbol = "gambol_http_backend";
inline constexpr const char* http_backend_module = "gambol_live_http";

}  // namespace gambol
