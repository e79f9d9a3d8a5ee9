#pragma once

namespace gambol {

// Before anything else of the program runs, a processor that lacks x86-64-v3 ends it with a clear
// message and exit code 5. Calling this only makes sure that the check is linked in.
void require_processor();

}  // namespace gambol
