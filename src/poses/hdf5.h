#pragma once

// The part of HDF5's C API that the poses file needs, with handles that close themselves. HDF5
// writes and reads files as images in memory; gambol itself writes the bytes to disk, as a whole.
// Every failure throws std::runtime_error with a short reason.

#include <hdf5.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gambol::hdf5 {

// An HDF5 identifier and the function that closes it.
class Handle {
 public:
  // Throws if `id` is an error; `what` names the operation that failed.
  Handle(hid_t id, herr_t (*close)(hid_t), const std::string& what);
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  operator hid_t() const { return id_; }  // NOLINT: made for calls into HDF5

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// Keeps HDF5 from printing its own error stack during this object's lifetime.
class Quiet {
 public:
  Quiet();
  ~Quiet();
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

// Writes into an image in memory. The same calls give the same bytes: nothing has a timestamp.
class Writer {
 public:
  Writer();
  void attribute(const std::string& object, const char* name, const std::string& text);
  void attribute(const std::string& object, const char* name, double value);
  void attribute(const std::string& object, const char* name, std::uint64_t value);
  // Creates the groups in `path`. values.size() is the product of `shape`.
  void dataset(const std::string& path, const std::vector<hsize_t>& shape,
               const std::vector<double>& values);
  void dataset(const std::string& path, const std::vector<hsize_t>& shape,
               const std::vector<float>& values);
  void dataset(const std::string& path, const std::vector<std::string>& values);
  std::string image() const;

 private:
  void attribute(const std::string& object, const char* name, hid_t type, hid_t space,
                 const void* data);
  void dataset(const std::string& path, hid_t type, hid_t space, const void* data);
  Quiet quiet_;
  Handle file_;
};

// Reads from an image in memory, which must outlive the reader.
class Reader {
 public:
  explicit Reader(std::string_view image);
  std::string text(const std::string& object, const char* name) const;
  double number(const std::string& object, const char* name) const;
  std::uint64_t integer(const std::string& object, const char* name) const;
  std::vector<double> numbers(const std::string& path) const;
  std::vector<std::string> strings(const std::string& path) const;

 private:
  Quiet quiet_;
  std::size_t bytes_;  // of the image
  Handle file_;
};

}  // namespace gambol::hdf5
