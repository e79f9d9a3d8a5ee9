#pragma once

// A glTF 2.0 file as tinygltf reads it, and what its lists hold, checked. It may come from an
// untrusted author. For the files gltf_*.cpp alone.

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <string>
#include <vector>

namespace gambol {

// Throws InputError for a mesh file.
[[noreturn]] void refuse_mesh(const std::string& path, const std::string& found,
                              const std::string& expected);

// Whether the files of pictures are kept, as bytes; they are never decoded.
enum class GltfImages { dropped, kept };

class GltfSource {
 public:
  // Throws InputError for what cannot be read, or needs extensions that are not known. A picture in
  // another file that cannot be read is empty.
  explicit GltfSource(const std::string& path, GltfImages images = GltfImages::dropped);

  tinygltf::Model model;

  [[noreturn]] void fail(const std::string& found, const std::string& expected) const {
    refuse_mesh(path_, found, expected);
  }

  template <class T>
  const T& at(const std::vector<T>& list, int index, const char* what) const {
    if (index < 0 || static_cast<std::size_t>(index) >= list.size())
      fail(fmt::format("{} {} of {}", what, index, list.size()), "an index within the file");
    return list[index];
  }

  // An accessor's numbers, `width` per element; normalised integers become numbers from 0 or -1
  // to 1.
  std::vector<double> numbers(int index, int width, const char* what) const;
  // The name of a node, or its number.
  std::string name_of(int node) const;

 private:
  // Where numbers are, and of which kind. `stride` of 0: without gaps.
  struct Numbers {
    int view;
    std::size_t offset;
    int type;
    bool normalized;
    std::size_t count;
    int stride;
  };
  std::vector<double> numbers_of_view(const Numbers& numbers, int width, const char* what) const;
  void replace_sparse(const tinygltf::Accessor& accessor, int width, const char* what,
                      std::vector<double>& numbers) const;
  double number(const unsigned char* from, int type, bool normalized, const char* what) const;

  std::string path_;
};

}  // namespace gambol
