// This file alone is compiled for the oldest x86-64, and includes nothing of ours or of the C++
// library: inline functions from there may be compiled elsewhere for the newer processor.
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

// 101 is the earliest priority a program may use: before every static object of ours.
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
