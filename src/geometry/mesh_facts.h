#pragma once

// What checks need to know of a mesh file. A process reads each file once for it, however many
// shapes, figures and shots name it.

#include <string>
#include <vector>

namespace gambol {

// Throws InputError as load_mesh() does.
void require_mesh(const std::string& path);
// Throws InputError as load_polygons() does, and for faces that cannot be subdivided.
void require_subdividable_mesh(const std::string& path);

struct Solidity {
  bool closed = false;
  double volume = 0;  // m3; negative inside out
};
// Throws InputError as load_mesh() does.
Solidity solidity_of_mesh(const std::string& path);

// The names of the bones to which a skin's file binds it; none in a file without. Throws InputError
// as load_skin_mesh() does.
std::vector<std::string> bones_of_mesh(const std::string& path);

}  // namespace gambol
