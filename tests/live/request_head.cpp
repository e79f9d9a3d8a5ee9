#include "live/request_head.h"

#include <gmock/gmock.h>

namespace gambol {
namespace {

using testing::HasSubstr;

constexpr const char* start = "GET / HTTP/1.1\r\nHost: 127.0.0.1:4711\r\n";

int refused(const std::string& headers) { return judged_head(start + headers + "\r\n").refused; }

TEST(ARequestHead, OfABrowserIsRead) {
  const RequestHead head = judged_head(
      "GET /scene?number=1 HTTP/1.1\r\nHost: 127.0.0.1:4711\r\nCookie:a=%41; b=\"c\"\r\n"
      "cookie: \td \t\r\nX-Empty:\r\n\r\n");
  EXPECT_EQ(head.refused, 0);
  const HttpRequest::Pairs expected = {{"Host", "127.0.0.1:4711"},
                                       {"Cookie", "a=%41; b=\"c\""},  // not decoded
                                       {"cookie", "d"},
                                       {"X-Empty", ""}};
  EXPECT_EQ(head.headers, expected);
  EXPECT_EQ(refused("Content-Length: 0\r\n"), 0);
}

TEST(ARequestHead, OfAnotherFormIsNone) {
  for (const char* line :
       {"", "GET", "GET /", "GET  HTTP/1.1", "GET / HTTP/2.0", "GET / HTTP/1.1 ",
        "GET /a b HTTP/1.1", "GET\t/ HTTP/1.1", " GET / HTTP/1.1",
        "GET http://127.0.0.1:4711/ HTTP/1.1", "CONNECT evil.example:443 HTTP/1.1",
        "OPTIONS * HTTP/1.1", "PRI * HTTP/2.0", "GET /\x01 HTTP/1.1", "GET /\xC3\xA4 HTTP/1.1",
        "GET /\nHost:x HTTP/1.1", "G(T / HTTP/1.1"})
    EXPECT_EQ(judged_head(std::string(line) + "\r\nHost: a\r\n\r\n").refused, 400) << line;
  EXPECT_EQ(judged_head(std::string("GET /\0 HTTP/1.1\r\n\r\n", 19)).refused, 400);
}

// Two parsers may disagree about each of these: where a request ends, and what it says.
TEST(ARequestHead, ThatCouldBeReadInTwoWaysIsRefused) {
  for (const char* headers : {"Transfer-Encoding: chunked\r\n",
                              "transfer-encoding:\tidentity\r\n",
                              "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
                              "Content-Length: 4\r\nContent-Length: 5\r\n",
                              "Content-Length: 0\r\ncontent-length: 0\r\n",
                              "Content-Length: +4\r\n",
                              "Content-Length: 4, 4\r\n",
                              "Content-Length: 0x4\r\n",
                              "Content-Length: -1\r\n",
                              "Content-Length:\r\n",
                              "Host: evil.example\r\n",
                              "HOST: 127.0.0.1:4711\r\n",
                              "A\r\n",
                              ": a\r\n",
                              "A : b\r\n",
                              "A: b\r\n c\r\n",
                              "A: b\r\n\tc: d\r\n",
                              "A: b\rc: d\r\n",
                              "A: b\nc: d\r\n",
                              "A\x01: b\r\n",
                              "A: b\x7F\r\n",
                              "\xC3\xA4: b\r\n"})
    EXPECT_EQ(refused(headers), 400) << headers;
  EXPECT_EQ(refused(std::string("A: b\0c\r\n", 8)), 400);
}

TEST(ARequestHead, AsksForNoPartsAndBringsNoBody) {
  for (const char* range : {"Range: bytes=0-1\r\n", "range: bytes=5000-\r\n", "RANGE:\r\n",
                            "Range: lines=1\r\n", "If-Range: \"a\"\r\n"})
    EXPECT_EQ(refused(range), 416) << range;
  EXPECT_EQ(refused("Expect: 100-continue\r\n"), 417);
  EXPECT_EQ(refused("Content-Length: 1\r\n"), 413);
  EXPECT_EQ(refused("Content-Length: 99999999999999999999999\r\n"), 413);
}

TEST(ARequestHead, HasFewLines) {
  std::string headers;
  for (std::size_t k = 1; k < most_head_lines; ++k) headers += "A: b\r\n";
  EXPECT_EQ(refused(headers), 0);
  EXPECT_EQ(refused(headers + "A: b\r\n"), 431);
}

TEST(ARequestHead, IsRefusedWithTheHeadersOfEveryAnswer) {
  EXPECT_EQ(refusal(416, {{"A", "b"}}),
            "HTTP/1.1 416 Range Not Satisfiable\r\nA: b\r\nConnection: close\r\n"
            "Content-Length: 0\r\n\r\n");
  for (int status : {400, 413, 417, 431, 503}) EXPECT_THAT(refusal(status, {}), HasSubstr(" "));
}

}  // namespace
}  // namespace gambol
