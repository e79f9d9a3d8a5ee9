#pragma once

// Job scripts and templates as files that a studio edits: render/farm/*. What stands between two @
// is filled in.

#include <map>
#include <string>
#include <vector>

namespace gambol {

enum class Quoting { shell, json };

// A word as a shell reads it back.
std::string shell_text(const std::string& text);

// `text` with each @name@ replaced by its words, each quoted so that the shell, or a reader of JSON
// or YAML, takes it for one: with spaces between them there, with commas here. `@` alone, or before
// no name, stands for itself. Throws InputError naming `file` and the line of a name that `values`
// does not have.
std::string fill_in(const std::string& file, const std::string& text,
                    const std::map<std::string, std::vector<std::string>>& values, Quoting quoting);

// The text of render/farm/`name`: the project's own, or that which comes with gambol. Throws
// InputError.
std::string farm_template(const std::string& name, std::string& file);

}  // namespace gambol
