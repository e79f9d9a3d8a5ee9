#include "fuzz/mutate.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "fuzz/target.h"

namespace gambol::fuzz {
namespace {

struct Span {
  std::size_t begin = 0, size = 0;
};

Span any_span(const std::string& text, Chance& chance) {
  const std::size_t begin = chance.below(text.size());
  const std::size_t longest = chance.below(4) == 0 ? 400 : 12;
  return {begin, std::min(1 + chance.below(longest), text.size() - begin)};
}

Span any_line(const std::string& text, Chance& chance) {
  const std::size_t at = chance.below(text.size());
  const std::size_t before = at == 0 ? text.npos : text.rfind('\n', at - 1);
  const std::size_t begin = before == text.npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
  return {begin, end + 1 - begin};
}

// The next run of characters for which `is` holds, from a random place on.
template <class Is>
Span any_run(const std::string& text, Is is, Chance& chance) {
  std::size_t begin = chance.below(text.size());
  while (begin > 0 && is(text[begin - 1])) --begin;
  while (begin < text.size() && !is(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && is(text[end])) ++end;
  return {begin, end - begin};
}

bool is_of_number(char c) { return std::isdigit(static_cast<unsigned char>(c)) || c == '.'; }
bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Little-endian integers, as binary formats have them.
void put_integer(std::string& bytes, Chance& chance) {
  static const std::vector<std::uint64_t> values = {
      0,          1,          0x7f,       0x80,           0xff,  0x7fff,
      0xffff,     0x7fffffff, 0x80000000, 0xffffffff,     ~0ull, 1ull << 40,
      1ull << 62, 0x7ff00000, 1000000000, 0xfffffffffeull};
  const std::uint64_t value = chance.one_of(values);
  const std::size_t size = std::size_t{1} << chance.below(4);
  if (bytes.size() < size) return;
  std::memcpy(&bytes[chance.below(bytes.size() - size + 1)], &value, size);
}

// An element of a list, in brackets or on lines of its own, becomes nothing, or something empty.
void empty_element(std::string& text, Chance& chance) {
  static const std::vector<std::string> nothing = {"", "~", "null", "{}", "[]", "[~]", "-"};
  std::vector<Span> elements;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = text.compare(i, 2, "- ") == 0 && (i == 0 || text[i - 1] == ' ');
    if (!dash && text[i] != '[' && text[i] != ',') continue;
    const std::size_t begin = i + (dash ? 2 : 1);
    std::size_t end = begin;
    for (int depth = 0; end < text.size(); ++end) {
      const char c = text[end];
      if (dash ? c == '\n' : depth == 0 && (c == ',' || c == ']')) break;
      depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    }
    elements.push_back({begin, end - begin});
  }
  if (elements.empty()) return;
  const Span element = chance.one_of(elements);
  text.replace(element.begin, element.size, chance.one_of(nothing));
}

void change(std::string& text, const std::string& other, const std::vector<std::string>& words,
            Chance& chance) {
  const Span a = any_span(text, chance);
  switch (chance.below(16)) {
    case 0:
      text[a.begin] = static_cast<char>(text[a.begin] ^ (1 << chance.below(8)));
      return;
    case 1:
      text[a.begin] = static_cast<char>(chance.next());
      return;
    case 2:
      text.insert(a.begin, std::string(a.size, static_cast<char>(chance.next())));
      return;
    case 3:
      text.erase(a.begin, a.size);
      return;
    case 4:
      text.insert(a.begin, text.substr(a.begin, a.size));
      return;
    case 5:
      text.insert(a.begin, chance.one_of(words));
      return;
    case 6:
    case 7: {
      const Span number = any_run(text, is_of_number, chance);
      text.replace(number.begin, number.size, chance.one_of(extreme_numbers()));
      return;
    }
    case 8: {
      const Span word = any_run(text, is_of_word, chance), from = any_run(text, is_of_word, chance);
      text.replace(word.begin, word.size,
                   chance.below(2) ? chance.one_of(words) : text.substr(from.begin, from.size));
      return;
    }
    case 9:
      if (!other.empty()) {
        const Span b = any_line(other, chance);
        text.insert(any_line(text, chance).begin, other.substr(b.begin, b.size));
      }
      return;
    case 10: {
      const Span line = any_line(text, chance);
      text.erase(line.begin, line.size);
      return;
    }
    case 11: {
      const Span line = any_line(text, chance);
      text.insert(any_line(text, chance).begin, text.substr(line.begin, line.size));
      return;
    }
    case 12:
      put_integer(text, chance);
      return;
    case 13:
    case 14:
      empty_element(text, chance);
      return;
    default:
      if (chance.below(8) == 0) text.resize(a.begin);
  }
}

}  // namespace

std::string mutated(std::string input, const std::string& other,
                    const std::vector<std::string>& words, Chance& chance) {
  const std::size_t changes = 1 + chance.below(chance.below(4) == 0 ? 8 : 2);
  for (std::size_t i = 0; i < changes; ++i) {
    if (input.empty()) input = chance.one_of(words);
    change(input, other, words, chance);
  }
  return input;
}

}  // namespace gambol::fuzz
