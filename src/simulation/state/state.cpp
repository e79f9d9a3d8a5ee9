#include "simulation/state/state.h"

#include "base/hash.h"
#include "simulation/state/state_visitors.h"

namespace gambol {

std::string state_hash(const State& state) {
  StateHasher writer;
  writer(const_cast<State&>(state));  // visitors need non-const; this one changes nothing
  return hash_of(writer.bytes);
}

}  // namespace gambol
