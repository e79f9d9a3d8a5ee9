#include "live/listener.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "live/request_head.h"

namespace gambol {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds patience{5000};  // for a whole head
constexpr milliseconds grace{100};      // that every connection has to begin
constexpr milliseconds breath{100};     // before the next try where the system has no room
constexpr rlim_t most_at_a_time = 64, fewest_at_a_time = 4;

std::size_t most_connections() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return fewest_at_a_time;
  return std::clamp(files.rlim_cur / 4, fewest_at_a_time, most_at_a_time);
}

RunError no_listening() {
  return RunError(ExitCode::failed,
                  fmt::format("cannot serve pages: no port of 127.0.0.1 can be listened on: {}",
                              std::strerror(errno)));
}

// Never with SO_REUSEPORT: another process of the same user could listen on the port too.
int listening_socket(int& port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket < 0) return -1;
  sockaddr_in here{};
  here.sin_family = AF_INET;
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof here;
  auto* address = reinterpret_cast<sockaddr*>(&here);
  if (::bind(socket, address, size) != 0 || ::listen(socket, SOMAXCONN) != 0 ||
      ::getsockname(socket, address, &size) != 0) {
    const int why = errno;
    ::close(socket);
    errno = why;
    return -1;
  }
  port = ntohs(here.sin_port);
  return socket;
}

}  // namespace

HttpListener::HttpListener(const HttpRequest::Pairs& headers, Ready ready)
    : headers_(headers), ready_(std::move(ready)), most_(most_connections()) {
  stop_ = ::eventfd(0, EFD_CLOEXEC);
  if (stop_ < 0) throw no_listening();
  socket_ = listening_socket(port_);
  if (socket_ < 0) {
    const RunError error = no_listening();
    ::close(stop_);
    throw error;
  }
  thread_ = std::thread([this] { run(); });
}

HttpListener::~HttpListener() {
  ::eventfd_write(stop_, 1);
  thread_.join();
  ::close(socket_);
  ::close(stop_);
}

void HttpListener::run() {
  std::vector<pollfd> polled;
  while (true) {
    const Clock::time_point now = Clock::now();
    polled.assign({{stop_, POLLIN, 0}, {now < accepts_from_ ? -1 : socket_, POLLIN, 0}});
    for (const Waiting& w : waiting_) polled.push_back({w.connection->socket(), POLLIN, 0});
    const auto pause = std::chrono::ceil<milliseconds>(next_look() - now);
    if (::poll(polled.data(), polled.size(), static_cast<int>(pause.count())) < 0) continue;
    if (polled[0].revents) return;
    std::size_t k = 2;
    for (Waiting& w : waiting_)
      if (polled[k++].revents) read(w);
    waiting_.remove_if([end = Clock::now() - patience](const Waiting& w) {
      return !w.connection || w.since < end;
    });
    if (polled[1].revents) accept_all();
  }
}

// When something is to be done though no connection brings anything.
HttpListener::Clock::time_point HttpListener::next_look() const {
  const Clock::time_point now = Clock::now();
  Clock::time_point next = now + patience;
  if (!waiting_.empty()) next = std::min(next, waiting_.front().since + patience);
  if (accepts_from_ > now) next = std::min(next, accepts_from_);
  return std::max(next, now);
}

// Returns false if a new connection has to wait, so that those before it have their time to begin.
bool HttpListener::make_room() {
  if (waiting_.size() < most_) return true;
  const Clock::time_point from = waiting_.front().since + grace;
  if (Clock::now() < from) {
    accepts_from_ = from;
    return false;
  }
  waiting_.pop_front();
  return true;
}

void HttpListener::accept_all() {
  while (make_room()) {
    const int socket = ::accept4(socket_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0) {
      const int yes = 1;
      ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
      waiting_.push_back({std::make_shared<HttpConnection>(socket, open_), Clock::now()});
      continue;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK) return;
    if (errno == EINTR || errno == ECONNABORTED) continue;
    // Too few descriptors, or too little memory.
    if (waiting_.empty()) {
      accepts_from_ = Clock::now() + breath;
      return;
    }
    waiting_.pop_front();
  }
}

// Takes the connection out if it waits no longer.
void HttpListener::read(Waiting& from) {
  std::string& head = from.connection->head;
  std::array<char, 4096> bytes;
  while (true) {
    const std::size_t most = std::min(bytes.size(), most_head_bytes + 1 - head.size());
    const ssize_t count = ::recv(from.connection->socket(), bytes.data(), most, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (count <= 0) return from.connection.reset();
    const std::size_t looked_at = std::max<std::size_t>(head.size(), 3) - 3;
    head.append(bytes.data(), static_cast<std::size_t>(count));
    if (const std::size_t end = head.find("\r\n\r\n", looked_at); end != head.npos) {
      head.resize(end + 4);  // a body is never read
      return hand_over(from);
    }
    if (head.size() > most_head_bytes) return refuse(from, 431);
  }
}

void HttpListener::hand_over(Waiting& from) {
  RequestHead head = judged_head(from.connection->head);
  if (head.refused) return refuse(from, head.refused);
  const auto waiting = static_cast<int>(std::count_if(
      waiting_.begin(), waiting_.end(), [](const Waiting& w) { return w.connection != nullptr; }));
  if (*open_ - waiting >= static_cast<int>(most_)) return refuse(from, 503);
  from.connection->headers = std::move(head.headers);
  ready_(std::exchange(from.connection, nullptr));
}

// The answer fits into the buffer of a socket that has sent nothing.
void HttpListener::refuse(Waiting& from, int status) {
  const std::string text = refusal(status, headers_);
  ::send(from.connection->socket(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  from.connection.reset();
}

}  // namespace gambol
