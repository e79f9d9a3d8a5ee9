#include "live/board.h"

#include <fmt/format.h>

#include <utility>

#include "live/guard.h"

namespace gambol {

void Board::tell() {
  ++version_;
  told_.notify_all();
}

void Board::show_scene(ShownScene scene, bool whole) {
  auto shown = std::make_shared<const ShownScene>(std::move(scene));
  const std::lock_guard lock(mutex_);
  scene_before_ = std::exchange(scene_, std::move(shown));
  if (whole) whole_scene_ = scene_;
  ++scene_number_;
  scene_is_whole_ = whole;
  tell();
}

void Board::show_state(const std::string& state, double done) {
  const std::lock_guard lock(mutex_);
  state_ = state;
  done_ = done;
  tell();
}

void Board::show_problems(const Json& problems) {
  const std::lock_guard lock(mutex_);
  problems_ = problems.text();
  tell();
}

void Board::show_picture(TracedPicture picture) {
  const std::lock_guard lock(mutex_);
  picture_ = std::move(picture);
  tell();
}

std::string Board::text() const {
  const Json head = Json::object()
                        .add("state", state_)
                        .add("done", Json::fixed(done_, 2))
                        .add("scene", scene_number_)
                        .add("whole", scene_is_whole_)
                        .add("traced", Json::object()
                                           .add("asked", picture_.asked)
                                           .add("samples", picture_.samples)
                                           .add("ended", picture_.ended)
                                           .add("failure", picture_.failure));
  std::string text = head.text();
  text.pop_back();
  return text + ",\"problems\":" + problems_ + "}";
}

std::string Board::news(std::uint64_t& seen, std::chrono::milliseconds most) const {
  std::unique_lock lock(mutex_);
  told_.wait_for(lock, most, [&] { return ended_ || version_ > seen; });
  if (ended_ || version_ <= seen) return "";
  seen = version_;
  return text();
}

SharedBytes Board::scene(std::uint64_t number) const {
  const std::lock_guard lock(mutex_);
  if (!scene_ || number != scene_number_) return nullptr;
  return {scene_, &scene_->json};
}

SharedBytes Board::part(const std::string& key, std::size_t number) const {
  std::shared_ptr<const ShownScene> its;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& scene : {scene_, scene_before_, whole_scene_})
      if (scene && same_secret(key, scene->key)) its = scene;
  }
  if (!its || number >= its->parts) return nullptr;
  return std::make_shared<const std::string>(its->part(number));
}

SharedBytes Board::picture(const std::string& asked) const {
  const std::lock_guard lock(mutex_);
  return asked == picture_.asked ? picture_.bytes : nullptr;
}

void Board::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  told_.notify_all();
}

bool Board::has_ended() const {
  const std::lock_guard lock(mutex_);
  return ended_;
}

}  // namespace gambol
