// What Embree has no room for is an error, never a picture without it.

#include "render/embree_device.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "render/frame_renderer.h"
#include "render/roach_scene.h"

#if !defined(__SANITIZE_ADDRESS__)
#include "support/failing_library.h"

namespace gambol {
namespace {

TEST(EmbreeDevice, EveryFailedAllocationFailsThePicture) {
  Scene roach = roach_scene(1, Vec3(0.01, 0, 0), 0.2);
  roach.shot.look = chitin_look();
  roach.shot.camera.position = VecCurve(Vec3(0.055, -0.085, 0.042));
  roach.shot.camera.target = VecCurve(Vec3(0.006, 0, 0.006));
  PresetSpec preset;
  preset.width = 32, preset.height = 18, preset.samples = 1, preset.bounces = 1;
  Image image;
  const auto picture_with = [&](long failing) {
    return refusing("libembree3", failing,
                    [&] { image = FrameRenderer(roach.shot, roach.poses, preset).render(0); });
  };
  const long count = picture_with(0);
  const Image whole = image;
  ASSERT_GT(count, 100) << "Embree's requests are not watched";
  // Those of its start are few and early; the tries get further apart.
  for (long at = 1; at <= count; at += 1 + at / 5) {
    try {
      picture_with(at);
      ADD_FAILURE() << "request " << at << " of " << count << " failed, the picture did not";
    } catch (const RunError& error) {
      EXPECT_EQ(error.code, ExitCode::failed);
      EXPECT_THAT(error.what(), testing::HasSubstr("Embree"));
    }
  }
  picture_with(0);
  EXPECT_EQ(image.pixels, whole.pixels);
}

}  // namespace
}  // namespace gambol

#endif
