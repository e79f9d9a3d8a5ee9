#pragma once

#include <string>

#include "exchange/formats/import_scale.h"
#include "exchange/formats/imported.h"

namespace gambol {

// Makes a figure of sticks of a BVH file, and the curves that it follows. A joint's channels become
// the coordinates of a rotary, universal or gimbal joint: the numbers are the file's own. Joints
// whose position channels change are free. A scale that is not said is guessed. Throws InputError.
Imported bvh_motion(const std::string& path, const std::string& name, const ImportScale& scale,
                    bool z_up);

// Makes curves of a table as `gambol export --format csv` writes it: columns `time`, x, y, z, qw,
// qx, qy, qz of the root, and one for each degree of freedom of the figure in the file `figure`;
// any of them may be missing. Throws InputError.
Imported table_motion(const std::string& path, const std::string& name, const std::string& figure);

}  // namespace gambol
