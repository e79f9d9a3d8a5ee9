#pragma once

#include <string>

namespace gambol {

// Makes an STL file that is text a binary one, which is all that MuJoCo reads. Returns false, with
// `why`, for a file that is neither, or has more triangles than MuJoCo reads.
bool make_binary_stl(std::string& bytes, std::string& why);

}  // namespace gambol
