// Other programs' files: verbs that the program gambol-files runs.

#include "base/program.h"
#include "cli/verbs.h"

namespace gambol {

ExitCode export_verb(const ExportOptions&) { become_program("gambol-files"); }
ExitCode import_verb(const ImportOptions&) { become_program("gambol-files"); }

}  // namespace gambol
