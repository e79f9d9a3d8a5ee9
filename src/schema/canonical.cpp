#include "schema/canonical.h"

#include "base/hash.h"
#include "geometry/mesh.h"
#include "schema/fields.h"

namespace gambol {
namespace {

class CanonicalWriter final : public Fields {
 public:
  explicit CanonicalWriter(CanonicalText& out) : out_(out) {}
  void content(const char* name, const std::string& path) override { out_.content(name, path); }
  bool hashes() const override { return true; }

 private:
  void visit(const char* name, void* value, const ValueType& type, const Field& f) override {
    if (f.touches > out_.wanted()) return;
    out_.append(name);
    out_.append(":");
    type.write(out_, value);
    out_.append("\n");
  }
  // The fields that the key stands for are written under their own names.
  bool visit_filling(const char*, void*, const ValueType&, const Field&) override { return false; }
  void visit_variant(const char* name, void* value, const VariantType& type,
                     const Field&) override {
    out_.append(name);
    out_.append(":");
    out_.append(type.names[type.index(value)]);
    out_.append("\n");
    type.fields(*this, value);
  }
  void visit_loaded(const char* name, void* value, const ValueType& type) override {
    out_.append(name);
    out_.append(":");
    type.write(out_, value);
    out_.append("\n");
  }

  CanonicalText& out_;
};

}  // namespace

void CanonicalText::write_fields(VisitFields visit, void* value) {
  CanonicalWriter writer(*this);
  visit(writer, value);
}

void CanonicalText::content(const char* name, const std::string& path) {
  if (path.empty()) return;
  for (const std::string& file : mesh_files(path)) contents_.push_back({text_.size(), name, file});
}

std::vector<std::string> CanonicalText::files() const {
  std::vector<std::string> files;
  for (const Content& content : contents_) files.push_back(content.file);
  return files;
}

std::string CanonicalText::text() const {
  std::string text;
  std::size_t done = 0;
  for (const auto& [at, name, file] : contents_) {
    text += text_.substr(done, at - done) + fmt::format("{}:{}\n", name, hash_of_file(file));
    done = at;
  }
  return text + text_.substr(done);
}

void CanonicalText::write(Vec2& value) {
  for (int i = 0; i < 2; ++i) write(value[i]);
}

void CanonicalText::write(Vec3& value) {
  for (int i = 0; i < 3; ++i) write(value[i]);
}

void CanonicalText::write(Transform& value) {
  write(value.R.w());
  write(value.R.x());
  write(value.R.y());
  write(value.R.z());
  write(value.p);
}

void CanonicalText::write(RotationSpec& value) {
  append(std::string_view(&value.axis, 1));
  write(value.angle);
}

}  // namespace gambol
