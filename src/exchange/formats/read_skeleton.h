#pragma once

#include <string>

#include "exchange/formats/import_scale.h"
#include "exchange/formats/imported.h"

namespace gambol {

// Makes a figure of a glTF file: bodies are its bones, or in a file without a skin its nodes;
// joints are spherical, or free where the motion moves them; and the meshes bend with them, with
// the file's materials. The mass of a bone is that of the part of the skin that it moves, at
// `density`, kg/m3. Without meshes it is a figure of sticks. The file's y points up and its z
// forward. Throws InputError.
Imported skeleton_figure(const std::string& path, const std::string& name, const ImportScale& scale,
                         double density);

}  // namespace gambol
