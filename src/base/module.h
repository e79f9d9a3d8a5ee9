#pragma once

// Libraries that take long to load (OpenImageIO, FFmpeg) are linked into a module of ours, which is
// loaded on first use, so that the verbs without pictures start at once.

namespace gambol {

// The address of `symbol`, an extern "C" function of the module lib<module>.so. It is looked for in
// lib/gambol beside the program (where it is built) and in ../lib/gambol (where `cmake --install`
// puts it, and the tests find it). A module stays loaded. Throws RunError (failed) that names the
// file and says what the loader said.
void* module_symbol(const char* module, const char* symbol);

template <class Function>
Function* module_function(const char* module, const char* symbol) {
  return reinterpret_cast<Function*>(module_symbol(module, symbol));
}

}  // namespace gambol
