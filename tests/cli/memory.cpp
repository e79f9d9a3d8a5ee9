// What rendering says of the memory it needs, and what --memory does.

#include <fmt/format.h>

#include "cli/command_line.h"

namespace gambol {
namespace {

class Memory : public CommandLine {
 protected:
  Memory() : plain_(content(at("scenes/drop.yaml"))) {}
  // A look for the shot.
  void look(const std::string& lines) const {
    write("scenes/drop.yaml", plain_);
    edit("scenes/drop.yaml", "camera:", "look:\n" + lines + "camera:");
  }
  Ran render(const std::string& options = "", const std::string& before = "") const {
    fs::remove_all(at("out"));
    return gambol("render scenes/drop.yaml --frames 1 --preset tiny.yaml " + options, before);
  }
  // MiB, as they are printed.
  static double estimate(const Ran& ran) {
    const std::string before = "needs about ";
    const std::size_t at = ran.err.find(before);
    return at == ran.err.npos ? 0 : std::stod(ran.err.substr(at + before.size()));
  }
  // MiB that the process had at most, as the farm's record says.
  double peak() const {
    const std::string text = content(at("record")), before = "megabytes ";
    const std::size_t where = text.find(before);
    EXPECT_NE(where, text.npos) << text;
    return where == text.npos ? 0 : std::stod(text.substr(where + before.size()));
  }
  // A grey picture of zeros, which take no room on the disk.
  void picture(const std::string& name, int width, int height) const {
    write("scenes/" + name, fmt::format("P5\n{} {}\n255\n", width, height));
    const fs::path path = at("scenes/" + name);
    fs::resize_file(path, fs::file_size(path) + std::uintmax_t(width) * height);
  }

  std::string plain_;
  const std::string sky_ = "  sky: {model: image, image: sky.pgm}\n";
  const std::string floor_ =
      "  materials: {floor: {textures: [{type: image, space: world, size: 4 mm, file: "
      "floor.pgm}]}}\n"
      "  ground: {material: floor}\n";
};

TEST_F(Memory, IsEstimatedAndKeptTo) {
  const Ran ran = render();
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, HasSubstr("rendering a frame of 32x18 needs about "));
  const double need = estimate(ran);
  EXPECT_GT(need, 100);
  EXPECT_EQ(render(fmt::format("--memory {}MiB", need + 20)).code, 0);
  const Ran refused = render(fmt::format("--memory {}MiB", need - 20));
  EXPECT_EQ(refused.code, 5);
  EXPECT_THAT(refused.err, HasSubstr(fmt::format(", --memory allows {:.0f}", need - 20)));
  EXPECT_FALSE(fs::exists(at("out/drop/tiny/drop.0001.png")));
}

#if !defined(__SANITIZE_ADDRESS__)  // which takes memory of its own

TEST_F(Memory, OfPicturesIsEstimated) {
  const double without = estimate(render());
  picture("sky.pgm", 4000, 2000);
  picture("floor.pgm", 4000, 4000);
  for (const std::string& lines : {sky_, floor_, sky_ + floor_}) {
    look(lines);
    const Ran ran = render("--record record");
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_GT(estimate(ran), without + 30);
    EXPECT_GT(estimate(ran), peak());
    EXPECT_LT(estimate(ran), peak() + 180);
    fs::remove(at("record"));
  }
}

// By their heads alone: what they take is more than the process may have.
TEST_F(Memory, OfPicturesIsRefusedBeforeTheyAreRead) {
  picture("sky.pgm", 13000, 13000);
  picture("floor.pgm", 16000, 16000);
  for (const std::string& lines : {sky_, floor_}) {
    look(lines);
    const Ran ran = render("--memory 500MiB", "ulimit -v 2500000; ");
    EXPECT_EQ(ran.code, 5);
    EXPECT_THAT(ran.err, HasSubstr("--memory allows 500"));
    EXPECT_GT(estimate(ran), 600);
  }
}

// Without --memory, the limit is what the process can have at all.
TEST_F(Memory, OfPicturesIsComparedWithTheMachine) {
  picture("sky.pgm", 16384, 16384);
  look(sky_);
  const Ran ran = render("", "ulimit -v 3000000; ");
  EXPECT_EQ(ran.code, 5);
  EXPECT_THAT(ran.err, testing::MatchesRegex("(.*\n)?rendering needs about [0-9]* MiB of memory, "
                                             "with the pictures of its look; this process can "
                                             "have 2930 MiB\n"));
  EXPECT_GT(estimate(ran), 4000);
}

#endif

}  // namespace
}  // namespace gambol
