// Fails where two types of src/ have one name in one namespace.

#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support/sources.h"

namespace gambol {
namespace {

// Reads C++ into words and signs, without comments, preprocessor lines and the content of literals.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {
    while (at_ < text_.size()) next();
  }
  std::vector<std::string> take() { return std::move(tokens_); }

 private:
  static bool of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  bool here(std::string_view what) const { return text_.substr(at_).starts_with(what); }
  void skip_to(std::string_view end) {
    const std::size_t found = text_.find(end, at_);
    at_ = found == text_.npos ? text_.size() : found + end.size();
  }
  bool at_line_start() const {
    const std::size_t before = text_.find_last_not_of(" \t", at_ - 1);
    return at_ == 0 || before == text_.npos || text_[before] == '\n';
  }

  void next() {
    const char c = text_[at_];
    if (std::isspace(static_cast<unsigned char>(c))) {
      ++at_;
    } else if (here("//")) {
      skip_to("\n");
    } else if (here("/*")) {
      skip_to("*/");
    } else if (c == '#' && at_line_start()) {
      skip_preprocessor_line();
    } else if (here("R\"")) {
      const std::size_t open = text_.find('(', at_);
      std::string end(1, ')');
      end.append(text_.substr(at_ + 2, open - at_ - 2)) += '"';
      skip_to(end);
      tokens_.push_back("\"\"");
    } else if (c == '"' || c == '\'') {
      skip_literal(c);
    } else if (of_word(c)) {
      read_word();
    } else {
      tokens_.emplace_back(text_.substr(at_, here("::") ? 2 : 1));
      at_ += tokens_.back().size();
    }
  }
  void skip_preprocessor_line() {
    do skip_to("\n");
    while (at_ >= 2 && at_ < text_.size() && text_[at_ - 2] == '\\');
  }
  void skip_literal(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
    tokens_.push_back("\"\"");
  }
  void read_word() {
    const bool number = std::isdigit(static_cast<unsigned char>(text_[at_]));
    std::size_t end = at_;  // digits may be grouped: 1'000
    while (end < text_.size() && (of_word(text_[end]) || (number && text_[end] == '\''))) ++end;
    tokens_.emplace_back(text_.substr(at_, end - at_));
    at_ = end;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> tokens_;
};

struct Type {
  std::string name;  // with its namespaces and the types around it
  bool anonymous;    // in an anonymous namespace
  std::string file;

  bool in_header() const { return file.ends_with(".h"); }
  std::string folder() const { return file.substr(0, file.find('/')); }
};

// Finds the types that a file defines, except local ones of functions and specialisations. A
// declaration is no definition, and a definition outside the type or namespace that declared it
// (struct Limb::Round {…}) belongs to that declaration.
class Definitions {
 public:
  Definitions(const std::string& file, const std::string& text)
      : file_(file), tokens_(Tokens(text).take()) {
    while (at_ < tokens_.size()) next();
  }
  std::vector<Type> take() { return std::move(types_); }

 private:
  struct Scope {
    enum class Kind { Namespace, Type, Other } kind;
    std::string name;  // of an anonymous namespace or type: ""
    bool anonymous = false;
  };

  const std::string& token(std::size_t i) const {
    static const std::string end;
    return i < tokens_.size() ? tokens_[i] : end;
  }
  static bool is_word(const std::string& t) {
    return !t.empty() && (std::isalpha(static_cast<unsigned char>(t[0])) || t[0] == '_');
  }
  bool in_code() const {
    for (const Scope& scope : scopes_)
      if (scope.kind == Scope::Kind::Other) return true;
    return false;
  }
  void push(Scope::Kind kind, const std::string& name, bool anonymous = false) {
    scopes_.push_back({kind, name, anonymous});
  }
  void add(const std::string& name) {
    Type type{"", false, file_};
    for (const Scope& scope : scopes_) {
      type.anonymous |= scope.anonymous;
      if (!scope.name.empty()) type.name += scope.name + "::";
      if (scope.kind == Scope::Kind::Type && scope.name.empty()) return;
    }
    type.name += name;
    types_.push_back(type);
  }

