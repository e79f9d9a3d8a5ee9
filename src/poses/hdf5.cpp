#include "poses/hdf5.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace gambol::hdf5 {
namespace {

// HDF5 accepts no null pointer, not even for the values of an empty dataset, so writing them is
// skipped.

constexpr std::size_t growth = 1 << 20;  // bytes by which an image in memory grows

void check(herr_t status, const std::string& what) {
  if (status < 0) throw std::runtime_error("cannot " + what);
}

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a text type");
  check(H5Tset_size(type, H5T_VARIABLE), "size a text type");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "make a text type UTF-8");
  return type;
}

Handle scalar() { return {H5Screate(H5S_SCALAR), H5Sclose, "make a scalar space"}; }

Handle space_of(const std::vector<hsize_t>& shape) {
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose,
          "make a space"};
}

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
  std::vector<const char*> all;
  for (const std::string& text : texts) all.push_back(text.c_str());
  return all;
}

Handle create_file() {
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "prepare a file in memory");
  check(H5Pset_fapl_core(access, growth, false), "keep a file in memory");
  const Handle create(H5Pcreate(H5P_FILE_CREATE), H5Pclose, "prepare a file");
  check(H5Pset_obj_track_times(create, false), "leave times out");
  return {H5Fcreate("poses", H5F_ACC_TRUNC, create, access), H5Fclose, "make a file in memory"};
}

Handle open_file(const std::string& path) {
  const Quiet quiet;
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose, "read its structure"};
}

Handle open_image(const std::string& image) {
  const Quiet quiet;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "prepare a file in memory");
  check(H5Pset_fapl_core(access, growth, false), "keep a file in memory");
  check(H5Pset_file_image(access, const_cast<char*>(image.data()), image.size()), "take the file");
  return {H5Fopen("poses", H5F_ACC_RDONLY, access), H5Fclose, "read its structure"};
}

std::size_t points(hid_t space) {
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  check(count < 0 ? -1 : 0, "read a size");
  return static_cast<std::size_t>(count);
}

H5Z_filter_t filter_of(hid_t created, unsigned number) {
  unsigned flags = 0, config = 0;
  std::size_t none = 0;
  return H5Pget_filter2(created, number, &flags, &none, nullptr, 0, nullptr, &config);
}

// Whether a dataset lies in its file as Writer::columns() writes it.
bool is_columns(hid_t created) {
  return H5Pget_layout(created) == H5D_CHUNKED && H5Pget_nfilters(created) == 2 &&
         filter_of(created, 0) == H5Z_FILTER_SHUFFLE && filter_of(created, 1) == H5Z_FILTER_DEFLATE;
}

constexpr unsigned level = 1;  // of deflate, that of Packer; readers do not need it
// A chunk takes room and time of its own, as much as some hundreds of numbers. Of a crowd, whose
// segments are short, columns would be as short.
constexpr std::size_t most_chunks = 4096, chunk_values = 16384;

// HDF5's chunks must have a value.
bool is_empty(const std::vector<hsize_t>& shape) {
  return std::find(shape.begin(), shape.end(), 0) != shape.end();
}

Handle dataset_settings() {
  Handle create(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, "prepare a dataset");
  check(H5Pset_obj_track_times(create, false), "leave times out");
  return create;
}

// The shape of a column.
std::vector<hsize_t> column_shape(const std::vector<hsize_t>& shape) {
  std::vector<hsize_t> one(shape.size(), 1);
  one[0] = shape[0];
  return one;
}

// Where the i-th column of a dataset begins.
std::vector<hsize_t> column_at(const std::vector<hsize_t>& shape, std::size_t i) {
  std::vector<hsize_t> at(shape.size(), 0);
  for (std::size_t k = shape.size() - 1; k > 0; --k) at[k] = i % shape[k], i /= shape[k];
  return at;
}

std::vector<hsize_t> shape_of(hid_t data, const std::string& path) {
  const Handle space(H5Dget_space(data), H5Sclose, "read the size of " + path);
  const int dimensions = H5Sget_simple_extent_ndims(space);
  check(dimensions < 1 ? -1 : 0, "find rows in " + path);
  std::vector<hsize_t> shape(static_cast<std::size_t>(dimensions));
  check(H5Sget_simple_extent_dims(space, shape.data(), nullptr), "read the size of " + path);
  return shape;
}

