#include <fmt/format.h>

#include <algorithm>

#include "schema/values.h"
#include "shot/reading.h"

namespace gambol {

void check_folder_name(const Place& owner, const std::string& key, const std::string& name,
                       Findings& findings) {
  constexpr std::size_t most = 100;  // file names, of 255 bytes, hold two such names and more
  if (name.size() > most)
    findings.report(
        owner, key, in_quotes(name.substr(0, 20) + "..."),
        fmt::format("a name of at most {} bytes: results lie in a folder of this name", most));
  const auto is_odd = [](unsigned char c) { return c == '/' || c < 0x20 || c == 0x7f; };
  if (!name.starts_with('.') && std::none_of(name.begin(), name.end(), is_odd)) return;
  findings.report(
      owner, key, in_quotes(name),
      "a name without slashes, control characters or a leading dot: results lie in a folder "
      "of this name");
}

}  // namespace gambol
