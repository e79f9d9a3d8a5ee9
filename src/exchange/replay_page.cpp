#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/hash.h"
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
  for (const EmbeddedFile& file : replay_files())
    if (file.name == name) return std::string(file.text);
  throw RunError(ExitCode::failed, fmt::format("replay/{} is not in the program", name));
}

// All modules in one scope; `starter`, which starts the player, is the last.
std::string modules(std::string_view starter) {
  std::string text = "(() => {\n\"use strict\";\n";
  for (const EmbeddedFile& file : replay_files())
    if (file.name.ends_with(".js") && file.name != "main.js")
      text += fmt::format("// {}\n{}", file.name, file.text);
  return fmt::format("{}{}}})();\n", text, starter);
}

// Fills the slots of the page from last to first, so that no search passes text that was filled in.
std::string filled_page(const std::string& title, const std::string& head,
                        const std::string& scripts) {
  std::string page = file_named("page.html");
  const auto fill = [&](std::string_view slot, const std::string& text) {
    page.replace(page.find(slot), slot.size(), text);
  };
  fill("{{scripts}}", scripts);
  fill("{{head}}", head);
  fill("{{title}}", markup_text(title));
  return page;
}

// Only scripts with the nonce run: those of the page, and the parts that they load. A page that is
// opened from a file cannot allow them by their addresses.
std::string policy(const std::string& nonce) {
  return fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src "
      "'nonce-{}'; style-src 'unsafe-inline'; img-src data:\">",
      nonce);
}

std::string script_element(const std::string& nonce, const std::string& script) {
  return fmt::format("<script nonce=\"{}\">\n{}\n</script>\n", nonce, script_in_html(script));
}

std::string drawing(const std::string& three) { return library(three, "three.min.js"); }
std::string orbit(const std::string& three) {
  return library(three, "examples/js/controls/OrbitControls.js");
}

}  // namespace

std::string replay_page(const Replay& replay, const std::vector<std::string>& addresses,
                        const std::string& three) {
  const std::string json = json_in_html(replay.data(addresses).text());
  const std::string nonce = hash_of(json);
  std::string scripts =
      fmt::format("<script id=\"data\" type=\"application/json\">{}</script>\n", json);
  for (const std::string& script : {drawing(three), orbit(three), modules(file_named("main.js"))})
    scripts += script_element(nonce, script);
  return filled_page(
      replay.title(),
      fmt::format("{}\n<style>\n{}\n</style>", policy(nonce), file_named("style.css")), scripts);
}

std::vector<ServedFile> served_replay(const std::string& title, const std::string& starter,
                                      const std::string& style, const std::string& three) {
  const char* head = "<link rel=\"stylesheet\" href=\"/style.css\">";
  std::string scripts;
  for (const char* path : {"/three.js", "/orbit.js", "/player.js"})
    scripts += fmt::format("<script src=\"{}\"></script>\n", path);
  return {{"/", "text/html; charset=utf-8", filled_page(title, head, scripts)},
          {"/style.css", "text/css; charset=utf-8", file_named("style.css") + style},
          {"/three.js", "text/javascript; charset=utf-8", drawing(three)},
          {"/orbit.js", "text/javascript; charset=utf-8", orbit(three)},
          {"/player.js", "text/javascript; charset=utf-8", modules(starter)}};
}

}  // namespace gambol
