#pragma once

// What `gambol check` found in files, as text, JSON or SARIF (Static Analysis Results Interchange
// Format 2.1.0, OASIS 2020), which editors and code hosts show beside the lines.

#include <string>
#include <vector>

#include "base/error.h"

namespace gambol {

struct CheckedFile {
  std::string name;               // as the author named it, with its take
  std::vector<Problem> problems;  // none: it is good
  std::vector<Problem> warnings;  // what it says may be meant, but probably is not
  std::string skipped = {};       // why it is not checked: it was found in a folder; "": it is
};

// The same, told as a warning.
Problem as_warning(Problem problem);

// JSON: {"files": [{"file", "ok", "problems": [{"file", "line", "column", "key", "found",
// "expected", "message"}], "warnings": [...]}], "skipped": [...]}; what is not known is left out.
std::string check_report_json(const std::vector<CheckedFile>& files);

std::string check_report_sarif(const std::vector<CheckedFile>& files);

}  // namespace gambol
