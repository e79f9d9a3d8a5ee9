#pragma once

// The part of HDF5's C API that the files of a motion need, with handles that close themselves.
// HDF5 writes files as images in memory; gambol itself writes the bytes to disk, as a whole.
// Every failure throws std::runtime_error with a short reason.

#include <hdf5.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/packed.h"

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

// The first `used` of the `rows` rows that a dataset of another file has. `file`: relative to the
// folder of the file that names it.
struct Source {
  std::string file;
  hsize_t rows = 0, used = 0;
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
  void dataset(const std::string& path, const std::vector<std::string>& values);
  // The same in chunks of one column each, shuffled and deflated, as measures read single columns.
  // A column is all rows at one place of the further dimensions; `column(i)` gives the values of
  // the i-th. `single`: keeps them in single precision, to which they must be rounded already. Of a
  // crowd's film many columns share a chunk.
  void columns(const std::string& path, const std::vector<hsize_t>& shape, bool single,
               const std::function<std::vector<double>(std::size_t)>& column);
  // A dataset whose rows are those of other files' datasets of the same path, one after the other.
  void virtual_rows(const std::string& path, std::vector<hsize_t> shape, bool single,
                    const std::vector<Source>& sources);
  std::string image() const;

 private:
  void attribute(const std::string& object, const char* name, hid_t type, hid_t space,
                 const void* data);
  Handle make(const std::string& path, hid_t type, hid_t space, hid_t create);
  void dataset(const std::string& path, hid_t type, hid_t space, const void* data);
  void together(const std::string& path, const std::vector<hsize_t>& shape, hid_t type,
                const std::function<std::vector<double>(std::size_t)>& column);
  Quiet quiet_;
  Packer packer_;
  Handle file_;
};

class Reader {
 public:
  // `bytes`: the size of the file.
  Reader(const std::string& path, std::size_t bytes);
  explicit Reader(const std::string& image);  // of the bytes of a file, which are copied
  std::string text(const std::string& object, const char* name) const;
  double number(const std::string& object, const char* name) const;
  std::uint64_t integer(const std::string& object, const char* name) const;
  std::vector<double> numbers(const std::string& path) const;
  // A column as Writer::columns() has it, of all rows. The next column of the same dataset takes
  // less time.
  std::vector<double> column(const std::string& path, std::size_t i) const;
  bool is_single(const std::string& path) const;  // its numbers are kept in single precision
  std::vector<std::string> strings(const std::string& path) const;

 private:
  struct Columns {
    std::string path;
    Handle data;
    std::vector<hsize_t> shape;
    bool single = false;
  };
  std::size_t bytes_;
  Handle file_;
  mutable std::optional<Columns> columns_;  // those asked for last, still open
};

}  // namespace gambol::hdf5
