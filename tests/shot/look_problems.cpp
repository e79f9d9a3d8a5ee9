// What authors are told when looks, cameras or shutters are wrong.

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "shot/look_spec.h"
#include "shot/shot_spec.h"
#include "support/files.h"

namespace gambol {
namespace {

using ::testing::HasSubstr;

class LookProblems : public Files {
 protected:
  LookProblems() { write("ball.yaml", ball_figure); }
  std::string of(const std::string& rest) const {
    return problems(write("x.yaml", "look: x\n" + rest));
  }
  std::string of_texture(const std::string& texture) const {
    return of("materials: {a: {textures: [{" + texture + "}]}}\n");
  }
  std::string of_shot(const std::string& rest) const {
    return problems(write("drop.yaml", ball_shot + rest));
  }
};

TEST_F(LookProblems, GoodLooksHaveNone) {
  write("fur.png", "stands for a picture");
  EXPECT_EQ(of("materials:\n"
               "  a:\n"
               "    coat: 1\n"
               "    film: {thickness: 340 nm}\n"
               "    textures:\n"
               "      - {type: image, file: fur.png, space: uv, size: 1}\n"
               "      - {type: noise, on: roughness, value: 0.2, size: 3 mm}\n"
               "      - {type: stone, on: bump, depth: 1 mm, size: 2 cm}\n"
               "lights:\n"
               "  - {kind: sphere, position: [0, 0, 1], radius: 2 cm, seen: true}\n"
               "  - {kind: spot, position: [{t: 0 s, value: [0, 0, 1]}, {t: 1 s, value: [1, 0, "
               "1]}], cone: 30 deg}\n"
               "sky: {model: physical, sun_elevation: 20 deg, haze: 2}\n"
               "tone: {curve: filmic, contrast: 1.1}\n"),
            "");
  EXPECT_EQ(of("tone: srgb\n"), "");
}

TEST_F(LookProblems, PicturesMustBeThere) {
  EXPECT_THAT(of_texture("type: image, file: no.png"),
              HasSubstr("file: found \"no.png\", expected a picture (there is none at "));
  EXPECT_THAT(of("sky: {model: image, image: no.exr}\n"), HasSubstr("sky.image: found \"no.exr\""));
  EXPECT_THAT(of("sky: {model: image}\n"), HasSubstr("a sky without image"));
}

// Wherever they are: once each, though a look may begin with another.
TEST_F(LookProblems, PicturesMustBeFiles) {
  ASSERT_EQ(mkfifo(path("pipe.exr").c_str(), 0600), 0);
  for (const std::string& file : {std::string("pipe.exr"), path("pipe.exr")}) {
    write("base.yaml", "look: base\nsky: {model: image, image: " + file + "}\n");
    EXPECT_EQ(of("file: base.yaml\n"),
              "base.yaml:2:28: sky.image: found \"pipe.exr\", expected a picture (pipe.exr is a "
              "folder, pipe or device)\n");
  }
  EXPECT_THAT(of("sky: {model: image, image: /gone/sky.exr}\n"),
              HasSubstr("found \"/gone/sky.exr\", expected a picture (there is none at "));
  EXPECT_THAT(of_texture("type: image, file: /dev/zero"),
              HasSubstr("expected a picture (/dev/zero is a folder, pipe or device)"));
}

TEST_F(LookProblems, TexturesSayOnlyWhatTheirTargetHas) {
  EXPECT_THAT(of_texture("type: noise, on: bump"), HasSubstr("bump without depth"));
  EXPECT_THAT(of_texture("type: noise, on: roughness, color: [1, 1, 1]"),
              HasSubstr("color on roughness"));
  EXPECT_THAT(of_texture("type: noise, value: 0.5"), HasSubstr("value on color"));
  EXPECT_THAT(of_texture("type: noise, depth: 1 mm"), HasSubstr("depth on color"));
  EXPECT_THAT(of_texture("type: nois"), HasSubstr("did you mean noise?"));
  EXPECT_THAT(of_texture("type: noise, size: -1 mm"), HasSubstr("greater than 0"));
  EXPECT_THAT(of_texture("type: noise, joint: 0.1"), HasSubstr("unknown key"));
  EXPECT_THAT(of("materials: {a: {film: {thickness: 300 nm}}}\n"),
              HasSubstr("a film without coat"));
}

TEST_F(LookProblems, LightsSayOnlyWhatTheirKindHas) {
  const auto light = [&](const std::string& text) { return of("lights: [{" + text + "}]\n"); };
  EXPECT_THAT(light("kind: sun, radius: 1 cm"), HasSubstr("radius with sun"));
  EXPECT_THAT(light("kind: area, cone: 30 deg"), HasSubstr("cone with area"));
  EXPECT_THAT(light("kind: spot, seen: true"), HasSubstr("seen with spot"));
  EXPECT_THAT(light("kind: spot, cone: 4 rad"), HasSubstr("at most 3.1"));
  EXPECT_THAT(light("kind: disc, position: [0, 0, 1], target: [0, 0, 1]"),
              HasSubstr("the position of the light"));
  EXPECT_THAT(light("kind: sun, direction: [0, 0, 0]"), HasSubstr("a direction of length 0"));
}

TEST_F(LookProblems, LightsHaveTheUnitsOfTheirKind) {
  const auto light = [&](const std::string& keys) { return of("lights: [{" + keys + "}]\n"); };
  EXPECT_THAT(light("kind: sun, intensity: 800 lm"),
              HasSubstr("found a power (W) of a sun, expected an irradiance, such as 3 W/m2"));
  EXPECT_THAT(light("kind: spot, intensity: 800 lx"), HasSubstr("an irradiance (W/m2) of a spot"));
  EXPECT_THAT(light("kind: area, intensity: 5 kg"), HasSubstr("expected a number"));
  EXPECT_EQ(light("kind: spot, intensity: 800 cd"), "");
  EXPECT_EQ(light("kind: sphere, intensity: [[0 s, 0 lm], [1 s, 800 lm]]"), "");
}

TEST_F(LookProblems, SkiesSayOnlyWhatTheirModelHas) {
  EXPECT_THAT(of("sky: {haze: 2}\n"), HasSubstr("haze with gradient"));
  EXPECT_THAT(of("sky: {model: physical, zenith: [1, 1, 1]}\n"), HasSubstr("zenith with physical"));
  EXPECT_THAT(of("tone: {curve: soft, contrast: 2}\n"), HasSubstr("contrast with soft"));
}

// A picture that a look names lies beside that look, whoever builds on it.
TEST_F(LookProblems, PicturesAreFoundBesideTheFileThatNamesThem) {
  write("looks/fur.png", "stands for a picture");
  write("looks/base.yaml",
        "look: base\nmaterials: {a: {textures: [{type: image, file: fur.png}]}}\n");
  EXPECT_EQ(of_shot("look: {file: looks/base.yaml, materials: {a: {roughness: 0.1}}}\n"), "");
  const ShotSpec shot = load_shot(path("drop.yaml"));
  const auto& image = std::get<ImageTexture>(shot.look.materials[0].textures[0].kind);
  EXPECT_TRUE(std::filesystem::is_regular_file(image.file));
}

TEST_F(LookProblems, ShuttersOpenAndClose) {
  const auto curve = [&](const std::string& rows) {
    return of_shot("camera: {shutter_curve: " + rows + "}\n");
  };
  EXPECT_EQ(curve("[[0, 0], [0.2, 1], [1, 0]]"), "");
  EXPECT_THAT(curve("[[0, 1]]"), HasSubstr("at least two"));
  EXPECT_THAT(curve("[[0, 1], [1]]"), HasSubstr("two: the moment"));
  EXPECT_THAT(curve("[[0, 1], [0.5, 1], [0.5, 0], [1, 0]]"), HasSubstr("increasing moments"));
  EXPECT_THAT(curve("[[0, 1], [0.5, 1]]"), HasSubstr("moments from 0"));
  EXPECT_THAT(curve("[[0, 0], [1, 0]]"), HasSubstr("never opens"));
  EXPECT_THAT(curve("[[0, -1], [1, 1]]"), HasSubstr("at least 0"));
}

TEST_F(LookProblems, ViewsBeginBeforeTheyEnd) {
  EXPECT_THAT(of_shot("views: [{camera: {}, from: 1 s, to: 0.5 s}]\n"), HasSubstr("from < to"));
  EXPECT_THAT(of_shot("views: [{camera: {}, from: 3 s}]\n"), HasSubstr("from < to"));
}

// Of those that are seen.
TEST_F(LookProblems, LooksHaveTheMaterialsOfSkins) {
  write("hide.yaml",
        "figure: hide\nbodies: [{name: b, shapes: [{sphere: 1 cm}]}]\nskins:\n"
        "  hide: {from: shapes, cell: 2 mm, blend: 5 mm, material: leather, layer: skin}\n"
        "  fell: {from: shapes, cell: 2 mm, blend: 5 mm, material: wool, layer: winter}\n"
        "layers: [skin]\n");
  const auto of_look = [&](const std::string& cast, const std::string& materials) {
    return problems(write("skins.yaml",
                          "shot: skins\nfilm: {fps: 24, duration: 1 s}\n"
                          "figures: [{name: hide, file: hide.yaml" +
                              cast + "}]\nlook: {materials: {" + materials + "}}\n"));
  };
  EXPECT_EQ(of_look("", "leather: {roughness: 1}"), "");
  EXPECT_THAT(of_look("", "lether: {roughness: 1}"),
              HasSubstr("hide.yaml:4:59: skins.hide.material: found \"leather\", expected a "
                        "material of the look (did you mean lether?)"));
  EXPECT_THAT(of_look(", layers: [winter]", "leather: {roughness: 1}"),
              HasSubstr("found \"wool\", expected a material of the look"));
}

}  // namespace
}  // namespace gambol
