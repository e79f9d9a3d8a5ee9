#pragma once

// The programs of gambol: `gambol`, and gambol-NAME in lib/gambol for its rare verbs, which
// `gambol` executes.

#include <string>

namespace gambol {

// Returns the path of the program `gambol`, for a process of any of the programs.
std::string main_program();

// Returns the path of a file of lib/gambol, which is beside the program (where the build puts it)
// or in ../lib/gambol (where `cmake --install` puts it). Throws RunError (failed) if there is none.
std::string program_part(const std::string& file);

// Replaces this process by the program lib/gambol/`name`, with the same arguments. If the launcher
// ./gambol started this process, has the launcher build that program first. Throws RunError
// (failed).
[[noreturn]] void become_program(const std::string& name);

}  // namespace gambol
