#include "schema/yaml_events.h"

#include <yaml.h>

#include <algorithm>
#include <new>
#include <string_view>
#include <utility>

namespace gambol {
namespace {

// libyaml's marks count lines and columns of characters from 0.
int from_one(std::size_t n) { return static_cast<int>(n) + 1; }

std::string text_of(const yaml_char_t* text) {
  return text ? reinterpret_cast<const char*>(text) : "";
}

// To libyaml, which follows YAML 1.1, three more characters end a line, where no editor shows an
// end: they become spaces.
std::string without_odd_breaks(std::string text) {
  for (const std::string_view odd : {"\xC2\x85", "\xE2\x80\xA8", "\xE2\x80\xA9"})
    for (std::size_t at = text.find(odd); at != text.npos; at = text.find(odd, at + 1))
      text.replace(at, odd.size(), " ");
  return text;
}

YamlSyntaxError error_of(const yaml_parser_t& parser) {
  YamlSyntaxError error;
  error.line = from_one(parser.problem_mark.line);
  error.col = from_one(parser.problem_mark.column);
  error.message = parser.problem ? parser.problem : "it cannot be read";
  error.in_alias = parser.context && std::string_view(parser.context).ends_with("an alias");
  if (parser.error == YAML_READER_ERROR) {  // it has no mark
    error.line = from_one(parser.mark.line);
    error.col = from_one(parser.mark.column);
  }
  return error;
}

}  // namespace

struct YamlEvents::Parser {
  explicit Parser(std::string all) : text(std::move(all)) {
    if (!yaml_parser_initialize(&parser)) throw std::bad_alloc();
  }
  ~Parser() { yaml_parser_delete(&parser); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
  std::string text;
  yaml_parser_t parser;
};

YamlEvents::YamlEvents(std::string text)
    : parser_(std::make_unique<Parser>(without_odd_breaks(std::move(text)))) {
  const std::string& all = parser_->text;
  yaml_parser_set_input_string(&parser_->parser, reinterpret_cast<const unsigned char*>(all.data()),
                               all.size());
  yaml_parser_set_encoding(&parser_->parser, YAML_UTF8_ENCODING);
}

YamlEvents::~YamlEvents() = default;

YamlEvent YamlEvents::next() {
  yaml_event_t raw;
  if (!yaml_parser_parse(&parser_->parser, &raw)) {
    if (parser_->parser.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
    throw error_of(parser_->parser);
  }
  const std::unique_ptr<yaml_event_t, decltype(&yaml_event_delete)> owner(&raw, yaml_event_delete);
  YamlEvent event;
  event.line = from_one(raw.start_mark.line);
  event.col = from_one(raw.start_mark.column);
  switch (raw.type) {
    case YAML_DOCUMENT_START_EVENT:
      event.kind = YamlEvent::Kind::document;
      break;
    case YAML_SCALAR_EVENT: {
      const auto& scalar = raw.data.scalar;
      event.kind = YamlEvent::Kind::scalar;
      event.text.assign(reinterpret_cast<const char*>(scalar.value), scalar.length);
      event.quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE;
      event.tag = text_of(scalar.tag);
      event.anchor = text_of(scalar.anchor);
      // A value that is not written stands behind its `:` or `-`, or before what follows.
      if (scalar.length == 0 && !event.quoted) event.col = std::max(event.col - 1, 1);
      break;
    }
    case YAML_ALIAS_EVENT:
      event.kind = YamlEvent::Kind::alias;
      event.anchor = text_of(raw.data.alias.anchor);
      break;
    case YAML_SEQUENCE_START_EVENT:
      event.kind = YamlEvent::Kind::sequence;
      event.tag = text_of(raw.data.sequence_start.tag);
      event.anchor = text_of(raw.data.sequence_start.anchor);
      break;
    case YAML_MAPPING_START_EVENT:
      event.kind = YamlEvent::Kind::mapping;
      event.tag = text_of(raw.data.mapping_start.tag);
      event.anchor = text_of(raw.data.mapping_start.anchor);
      break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      event.kind = YamlEvent::Kind::end;
      break;
    default:
      event.is_last = raw.type == YAML_STREAM_END_EVENT || raw.type == YAML_NO_EVENT;
  }
  return event;
}

}  // namespace gambol
