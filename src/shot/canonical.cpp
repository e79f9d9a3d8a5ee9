#include "shot/canonical.h"

#include "base/hash.h"
#include "geometry/mesh.h"

namespace gambol {

void CanonicalWriter::content(const char* name, const std::string& path) {
  if (path.empty()) return;
  for (const std::string& file : mesh_files(path))
    text_ += fmt::format("{}:{}\n", name, hash_of_file(file));
}

void CanonicalWriter::write(Vec2& value) {
  for (int i = 0; i < 2; ++i) write(value[i]);
}

void CanonicalWriter::write(Vec3& value) {
  for (int i = 0; i < 3; ++i) write(value[i]);
}

void CanonicalWriter::write(Transform& value) {
  write(value.R.w());
  write(value.R.x());
  write(value.R.y());
  write(value.R.z());
  write(value.p);
}

void CanonicalWriter::write(RotationSpec& value) {
  text_ += value.axis;
  write(value.angle);
}

}  // namespace gambol
