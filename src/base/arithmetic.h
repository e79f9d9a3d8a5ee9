#pragma once

// What this machine's mathematical library computes. The C library chooses variants of exp(), sin()
// and others when a process starts, by the processor and by GLIBC_TUNABLES, and other versions of
// it have others. Their last bits differ, and so do motions and pictures.

#include <string>

namespace gambol {

// "" if the library computes what that of Debian 12 does with fused multiply-adds, else a hash of
// what it computes. Whatever identifies the inputs of a result contains it.
const std::string& unusual_arithmetic();

// A hash of the values of all functions that gambol uses, at arguments that tell variants apart.
std::string hash_of_arithmetic();

}  // namespace gambol
