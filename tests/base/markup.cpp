#include "base/markup.h"

#include <gtest/gtest.h>

namespace gambol {
namespace {

TEST(MarkupText, IsSafeInElementsAndQuotedAttributes) {
  EXPECT_EQ(markup_text("a < b && \"c\" > 'd'"), "a &lt; b &amp;&amp; &quot;c&quot; > &#39;d&#39;");
  EXPECT_EQ(markup_text("</script>"), "&lt;/script>");
  EXPECT_EQ(markup_text(""), "");
}

TEST(MarkupText, IsUtf8WithoutControlCharacters) {
  EXPECT_EQ(markup_text("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(markup_text(std::string("a\0b\nc\x7f", 6)), "a b c ");
  EXPECT_EQ(markup_text("\xff\xc3"), "\xef\xbf\xbd\xef\xbf\xbd");
}

}  // namespace
}  // namespace gambol
