#include "cli/first_look.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/say.h"
#include "cli/seen_scene.h"
#include "cli/stills.h"
#include "cli/verbs.h"
#include "exchange/replay.h"
#include "movie/encode.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

constexpr int held = 4;       // frames for which one stands in the movie
constexpr int worth_it = 48;  // stale frames: fewer are soon made

std::vector<int> every(int step, int first, int count) {
  std::vector<int> frames;
  for (int i = 0; i < count; i += step) frames.push_back(first + i);
  return frames;
}

}  // namespace

FirstLook::FirstLook(const ShotSpec& shot, const Poses& poses, const PresetSpec& preset,
                     const Output& output, const Pictures& pictures, const std::vector<int>& stale)
    : shot_(shot),
      poses_(poses),
      preset_(preset),
      output_(output),
      pictures_(pictures),
      stale_(stale) {
  if (stale.size() < worth_it) return;
  std::vector<int> sheet = spread(SheetOptions{}.count, poses.frames);
  for (int& frame : sheet) frame += shot.film.first_frame - 1;
  add(sheet, [this, sheet] {
    say("a contact sheet: {}\n", write_sheet(shot_, poses_, preset_, output_, sheet));
  });
  add(every(held, shot.film.first_frame, poses.frames), [this] {
    pictures_.encode_held(held, movie());
    say("a movie of every fourth frame: {}\n", movie());
  });
}

void FirstLook::add(std::vector<int> frames, std::function<void()> write) {
  Wanted wanted{std::move(frames), {}, std::move(write)};
  for (const int frame : wanted.frames)
    if (std::binary_search(stale_.begin(), stale_.end(), frame)) wanted.missing.insert(frame);
  wanted_.push_back(std::move(wanted));
}

std::string FirstLook::movie() const {
  return output_.movie(preset_.name, fmt::format("first.{}", movie_ending(shot_.film.movie.codec)));
}

void FirstLook::write_page() const {
  if (wanted_.empty()) return;
  const std::string page = output_.exported("html");
  write_replay(Replay(seen_film(shot_, poses_, replay_segments)), page);
  say("the motion, in a browser: {}\n", page);
}

std::vector<int> FirstLook::order() const {
  std::vector<int> frames;
  std::set<int> rest(stale_.begin(), stale_.end());
  for (const Wanted& wanted : wanted_)
    for (const int frame : wanted.missing)
      if (rest.erase(frame)) frames.push_back(frame);
  frames.insert(frames.end(), rest.begin(), rest.end());
  return frames;
}

void FirstLook::note(int frame) {
  for (Wanted& wanted : wanted_)
    if (wanted.missing.erase(frame) && wanted.missing.empty()) wanted.write();
}

void FirstLook::remove_movie() const {
  std::error_code ignored;
  std::filesystem::remove(movie(), ignored);
}

}  // namespace gambol
