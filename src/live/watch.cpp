#include "live/watch.h"

#include <unistd.h>

#include <atomic>
#include <mutex>
#include <optional>

#include "base/say.h"
#include "base/stop.h"
#include "live/door.h"
#include "live/guard.h"
#include "live/server.h"

namespace gambol {
namespace {

// The server needs the guard, which needs the server's port: until there is one, all are refused.
class Gate {
 public:
  Gate(Pages& pages, const std::string& door) : pages_(pages), door_(door) {}

  void open(int port) {
    const std::lock_guard lock(mutex_);
    guard_.emplace(port, [this](const std::string& ticket) { renew(ticket); });
    door_.lead_to(address(guard_->ticket()));
    is_open_ = true;
  }

  HttpAnswer answer(const HttpRequest& request) {
    if (!is_open_) return text_answer(503, "Not yet.");
    if (door_is_old_) renew(guard_->ticket());
    std::optional<HttpAnswer> other = guard_->instead(request);
    return other ? std::move(*other) : pages_.answer(request);
  }

 private:
  std::string address(const std::string& ticket) const {
    return guard_->origin() + "/enter?ticket=" + ticket;
  }
  void renew(const std::string& ticket) {
    const std::lock_guard lock(mutex_);
    try {
      door_.lead_to(address(ticket));
      door_is_old_ = false;
    } catch (const RunError& error) {  // the page that just entered can stay; the next one needs it
      if (!door_is_old_.exchange(true)) say("{}\n", error.what());
    }
  }

  Pages& pages_;
  std::mutex mutex_;
  Door door_;
  std::optional<Guard> guard_;
  std::atomic<bool> is_open_ = false;
  std::atomic<bool> door_is_old_ = false;  // its ticket was used: no other could be written
};

// Ends the streams of pages before the server waits for its threads.
struct EndOfNews {
  Board& board;
  ~EndOfNews() { board.end(); }
};

}  // namespace

void watch(const WatchedShot& followed, const std::string& title, const std::string& door,
           const std::function<void()>& opened) {
  const StopSignals signals;
  // The browser, which shows what all these threads make, goes first.
  [[maybe_unused]] const int niceness = ::nice(10);
  Board board;
  Tracer tracer(board);
  Pages pages(title, board, tracer);
  Gate gate(pages, door);
  const Server server([&gate](const HttpRequest& request) { return gate.answer(request); });
  const EndOfNews end{board};
  gate.open(server.port());
  opened();
  Follower follower(followed, board, tracer);
  while (true) {
    follower.look();
    follower.await_change();
  }
}

}  // namespace gambol
