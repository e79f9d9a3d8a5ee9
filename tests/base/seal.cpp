#include "base/seal.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/hash.h"

namespace gambol {
namespace {

namespace fs = std::filesystem;

class SealTest : public testing::Test {
 protected:
  SealTest() {
    std::string name = testing::TempDir() + "seal_XXXXXX";
    folder_ = mkdtemp(name.data());
    path_ = (folder_ / "frame.png").string();
  }
  ~SealTest() override { fs::remove_all(folder_); }

  std::string content() const {
    std::stringstream text;
    text << std::ifstream(path_, std::ios::binary).rdbuf();
    return text.str();
  }
  void put(const std::string& bytes) const { std::ofstream(path_, std::ios::binary) << bytes; }

  fs::path folder_;
  std::string path_;
  const std::string hash_ = hash_of("the shot");
};

TEST_F(SealTest, TellsWhatAFileWasMadeFrom) {
  write_file(path_, "picture", hash_);
  EXPECT_EQ(sealed_from(path_), hash_);
  EXPECT_TRUE(is_whole(path_));
  EXPECT_EQ(content().substr(0, 7), "picture");
  EXPECT_EQ(content().size(), 7u + 88);
}

// Every kind keeps the end that its readers look for.
TEST_F(SealTest, LiesBeforeTheEndOfAPictureFile) {
  const std::string png_end("\0\0\0\0IEND\xAE\x42\x60\x82", 12), gif_end("\0;", 2);
  const std::pair<std::string, std::string> kinds[] = {
      {"\x89PNG", png_end}, {"\xFF\xD8", "\xFF\xD9"}, {"GIF89a", gif_end}};
  for (const auto& [begin, end] : kinds) {
    const std::string picture = begin + "picture";
    write_file(path_, picture + end, hash_);
    EXPECT_EQ(sealed_from(path_), hash_);
    EXPECT_TRUE(is_whole(path_));
    const std::string bytes = content();
    EXPECT_TRUE(bytes.ends_with(end));
    EXPECT_EQ(bytes.substr(0, picture.size()), picture);
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
      std::string damaged = bytes;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
      put(damaged);
      EXPECT_FALSE(is_whole(path_)) << bit;
    }
  }
}

// A movie may end as a picture does by chance: what it begins with tells.
TEST_F(SealTest, LiesBehindAMovieWhateverItsLastBytes) {
  for (const std::string& end : {std::string("\xFF\xD9"), std::string("\0;", 2)}) {
    write_file(path_, "movie" + end, hash_);
    EXPECT_TRUE(is_whole(path_));
    EXPECT_EQ(content().substr(0, 5 + end.size()), "movie" + end);
  }
}

TEST_F(SealTest, IsThereForLargeAndEmptyFiles) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{3} << 20}) {
    write_file(path_, std::string(size, 'x'), hash_);
    EXPECT_EQ(sealed_from(path_), hash_);
    EXPECT_TRUE(is_whole(path_));
  }
}

TEST_F(SealTest, FindsEveryFlippedBit) {
  write_file(path_, "picture", hash_);
  const std::string bytes = content();
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    put(damaged);
    EXPECT_FALSE(is_whole(path_)) << bit;
  }
}

TEST_F(SealTest, FindsThatAFileIsCutOffOrGoesOn) {
  write_file(path_, "picture", hash_);
  const std::string bytes = content();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    put(bytes.substr(0, size));
    EXPECT_FALSE(is_whole(path_)) << size;
    EXPECT_EQ(sealed_from(path_), "") << size;
  }
  put(bytes + "x");
  EXPECT_FALSE(is_whole(path_));
}

TEST_F(SealTest, IsNotSeenWhereThereIsNone) {
  EXPECT_EQ(sealed_from(path_), "");
  EXPECT_FALSE(is_whole(path_));
  write_file(path_, "picture");
  EXPECT_EQ(sealed_from(path_), "");
  EXPECT_FALSE(is_whole(path_));
  EXPECT_EQ(sealed_from(folder_.string()), "");
  EXPECT_FALSE(is_whole(folder_.string()));
}

TEST_F(SealTest, IsNotWaitedForAtAPipe) {
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(sealed_from(path_), "");
  EXPECT_FALSE(is_whole(path_));
}

TEST_F(SealTest, NamesTheFileThatCannotBeSealed) {
  try {
    seal(path_, hash_, "frame 7");
    FAIL() << "there is no such file";
  } catch (const RunError& error) {
    EXPECT_EQ(error.code, ExitCode::failed);
    EXPECT_NE(std::string(error.what()).find("frame 7"), std::string::npos);
  }
}

}  // namespace
}  // namespace gambol
