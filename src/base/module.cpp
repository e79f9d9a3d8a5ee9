#include "base/module.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

#include "base/error.h"
#include "base/program.h"

namespace gambol {
namespace {

// The loader's words for memory that it does not get; other failures follow them after a colon.
bool is_of_memory(const std::string& why) {
  return why.ends_with("failed to map segment from shared object") ||
         why.find("annot allocate memory") != why.npos;
}

}  // namespace

void* module_symbol(const char* module, const char* symbol) {
  const std::string path = program_part(fmt::format("lib{}.so", module));
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* address = handle ? dlsym(handle, symbol) : nullptr;
  if (!address) {
    const std::string why = dlerror();
    throw RunError(
        ExitCode::failed,
        fmt::format("{}cannot load {}: {}", is_of_memory(why) ? "out of memory: " : "", path, why));
  }
  return address;
}

}  // namespace gambol
