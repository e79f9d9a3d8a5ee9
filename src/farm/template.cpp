#include "farm/template.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/data_file.h"
#include "base/error.h"
#include "base/json.h"
#include "base/text_file.h"

namespace gambol {
namespace {

constexpr std::size_t max_bytes = 1 << 20;

bool is_name(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

}  // namespace

std::string shell_text(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string fill_in(const std::string& file, const std::string& text,
                    const std::map<std::string, std::vector<std::string>>& values,
                    Quoting quoting) {
  std::string filled;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t begin = std::min(text.find('@', at), text.size());
    filled += text.substr(at, begin - at);
    if (begin == text.size()) break;
    const std::size_t end = text.find('@', begin + 1);
    const std::string name = end == text.npos ? "" : text.substr(begin + 1, end - begin - 1);
    const auto at_sign = static_cast<std::ptrdiff_t>(begin);
    if (!is_name(name)) {
      filled += '@';
      at = begin + 1;
      continue;
    }
    const auto value = values.find(name);
    if (value == values.end()) {
      Problem problem;
      problem.place.file = file;
      problem.place.line =
          1 + static_cast<int>(std::count(text.begin(), text.begin() + at_sign, '\n'));
      problem.place.col = static_cast<int>(begin - text.find_last_of('\n', begin));
      problem.found = '@' + name + '@';
      problem.expected = "one of";
      for (const auto& [known, unused] : values) problem.expected += " @" + known + "@";
      throw InputError(problem);
    }
    for (std::size_t i = 0; i < value->second.size(); ++i) {
      const std::string& word = value->second[i];
      if (i > 0) filled += quoting == Quoting::shell ? " " : ", ";
      filled += quoting == Quoting::shell ? shell_text(word) : Json(word).text();
    }
    at = end + 1;
  }
  return filled;
}

std::string farm_template(const std::string& name, std::string& file) {
  file = find_data_file("render/farm/" + name);
  if (file.empty())
    throw InputError(file_problem("render/farm/" + name,
                                  "is in neither the project's folder, nor the working one, nor "
                                  "$GAMBOL_DATA, nor where gambol was installed"));
  return read_text_file(file, max_bytes);
}

}  // namespace gambol
