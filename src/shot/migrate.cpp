#include "shot/migrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/old_file_names.h"
#include "base/text_file.h"
#include "figure/reading.h"
#include "schema/file_kinds.h"
#include "schema/file_version.h"
#include "schema/text_edits.h"
#include "schema/tree_path.h"
#include "shot/compose.h"
#include "shot/old_keys.h"
#include "shot/same_meaning.h"

namespace gambol {
namespace {

// The path of the figure's file that a node names, as of today; "" if it has the name that it had.
std::string figure_of_today(const YamlNode& file) {
  if (file.kind != YamlNode::Kind::scalar) return "";
  return path_of_today("figures", resolve_path(file.place().file, file.text));
}

class Migrator {
 public:
  Migrator(const std::string& path, const std::string& text, const std::vector<MovedKey>& moved)
      : path_(path), old_(text), text_(text), moved_(moved) {}

  Migration migrate() {
    const YamlNode root = parsed(old_);
    kind_ = kind_of(root);
    if (kind_.empty())
      throw InputError(Problem{root.place(), "", "none of the keys that say what a file is",
                               "a file of gambol"});
    YamlNode read = root;
    std::vector<Problem> problems;
    take_version(read, problems, moved_);
    if (!problems.empty()) throw InputError(problems);
    if (read.version == newest_version) return {old_, {}};
    moved_ = moved_since(read.version, moved_);
    set_version(root);
    while (move_one()) {
    }
    while (rename_one_path()) {
    }
    while (rename_one_figure()) {
    }
    for (const std::string& layer : layers()) write_defaults(layer);
    verify();
    return {text_, done_};
  }

 private:
  YamlNode parsed(const std::string& text) const {
    std::vector<Problem> problems;
    YamlNode root = parse_yaml(text, path_, problems);
    if (!problems.empty()) throw InputError(problems);
    return root;
  }

  // `key` is a dotted path of the file: its place is that in the author's text, as far as the path
  // leads there.
  [[noreturn]] void cannot(const std::string& key) const {
    throw InputError(Problem{place_along(parsed(old_), key), key,
                             "a way of writing that gambol migrate does not know",
                             "the words of today, written by hand"});
  }
  void require(bool good, const std::string& key) const {
    if (!good) cannot(key);
  }

  void set_version(const YamlNode& root) {
    const std::string number = std::to_string(newest_version);
    if (const YamlNode* own = root.find(version_key))
      require(replace_scalar(text_, *own, number), version_key);
    else
      require(add_entry(text_, root, version_key, number, EntryPlace::first), version_key);
    done_.push_back(fmt::format("{}: {}", version_key, number));
  }

  // Takes of a shot are shots too.
  std::vector<KeyWay> shots_in(const YamlNode& root) const {
    std::vector<KeyWay> all = {{}};
    const YamlNode* takes = kind_ == "shot" ? root.find("takes") : nullptr;
    if (takes)
      for (const YamlEntry& take : takes->entries) all.push_back({{"takes"}, {take.key}});
    return all;
  }

  bool move_one() {
    const YamlNode root = parsed(text_);
    for (const MovedKey& m : moved_) {
      if (kind_ != m.kind) continue;
      for (const KeyWay& way : shots_in(root))
        if (const auto old = first_old_key(*node_on(root, way), way, m.from, m.to, m)) {
          move(root, *old);
          return true;
        }
    }
    return false;
  }

  void move(const YamlNode& root, const OldKey& old) {
    const YamlNode& base = *node_on(root, old.base);
    const YamlNode& holder = *node_at(base, parent_of(old.from));
    const std::string key = last_of(old.from), whole = path_along(old.base, old.from);
    done_.push_back(fmt::format("{} is now {}", old.from, old.to.empty() ? "nothing" : old.to));
    const YamlEntry& entry = *std::find_if(holder.entries.begin(), holder.entries.end(),
                                           [&](const YamlEntry& e) { return e.key == key; });
    if (!old.to.empty() && parent_of(old.from) == parent_of(old.to) && !*old.moved->key) {
      require(!holder.find(last_of(old.to)), whole);
      return require(rename_key(text_, entry, last_of(old.to)), whole);
    }
    const auto taken = take_entry(text_, holder, key);
    require(taken.has_value(), whole);
    if (old.to.empty()) return;
    const YamlNode& now = *node_on(now_ = parsed(text_), old.base);
    const std::string above = parent_of(old.to);
    YamlNode value = entry.value;
    if (*old.moved->key && !value.find(old.moved->key)) {
      YamlNode choice;
      choice.kind = YamlNode::Kind::scalar;
      choice.text = old.moved->value;
      value.entries.insert(value.entries.begin(), {old.moved->key, 0, 0, choice});
    }
    const YamlNode* target = node_at(now, above);
    if (target && target->kind == YamlNode::Kind::mapping) {
      require(!target->find(last_of(old.to)), whole);
      require(put_entry(text_, *target, last_of(old.to), *taken, value), whole);
    } else {
      add_below(now, old.to, flow_text(value), taken->all_comments);
      return;  // with its choice
    }
    if (!*old.moved->key || entry.value.find(old.moved->key)) return;
    const YamlNode& put = *node_at(*node_on(now_ = parsed(text_), old.base), old.to);
    if (!put.find(old.moved->key))
      require(add_entry(text_, put, old.moved->key, old.moved->value, EntryPlace::first), whole);
  }

