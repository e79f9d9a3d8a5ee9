#include "base/module.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "base/error.h"

namespace gambol {
namespace fs = std::filesystem;

namespace {

fs::path module_path(const std::string& file) {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  const fs::path installed = folder.parent_path() / "lib/gambol" / file;
  for (const fs::path& candidate : {folder / "lib/gambol" / file, installed})
    if (fs::exists(candidate)) return candidate;
  throw RunError(ExitCode::failed, fmt::format("{} is missing", installed.string()));
}

// The loader's words for memory that it does not get; other failures follow them after a colon.
bool is_of_memory(const std::string& why) {
  return why.ends_with("failed to map segment from shared object") ||
         why.find("annot allocate memory") != why.npos;
}

}  // namespace

void* module_symbol(const char* module, const char* symbol) {
  const fs::path path = module_path(fmt::format("lib{}.so", module));
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* address = handle ? dlsym(handle, symbol) : nullptr;
  if (!address) {
    const std::string why = dlerror();
    throw RunError(ExitCode::failed,
                   fmt::format("{}cannot load {}: {}", is_of_memory(why) ? "out of memory: " : "",
                               path.string(), why));
  }
  return address;
}

}  // namespace gambol
