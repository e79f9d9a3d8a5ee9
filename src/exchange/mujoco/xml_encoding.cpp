#include "exchange/mujoco/xml_encoding.h"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <optional>
#include <string_view>

namespace gambol {
namespace {

class Conversion {
 public:
  explicit Conversion(const std::string& from) : own_(iconv_open("UTF-8", from.c_str())) {}
  ~Conversion() {
    if (is_known()) iconv_close(own_);
  }
  Conversion(const Conversion&) = delete;
  Conversion& operator=(const Conversion&) = delete;

  bool is_known() const { return own_ != reinterpret_cast<iconv_t>(-1); }

  std::optional<std::string> convert(std::string text) const {
    std::string out;
    char* from = text.data();
    std::size_t left = text.size();
    char buffer[4096];
    for (bool rest = true; rest;) {
      rest = left > 0;  // a last call writes what the encoding holds back
      char* to = buffer;
      std::size_t room = sizeof buffer;
      const std::size_t made =
          iconv(own_, rest ? &from : nullptr, rest ? &left : nullptr, &to, &room);
      out.append(buffer, sizeof buffer - room);
      if (made == static_cast<std::size_t>(-1) && errno != E2BIG) return {};
    }
    return out;
  }

 private:
  iconv_t own_;
};

// <?xml version="1.0" encoding="ISO-8859-1"?>
std::string declared(std::string_view text) {
  if (!text.starts_with("<?xml")) return "";
  text = text.substr(0, text.find("?>"));
  std::size_t at = text.find("encoding");
  if (at == text.npos) return "";
  at = text.find_first_of("\"'", at);
  if (at == text.npos) return "";
  return std::string(text.substr(at + 1, text.find(text[at], at + 1) - at - 1));
}

std::string encoding_of(const std::string& text) {
  const std::string_view begin(text.data(), std::min<std::size_t>(text.size(), 4));
  if (begin.starts_with("\xff\xfe") || begin == std::string_view("<\0?\0", 4)) return "UTF-16LE";
  if (begin.starts_with("\xfe\xff") || begin == std::string_view("\0<\0?", 4)) return "UTF-16BE";
  const std::string said = declared(text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text);
  return said.empty() ? "UTF-8" : said;
}

bool is_name(const std::string& encoding) {
  return encoding.size() <= 40 &&
         std::all_of(encoding.begin(), encoding.end(), [](unsigned char c) {
           return std::isalnum(c) || c == '-' || c == '_' || c == '.' || c == ':';
         });
}

}  // namespace

bool make_utf8(std::string& text, std::string& note, std::string& why) {
  std::string encoding = encoding_of(text);
  std::string large = encoding;
  for (char& c : large) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  // A declaration that can be read says so in vain of encodings in which it could not.
  const bool wide =
      text.starts_with("<?xml") &&
      (large.starts_with("UTF-16") || large.starts_with("UTF-32") || large.starts_with("UCS-"));
  if (large == "US-ASCII" || large == "ASCII" || wide) large = "UTF-8";
  std::optional<std::string> made;
  if (const Conversion own(is_name(large) ? large : "?"); own.is_known()) {
    made = own.convert(text);
  } else {
    why = fmt::format("the encoding \"{}\"", encoding);
    return false;
  }
  if (!made && large == "UTF-8") {
    note = "the file is not in UTF-8, as it says: it is read as Windows-1252";
    // The five bytes that it lacks are taken as in Latin-1.
    made = Conversion("WINDOWS-1252").convert(text);
    if (!made) made = Conversion("ISO-8859-1").convert(text);
  }
  if (!made) {
    why = fmt::format("bytes that are not {}", encoding);
    return false;
  }
  text = std::move(*made);
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);
  return true;
}

}  // namespace gambol
