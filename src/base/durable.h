#pragma once

// The last steps of writing: a file's rights, and its way to the disk.

#include <string>

namespace gambol {

// Throws RunError (failed): `cannot write <path>: <what errno `error` means>`.
[[noreturn]] void cannot_write(const std::string& path, int error);

// Gives the file `temp` the mode of the file at `path`, which it is to replace, and its owner and
// group as far as this process may, then flushes `temp` to disk. A group that cannot be kept gets
// no more rights than others. Throws RunError (failed) with `named`.
void finish_file(const std::string& temp, const std::string& path, const std::string& named);

// Flushes the entries of `folder` ("" for the working folder) to disk: which files it has. Throws
// RunError (failed) with `named`.
void flush_folder(const std::string& folder, const std::string& named);

}  // namespace gambol