  // Adds the value at a path below `base`, making mappings that are missing.
  void add_below(const YamlNode& base, const std::string& path, std::string value,
                 const std::string& comment = "") {
    std::string at = path;
    for (;;) {
      const YamlNode* holder = node_at(base, parent_of(at));
      if (holder && holder->kind == YamlNode::Kind::mapping)
        return require(add_entry(text_, *holder, last_of(at), value, EntryPlace::last, comment),
                       path);
      require(!holder && !parent_of(at).empty(), path);
      value = fmt::format("{{{}: {}}}", last_of(at), value);
      at = parent_of(at);
    }
  }

  // Paths as texts, in `without` and in searches.
  bool rename_one_path() {
    const YamlNode root = parsed(text_);
    const auto renamed = [&](const YamlNode* texts, const std::string& kind) {
      if (!texts) return false;
      std::vector<const YamlNode*> all = {texts};
      for (const YamlNode& item : texts->items) all.push_back(&item);
      for (const YamlNode* scalar : all) {
        if (scalar->kind != YamlNode::Kind::scalar) continue;
        const std::string today = path_today(scalar->text, kind, moved_);
        if (today == scalar->text) continue;
        done_.push_back(fmt::format("{} is now {}", scalar->text, today));
        require(replace_scalar(text_, *scalar, today), scalar->text);
        return true;
      }
      return false;
    };
    for (const KeyWay& way : shots_in(root))
      if (renamed(node_on(root, way)->find("without"), kind_)) return true;
    const YamlNode* parameters = kind_ == "search" ? root.find("parameters") : nullptr;
    if (!parameters) return false;
    std::vector<const YamlNode*> all;
    for (const YamlNode& p : parameters->items) all.push_back(&p);
    for (const YamlEntry& p : parameters->entries) all.push_back(&p.value);
    for (const YamlNode* p : all) {
      const std::string kind = p->find("figure") ? "figure" : "shot";
      if (renamed(p->find("path"), kind) || renamed(p->find("mirrored"), kind)) return true;
      if (const YamlNode* scaled = p->find("scaled"))
        for (const YamlNode& slip : scaled->items)
          if (renamed(slip.find("path"), kind)) return true;
    }
    return false;
  }

  // The nodes of the file that name files of figures.
  std::vector<const YamlNode*> figure_files(const YamlNode& root) const {
    std::vector<const YamlNode*> all;
    if (kind_ == "figure") all.push_back(root.find("extends"));
    for (const KeyWay& way : shots_in(root)) {
      const YamlNode* figures = kind_ == "shot" ? node_on(root, way)->find("figures") : nullptr;
      if (!figures) continue;
      for (const YamlNode& cast : figures->items) all.push_back(cast.find("file"));
    }
    std::erase(all, nullptr);
    return all;
  }

  bool rename_one_figure() {
    const YamlNode root = parsed(text_);
    for (const YamlNode* file : figure_files(root)) {
      const std::string today = figure_of_today(*file);
      if (today.empty()) continue;
      const std::string folder =
          std::filesystem::path(resolve_path(path_, file->text)).parent_path().string();
      const std::string name = (std::filesystem::path(file->text).parent_path() /
                                std::filesystem::path(today).lexically_relative(
                                    std::filesystem::path(folder).lexically_normal()))
                                   .string();
      done_.push_back(fmt::format("{} is now {}", file->text, name));
      require(replace_scalar(text_, *file, name), file->text);
      return true;
    }
    return false;
  }

