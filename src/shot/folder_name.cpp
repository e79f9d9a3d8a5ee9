#include <algorithm>

#include "shot/reading.h"
#include "shot/values.h"

namespace gambol {

void check_folder_name(const Place& owner, const std::string& key, const std::string& name,
                       Findings& findings) {
  const auto is_odd = [](unsigned char c) { return c == '/' || c < 0x20 || c == 0x7f; };
  if (!name.starts_with('.') && std::none_of(name.begin(), name.end(), is_odd)) return;
  findings.report(owner, key, in_quotes(name),
                  "a name without slashes, line ends and a dot in front: results lie in a folder "
                  "of this name");
}

}  // namespace gambol
