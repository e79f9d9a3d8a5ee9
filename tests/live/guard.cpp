#include "live/guard.h"

#include <gtest/gtest.h>

#include <set>

namespace gambol {
namespace {

class GuardOf4711 : public testing::Test {
 protected:
  // A request as a browser sends it from our page.
  HttpRequest request(const std::string& path = "/scene") const {
    return {"GET", path, {{"Host", "127.0.0.1:4711"}, {"Cookie", cookie_}}, {}};
  }
  int status(const HttpRequest& request) {
    const std::optional<HttpAnswer> other = guard_.instead(request);
    return other ? other->status : 0;
  }
  HttpAnswer enter(const std::string& ticket) {
    HttpRequest r = request("/enter");
    r.headers.pop_back();
    r.query = {{"ticket", ticket}};
    return *guard_.instead(r);
  }
  static std::string header(const HttpAnswer& answer, const std::string& name) {
    for (const auto& [key, value] : answer.headers)
      if (key == name) return value;
    return "";
  }
  void SetUp() override {
    const std::string set = header(enter(guard_.ticket()), "Set-Cookie");
    cookie_ = set.substr(0, set.find(';'));
  }

  std::vector<std::string> renewed_;
  Guard guard_{4711, [this](const std::string& next) { renewed_.push_back(next); }};
  std::string cookie_;
};

TEST(Secrets, AreLongAndNeverTheSame) {
  std::set<std::string> seen;
  for (int k = 0; k < 1000; ++k) {
    const std::string token = secret_token();
    EXPECT_EQ(token.size(), 32u);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), token.npos);
    EXPECT_TRUE(seen.insert(token).second);
  }
  EXPECT_TRUE(same_secret("ab", "ab"));
  EXPECT_FALSE(same_secret("ab", "aB"));
  EXPECT_FALSE(same_secret("ab", "abc"));
  EXPECT_FALSE(same_secret("", "a"));
}

TEST_F(GuardOf4711, LetsThePageThatHoldsTheCookieIn) {
  EXPECT_EQ(status(request()), 0);
  HttpRequest among_others = request();
  among_others.headers[1].second = "a=b; " + cookie_ + ";c=d";
  EXPECT_EQ(status(among_others), 0);
  for (const char* site : {"same-origin", "none"}) {
    HttpRequest r = request();
    r.headers.push_back({"Sec-Fetch-Site", site});
    EXPECT_EQ(status(r), 0) << site;
  }
  HttpRequest own = request();
  own.headers.push_back({"origin", "http://127.0.0.1:4711"});
  EXPECT_EQ(status(own), 0);
}

TEST_F(GuardOf4711, AnswersNothingWithoutTheCookie) {
  for (const char* path : {"/", "/scene", "/news", "/trace", "/player.js", "/nowhere"}) {
    HttpRequest r = request(path);
    r.headers.pop_back();
    EXPECT_EQ(status(r), 403) << path;
  }
  const std::string name = cookie_.substr(0, cookie_.find('=') + 1);
  for (const std::string& wrong :
       {name, name + std::string(32, '0'), cookie_ + "0", cookie_.substr(0, cookie_.size() - 1),
        "x" + cookie_, cookie_.substr(name.size()), "other_" + cookie_}) {
    HttpRequest r = request();
    r.headers[1].second = wrong;
    EXPECT_EQ(status(r), 403) << wrong;
  }
}

TEST_F(GuardOf4711, RefusesOtherHosts) {
  for (const char* host : {"localhost:4711", "127.0.0.1", "127.0.0.1:80", "evil.example:4711", "",
                           "127.0.0.1:4711.evil.example", "127.0.0.1:47110"}) {
    HttpRequest r = request();
    r.headers[0].second = host;
    EXPECT_EQ(status(r), 403) << host;
  }
  HttpRequest two = request();
  two.headers.push_back({"HOST", "evil.example"});
  EXPECT_EQ(status(two), 403);
  HttpRequest none = request();
  none.headers.erase(none.headers.begin());
  EXPECT_EQ(status(none), 403);
}

TEST_F(GuardOf4711, RefusesOtherOriginsEvenWithTheCookie) {
  for (const char* origin : {"http://evil.example", "null", "http://127.0.0.1", "",
                             "https://127.0.0.1:4711", "http://127.0.0.1:4712"}) {
    HttpRequest r = request();
    r.headers.push_back({"Origin", origin});
    EXPECT_EQ(status(r), 403) << origin;
  }
  // A page on another port of this host is of the same site, and its browser sends the cookie.
  for (const char* site : {"same-site", "cross-site", ""}) {
    HttpRequest r = request();
    r.headers.push_back({"Sec-Fetch-Site", site});
    EXPECT_EQ(status(r), 403) << site;
  }
}

TEST_F(GuardOf4711, KnowsOnlyGet) {
  for (const char* method : {"POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "get"}) {
    HttpRequest r = request();
    r.method = method;
    EXPECT_EQ(status(r), 405) << method;
  }
}

TEST_F(GuardOf4711, ATicketIsGoodOnce) {
  ASSERT_EQ(renewed_.size(), 1u);  // SetUp() entered
  const std::string ticket = guard_.ticket();
  EXPECT_EQ(renewed_.back(), ticket);
  EXPECT_EQ(enter("").status, 403);
  EXPECT_EQ(enter(std::string(32, '0')).status, 403);
  EXPECT_EQ(guard_.ticket(), ticket);  // a wrong one costs nothing
  const HttpAnswer in = enter(ticket);
  EXPECT_EQ(in.status, 200);
  EXPECT_NE(guard_.ticket(), ticket);
  EXPECT_EQ(renewed_.back(), guard_.ticket());
  EXPECT_EQ(enter(ticket).status, 403);
  EXPECT_EQ(header(enter(ticket), "Set-Cookie"), "");
}

TEST_F(GuardOf4711, TheCookieIsStrictAndNoScriptReadsIt) {
  const std::string set = header(enter(guard_.ticket()), "Set-Cookie");
  EXPECT_EQ(set, cookie_ + "; Path=/; HttpOnly; SameSite=Strict");
  EXPECT_EQ(cookie_.find("gambol_4711="), 0u);
  EXPECT_EQ(cookie_.find(guard_.ticket()), cookie_.npos);
}

TEST_F(GuardOf4711, OnlyANavigationEnters) {
  HttpRequest r = request("/enter");
  r.query = {{"ticket", guard_.ticket()}};
  r.headers.push_back({"Sec-Fetch-Site", "cross-site"});  // from the door, which is a file
  r.headers.push_back({"Sec-Fetch-Mode", "no-cors"});
  EXPECT_EQ(status(r), 403);
  r.headers.back().second = "navigate";
  EXPECT_EQ(status(r), 200);
}

}  // namespace
}  // namespace gambol
