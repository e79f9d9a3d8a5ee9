#include "base/base64.h"

#include <gtest/gtest.h>

namespace gambol {
namespace {

TEST(Base64, IsThatOfRfc4648Section10) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foob"), "Zm9vYg==");
  EXPECT_EQ(base64("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string_view("\xff\x00\xfb", 3)), "/wD7");
}

}  // namespace
}  // namespace gambol
