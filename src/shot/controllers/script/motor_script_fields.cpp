#include "schema/fields.h"
#include "shot/controllers/script/motor_script_spec.h"

namespace gambol {

void fields(Fields&, MotorScriptSpec&) {}

}  // namespace gambol
