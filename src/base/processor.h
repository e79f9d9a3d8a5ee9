#pragma once

namespace gambol {

// On a processor without x86-64-v3, the program ends with a message and exit code 5 before any
// other code runs. Calling this function only ensures that the check is linked in.
void require_processor();

}  // namespace gambol
