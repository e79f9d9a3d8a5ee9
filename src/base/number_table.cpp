#include "base/number_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/allowed_paths.h"
#include "base/error.h"
#include "base/file_cache.h"
#include "base/python_literal.h"

namespace gambol {
namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";
constexpr std::size_t most_table_bytes = 64 << 20, most_row_bytes = 1 << 20;

std::size_t little_endian(std::string_view bytes) {
  std::size_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// nullopt if it is no whole number.
std::optional<std::size_t> whole_number(const std::string& text) {
  std::size_t value = 0;
  const char* end = text.data() + text.size();
  const auto [at, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || at != end) return {};
  return value;
}

// "rises [m over s]": the name, the unit, and the unit of the places.
void take_name(const std::string& written, TableColumn& column) {
  const std::size_t open = written.find(" [");
  column.name = written.substr(0, open);
  if (open == written.npos || written.back() != ']') return;
  column.unit = written.substr(open + 2, written.size() - open - 3);
  const std::size_t over = column.unit.find(" over ");
  if (over == column.unit.npos) return;
  column.over = column.unit.substr(over + 6);
  column.unit.resize(over);
}

// What a column is by its type and shape; false if it is none of the three.
bool take_type(const PythonLiteral& described, TableColumn& column) {
  const std::string& type = described.items[1].text;
  const std::vector<PythonLiteral> shape =
      described.items.size() > 2 ? described.items[2].items : std::vector<PythonLiteral>{};
  if (type.starts_with("|S") && shape.empty()) {
    column.kind = TableColumn::Kind::text;
    column.count = whole_number(type.substr(2)).value_or(0);
    return column.count > 0 && column.count < most_row_bytes;
  }
  if (type != "<f8") return false;
  if (described.items.size() == 2) return true;
  column.kind = TableColumn::Kind::curve;
  if (shape.size() != 2 || shape[1].text != "2") return false;
  column.count = whole_number(shape[0].text).value_or(0);
  return column.count > 0 && column.count < most_row_bytes;
}

std::size_t bytes_of(const TableColumn& column) {
  switch (column.kind) {
    case TableColumn::Kind::number:
      return sizeof(double);
    case TableColumn::Kind::curve:
      return 2 * sizeof(double) * column.count;
    default:
      return column.count;
  }
}

std::string cell(const NumberTable& table, std::size_t row, const TableColumn& column) {
  if (column.kind == TableColumn::Kind::text) return table.text(row, column);
  if (column.kind == TableColumn::Kind::number)
    return fmt::format("{:.6g}", table.number(row, column));
  std::string all;
  for (const auto& [place, value] : table.curve(row, column))
    all += fmt::format("{}{:.6g}: {:.6g}", all.empty() ? "" : ", ", place, value);
  return all;
}

std::string heading(const TableColumn& column) {
  if (column.unit.empty() && column.over.empty()) return column.name;
  return column.over.empty()
             ? fmt::format("{} [{}]", column.name, column.unit)
             : fmt::format("{} [{} over {}]", column.name, column.unit, column.over);
}

}  // namespace

void NumberTable::fail(const std::string& key, const std::string& found,
                       const std::string& expected) const {
  Problem problem;
  problem.place.file = path_;
  problem.key = key;
  problem.found = found;
  problem.expected = expected;
  throw InputError(problem);
}

NumberTable::NumberTable(const std::string& path) : path_(path) {
  if (const std::string why = why_no_file(path, "a table"); !why.empty())
    fail("", "", "expected " + why);
  const auto content = file_content(path);
  if (!content) fail("", "", "it cannot be read");
  const std::string_view file = *content;
  if (file.size() > most_table_bytes)
    fail("", fmt::format("{} bytes", file.size()), fmt::format("at most {}", most_table_bytes));
  if (!file.starts_with(npy_magic) || file.size() < 10)
    fail("", "no table", "a file of numpy.save()");
  const std::size_t length_bytes = file[6] == 1 ? 2 : 4, begin = 8 + length_bytes;
  const std::size_t header = little_endian(file.substr(8, std::min(length_bytes, file.size() - 8)));
  if (file.size() < begin || header > file.size() - begin)
    fail("", fmt::format("{} bytes", file.size()), "a whole table: its header ends early");
  read_columns(file.substr(begin, header));
  bytes_ = file.substr(begin + header);
  if (bytes_.size() != rows_ * row_bytes_)
    fail("rows",
         fmt::format("{:.6g} of {} bytes",
                     static_cast<double>(bytes_.size()) / static_cast<double>(row_bytes_),
                     row_bytes_),
         fmt::format("{}, as the header says", rows_));
  check_numbers();
}

void NumberTable::read_columns(std::string_view header) {
  PythonLiteral described;
  try {
    described = parse_python_literal(header);
  } catch (const std::invalid_argument& error) {
    fail("header", error.what(), "that of a file of numpy.save()");
  }
  const PythonLiteral *descr = described.find("descr"), *shape = described.find("shape");
  if (!descr || descr->kind != PythonLiteral::Kind::list || descr->items.empty())
    fail("columns", "none", "rows with named columns, a structured array");
  const std::optional<std::size_t> rows =
      shape && shape->items.size() == 1 ? whole_number(shape->items[0].text) : std::nullopt;
  if (!rows || *rows == 0 || *rows > most_table_bytes)
    fail("rows",
         !rows        ? "another shape"
         : *rows == 0 ? "none"
                      : fmt::format("{}", *rows),
         "one dimension of one or more rows");
  rows_ = *rows;
  for (const PythonLiteral& one : descr->items) {
    TableColumn column;
    if (one.items.size() < 2) fail("columns", "one without a type", "a name and a type");
    take_name(one.items[0].text, column);
    const bool is_known = take_type(one, column);
    if (!is_known || (column.kind != TableColumn::Kind::curve && !column.over.empty()))
      fail("columns." + one.items[0].text, "type " + one.items[1].text,
           "'<f8', ('<f8', (n, 2)) or '|S8', of `NAME [UNIT]` or, in curves, `NAME [UNIT over "
           "UNIT]`");
    for (const TableColumn& other : columns_)
      if (other.name == column.name) fail("columns", column.name + " twice", "each name once");
    column.at = row_bytes_;
    row_bytes_ += bytes_of(column);
    if (row_bytes_ > most_row_bytes)
      fail("columns", "longer rows", fmt::format("rows of at most {} bytes", most_row_bytes));
    columns_.push_back(std::move(column));
  }
}

void NumberTable::check_numbers() const {
  for (std::size_t row = 0; row < rows_; ++row)
    for (const TableColumn& column : columns_) {
      if (column.kind == TableColumn::Kind::text) continue;
      for (std::size_t at = 0; at < bytes_of(column); at += sizeof(double))
        if (const double value = number_at(row, column.at + at); !std::isfinite(value))
          fail(fmt::format("{}[{}]", column.name, row), fmt::format("{}", value),
               "a finite number");
    }
}

double NumberTable::number_at(std::size_t row, std::size_t byte) const {
  double value = 0;
  std::memcpy(&value, bytes_.data() + row * row_bytes_ + byte, sizeof value);
  return value;
}

double NumberTable::number(std::size_t row, const TableColumn& column) const {
  return number_at(row, column.at);
}

std::string NumberTable::text(std::size_t row, const TableColumn& column) const {
  const std::string all = bytes_.substr(row * row_bytes_ + column.at, column.count);
  return all.substr(0, all.find('\0'));
}

std::vector<std::array<double, 2>> NumberTable::curve(std::size_t row,
                                                      const TableColumn& column) const {
  std::vector<std::array<double, 2>> all;
  for (std::size_t i = 0; i < column.count; ++i) {
    const std::size_t at = column.at + 2 * sizeof(double) * i;
    const std::array<double, 2> next = {number_at(row, at), number_at(row, at + sizeof(double))};
    if (all.empty() || next != all.back()) all.push_back(next);
  }
  return all;
}

std::string as_text(const NumberTable& table) {
  std::vector<std::size_t> widths;
  for (const TableColumn& column : table.columns()) {
    widths.push_back(heading(column).size());
    for (std::size_t row = 0; row < table.rows(); ++row)
      widths.back() = std::max(widths.back(), cell(table, row, column).size());
  }
  std::string text;
  const auto line = [&](const auto& of) {
    for (std::size_t c = 0; c < widths.size(); ++c)
      text += fmt::format("{}{:<{}}", c > 0 ? "  " : "", of(table.columns()[c]), widths[c]);
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  };
  line(heading);
  for (std::size_t row = 0; row < table.rows(); ++row)
    line([&](const TableColumn& column) { return cell(table, row, column); });
  return text;
}

}  // namespace gambol