  // "" for the file itself, and the names of a shot's takes; none of kinds that nothing extends.
  std::vector<std::string> layers() const {
    if (kind_ != "shot" && kind_ != "figure") return {};
    std::vector<std::string> all = {""};
    if (kind_ == "figure") return all;
    const YamlNode root = parsed(old_);
    if (const YamlNode* takes = root.find("takes"))
      for (const YamlEntry& take : takes->entries) all.push_back(take.key);
    return all;
  }

  // The tree that is loaded for the figure, the shot or a take of it, if the file's text were this.
  YamlNode composed(const std::string& layer, const std::string& text) const {
    std::vector<Problem> problems;
    const auto read = [&](const std::string& file, std::vector<Problem>& found) {
      if (file != path_) return read_yaml(file, found);
      YamlNode root = parse_yaml(text, file, found);
      take_version(root, found, moved_);
      return root;
    };
    YamlNode tree = kind_ == "figure" ? compose_figure(path_, problems, read)
                                      : compose_shot({path_, layer}, problems, read);
    if (!problems.empty()) throw InputError(problems);
    if (kind_ == "shot") fill_old_defaults(tree, kind_);  // a figure has them
    name_figures_as_today(tree);
    return tree;
  }

  static void name_figures_as_today(YamlNode& tree) {
    for (YamlEntry& entry : tree.entries) {
      if (entry.key != "figures") continue;
      for (YamlNode& cast : entry.value.items)
        for (YamlEntry& of : cast.entries)
          if (const std::string today = of.key == "file" ? figure_of_today(of.value) : "";
              !today.empty())
            of.value.text = today;
          else if (of.key == "file")
            of.value.text = resolve_path(of.value.place().file, of.value.text);
    }
  }

  void write_defaults(const std::string& layer) {
    const YamlNode old = composed(layer, old_);
    const std::size_t most = old_defaults().size() + 2;
    for (std::size_t i = 0; i < most && write_one(layer, old); ++i) {
    }
  }

  // Writes the first default that the rewritten file lacks, or takes away what it has too much.
  bool write_one(const std::string& layer, const YamlNode& old) {
    const YamlNode now = composed(layer, text_);
    const YamlNode own = parsed(text_);
    const YamlNode* base = layer.empty() ? &own : own.find("takes")->find(layer);
    const std::string where = layer.empty() ? "" : fmt::format("takes.{}.", layer);
    for (const OldDefault& d : old_defaults()) {
      if (kind_ != d.kind) continue;
      const std::string path = d.path();
      const YamlNode* wanted = node_at(old, path);
      if (wanted && !node_at(now, path)) {
        if (base->kind != YamlNode::Kind::mapping) cannot(path);
        add_below(*base, path, flow_text(*wanted));
        done_.push_back(fmt::format("{}{}: {}", where, path, flow_text(*wanted)));
        return true;
      }
      const std::string whole = parent_of(path);
      if (whole == d.owner || node_at(old, whole) || !node_at(now, whole)) continue;
      const YamlNode* without = base->find("without");
      require(without ? add_text(text_, *without, whole)
                      : add_entry(text_, *base, "without", fmt::format("[{}]", whole)),
              whole);
      done_.push_back(fmt::format("{}without: {}", where, whole));
      return true;
    }
    return false;
  }

  // `where`: the path of the trees.
  static void compare(const YamlNode& old, const YamlNode& now, const std::string& where) {
    if (const auto d = difference(old, now))
      throw InputError(Problem{d->place, where + d->path,
                               "a meaning that gambol migrate does not know how to keep",
                               "the words of today, written by hand"});
  }

  void verify() const {
    if (!layers().empty()) {
      for (const std::string& layer : layers()) {
        YamlNode old = composed(layer, old_), now = composed(layer, text_);
        // Takes are compared one by one, and may have got `without`.
        for (YamlNode* tree : {&old, &now})
          std::erase_if(tree->entries,
                        [](const YamlEntry& e) { return e.key == "takes" || e.key == "without"; });
        compare(old, now, layer.empty() ? "" : "takes." + layer + ".");
      }
      return;
    }
    std::vector<Problem> problems;
    YamlNode old = parsed(old_), now = parsed(text_);
    take_version(old, problems, moved_);
    take_version(now, problems, moved_);
    if (!problems.empty()) throw InputError(problems);
    compare(old, now, "");
  }

  std::string path_, old_, text_, kind_;
  std::vector<MovedKey> moved_;
  std::vector<std::string> done_;
  YamlNode now_;  // keeps the tree that edits refer to
};

}  // namespace

Migration migrate(const std::string& path, const std::string& text,
                  const std::vector<MovedKey>& moved) {
  return Migrator(path, text, moved).migrate();
}

}  // namespace gambol
