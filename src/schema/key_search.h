#pragma once

// Finds keys of files by their names, and by what their help speaks of.

#include <string>
#include <vector>

#include "schema/field_info.h"
#include "schema/file_kinds.h"

namespace gambol {

// A key with its path from the kind of file on, such as `shot.camera.focal_length`.
struct NamedKey {
  std::string path;
  FieldInfo info;
};

// The alternative of a structure as a field of its own.
FieldInfo as_field(const FieldInfo::Alternative& alternative);

// All keys of `fields`, and below them, whose paths end in `ending`; `above` begins their paths.
void collect_keys(const std::vector<FieldInfo>& fields, const std::string& above,
                  const std::string& ending, std::vector<NamedKey>& all);

// Words of files that mean what `word` means to an author who does not know them, such as
// focal_length for lens, playback for "slow motion"; none if there are none.
std::vector<std::string> meant_by_word(const std::string& word);

// All words that have such meanings.
std::vector<std::string> words_with_meanings();

// Whether a name contains the word, or a sentence a word that begins with it; letters of either
// case count as the same, and so do a word and its plural.
bool speaks_of(const std::string& name, const std::string& help, const std::string& word);

// The keys that meant_by_word() names. A key that occurs in several places is listed once, at the
// first.
std::vector<NamedKey> keys_meant_by(const FileKinds& kinds, const std::string& word);

// The keys that `word` is about: those that meant_by_word() names, then those whose names or help
// speak of it. Each is listed once, too.
std::vector<NamedKey> keys_about(const FileKinds& kinds, const std::string& word);

}  // namespace gambol