  void next() {
    const std::string& t = token(at_);
    if (t == "{") {
      const bool linkage = at_ >= 2 && token(at_ - 2) == "extern" && token(at_ - 1) == "\"\"";
      push(linkage ? Scope::Kind::Namespace : Scope::Kind::Other, "");
      ++at_;
    } else if (t == "}") {
      if (!scopes_.empty()) scopes_.pop_back();
      ++at_;
    } else if (t == "namespace" && token(at_ - 1) != "using") {
      enter_namespace();
    } else if (!in_code() && t == "using" && is_word(token(at_ + 1)) && token(at_ + 2) == "=") {
      add(token(at_ + 1));
      at_ += 3;
    } else if (!in_code() && (t == "struct" || t == "class" || t == "union" || t == "enum")) {
      read_type();
    } else {
      ++at_;
    }
  }
  void enter_namespace() {
    std::string name;
    for (++at_; is_word(token(at_)) || token(at_) == "::"; ++at_) name += token(at_);
    if (token(at_) != "{") return;  // an alias
    push(Scope::Kind::Namespace, name, name.empty());
    ++at_;
  }
  // From `open` on, past the sign that closes it.
  void skip_pair(const std::string& open, const std::string& close) {
    int depth = 0;
    do {
      depth += token(at_) == open ? 1 : token(at_) == close ? -1 : 0;
      ++at_;
    } while (depth > 0 && at_ < tokens_.size());
  }
  void skip_attributes() {
    for (;;)
      if (token(at_) == "[")
        skip_pair("[", "]");
      else if (token(at_) == "alignas")
        ++at_, skip_pair("(", ")");
      else
        return;
  }
  void read_type() {
    ++at_;
    if (token(at_) == "class" || token(at_) == "struct") ++at_;  // enum class
    skip_attributes();
    std::string name;
    bool elsewhere = false;
    if (is_word(token(at_)) && token(at_) != "final") name = token(at_++);
    for (; token(at_) == "::"; at_ += 2, elsewhere = true) name += "::" + token(at_ + 1);
    if (token(at_) == "<") {  // each specialisation has a name of its own
      const std::size_t begin = at_;
      skip_pair("<", ">");
      for (std::size_t i = begin; i < at_; ++i) name += token(i);
      elsewhere = true;
    }
    if (token(at_) == "final") ++at_;
    if (token(at_) == ":")
      while (at_ < tokens_.size() && token(at_) != "{" && token(at_) != ";") ++at_;
    if (token(at_) != "{") return;
    if (!elsewhere && !name.empty()) add(name);
    push(Scope::Kind::Type, name);
    ++at_;
  }

