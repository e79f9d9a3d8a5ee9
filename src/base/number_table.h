#pragma once

// Tables of numbers in files of NumPy (.npy), such as the leaps that a search has found. A table
// has one dimension of rows; its columns are packed, and their names say their units:
//
//   leap_time [s]       '<f8'          a number
//   rises [m over m]    '<f8', (n, 2)  a curve: n places with values; a place that repeats the one
//                                      before it fills the column up
//   name                '|S8'          a text
//
// Without a unit it is a ratio, a count or a text; places without one are phases or shares.
//
// numpy.load() reads them, numpy.save() writes them.

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace gambol {

struct TableColumn {
  enum class Kind { number, curve, text };
  Kind kind = Kind::number;
  std::string name, unit;  // without the unit; "" of a ratio, a count or a text
  std::string over;        // unit of a curve's places
  std::size_t at = 0;      // byte of a row at which it begins
  std::size_t count = 1;   // places of a curve, bytes of a text
};

class NumberTable {
 public:
  // Throws InputError if the file is not there, is none of ours, ends early or goes on, or has a
  // number that is not finite.
  explicit NumberTable(const std::string& path);

  std::size_t rows() const { return rows_; }
  const std::vector<TableColumn>& columns() const { return columns_; }

  double number(std::size_t row, const TableColumn& column) const;
  std::string text(std::size_t row, const TableColumn& column) const;
  // Places and values, without those that fill the column up.
  std::vector<std::array<double, 2>> curve(std::size_t row, const TableColumn& column) const;

 private:
  double number_at(std::size_t row, std::size_t byte) const;
  void read_columns(std::string_view header);
  void check_numbers() const;
  [[noreturn]] void fail(const std::string& key, const std::string& found,
                         const std::string& expected) const;

  std::string path_;
  std::string bytes_;  // of all rows
  std::vector<TableColumn> columns_;
  std::size_t rows_ = 0, row_bytes_ = 0;
};

// The rows as text, a line each, under the names of the columns.
std::string as_text(const NumberTable& table);

}  // namespace gambol
