#include "schema/canonical.h"

#include "base/hash.h"
#include "geometry/mesh.h"

namespace gambol {

void CanonicalWriter::content(const char* name, const std::string& path) {
  if (path.empty()) return;
  for (const std::string& file : mesh_files(path)) contents_.push_back({text_.size(), name, file});
}

std::vector<std::string> CanonicalWriter::files() const {
  std::vector<std::string> files;
  for (const Content& content : contents_) files.push_back(content.file);
  return files;
}

std::string CanonicalWriter::text() const {
  std::string text;
  std::size_t done = 0;
  for (const auto& [at, name, file] : contents_) {
    text += text_.substr(done, at - done) + fmt::format("{}:{}\n", name, hash_of_file(file));
    done = at;
  }
  return text + text_.substr(done);
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
