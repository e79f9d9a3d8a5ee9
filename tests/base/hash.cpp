#include "base/hash.h"
#include "base/error.h"
#include "support/own_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace gambol {
namespace {

TEST(Hash, OfAFileIsThatOfItsBytes) {
  const std::string path = own_file("");
  for (const int size : {0, 1, 65535, 65536, 65537, 200000}) {
    std::string bytes;
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(i % 251);
    std::ofstream(path, std::ios::binary) << bytes;
    EXPECT_EQ(hash_of_file(path), hash_of(bytes)) << size;
  }
  std::filesystem::remove(path);
  EXPECT_EQ(hash_of_file(path), hash_of(""));
  EXPECT_THROW(hash_of_file(testing::TempDir()), RunError);
}

}  // namespace
}  // namespace gambol
