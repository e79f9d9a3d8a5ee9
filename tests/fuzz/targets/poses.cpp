// A segment of a motion: the file, what HDF5 makes of its content, and what gambol makes of that.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "fuzz/target.h"
#include "poses/hdf5.h"
#include "poses/poses.h"
#include "poses/spans.h"
#include "support/forged_poses.h"
#include "support/segment_files.h"

namespace gambol::fuzz {
namespace {

Poses some_poses() {
  Poses p;
  p.shot = "s";
  p.version = "1";
  p.motion_hash = std::string(32, 'a');
  p.frames = 2;
  p.samples_per_frame = 2;
  p.bodies = {"f/a", "f/b"};
  for (int k = 0; k <= 4; ++k) {
    p.sample_times.push_back(k / 48.0);
    p.X_WB.resize(p.X_WB.size() + 2);
    p.first_particle.push_back(static_cast<std::size_t>(k));
    if (k < 4) p.particles.push_back({float(k), 0, 0, 1, {0, 0, 1}, {0, 0, 0}});
  }
  p.appears = {-1, 0};
  p.emitters = {"e"};
  p.track_times = {0, 0.01};
  p.channels = {{"f/q", "rad", "angles", {"a", "b"}, {0, 1, 2, 3}},
                {"f/on", "", "", {"x"}, {0, 1}}};
  p.marks = {{0.01, "cue", "it happened"}};
  return p;
}

std::string saved_poses() {
  const std::string path = project() + "/saved.poses";
  save_segment(some_poses(), path);
  return content_of(path);
}

void look_at(const Poses& p) {
  for (const double frame : {-1.0, 0.0, 0.3, 1.0, 1e9}) {
    p.time_at(frame);
    for (std::size_t body = 0; body < p.bodies.size(); ++body) {
      p.pose_at(frame, body);
      p.is_there(frame, body);
    }
  }
  for (const double t : {-1.0, 0.0, 0.01, 1e9}) {
    p.when(t);
    film_time_of(p, t);
  }
  for (const Channel& channel : p.channels)
    for (const std::string& column : channel.columns) spans_of(p, find_column(channel, column));
  film_hash(p);
}

// A line of `poses_content`: what HDF5 is to hold. `path shape = values` is a dataset, numbers if
// they can be read as such, over and over if they are fewer than the shape wants; `path@name =
// values` is an attribute.
struct Entry {
  std::string path, attribute;
  std::vector<hsize_t> shape;
  std::vector<std::string> texts;
  std::vector<double> numbers;  // none if one is a text
};

Entry parse_entry(const std::string& line) {
  Entry entry;
  const std::size_t equals = line.find(" =");
  std::istringstream place(line.substr(0, equals));
  std::istringstream values(equals == line.npos ? "" : line.substr(equals + 2));
  place >> entry.path;
  const std::size_t at = entry.path.find('@');
  if (at != entry.path.npos) entry.attribute = entry.path.substr(at + 1), entry.path.resize(at);
  if (entry.path.empty()) entry.path += '/';
  std::size_t most = 4096;  // values: HDF5 is not what is tried here
  for (hsize_t size = 0; entry.shape.size() < 4 && place >> size;)
    entry.shape.push_back(std::min<hsize_t>(size, most)), most /= std::max<hsize_t>(size, 1);
  for (std::string value; values >> value;) {
    double number = 0;
    const char *begin = value.data(), *end = begin + value.size();
    if (std::from_chars(begin, end, number).ptr == end) entry.numbers.push_back(number);
    entry.texts.push_back(std::move(value));
  }
  if (entry.numbers.size() != entry.texts.size()) entry.numbers.clear();
  return entry;
}

template <class Value>
std::vector<Value> repeated(const std::vector<Value>& values, const std::vector<hsize_t>& shape) {
  std::size_t size = 1;
  for (const hsize_t n : shape) size *= n;
  std::vector<Value> all(size);
  for (std::size_t i = 0; i < size && !values.empty(); ++i) all[i] = values[i % values.size()];
  return all;
}

void add(hdf5::Writer& file, const Entry& e) {
  const bool texts = e.numbers.empty();
  const char* name = e.attribute.c_str();
  if (e.attribute.empty() && texts && e.shape.size() == 1)
    file.dataset(e.path, repeated(e.texts, e.shape));
  else if (e.attribute.empty())
    file.dataset(e.path, e.shape, repeated(e.numbers, e.shape));
  else if (texts)
    file.attribute(e.path, name, e.texts.empty() ? "" : e.texts[0]);
  else if (e.numbers[0] >= 0 && e.numbers[0] < 1e18 && e.numbers[0] == std::floor(e.numbers[0]))
    file.attribute(e.path, name, static_cast<std::uint64_t>(e.numbers[0]));
  else
    file.attribute(e.path, name, e.numbers[0]);
}

std::string image_of(const std::string& entries) {
  hdf5::Writer file;
  std::istringstream lines(entries);
  for (std::string line; std::getline(lines, line);) try {
      add(file, parse_entry(line));
    } catch (const std::runtime_error&) {  // no name for HDF5, or there already
    }
  return file.image();
}

}  // namespace

const Target poses = {"poses",
                      [](const std::string& input) {
                        const std::string path = put("input.poses", input);
                        may_refuse([&] { look_at(load_segment(path)); });
                      },
                      [] { return std::vector<std::string>{saved_poses()}; }, 1500};

// HDF5 (1.10.8) trusts what it reads: small damage makes it read without end (H5HG) or beyond its
// memory, so that the tests leave this one to whoever wants to look for more. The checksum is what
// stands before it; a stranger's file that brings its own is as safe as a stranger's program.
const Target poses_image = {
    "poses_image",
    [](const std::string& input) {
      static const std::string whole = saved_poses();
      const std::string path = put("input.poses", forged_poses(whole, some_poses(), input));
      may_refuse([&] { look_at(load_segment(path)); });
    },
    [] { return std::vector<std::string>{saved_poses().substr(poses_header_size)}; }, 0};

// What HDF5 reads rightly may still be no film.
const Target poses_content = {
    "poses_content",
    [](const std::string& input) {
      static const std::string whole = saved_poses();
      const std::string path =
          put("input.poses", forged_poses(whole, some_poses(), image_of(input)));
      may_refuse([&] { look_at(load_segment(path)); });
    },
    [] {
      return std::vector<std::string>{
          "@shot = s\n@version = v\n@motion_hash = a\n@state_hash = b\n@failure = none\n@seed = 0\n"
          "@fps = 24\n@frames = 2\n@samples_per_frame = 2\n"
          "film/times 5 = 0 0.02 0.04 0.06 0.08\nfilm/bodies 2 = f/a f/b\n"
          "film/transforms 5 2 7 = 0 0 1 1 0 0 0\nfilm/appears 2 = -inf 0.03\n"
          "film/emitters 1 = e\nfilm/first_particle 6 = 0 0 1 1 2 2\n"
          "film/particles 2 10 = 0 0 0 1 0 0 1 0 0 -1\n"
          "times 2 = 0 0.01\nchannels 2 = f/q f/on\n"
          "tracks/f/q 2 2 = 0 1 2 3\ntracks/f/q@units = rad\ntracks/f/q@help = angles\n"
          "columns/f/q 2 = a b\n"
          "tracks/f/on 2 1 = 0 1\ntracks/f/on@units = none\ntracks/f/on@help = text\n"
          "columns/f/on 1 = x\n"
          "marks/times 1 = 0.01\nmarks/names 1 = cue\nmarks/texts 1 = happened\n"};
    },
    100};

}  // namespace gambol::fuzz
