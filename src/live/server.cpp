#include "live/server.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/module.h"
#include "exchange/replay.h"
#include "live/page_files.h"

namespace gambol {
namespace {

const HttpBackend& http_backend() {
  return *module_function<const HttpBackend*()>(http_backend_module, http_backend_symbol)();
}

HttpAnswer answer_of(const std::string& type, SharedBytes body) {
  HttpAnswer answer;
  answer.type = type;
  answer.body = std::move(body);
  return answer;
}

// All of `text` as numbers between commas; nothing if any is none, or not finite.
std::optional<std::vector<double>> numbers_in(const std::string& text) {
  std::vector<double> numbers;
  const char *at = text.data(), *end = at + text.size();
  while (true) {
    double number = 0;
    const auto [after, error] = std::from_chars(at, end, number);
    if (error != std::errc() || !std::isfinite(number)) return {};
    numbers.push_back(number);
    if (after == end) return numbers;
    if (*after != ',') return {};
    at = after + 1;
  }
}

// A number of a scene or part; nothing if the text is none.
std::optional<std::uint64_t> count_in(const std::string& text) {
  constexpr double most = 1e15;
  const auto number = numbers_in(text);
  if (!number || number->size() != 1 || !(number->front() >= 0 && number->front() < most))
    return {};
  return static_cast<std::uint64_t>(number->front());
}

std::string page_file(std::string_view name) {
  for (const EmbeddedFile& file : page_files())
    if (file.name == name) return std::string(file.text);
  return "";
}

// A page that listens; counted while it does.
class Listening {
 public:
  explicit Listening(std::shared_ptr<std::atomic<int>> open) : open_(std::move(open)) {}
  ~Listening() { --*open_; }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

  std::uint64_t seen = 0;

 private:
  std::shared_ptr<std::atomic<int>> open_;
};

}  // namespace

std::optional<TraceRequest> trace_request(const HttpRequest& request) {
  TraceRequest wanted;
  wanted.name = request.parameter("name");
  const auto frame = numbers_in(request.parameter("frame"));
  if (wanted.name.empty() || wanted.name.size() > 64 || !frame || frame->size() != 1) return {};
  constexpr double most_frames = 1e9;
  if (!(frame->front() >= 0 && frame->front() <= most_frames)) return {};
  wanted.frame = static_cast<int>(frame->front());
  const std::string camera = request.parameter("camera");
  if (camera.empty()) return wanted;
  const auto n = numbers_in(camera);
  if (!n || n->size() != 8) return {};
  const std::vector<double>& c = *n;
  FreeCamera free{{c[0], c[1], c[2]}, {c[3], c[4], c[5]}, c[6], c[7]};
  const bool is_sound = free.angle > 1e-3 && free.angle < 3.1 && free.aspect > 0.1 &&
                        free.aspect < 10 && (free.target - free.position).norm() > 1e-9;
  if (!is_sound) return {};
  wanted.camera = free;
  return wanted;
}

Pages::Pages(const std::string& title, Board& board, Tracer& tracer)
    : board_(board), tracer_(tracer) {
  for (ServedFile& file : served_replay(title, page_file("watch.js"), page_file("watch.css")))
    files_[file.path] =
        answer_of(file.type, std::make_shared<const std::string>(std::move(file.text)));
  HttpAnswer none;
  none.status = 204;
  files_["/favicon.ico"] = none;  // which browsers ask for unasked
}

HttpAnswer Pages::answer(const HttpRequest& request) {
  if (const auto file = files_.find(request.path); file != files_.end()) return file->second;
  if (request.path == "/news") return news();
  if (request.path == "/scene") return scene(request);
  if (request.path == "/part") return part(request);
  if (request.path == "/trace") return trace(request);
  if (request.path == "/traced") return traced(request);
  return text_answer(404, "There is no such page.");
}

HttpAnswer Pages::news() {
  if (++*open_ > most_pages) {
    --*open_;
    return text_answer(503, "Four pages are open already: close one.");
  }
  auto page = std::make_shared<Listening>(open_);
  HttpAnswer answer;
  answer.type = "text/event-stream";
  answer.stream = [page, &board = board_](std::string& bytes) {
    const std::string news = board.news(page->seen, std::chrono::seconds(1));
    // The comment finds out whether anybody still listens.
    bytes += news.empty() ? ":\n\n" : "data: " + news + "\n\n";
    return !board.has_ended();
  };
  return answer;
}

HttpAnswer Pages::scene(const HttpRequest& request) const {
  if (const auto number = count_in(request.parameter("number")))
    if (SharedBytes scene = board_.scene(*number))
      return answer_of("application/json", std::move(scene));
  return text_answer(404, "That scene is no longer there.");
}

HttpAnswer Pages::part(const HttpRequest& request) const try {
  if (const auto number = count_in(request.parameter("number")))
    if (SharedBytes part = board_.part(request.parameter("of"), *number))
      return answer_of("text/javascript; charset=utf-8", std::move(part));
  return text_answer(404, "That part is no longer there.");
} catch (const InputError&) {  // another motion has taken the place of its own
  return text_answer(404, "That part is no longer there.");
}

HttpAnswer Pages::trace(const HttpRequest& request) {
  if (const std::string name = request.parameter("end"); !name.empty()) {
    tracer_.end(name);
    return text_answer(200, "ended");
  }
  std::optional<TraceRequest> wanted = trace_request(request);
  if (!wanted) return text_answer(400, "These numbers make no picture.");
  tracer_.ask(std::move(*wanted));
  return text_answer(200, "asked");
}

HttpAnswer Pages::traced(const HttpRequest& request) const {
  if (SharedBytes picture = board_.picture(request.parameter("name")))
    return answer_of("application/octet-stream", std::move(picture));
  return text_answer(404, "That picture is no longer there.");
}

Server::Server(HttpHandler handler) : answers_(nullptr, http_backend().close) {
  const HttpBackend& backend = http_backend();
  std::string why;
  answers_.reset(backend.open(std::move(handler), guarded_headers(), why));
  if (!answers_) throw RunError(ExitCode::failed, "cannot serve pages: " + why);
  listener_ = std::make_unique<HttpListener>(guarded_headers(),
                                             [&backend, answers = answers_.get()](auto connection) {
                                               backend.answer(answers, std::move(connection));
                                             });
}

}  // namespace gambol
