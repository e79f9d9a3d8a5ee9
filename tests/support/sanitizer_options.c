// What AddressSanitizer does not report in our programs, because libraries do it.

// OpenImageIO frees its texture system by another size than it allocated. Tests preload modules,
// which come before the sanitizer's runtime.
const char* __asan_default_options(void) {
  return "new_delete_type_mismatch=0:verify_asan_link_order=0";
}

// x265 leaks its parameters; OpenImageIO leaks a message when libpng jumps out of a damaged file.
const char* __lsan_default_suppressions(void) {
  return "leak:libx265\nleak:ImageInput::geterror\n";
}
