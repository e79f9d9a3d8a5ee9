#pragma once

// Changes of a tree that the rows of a table make: what is alike in all of them is written once.

#include <vector>

#include "base/error.h"
#include "base/number_table.h"
#include "schema/yaml_tree.h"

namespace gambol {

// Returns `each` once for every row, with what the row has in the column NAME in place of each
// value, and each key, `=NAME`. Problems: a column that the table lacks, one that `each` does not
// name, and two rows of one name; they are reported where `each` stands.
std::vector<YamlNode> changes_by_rows(const NumberTable& table, const YamlNode& each,
                                      std::vector<Problem>& problems);

}  // namespace gambol