// Whether a dataset's chunks are its columns, of numbers as this machine has them.
bool has_column_chunks(hid_t data, const std::vector<hsize_t>& shape, bool single) {
  const Handle made(H5Dget_create_plist(data), H5Pclose, "read a layout");
  const Handle type(H5Dget_type(data), H5Tclose, "read a type");
  std::vector<hsize_t> chunk(shape.size());
  return is_columns(made) &&
         H5Pget_chunk(made, static_cast<int>(chunk.size()), chunk.data()) ==
             static_cast<int>(chunk.size()) &&
         chunk == column_shape(shape) &&
         H5Tequal(type, single ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE) > 0;
}

std::size_t columns_in(const std::vector<hsize_t>& shape) {
  std::size_t count = 1;
  for (std::size_t k = 1; k < shape.size(); ++k) count *= shape[k];
  return count;
}

bool is_whole(hid_t created) {
  const H5D_layout_t layout = H5Pget_layout(created);
  return (layout == H5D_CONTIGUOUS || layout == H5D_COMPACT) && H5Pget_nfilters(created) == 0;
}

// Refuses datasets that gambol does not write: those that could expand a few bytes to much memory,
// and those whose values are in other files.
void require_plain(hid_t data, std::size_t bytes, const std::string& path) {
  constexpr std::size_t most_deflated = 1032;  // the most bytes that deflate packs into one
  const Handle made(H5Dget_create_plist(data), H5Pclose, "read the layout of " + path);
  const bool packed = is_columns(made);
  if (!(packed || is_whole(made)) || H5Pget_external_count(made) != 0)
    throw std::runtime_error("an unsupported layout of " + path);
  const Handle space(H5Dget_space(data), H5Sclose, "read the size of " + path);
  const Handle type(H5Dget_type(data), H5Tclose, "read the type of " + path);
  const std::size_t stored = std::min<std::size_t>(H5Dget_storage_size(data), bytes);
  if (points(space) >
      (packed ? most_deflated * stored : bytes) / std::max<std::size_t>(H5Tget_size(type), 1))
    throw std::runtime_error("more values than bytes in " + path);
}

// Refuses a path with a soft or external link, which could lead to another file; gambol writes
// none.
void require_direct(hid_t file, const std::string& path) {
  for (std::size_t end = 0; end != path.npos;) {
    end = path.find('/', end + 1);
    H5L_info_t about;
    const std::string part = path.substr(0, end);
    check(H5Lget_info(file, part.c_str(), &about, H5P_DEFAULT), "find " + part);
    if (about.type != H5L_TYPE_HARD) throw std::runtime_error("a link in place of " + part);
  }
}

Handle open_dataset(hid_t file, const std::string& path, std::size_t bytes) {
  require_direct(file, path);
  Handle data(H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose, "find " + path);
  require_plain(data, bytes, path);
  return data;
}

std::size_t size_of_type(hid_t data, const std::string& path) {
  const Handle type(H5Dget_type(data), H5Tclose, "read the type of " + path);
  return H5Tget_size(type);
}

Handle open_attribute(hid_t file, const std::string& object, const char* name) {
  return {H5Aopen_by_name(file, object.c_str(), name, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
          "find the attribute " + object + " " + name};
}

// Copies texts that HDF5 allocated and lets HDF5 free them.
std::vector<std::string> take_texts(std::vector<char*>& raw, hid_t type, hid_t space) {
  std::vector<std::string> texts;
  for (const char* text : raw) texts.emplace_back(text ? text : "");
  if (!raw.empty()) H5Dvlen_reclaim(type, space, H5P_DEFAULT, raw.data());
  return texts;
}

template <class T>
T read_scalar(hid_t file, const std::string& object, const char* name, hid_t type) {
  const Handle attribute = open_attribute(file, object, name);
  const Handle space(H5Aget_space(attribute), H5Sclose, "read an attribute's size");
  if (points(space) != 1) throw std::runtime_error(std::string("too many values in ") + name);
  T value{};
  check(H5Aread(attribute, type, &value), std::string("read the attribute ") + name);
  return value;
}

}  // namespace

Handle::Handle(hid_t id, herr_t (*close)(hid_t), const std::string& what) : id_(id), close_(close) {
  check(id < 0 ? -1 : 0, what);
}

Quiet::Quiet() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Quiet::~Quiet() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

Writer::Writer() : file_(create_file()) {}

void Writer::attribute(const std::string& object, const char* name, hid_t type, hid_t space,
                       const void* data) {
  const Handle made(H5Acreate_by_name(file_, object.c_str(), name, type, space, H5P_DEFAULT,
                                      H5P_DEFAULT, H5P_DEFAULT),
                    H5Aclose, "make the attribute " + object + " " + name);
  if (points(space) > 0)
    check(H5Awrite(made, type, data), "write the attribute " + object + " " + name);
}

