#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/markup.h"
#include "exchange/replay.h"
#include "exchange/replay_files.h"

namespace gambol {
namespace {

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// Escapes `<`, so that no tag in JSON ends its script element. JSON has `<` in strings only.
std::string json_in_html(std::string json) { return replaced(std::move(json), "<", "\\u003c"); }

// Escapes "</script" and "<!--", which JavaScript has in strings, comments and regular expressions
// only.
std::string script_in_html(std::string script) {
  script = replaced(std::move(script), "</script", "<\\/script");
  return replaced(std::move(script), "<!--", "<\\!--");
}

std::string library(const std::string& three, const char* file) {
  const std::filesystem::path path = std::filesystem::path(three) / file;
  std::ifstream stream(path, std::ios::binary);
  std::stringstream text;
  if (!(stream && text << stream.rdbuf()))
    throw RunError(
        ExitCode::failed,
        fmt::format("{} is missing: install the Debian package libjs-three", path.string()));
  return text.str();
}

std::string file_named(std::string_view name) {
  for (const ReplayFile& file : replay_files())
    if (file.name == name) return std::string(file.text);
  throw RunError(ExitCode::failed, fmt::format("replay/{} is not in the program", name));
}

// All modules in one scope; main.js, which starts the player, is the last.
std::string modules() {
  std::string text = "(() => {\n\"use strict\";\n";
  for (const ReplayFile& file : replay_files())
    if (file.name.ends_with(".js") && file.name != "main.js")
      text += fmt::format("// {}\n{}", file.name, file.text);
  return text + "// main.js\n" + file_named("main.js") + "})();\n";
}

// Replaces `{{name}}`, which occurs once in the page, by `text`.
void fill(std::string& page, const std::string& name, const std::string& text) {
  const std::string slot = "{{" + name + "}}";
  page.replace(page.find(slot), slot.size(), text);
}

}  // namespace

std::string replay_page(const Scene& scene, const std::string& three) {
  const std::string drawing = library(three, "three.min.js");
  const std::string orbit = library(three, "examples/js/controls/OrbitControls.js");
  std::string page = file_named("page.html");
  // Fills the slots from last to first, so that no search passes text that was filled in.
  fill(page, "modules", script_in_html(modules()));
  fill(page, "orbit", script_in_html(orbit));
  fill(page, "three", script_in_html(drawing));
  fill(page, "data", json_in_html(replay_data(scene).text()));
  fill(page, "style", file_named("style.css"));
  fill(page, "title", markup_text(scene.name));
  return page;
}

}  // namespace gambol
