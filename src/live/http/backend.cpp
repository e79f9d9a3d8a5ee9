// The module that links cpp-httplib: see live/http.h.

#include <httplib.h>

#include <exception>
#include <memory>
#include <thread>

#include "live/http.h"

namespace gambol {
namespace {

// Four pages hold a thread each for their events; a browser opens six connections to a server.
constexpr int threads = 16;
// s: for a request's next bytes, so that those who only connect do not hold the threads for long.
constexpr int patience = 2;
constexpr int patience_with_readers = 5;  // s: for a reader to take what it asked for

class Listener {
 public:
  Listener(HttpHandler handler, const HttpRequest::Pairs& headers) : handler_(std::move(handler)) {
    server_.set_default_headers({headers.begin(), headers.end()});
    server_.new_task_queue = [] { return new httplib::ThreadPool(threads); };
    // Otherwise another process of the same user could listen on the port too.
    server_.set_socket_options([](socket_t) {});
    server_.set_tcp_nodelay(true);
    // A connection that waits for its next request would hold a thread.
    server_.set_keep_alive_max_count(1);
    server_.set_keep_alive_timeout(patience);  // for the first byte
    server_.set_read_timeout(patience);
    server_.set_write_timeout(patience_with_readers);
    server_.set_payload_max_length(0);
    server_.set_expect_100_continue_handler(
        [](const httplib::Request&, httplib::Response&) { return 417; });
    // Before all else, so that no body is read and no pattern is matched.
    server_.set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& r) {
      answer(request, r);
      return httplib::Server::HandlerResponse::Handled;
    });
  }

  bool open(int& port) {
    port = server_.bind_to_any_port("127.0.0.1");
    if (port <= 0) return false;
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    return true;
  }

  ~Listener() {
    if (!thread_.joinable()) return;
    // stop() does nothing to a server that does not run yet.
    while (!server_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    server_.stop();
    thread_.join();
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

  // A provider's content is not compressed, which would take longer than sending it.
  static void send_body(HttpAnswer answer, httplib::Response& to) {
    if (!answer.body || answer.body->empty()) return;
    const std::size_t bytes = answer.body->size();
    to.set_content_provider(bytes, answer.type,
                            [body = std::move(answer.body)](std::size_t from, std::size_t count,
                                                            httplib::DataSink& to) {
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
  httplib::Server server_;
  std::thread thread_;
};

void* open_listener(HttpHandler handler, const HttpRequest::Pairs& headers, int& port,
                    std::string& why) try {
  auto listener = std::make_unique<Listener>(std::move(handler), headers);
  if (listener->open(port)) return listener.release();
  why = "no port of 127.0.0.1 can be listened on";
  return nullptr;
} catch (const std::exception& error) {
  why = error.what();
  return nullptr;
}

void close_listener(void* server) { delete static_cast<Listener*>(server); }

const HttpBackend backend{open_listener, close_listener};

}  // namespace
}  // namespace gambol

extern "C" const gambol::HttpBackend* gambol_http_backend() { return &gambol::backend; }