void Writer::attribute(const std::string& object, const char* name, const std::string& text) {
  const char* pointer = text.c_str();
  attribute(object, name, text_type(), scalar(), &pointer);
}

void Writer::attribute(const std::string& object, const char* name, double value) {
  attribute(object, name, H5T_NATIVE_DOUBLE, scalar(), &value);
}

void Writer::attribute(const std::string& object, const char* name, std::uint64_t value) {
  attribute(object, name, H5T_NATIVE_UINT64, scalar(), &value);
}

Handle Writer::make(const std::string& path, hid_t type, hid_t space, hid_t create) {
  const Handle link(H5Pcreate(H5P_LINK_CREATE), H5Pclose, "prepare a link");
  check(H5Pset_create_intermediate_group(link, 1), "make groups");
  return {H5Dcreate2(file_, path.c_str(), type, space, link, create, H5P_DEFAULT), H5Dclose,
          "make the dataset " + path};
}

void Writer::dataset(const std::string& path, hid_t type, hid_t space, const void* data) {
  const Handle made = make(path, type, space, dataset_settings());
  if (points(space) > 0)
    check(H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), "write the dataset " + path);
}

void Writer::dataset(const std::string& path, const std::vector<hsize_t>& shape,
                     const std::vector<double>& values) {
  dataset(path, H5T_NATIVE_DOUBLE, space_of(shape), values.data());
}

void Writer::columns(const std::string& path, const std::vector<hsize_t>& shape, bool single,
                     const std::function<std::vector<double>(std::size_t)>& column) {
  const hid_t type = single ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  const Handle create = dataset_settings(), space = space_of(shape);
  if (is_empty(shape)) return dataset(path, type, space, nullptr);
  if (shape.size() > 2 && columns_in(shape) > most_chunks)
    return together(path, shape, type, column);
  const std::vector<hsize_t> one = column_shape(shape);
  check(H5Pset_chunk(create, static_cast<int>(one.size()), one.data()), "make chunks");
  check(H5Pset_shuffle(create), "shuffle");
  check(H5Pset_deflate(create, level), "deflate");
  const Handle made = make(path, type, space, create);
  for (std::size_t i = 0; i < columns_in(shape); ++i) {
    const std::string_view bytes = packer_.pack(column(i), single);
    check(H5Dwrite_chunk(made, H5P_DEFAULT, 0, column_at(shape, i).data(), bytes.size(),
                         bytes.data()),
          "write the dataset " + path);
  }
}

