// One of the targets, GAMBOL_FUZZ_TARGET, as libFuzzer calls it. Given `--seeds FOLDER` instead, it
// writes its seeds there, and words.dict for libFuzzer's -dict.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "fuzz/mutate.h"
#include "fuzz/target.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace gambol::fuzz {
namespace {

const Target& target = GAMBOL_FUZZ_TARGET;

void write_seeds(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder / "seeds");
  int number = 0;
  for (const std::string& seed : target.seeds())
    std::ofstream(folder / "seeds" / std::to_string(number++), std::ios::binary) << seed;
  std::ofstream dictionary(folder / "words.dict");
  for (const std::string& word : words()) {
    dictionary << '"';
    for (const char c : word) {
      char hex[5];
      std::snprintf(hex, sizeof hex, "\\x%02x", static_cast<unsigned char>(c));
      dictionary << hex;
    }
    dictionary << "\"\n";
  }
}

}  // namespace
}  // namespace gambol::fuzz

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  if (*count != 3 || std::strcmp((*arguments)[1], "--seeds") != 0) return 0;
  gambol::fuzz::write_seeds((*arguments)[2]);
  std::exit(0);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  gambol::fuzz::target.run(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}

// Half of the changes are libFuzzer's, half are ours, which know numbers, words and lines.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
  using namespace gambol::fuzz;
  if (seed % 2 || size == 0) return LLVMFuzzerMutate(data, size, most);
  static const std::vector<std::string> known = words();
  Chance chance(seed);
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::string changed = mutated(text, text, known, chance);
  const std::size_t kept = std::min(changed.size(), most);
  std::memcpy(data, changed.data(), kept);
  return kept;
}
