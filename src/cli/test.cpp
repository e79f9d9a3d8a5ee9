#include "cli/verbs.h"

namespace gambol {

// In a checkout, the launcher ./gambol handles this verb itself.
ExitCode test_verb() {
  throw UsageError("tests are built from the sources: run ./gambol test in a checkout");
}

}  // namespace gambol
