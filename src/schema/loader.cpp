#include "schema/loader.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "base/nearest.h"
#include "base/work_done.h"
#include "schema/fields.h"
#include "schema/file_kinds.h"
#include "schema/loaded_parts.h"

namespace gambol {
namespace {

// Reports a file whose top-level key names another kind than `kind`, and then returns true.
bool is_another_kind(LoadContext& context, const YamlNode& root, const std::string& kind) {
  if (root.find(kind)) return false;
  for (const char* other : file_kind_names) {
    const YamlNode* node = root.find(other);
    if (!node) continue;
    context.findings.add(node->place(), other, fmt::format("a {} file", other),
                         fmt::format("a {} file, which begins with `{}: NAME`", kind, kind));
    return true;
  }
  return false;
}

// Loads one mapping of a file.
class Loader final : public Fields {
 public:
  // `key` is the dotted path of the mapping; empty at the top. `shorthand` says that `mapping`
  // replaces a shorthand (Field::or_as): its only field is reported under `key` itself.
  Loader(LoadContext& context, const YamlNode& mapping, std::string key, bool shorthand = false)
      : context_(context),
        mapping_(mapping),
        place_(mapping.place()),
        key_(std::move(key)),
        shorthand_(shorthand) {
    known_.reserve(32);
    context_.findings.record_struct(place_, key_);
  }

  const Place& place() const { return place_; }

  // The mapping is a whole document, of the struct at `spec`: its fields are parts, and those that
  // LoadContext::earlier has alike are copied.
  void begin_document(const void* spec) {
    if (context_.fps_of_parts) context_.fps_of_parts->assign(known_.size(), context_.fps);
    if (context_.fps_of_parts || context_.earlier) document_ = static_cast<const char*>(spec);
  }
  // Ends the last part.
  void end_document() {
    if (!document_) return;
    context_.findings.begin_part(Findings::most_parts);
    if (copied_ != 0) context_.findings.continue_from(context_.earlier->findings, copied_);
  }

  // Returns the value of a key that is not a field: the one that names the kind of the file.
  // nullptr if that key is missing.
  const YamlNode* accept(const char* name) {
    known_.emplace_back(name);
    return mapping_.find(name);
  }

  void frame_rate(double fps) override { context_.fps = fps; }

  void gone(const char* name, const char* instead) override {
    const YamlNode* node = mapping_.find(name);
    if (!node) return;
    gone_.emplace_back(name);
    context_.findings.add(node->place(), path(name), "a key that is no more", instead);
  }

  void finish();  // reports unknown keys

 private:
  void visit(const char* name, void* value, const ValueType& type, const Field& f) override {
    const std::size_t part = known_.size();
    const YamlNode* node = look_up(name, f);
    if (document_) context_.findings.begin_part(part);
    if (node && !(document_ && copy_part(part, name, *node, value, type))) {
      const std::string key = path(name);
      Written* written = nullptr;
      if (!node->left_open)
        written = &context_.findings.record(place(), name, {node->place(), key, {}});
      type.load(Slot{*node, key, f, context_, written}, value);
      if (document_) ++work_done.parts_loaded;
    }
    if (document_ && context_.fps_of_parts) context_.fps_of_parts->push_back(context_.fps);
  }

  // Copies the field from the document as it was loaded before, and returns true, if nothing is
  // different that the field is loaded from.
  bool copy_part(std::size_t part, const char* name, const YamlNode& node, void* value,
                 const ValueType& type) {
    const LoadedParts* earlier = context_.earlier.get();
    if (!earlier || part >= Findings::most_parts || part >= earlier->fps.size()) return false;
    const double fps_before = part > 0 ? earlier->fps[part - 1] : default_fps;
    const YamlNode* before = earlier->tree.find(name);
    if (context_.fps != fps_before || !before || !is_same(*before, node)) return false;
    const std::ptrdiff_t offset = static_cast<const char*>(value) - document_;
    type.copy(static_cast<const char*>(earlier->spec.get()) + offset, value);
    context_.fps = earlier->fps[part];
    copied_ |= std::uint64_t{1} << part;
    return true;
  }

  // Fields that are written under their own keys too are overridden when they are visited.
  bool visit_filling(const char* name, void* first, const ValueType& type,
                     const Field& f) override {
    visit(name, first, type, f);
    return mapping_.find(name);
  }

