#pragma once

// Job scripts and templates as files that a studio can edit: render/farm/*. A name between two @ is
// replaced by its value.

#include <map>
#include <string>
#include <vector>

namespace gambol {

enum class Quoting { shell, json };

// Quotes a word for the shell.
std::string shell_text(const std::string& text);

// Replaces each @name@ in `text` by its words, each quoted as one word: for the shell, separated by
// spaces, or for JSON and YAML, separated by commas. An `@` that does not begin a name stands for
// itself. Throws InputError naming `file` and the line of a name that `values` does not have.
std::string fill_in(const std::string& file, const std::string& text,
                    const std::map<std::string, std::vector<std::string>>& values, Quoting quoting);

// The text of render/farm/`name`: the project's own file, or that which comes with gambol; `file`
// returns its path. Throws InputError.
std::string farm_template(const std::string& name, std::string& file);

}  // namespace gambol