  std::string file_;
  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
  std::vector<Scope> scopes_;
  std::vector<Type> types_;
};

// Files of a folder are compiled in batches, where anonymous namespaces are one; in other folders
// an anonymous namespace may repeat a name, unless a header shows it.
bool clash(const Type& a, const Type& b) {
  const bool a_hidden = a.anonymous && !a.in_header(), b_hidden = b.anonymous && !b.in_header();
  if (!a_hidden && !b_hidden) return true;
  if (a.folder() == b.folder()) return true;
  return a_hidden ? b.in_header() : a.in_header();
}

// "name: file, file" of each two types that have one name.
std::set<std::string> repeated(const Sources& sources) {
  std::map<std::string, std::vector<Type>> by_name;
  for (const auto& [path, text] : sources)
    for (const Type& type : Definitions(path, text).take()) by_name[type.name].push_back(type);
  std::set<std::string> found;
  for (const auto& [name, types] : by_name)
    for (std::size_t i = 0; i < types.size(); ++i)
      for (std::size_t j = i + 1; j < types.size(); ++j)
        if (clash(types[i], types[j]))
          found.insert(name + ": " + types[i].file + ", " + types[j].file);
  return found;
}

TEST(TypeNames, AreNotRepeatedInANamespace) {
  std::string all;
  for (const std::string& name : repeated(program_sources())) all += name + '\n';
  EXPECT_EQ(all, "");
}

std::string in(const std::string& space, const std::string& text) {
  return "namespace " + space + " {\n" + text + "\n}\n";
}
std::string hidden(const std::string& text) { return in("gambol", in("", text)); }

using Found = std::set<std::string>;

TEST(TypeNames, ARepeatedOneIsFound) {
  const std::string frame = in("gambol", "struct Frame { int number; };");
  EXPECT_EQ(repeated({{"render/a.h", frame}, {"shot/b.h", frame}}),
            Found{"gambol::Frame: render/a.h, shot/b.h"});
  for (const char* other :
       {"class Frame final : public Base<int> { void f() { struct Local {}; } };",
        "enum class Frame : int { A, B };", "using Frame = int;",
        "template <class T> struct Frame {};", "template <class T> using Frame = T;",
        "struct alignas(32) Frame {};", "struct [[nodiscard]] Frame {};",
        "union Frame { int i; };"}) {
    EXPECT_EQ(repeated({{"render/a.h", frame}, {"shot/b.cpp", in("gambol", other)}}),
              Found{"gambol::Frame: render/a.h, shot/b.cpp"})
        << other;
    EXPECT_EQ(repeated({{"render/a.h", frame}, {"shot/b.h", in("gambol::inner", other)}}), Found{})
        << other;
  }
}

TEST(TypeNames, AnAnonymousOneMayRepeatInAnotherFolderWhereNoHeaderShowsIt) {
  const std::string row = hidden("struct Row {};");
  EXPECT_EQ(repeated({{"render/a.cpp", row}, {"shot/b.cpp", row}}), Found{});
  EXPECT_EQ(repeated({{"render/a.cpp", row}, {"render/deep/b.cpp", row}}),
            Found{"gambol::Row: render/a.cpp, render/deep/b.cpp"});
  const std::string shown = in("gambol", "struct Row {};");
  EXPECT_EQ(repeated({{"render/a.cpp", row}, {"shot/b.h", shown}}),
            Found{"gambol::Row: render/a.cpp, shot/b.h"});
  EXPECT_EQ(repeated({{"render/a.cpp", row}, {"shot/b.h", row}}),
            Found{"gambol::Row: render/a.cpp, shot/b.h"});
}

TEST(TypeNames, ATypeInsideAnotherHasItsName) {
  const std::string a = in("gambol", "struct A { struct Row {}; enum { X } x; };");
  EXPECT_EQ(repeated({{"shot/a.h", a},
                      {"shot/b.h", in("gambol", "class B { using Row = int; struct {} y; };")},
                      {"shot/row.h", in("gambol", "struct Row {};")}}),
            Found{});
  EXPECT_EQ(repeated({{"shot/a.h", in("gambol", "struct A { struct Row; };")},
                      {"shot/a.cpp", in("gambol", "struct A::Row { int i; };")}}),
            Found{});
}

TEST(TypeNames, ATypeInsideASpecialisationHasItsName) {
  EXPECT_EQ(
      repeated({{"shot/a.h", in("gambol", "template <> struct Of<A> { using Row = int; };")},
                {"shot/b.h", in("gambol", "template <> struct Of<B> { using Row = int; };")}}),
      Found{});
}

TEST(TypeNames, WhatIsNoSecondTypeIsNotFound) {
  const std::string row = in("gambol", "struct Row {};");
  for (const char* other :
       {"struct Row;", "class B { friend struct Row; };", "struct Row row() { return {}; }",
        "template <class Row> struct C {};", "template <class T, class Row = T> void f(Row row) {}",
        "void f() { struct Row {}; }", "// struct Row {};\n/* struct Row {}; */",
        "const char* s = \"struct Row {\";", "const char* s = R\"x(struct Row {};)\" )x\";",
        "#define ROW \\\n  struct Row {};", "const char c = '{'; int n = 1'000;",
        "template <> struct Hash<Row> {};", "template <> struct Of<A> { using Row = int; };",
        "using std::Row;", "enum class Row : int;", "extern \"C\" { void f(struct Row* row); }",
        "namespace Row = other;"})
    EXPECT_EQ(repeated({{"shot/a.h", row}, {"shot/b.h", in("gambol", other)}}), Found{}) << other;
  EXPECT_EQ(repeated({{"shot/a.h", row}, {"shot/b.h", "extern \"C\" {\n" + row + "}\n"}}),
            Found{"gambol::Row: shot/a.h, shot/b.h"});
}

}  // namespace
}  // namespace gambol
