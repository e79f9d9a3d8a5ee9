#pragma once

// Accepts connections of this machine and reads the head of one request from each, in one thread
// that waits for none of them. What a connection may cost is bounded: a descriptor, the bytes of a
// head and a few seconds, of so many connections at a time. Where there are too many, or too few
// descriptors, those that have waited longest without a request go, so that whoever asks at once is
// answered whatever others do.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <thread>

#include "live/http.h"

namespace gambol {

class HttpListener {
 public:
  // Takes over a connection with its head. Called by the listener's thread.
  using Ready = std::function<void(std::shared_ptr<HttpConnection>)>;

  // Listens on 127.0.0.1, on a port that the system chooses, until it is destroyed. `headers` are
  // those of refusals. Throws RunError (failed).
  HttpListener(const HttpRequest::Pairs& headers, Ready ready);
  ~HttpListener();
  HttpListener(const HttpListener&) = delete;
  HttpListener& operator=(const HttpListener&) = delete;

  int port() const { return port_; }
  // Connections that may wait at a time, and that may be answered: fewer where the process may open
  // few files, which the shot needs too.
  std::size_t most() const { return most_; }
  int open() const { return *open_; }  // connections that are open

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    std::shared_ptr<HttpConnection> connection;
    Clock::time_point since;
  };

  void run();
  void accept_all();
  bool make_room();
  void read(Waiting& from);
  void hand_over(Waiting& from);
  void refuse(Waiting& from, int status);
  Clock::time_point next_look() const;

  HttpRequest::Pairs headers_;
  Ready ready_;
  std::size_t most_;
  int socket_ = -1, stop_ = -1, port_ = 0;
  std::shared_ptr<std::atomic<int>> open_ = std::make_shared<std::atomic<int>>(0);
  std::list<Waiting> waiting_;  // the oldest first
  Clock::time_point accepts_from_;
  std::thread thread_;
};

}  // namespace gambol