  void visit_variant(const char* name, void* value, const VariantType& type,
                     const Field& f) override {
    const YamlNode* node = look_up(name, f);
    std::size_t index = 0;
    const std::string key = path(name);
    if (!node || !read_choice(Slot{*node, key, f, context_}, type.names, index)) {
      forgiving_ = true;  // the other keys cannot be checked without their alternative
      context_.findings.leave(place());
      return;
    }
    type.choose(value, index);
    type.fields(*this, value);
  }

  std::optional<BaseReference> base_reference(const std::string& file) override {
    if (!mapping_.find("file") || file.empty()) return {};
    return BaseReference{context_, *context_.findings.written(place(), "file")};
  }

  std::string path(const std::string& name) const {
    if (shorthand_) return key_;
    return key_.empty() ? name : key_ + "." + name;
  }
  const YamlNode* look_up(const char* name, const Field& f);

  LoadContext& context_;
  const YamlNode& mapping_;
  const Place place_;
  std::string key_;
  bool shorthand_;
  std::vector<const char*> known_, gone_;
  bool forgiving_ = false;
  const char* document_ = nullptr;  // the struct, if the mapping is a whole document
  std::uint64_t copied_ = 0;        // a bit for each part
};

const YamlNode* Loader::look_up(const char* name, const Field& f) {
  known_.emplace_back(name);
  const YamlNode* node = mapping_.find(name);
  if (!node && f.required)
    context_.findings.add(place(), path(name), "nothing", fmt::format("this key: {}", f.help));
  return node;
}

// What was meant by an unknown key that is a slip of the pen; "" if it is none.
std::string meant_by(const std::string& key, const std::vector<std::string>& known) {
  const std::size_t colon = key.find(':');
  const std::string name = key.substr(0, colon);
  if (colon != key.npos && std::find(known.begin(), known.end(), name) != known.end())
    return fmt::format("a space after the colon ({}: {})", name, key.substr(colon + 1));
  const std::string word = key.substr(0, key.find_first_of(" \t{["));
  if (word.size() < key.size() && std::find(known.begin(), known.end(), word) != known.end())
    return fmt::format("a colon after the key ({}: ...)", word);
  if (std::isdigit(static_cast<unsigned char>(key[0])))
    return "a key; a comma before it ends a value, so that numbers have decimal points (2.5)";
  return "";
}

void Loader::finish() {
  if (forgiving_) return;
  for (const YamlEntry& entry : mapping_.entries) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    if (std::find(gone_.begin(), gone_.end(), entry.key) != gone_.end()) continue;
    const std::vector<std::string> known(known_.begin(), known_.end());
    const std::string close = nearest(entry.key, known);
    const std::string slip = entry.key.empty() ? "" : meant_by(entry.key, known);
    const std::string expected = !slip.empty() ? slip
                                 : close.empty()
                                     ? alternatives(known)
                                     : fmt::format("a known key (did you mean {}?)", close);
    context_.findings.add(entry.place(), path(entry.key), "an unknown key", expected);
  }
}

}  // namespace

bool load_fields(const Slot& slot, Place* place, VisitFields visit, void* value) {
  YamlNode stand_in;
  const YamlNode* node = &slot.node;
  if (node->kind != YamlNode::Kind::mapping) {
    if (!slot.field.or_as || node->kind == YamlNode::Kind::null) {
      // What it lacks needs no telling; should anything else be told of it, it has a place.
      if (place) *place = slot.place();
      slot.context.findings.leave(slot.place());
      return slot.fail("a mapping of keys to values");
    }
    stand_in.kind = YamlNode::Kind::mapping;
    stand_in.file = node->file;
    stand_in.line = node->line;
    stand_in.col = node->col;
    stand_in.entries.push_back({slot.field.or_as, node->line, node->col, *node});
    node = &stand_in;
  }
  Loader loader(slot.context, *node, slot.key, node == &stand_in);
  if (place) *place = loader.place();
  visit(loader, value);
  loader.finish();
  return true;
}

void load_document(LoadContext& context, const YamlNode& root, const char* kind, Place& place,
                   VisitFields visit, void* spec, std::string& name) {
  Loader loader(context, root, "");
  place = loader.place();
  if (is_another_kind(context, root, kind)) return;
  if (const YamlNode* node = loader.accept(kind)) {
    const std::string key = kind;
    const Field f{.required = true};
    context.findings.record(loader.place(), kind, {node->place(), key, {}});
    read(Slot{*node, key, f, context}, name);
  } else {
    context.findings.add(loader.place(), kind, "no such key",
                         fmt::format("a {} file to begin with `{}: NAME`", kind, kind));
  }
  loader.begin_document(spec);
  visit(loader, spec);
  loader.end_document();
  loader.finish();
}

}  // namespace gambol
