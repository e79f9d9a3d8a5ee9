#include "cli/verbs.h"

namespace gambol {

// The launcher takes this verb before the program sees it.
ExitCode test_verb() {
  throw UsageError("tests are built from the sources: run ./gambol test in a checkout");
}

}  // namespace gambol
