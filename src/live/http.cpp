#include "live/http.h"

#include <strings.h>

namespace gambol {

std::vector<std::string> HttpRequest::header(const std::string& name) const {
  std::vector<std::string> values;
  for (const auto& [key, value] : headers)
    if (::strcasecmp(key.c_str(), name.c_str()) == 0) values.push_back(value);
  return values;
}

std::string HttpRequest::parameter(const std::string& name) const {
  for (const auto& [key, value] : query)
    if (key == name) return value;
  return "";
}

HttpAnswer text_answer(int status, const std::string& text) {
  HttpAnswer answer;
  answer.status = status;
  answer.body = std::make_shared<const std::string>(text + "\n");
  return answer;
}

}  // namespace gambol
