#pragma once

// The head of a request: its first line and its headers, as they came. It is judged before anything
// else reads it, so that what answers requests only ever sees sound heads of bounded size.

#include <cstddef>
#include <string>
#include <string_view>

#include "live/http.h"

namespace gambol {

inline constexpr std::size_t most_head_bytes = 16 << 10;
inline constexpr std::size_t most_head_lines = 100;

struct RequestHead {
  int refused = 0;  // status of the answer if the request is not to be answered otherwise
  HttpRequest::Pairs headers;
};

// `text` ends with an empty line. Refuses what is no request (400), what parsers could understand
// differently (bytes of control, folded headers, two hosts, lengths that differ or are none,
// transfer codings: 400), too many headers (431), bodies of GET (413), requests for parts of an
// answer (416) and for leave to send a body (417).
RequestHead judged_head(std::string_view text);

// An answer without a body, ready to be sent.
std::string refusal(int status, const HttpRequest::Pairs& headers);

}  // namespace gambol
