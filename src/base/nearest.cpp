#include "base/nearest.h"

#include <algorithm>

namespace gambol {

int edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({replace, d[i - 1][j] + 1, d[i][j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  // Known words are short: a very long word resembles none of them, and the cost is proportional to
  // the product of the lengths.
  if (word.size() > 100) return "";
  std::string best;
  // Largest number of edits: two or a third of the letters, whichever is more; one in a short word.
  const int length = static_cast<int>(word.size());
  int least = (length < 4 ? 1 : std::max(2, length / 3)) + 1;
  std::size_t left = 1000;  // most words that are compared, to limit the time
  for (const std::string& k : known) {
    if (left-- == 0) break;
    // The difference in length is a lower bound on the number of edits.
    if (std::max(k.size(), word.size()) - std::min(k.size(), word.size()) >=
        static_cast<std::size_t>(least))
      continue;
    const int distance = edit_distance(word, k);
    if (distance < least && distance < static_cast<int>(k.size())) {
      least = distance;
      best = k;
    }
  }
  return best;
}

std::string alternatives(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string one_of(const std::string& kind, const std::string& name,
                   const std::vector<std::string>& known) {
  constexpr std::size_t few = 8;
  if (const std::string close = nearest(name, known); !close.empty())
    return kind + " (did you mean " + close + "?)";
  if (known.empty()) return kind + " (there is none)";
  return known.size() > few ? kind : kind + " (" + alternatives(known) + ")";
}

}  // namespace gambol
