#pragma once

// The tracks of one figure within a time window: the input of every measure.

#include <string>
#include <vector>

#include "poses/channels.h"
#include "poses/footfalls.h"
#include "shot/cast_spec.h"

namespace gambol {

class Track {
 public:
  // Samples with from <= time <= to (s). Throws InputError at `place` if the window holds fewer
  // than two of them.
  // `all`: the figures of the shot; `cast` is one of them.
  Track(const Poses& poses, const std::vector<CastSpec>& all, const CastSpec& cast, double from,
        double to, const Place& place);

  std::size_t size() const { return last_ - first_ + 1; }
  double time(std::size_t k) const { return poses_.track_times[first_ + k]; }
  std::string when(std::size_t k) const { return poses_.when(time(k)); }  // with its frame
  double duration() const { return time(size() - 1) - time(0); }
  const CastSpec& cast() const { return cast_; }
  std::vector<Track> others() const;  // of the shot's other figures, at the same times
  // `count` of its samples, at least one, from `first` on.
  Track part(std::size_t first, std::size_t count) const;

  // A column of the figure's channel, e.g. (channels::ground_force, "abdomen"). Throws InputError
  // with the existing names if there is none.
  std::vector<double> column(const ChannelKind& channel, std::string_view name) const;
  std::vector<std::string> columns_of(const ChannelKind& channel) const;
  // An output of one of the figure's controllers, e.g. outputs::allowed.
  std::vector<double> output(const ControllerSpec& controller, std::string_view name) const;
  std::vector<Quat> root_orientation() const;
  std::vector<double> heading() const;  // rad, unwrapped

  // An output of the gait controller for a leg, e.g. (outputs::reflex, "front_left").
  std::vector<double> output_of_leg(const outputs::OfLeg& output, const std::string& leg) const;
  // 1 during the leg's commanded steps, else 0.
  std::vector<double> stepping(const std::string& leg) const {
    return output_of_leg(outputs::step, leg);
  }
  // 1 while the ground carries the leg, else 0: see poses/footfalls.h. `comes_down`: share of the
  // weight.
  std::vector<double> bearing(const std::string& leg, double comes_down) const;
  // Speed (m/s) at which the leg's feet slide along the ground.
  std::vector<double> slide_speed(const std::string& leg) const;
  double weight() const { return weight_of(poses_, cast_.name); }  // N
  // Times (s) at which `signal` rises through 0.5.
  std::vector<double> onsets(const std::vector<double>& signal) const;
  // Hz, mean over all legs; 0 if no leg was commanded to step twice.
  double commanded_stride_frequency() const;

 private:
  const Channel& channel(std::string_view name) const;
  std::vector<double> values(const Channel& channel, std::string_view column) const;
  const Poses& poses_;
  const std::vector<CastSpec>& all_;
  const CastSpec& cast_;
  Place place_;
  std::size_t first_ = 0, last_ = 0;
};

}  // namespace gambol