void Writer::together(const std::string& path, const std::vector<hsize_t>& shape, hid_t type,
                      const std::function<std::vector<double>(std::size_t)>& column) {
  const std::size_t width = columns_in(shape);
  std::vector<double> values(shape[0] * width);
  for (std::size_t i = 0; i < width; ++i) {
    const std::vector<double> one = column(i);
    for (std::size_t row = 0; row < one.size(); ++row) values[row * width + i] = one[row];
  }
  std::vector<hsize_t> chunk = shape;
  chunk[1] = std::clamp<hsize_t>(chunk_values * shape[1] / values.size(), 1, shape[1]);
  const Handle create = dataset_settings(), space = space_of(shape);
  check(H5Pset_chunk(create, static_cast<int>(chunk.size()), chunk.data()), "make chunks");
  check(H5Pset_shuffle(create), "shuffle");
  check(H5Pset_deflate(create, level), "deflate");
  const Handle made = make(path, type, space, create);
  check(H5Dwrite(made, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
        "write the dataset " + path);
}

void Writer::virtual_rows(const std::string& path, std::vector<hsize_t> shape, bool single,
                          const std::vector<Source>& sources) {
  shape[0] = 0;
  for (const Source& source : sources) shape[0] += source.used;
  const Handle create = dataset_settings(), space = space_of(shape);
  const hid_t type = single ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  if (is_empty(shape)) return dataset(path, type, space, nullptr);
  std::vector<hsize_t> at(shape.size(), 0), part = shape;
  const std::vector<hsize_t> begin = at;
  for (const Source& source : sources) {
    if (source.used == 0) continue;
    part[0] = source.rows;
    const Handle from = space_of(part);
    part[0] = source.used;
    const auto select = [&](hid_t in, const std::vector<hsize_t>& first) {
      check(H5Sselect_hyperslab(in, H5S_SELECT_SET, first.data(), nullptr, part.data(), nullptr),
            "select rows");
    };
    select(from, begin);
    select(space, at);
    check(H5Pset_virtual(create, space, source.file.c_str(), path.c_str(), from), "name rows");
    at[0] += source.used;
  }
  check(H5Sselect_all(space), "select all");
  make(path, type, space, create);
}

void Writer::dataset(const std::string& path, const std::vector<std::string>& values) {
  dataset(path, text_type(), space_of({values.size()}), pointers(values).data());
}

std::string Writer::image() const {
  check(H5Fflush(file_, H5F_SCOPE_GLOBAL), "finish the file");
  const ssize_t size = H5Fget_file_image(file_, nullptr, 0);
  check(size < 0 ? -1 : 0, "measure the file");
  std::string bytes(static_cast<std::size_t>(size), '\0');
  check(H5Fget_file_image(file_, bytes.data(), bytes.size()) < 0 ? -1 : 0, "take the file");
  return bytes;
}

Reader::Reader(const std::string& path, std::size_t bytes)
    : bytes_(bytes), file_(open_file(path)) {}

Reader::Reader(const std::string& image) : bytes_(image.size()), file_(open_image(image)) {}

std::string Reader::text(const std::string& object, const char* name) const {
  const Quiet quiet;
  const Handle attribute = open_attribute(file_, object, name);
  const Handle space(H5Aget_space(attribute), H5Sclose, "read an attribute's size");
  if (points(space) > bytes_) throw std::runtime_error(std::string("too many values in ") + name);
  std::vector<char*> raw(points(space));
  const Handle type = text_type();
  if (!raw.empty())
    check(H5Aread(attribute, type, raw.data()), std::string("read the attribute ") + name);
  const std::vector<std::string> texts = take_texts(raw, type, space);
  if (texts.size() != 1) throw std::runtime_error(std::string("no single text in ") + name);
  return texts.front();
}

double Reader::number(const std::string& object, const char* name) const {
  const Quiet quiet;
  return read_scalar<double>(file_, object, name, H5T_NATIVE_DOUBLE);
}

std::uint64_t Reader::integer(const std::string& object, const char* name) const {
  const Quiet quiet;
  return read_scalar<std::uint64_t>(file_, object, name, H5T_NATIVE_UINT64);
}

std::vector<double> Reader::numbers(const std::string& path) const {
  const Quiet quiet;
  const Handle data = open_dataset(file_, path, bytes_);
  const Handle space(H5Dget_space(data), H5Sclose, "read the size of " + path);
  std::vector<double> values(points(space));
  if (!values.empty())
    check(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()),
          "read " + path);
  return values;
}

std::vector<double> Reader::column(const std::string& path, std::size_t i) const {
  const Quiet quiet;
  if (!columns_ || columns_->path != path) {
    columns_.reset();
    Handle opened = open_dataset(file_, path, bytes_);
    const std::vector<hsize_t> found = shape_of(opened, path);
    const bool is_single = size_of_type(opened, path) == sizeof(float);
    if (!is_empty(found) && !has_column_chunks(opened, found, is_single))
      throw std::runtime_error("an unsupported layout of " + path);
    columns_.emplace(Columns{path, std::move(opened), found, is_single});
  }
  const auto& [_, data, shape, single] = *columns_;
  if (is_empty(shape) || i >= columns_in(shape)) return {};
  const std::vector<hsize_t> at = column_at(shape, i);
  hsize_t size = 0;
  check(H5Dget_chunk_storage_size(data, at.data(), &size), "find a column of " + path);
  if (size > bytes_) throw std::runtime_error("more values than bytes in " + path);
  std::string bytes(size, '\0');
  std::uint32_t skipped = 0;  // filters
  check(H5Dread_chunk(data, H5P_DEFAULT, at.data(), &skipped, bytes.data()), "read " + path);
  if (skipped != 0) throw std::runtime_error("an unsupported layout of " + path);
  return unpacked(bytes, shape[0], single);
}

bool Reader::is_single(const std::string& path) const {
  const Quiet quiet;
  return size_of_type(open_dataset(file_, path, bytes_), path) == sizeof(float);
}

std::vector<std::string> Reader::strings(const std::string& path) const {
  const Quiet quiet;
  const Handle data = open_dataset(file_, path, bytes_);
  const Handle space(H5Dget_space(data), H5Sclose, "read the size of " + path);
  std::vector<char*> raw(points(space));
  const Handle type = text_type();
  if (!raw.empty())
    check(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw.data()), "read " + path);
  return take_texts(raw, type, space);
}

}  // namespace gambol::hdf5
