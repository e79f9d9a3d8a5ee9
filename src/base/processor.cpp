// Only this file is compiled for baseline x86-64. It includes no header with inline functions of
// gambol or of the C++ library, because the linker may take these from files compiled for
// x86-64-v3.
#include "base/processor.h"

#include <unistd.h>

namespace {

void say_and_exit() {
  static const char message[] =
      "gambol: this processor is too old: gambol computes the same bits everywhere by using one\n"
      "instruction set, x86-64-v3 (AVX2, BMI2, FMA: Intel Haswell, AMD Excavator or later)\n";
  if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(5);
  _exit(5);
}

// 101 is the earliest priority that a program may use: the check runs before every static object of
// gambol is constructed.
__attribute__((constructor(101))) void check_processor() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2") ||
      !__builtin_cpu_supports("fma"))
    say_and_exit();
}

}  // namespace

namespace gambol {
void require_processor() {}
}  // namespace gambol
