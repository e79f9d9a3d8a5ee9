#pragma once

// Names as a format allows them, each once.

#include <fmt/format.h>

#include <set>
#include <string>

namespace gambol {

class UniqueNames {
 public:
  // ASCII letters, digits and underscores, not beginning with a digit, as identifiers of USD.
  std::string identifier(const std::string& name) {
    std::string plain;
    for (const char c : name) plain += is_word(c) ? c : '_';
    if (plain.empty() || (plain[0] >= '0' && plain[0] <= '9')) plain = "_" + plain;
    return once(plain);
  }
  // Without spaces and control characters, which separate words.
  std::string word(const std::string& name) {
    std::string plain;
    for (const char c : name) plain += static_cast<unsigned char>(c) <= ' ' ? '_' : c;
    return once(plain.empty() ? "_" : plain);
  }
  // As it is, with a number behind it where it has been before.
  std::string once(const std::string& name) {
    std::string free = name;
    for (int k = 2; !used_.insert(free).second; ++k) free = fmt::format("{}_{}", name, k);
    return free;
  }

 private:
  static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  std::set<std::string> used_;
};

}  // namespace gambol
