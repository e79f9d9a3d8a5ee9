#pragma once

// Modules: shared libraries of gambol, linked with libraries that take long to load (OpenImageIO,
// FFmpeg) and loaded on first use, so that verbs that need no pictures start quickly.

namespace gambol {

// The address of `symbol`, an extern "C" function of the module lib<module>.so. Searches lib/gambol
// beside the program (where the build puts it) and ../lib/gambol (where `cmake --install` puts it,
// and where the tests find it). A module stays loaded. Throws RunError (failed) with the file and
// the loader's message.
void* module_symbol(const char* module, const char* symbol);

template <class Function>
Function* module_function(const char* module, const char* symbol) {
  return reinterpret_cast<Function*>(module_symbol(module, symbol));
}

}  // namespace gambol
