// The module that links cpp-httplib: see live/http.h. The library reads a head that was judged
// before (live/request_head.h), and writes the answer. It opens no socket: its own loop takes any
// number of connections and bytes, and ends when the system has no memory for one.

#include <httplib.h>
#include <poll.h>

#include <algorithm>
#include <exception>
#include <memory>

#include "live/http.h"

namespace gambol {
namespace {

// Four pages hold a thread each for their events; a browser opens six connections to a server.
constexpr int threads = 16;
constexpr int patience_with_readers = 5000;  // ms: for a reader to take more of what it asked for

// The head is what is read; the answer goes to the socket.
class HeadStream : public httplib::Stream {
 public:
  explicit HeadStream(const HttpConnection& of) : of_(of) {}
  bool is_readable() const override { return read_ < of_.head.size(); }
  bool is_writable() const override {
    pollfd ready{of_.socket(), POLLOUT, 0};
    return ::poll(&ready, 1, patience_with_readers) > 0 && !(ready.revents & (POLLERR | POLLHUP));
  }
  ssize_t read(char* to, std::size_t most) override {
    const std::size_t count = of_.head.copy(to, most, read_);
    read_ += count;
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* bytes, std::size_t count) override {
    while (true) {
      const ssize_t sent = ::send(of_.socket(), bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent >= 0) return sent;
      if (errno == EINTR) continue;
      if ((errno != EAGAIN && errno != EWOULDBLOCK) || !is_writable()) return -1;
    }
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return of_.socket(); }

 private:
  const HttpConnection& of_;
  std::size_t read_ = 0;
};

class Answers : private httplib::Server {
 public:
  Answers(HttpHandler handler, const HttpRequest::Pairs& headers) : handler_(std::move(handler)) {
    svr_sock_ =
        0;  // one that is INVALID_SOCKET would send no body: the library takes it for an end
    set_default_headers({headers.begin(), headers.end()});
    // Before all else, so that no body is read and no pattern is matched.
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& r) {
      answer(request, r);
      return HandlerResponse::Handled;
    });
  }
  ~Answers() override { pool_.shutdown(); }

  void answer(std::shared_ptr<HttpConnection> connection) {
    pool_.enqueue([this, connection = std::move(connection)] {
      HeadStream stream(*connection);
      bool closed = false;
      try {
        // The library decodes values, and forgets empty ones: what was judged is what counts.
        process_request(stream, true, closed, [&](httplib::Request& request) {
          request.headers = {connection->headers.begin(), connection->headers.end()};
        });
      } catch (const std::exception&) {  // no memory for an answer
      }
    });
  }

 private:
  void answer(const httplib::Request& from, httplib::Response& to) try {
    HttpRequest request;
    request.method = from.method;
    request.path = from.path;
    request.headers.assign(from.headers.begin(), from.headers.end());
    request.query.assign(from.params.begin(), from.params.end());
    HttpAnswer answer = handler_(request);
    to.status = answer.status;
    for (const auto& [name, value] : answer.headers) to.set_header(name, value);
    if (answer.stream)
      send_stream(std::move(answer), to);
    else
      send_body(std::move(answer), to);
  } catch (const std::exception&) {  // what() stays here: the library would send it
    to.status = 500;
  }

  // A provider's content is not compressed, which would take longer than sending it. The library
  // does not check which part it asks for.
  static void send_body(HttpAnswer answer, httplib::Response& to) {
    if (!answer.body || answer.body->empty()) return;
    const std::size_t bytes = answer.body->size();
    to.set_content_provider(bytes, answer.type,
                            [body = std::move(answer.body)](std::size_t from, std::size_t count,
                                                            httplib::DataSink& to) {
                              if (from > body->size() || count > body->size() - from) return false;
                              return to.write(body->data() + from, count);
                            });
  }

  static void send_stream(HttpAnswer answer, httplib::Response& to) {
    to.set_content_provider(
        answer.type, [stream = std::move(answer.stream)](std::size_t, httplib::DataSink& to) {
          std::string bytes;
          const bool goes_on = stream(bytes);
          if (!bytes.empty() && !to.write(bytes.data(), bytes.size())) return false;
          if (!goes_on) to.done();
          return true;
        });
  }

  HttpHandler handler_;
  httplib::ThreadPool pool_{threads};
};

void* open_answers(HttpHandler handler, const HttpRequest::Pairs& headers, std::string& why) try {
  return new Answers(std::move(handler), headers);
} catch (const std::exception& error) {
  why = error.what();
  return nullptr;
}

void answer(void* server, std::shared_ptr<HttpConnection> connection) {
  static_cast<Answers*>(server)->answer(std::move(connection));
}

void close_answers(void* server) { delete static_cast<Answers*>(server); }

const HttpBackend backend{open_answers, answer, close_answers};

}  // namespace
}  // namespace gambol

extern "C" const gambol::HttpBackend* gambol_http_backend() { return &gambol::backend; }
