#pragma once

// All kinds of files that authors write.

#include "schema/file_kinds.h"

namespace gambol {

// Describes shot files.
const FieldInfo& describe_shot();

// The shot first: `explain` takes a key without a kind for one of a shot.
const FileKinds& file_kinds();

}  // namespace gambol
