#include "live/listener.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>

#include <vector>

#include "live/request_head.h"

namespace gambol {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

// A connection of somebody who asks.
class Asking {
 public:
  explicit Asking(int port) {
    sockaddr_in there{};
    there.sin_family = AF_INET;
    there.sin_port = htons(static_cast<std::uint16_t>(port));
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<sockaddr*>(&there), sizeof there), 0);
  }
  ~Asking() { ::close(socket_); }
  Asking(Asking&& other) : socket_(std::exchange(other.socket_, -1)) {}
  bool send(const std::string& text) {
    return ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) == std::ssize(text);
  }
  // All that comes until the other end closes.
  std::string answer() {
    std::string text, bytes(4096, '\0');
    for (ssize_t count; (count = ::recv(socket_, bytes.data(), bytes.size(), 0)) > 0;)
      text.append(bytes, 0, static_cast<std::size_t>(count));
    return text;
  }

 private:
  int socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
};

class AListener : public testing::Test {
 protected:
  std::string answer_to(const std::string& text) {
    Asking asking(listener_.port());
    asking.send(text);
    return asking.answer();
  }

  std::mutex mutex_;
  std::vector<std::shared_ptr<HttpConnection>> kept_;
  std::atomic<bool> keeps_ = false;
  HttpListener listener_{{{"X-Of-All", "1"}}, [this](std::shared_ptr<HttpConnection> c) {
                           const std::string answer = "answer to " + c->head;
                           ::send(c->socket(), answer.data(), answer.size(), MSG_NOSIGNAL);
                           const std::lock_guard lock(mutex_);
                           if (keeps_) kept_.push_back(std::move(c));
                         }};
};

TEST_F(AListener, HandsOverHeadsAndNoBodies) {
  EXPECT_EQ(answer_to(request), std::string("answer to ") + request);
  EXPECT_EQ(answer_to(std::string(request) + "GET /second HTTP/1.1\r\n\r\n"),
            std::string("answer to ") + request);
  EXPECT_THAT(answer_to("GET / HTTP/1.1\r\nRange: bytes=1-\r\n\r\n"),
              StartsWith("HTTP/1.1 416 Range Not Satisfiable\r\nX-Of-All: 1\r\n"));
}

TEST_F(AListener, ReadsAHeadThatComesInPieces) {
  Asking slow(listener_.port());
  for (const char c : std::string(request)) {
    slow.send({c});
    EXPECT_EQ(answer_to(request), std::string("answer to ") + request);  // meanwhile
  }
  EXPECT_EQ(slow.answer(), std::string("answer to ") + request);
}

TEST_F(AListener, ReadsNoMoreThanAHeadMayHave) {
  for (const char* endless : {"b", "a: b\r\n", "\n", "\r"}) {
    Asking asking(listener_.port());
    std::string chunk = "GET / HTTP/1.1\r\nA: ";
    while (chunk.size() < most_head_bytes) chunk += endless;
    std::size_t sent = 0;
    while (sent < (64u << 20) && asking.send(chunk)) sent += chunk.size();
    EXPECT_LT(sent, 64u << 20) << "was read on: " << endless;  // the other end has closed
    EXPECT_THAT(asking.answer(), testing::AnyOf("", StartsWith("HTTP/1.1 431 ")));
  }
  EXPECT_EQ(answer_to(request), std::string("answer to ") + request);
}

TEST_F(AListener, KeepsFewWhoSayNothingAndAnswersWhoAsks) {
  std::vector<Asking> idle;
  for (std::size_t k = 0; k < 3 * listener_.most(); ++k) {
    idle.emplace_back(listener_.port());
    EXPECT_LE(listener_.open(), static_cast<int>(listener_.most()) + 1);
  }
  EXPECT_EQ(answer_to(request), std::string("answer to ") + request);
  EXPECT_LE(listener_.open(), static_cast<int>(listener_.most()) + 1);
}

TEST_F(AListener, AnswersSoManyAtATime) {
  keeps_ = true;
  std::vector<Asking> answered;
  for (std::size_t k = 0; k < listener_.most(); ++k) {
    answered.emplace_back(listener_.port());
    answered.back().send(request);
  }
  while (listener_.open() < static_cast<int>(listener_.most())) std::this_thread::yield();
  // An answer is being written while its connection is not kept yet.
  while (true) {
    const std::lock_guard lock(mutex_);
    if (kept_.size() == listener_.most()) break;
  }
  EXPECT_THAT(answer_to(request), StartsWith("HTTP/1.1 503 "));
  const std::lock_guard lock(mutex_);
  kept_.pop_back();
  keeps_ = false;
}

}  // namespace
}  // namespace gambol
