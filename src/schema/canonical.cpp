#include "schema/canonical.h"

#include "base/hash.h"
#include "geometry/mesh.h"
#include "schema/fields.h"

namespace gambol {

// Writes the fields of one struct.
class CanonicalWriter final : public Fields {
 public:
  using TextsByName = CanonicalText::TextsByName;
  // What `learned` is given becomes the texts of the fields; otherwise those are left out that are
  // as in `defaults`.
  CanonicalWriter(CanonicalText& out, const TextsByName* defaults, TextsByName* learned)
      : out_(out), defaults_(defaults), learned_(learned) {}

  void content(const char* name, const std::string& path) override { out_.content(name, path); }

 private:
  void visit(const char* name, void* value, const ValueType& type, const Field& f) override {
    if (f.touches > out_.wanted()) return;
    write(name, [&] { type.write(out_, value); });
  }
  // The fields that the key stands for are written under their own names.
  bool visit_filling(const char*, void*, const ValueType&, const Field&) override { return false; }
  void visit_variant(const char* name, void* value, const VariantType& type,
                     const Field&) override {
    write(name, [&] {
      out_.append(type.names[type.index(value)]);
      type.write(out_, value);
    });
  }
  void visit_made(const char* name, void* value, const ValueType& type, Touches touches) override {
    if (touches > out_.wanted()) return;
    write(name, [&] { type.write(out_, value); });
  }

  template <class Write>
  void write(const char* name, const Write& write_value) {
    const std::size_t begin = out_.text_.size(), contents = out_.contents_.size();
    out_.append(name);
    out_.append(":");
    write_value();
    out_.append("\n");
    if (out_.contents_.size() == contents) leave_out_default(name, begin);
  }

  void leave_out_default(const char* name, std::size_t begin) {
    const std::string_view written = std::string_view(out_.text_).substr(begin);
    if (learned_) {
      (*learned_)[name] = written;
    } else if (defaults_) {
      const auto found = defaults_->find(std::string_view(name));
      if (found == defaults_->end() || found->second != written) return;
    }
    out_.text_.resize(begin);
  }

  CanonicalText& out_;
  const TextsByName* defaults_;
  TextsByName* learned_;
};

void CanonicalText::learn_defaults(VisitFields visit, void* fresh) {
  TextsByName learned;
  CanonicalWriter writer(*this, nullptr, &learned);
  visit(writer, fresh);
  defaults_[visit] = std::move(learned);
}

void CanonicalText::write_fields(VisitFields visit, void* value) {
  CanonicalWriter writer(*this, writes_ ? &defaults_.at(visit) : nullptr, nullptr);
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
