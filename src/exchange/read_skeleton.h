#pragma once

#include <string>

#include "exchange/imported.h"

namespace gambol {

// Metres of a unit of length: m, cm, mm or in; 1 for "".
double metres_of(const std::string& unit);

// Makes a figure of a glTF file with a skin: bodies are its bones, joints are spherical, and the
// skin bends with them. The mass of a bone is that of the part of the skin that it moves, at
// `density`, kg/m3. The file's y points up and its z forward. Throws InputError.
Imported skeleton_figure(const std::string& path, const std::string& name, const std::string& unit,
                         double density);

}  // namespace gambol
