#include "render/lobes/albedo_table.h"

#include <tbb/parallel_for.h>

namespace gambol {

void for_each_albedo_cell(const std::function<void(int, float, float)>& fill) {
  tbb::parallel_for(0, albedo_size, [&](int r) {
    const float roughness = float(r) / (albedo_size - 1);
    for (int c = 0; c < albedo_size; ++c)
      fill(r * albedo_size + c, std::max(float(c) / (albedo_size - 1), 1e-3f), roughness);
  });
}

}  // namespace gambol
