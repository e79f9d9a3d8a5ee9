#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "live/server.h"

namespace gambol {
namespace {

using testing::HasSubstr;

class ThePages : public testing::Test {
 protected:
  HttpAnswer get(const std::string& path, HttpRequest::Pairs query = {}) {
    return pages_.answer({"GET", path, {}, std::move(query)});
  }
  Board board_;
  Tracer tracer_{board_};
  Pages pages_{"<b>", board_, tracer_};
};

TEST_F(ThePages, LoadNothingFromElsewhereAndRunNoInlineScript) {
  const HttpAnswer page = get("/");
  EXPECT_THAT(page.type, HasSubstr("text/html"));
  EXPECT_THAT(*page.body, HasSubstr("<title>&lt;b></title>"));
  EXPECT_EQ(page.body->find("<style"), page.body->npos);
  EXPECT_EQ(page.body->find("http:"), page.body->npos);
  for (std::size_t at = page.body->find("<script"); at != page.body->npos;
       at = page.body->find("<script", at + 1))
    EXPECT_EQ(page.body->substr(at, 13), "<script src=\"");
  for (const char* file : {"/style.css", "/three.js", "/orbit.js", "/player.js"}) {
    EXPECT_THAT(*page.body, HasSubstr(std::string("\"") + file + "\""));
    EXPECT_EQ(get(file).status, 200) << file;
    EXPECT_FALSE(get(file).body->empty()) << file;
  }
}

TEST_F(ThePages, KnowNoFiles) {
  for (const char* path : {"/etc/passwd", "/../scenes/drop.yaml", "//", "/scenes/drop.yaml", "",
                           "/player.js/", "/PLAYER.JS", "/out/drop/poses.h5"})
    EXPECT_EQ(get(path).status, 404) << path;
}

TEST_F(ThePages, ServeOnlyTheNewestScene) {
  board_.show_scene({"{}", "", {}, 0}, true);
  EXPECT_EQ(*get("/scene", {{"number", "1"}}).body, "{}");
  for (const char* number : {"", "0", "2", "-1", "1,1", "nan", "1e300", "1x"})
    EXPECT_EQ(get("/scene", {{"number", number}}).status, 404) << number;
}

TEST_F(ThePages, ServePartsByTheKeyOfTheirScene) {
  const std::string key(32, 'a');
  const auto part = [](std::size_t number) {
    if (number == 2) throw InputError(Problem{{"0001.h5", 0, 0}, "", "", "damaged"});
    return "gambolPart(" + std::to_string(number) + ");";
  };
  board_.show_scene({"{}", key, part, 3}, true);
  const HttpAnswer answer = get("/part", {{"of", key}, {"number", "1"}});
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(*answer.body, "gambolPart(1);");
  EXPECT_THAT(answer.type, HasSubstr("text/javascript"));
  for (const char* number : {"", "2", "3", "-1", "1,1", "nan", "1e300", "1x", "../1", "1.js"})
    EXPECT_EQ(get("/part", {{"of", key}, {"number", number}}).status, 404) << number;
  for (const std::string& other : {std::string(), key.substr(1), key + "a", std::string(32, 'b')})
    EXPECT_EQ(get("/part", {{"of", other}, {"number", "1"}}).status, 404) << other;
  EXPECT_EQ(get("/part", {{"number", "1"}}).status, 404);
  for (const char* path : {"/part/", "/parts", "/part/1", "/part/../part"})
    EXPECT_EQ(get(path, {{"of", key}, {"number", "1"}}).status, 404) << path;
}

TEST_F(ThePages, FourMayListenAndOneMoreWhenOneGoes) {
  std::vector<HttpAnswer> open;
  for (int k = 0; k < most_pages; ++k) {
    open.push_back(get("/news"));
    ASSERT_TRUE(open.back().stream) << k;
  }
  for (int k = 0; k < 3; ++k) EXPECT_EQ(get("/news").status, 503);
  open.pop_back();
  open.push_back(get("/news"));
  ASSERT_TRUE(open.back().stream);
  EXPECT_EQ(get("/news").status, 503);
  std::string bytes;
  EXPECT_TRUE(open[0].stream(bytes));
  EXPECT_THAT(bytes, testing::StartsWith("data: {"));
  EXPECT_THAT(bytes, testing::EndsWith("}\n\n"));
  board_.end();
  EXPECT_FALSE(open[0].stream(bytes));
}

TEST_F(ThePages, EventsHaveOneLineWhateverTheProblemSays) {
  board_.show_problems(Json::array().push("a\n\ndata: forged\r\rb"));
  std::string bytes;
  get("/news").stream(bytes);
  EXPECT_EQ(std::count(bytes.begin(), bytes.end(), '\n'), 2);
  EXPECT_EQ(std::count(bytes.begin(), bytes.end(), '\r'), 0);
}

TEST_F(ThePages, PicturesOfUnsoundNumbersAreRefused) {
  const std::string sound = "1,-1,1,0,0,0,0.5,1.5";
  EXPECT_TRUE(trace_request({"GET", "/trace", {}, {{"name", "a"}, {"frame", "3"}}}));
  const auto with = [](const std::string& frame, const std::string& camera) {
    return trace_request(
        {"GET", "/trace", {}, {{"name", "a"}, {"frame", frame}, {"camera", camera}}});
  };
  ASSERT_TRUE(with("3", sound));
  EXPECT_EQ(with("3", sound)->frame, 3);
  EXPECT_EQ(with("3", sound)->camera->position, Vec3(1, -1, 1));
  EXPECT_EQ(with("3", sound)->camera->aspect, 1.5);
  for (const char* frame : {"", "-1", "nan", "inf", "1e10", "0x10", "1,2", "a"})
    EXPECT_FALSE(with(frame, sound)) << frame;
  for (const char* camera :
       {"1", "1,1,1,0,0,0,0.5", "1,1,1,0,0,0,0.5,1.5,1", "nan,1,1,0,0,0,0.5,1.5",
        "1,1,1,0,0,0,0,1.5", "1,1,1,0,0,0,4,1.5", "1,1,1,0,0,0,0.5,0", "1,1,1,0,0,0,0.5,1e9",
        "1,1,1,1,1,1,0.5,1.5", "1,1,1,0,0,0,0.5,1.5,"})
    EXPECT_FALSE(with("3", camera)) << camera;
  EXPECT_FALSE(trace_request({"GET", "/trace", {}, {{"frame", "3"}}}));
  EXPECT_FALSE(
      trace_request({"GET", "/trace", {}, {{"name", std::string(65, 'a')}, {"frame", "3"}}}));
  EXPECT_EQ(get("/trace").status, 400);
  EXPECT_EQ(get("/traced", {{"name", "a"}}).status, 404);
}

}  // namespace
}  // namespace gambol
