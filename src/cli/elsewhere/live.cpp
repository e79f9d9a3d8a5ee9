// `gambol watch`: verbs that the program gambol-watch runs.

#include "base/program.h"
#include "cli/verbs.h"

namespace gambol {

ExitCode watch_verb(const ShotOptions&, int) { become_program("gambol-watch"); }

}  // namespace gambol
