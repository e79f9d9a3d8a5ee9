#include "schema/table_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/nearest.h"
#include "schema/tree_parts.h"

namespace gambol {
namespace {

// The name of the column that a value or a key means; "" if it means none.
std::string column_meant(const std::string& text) {
  return text.starts_with('=') ? text.substr(1) : "";
}

std::string with_unit(double number, const std::string& unit) {
  return unit.empty() ? fmt::format("{}", number) : fmt::format("{} {}", number, unit);
}

class RowFiller {
 public:
  RowFiller(const NumberTable& table, const YamlNode& each, std::vector<Problem>& problems)
      : table_(table), problems_(problems) {
    look_up(each);
    for (const TableColumn& column : table.columns())
      if (!used_.contains(&column))
        problems_.push_back(
            {each.place(), "rows", "no value =" + column.name, "one for each column of the table"});
  }

  bool all_there() const { return all_there_; }

  // The node with the numbers of a row.
  YamlNode filled(YamlNode node, std::size_t row) const {
    if (const TableColumn* column = meant(node)) return value(node, row, *column);
    for (YamlNode& item : node.items) item = filled(std::move(item), row);
    for (YamlEntry& entry : node.entries) {
      if (const TableColumn* column = find(column_meant(entry.key)))
        entry.key = table_.text(row, *column);
      entry.value = filled(std::move(entry.value), row);
    }
    return node;
  }

 private:
  const TableColumn* find(const std::string& name) const {
    const auto& all = table_.columns();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const TableColumn& column) { return column.name == name; });
    return found == all.end() ? nullptr : &*found;
  }

  const TableColumn* meant(const YamlNode& node) const {
    if (node.kind != YamlNode::Kind::scalar || node.quoted) return nullptr;
    return find(column_meant(node.text));
  }

  // Notes the columns that a tree names, and reports those that are not there.
  void look_up(const YamlNode& node) {
    if (node.kind == YamlNode::Kind::scalar && !node.quoted) look_up(node.text, node.place());
    for (const YamlNode& item : node.items) look_up(item);
    for (const YamlEntry& entry : node.entries) {
      look_up(entry.key, entry.place());
      if (const TableColumn* column = find(column_meant(entry.key)))
        check_names(*column, entry.place());
      look_up(entry.value);
    }
  }

  void look_up(const std::string& text, const Place& place) {
    const std::string name = column_meant(text);
    if (name.empty()) return;
    if (const TableColumn* column = find(name)) {
      used_.insert(column);
      return;
    }
    all_there_ = false;
    std::vector<std::string> known;
    for (const TableColumn& column : table_.columns()) known.push_back(column.name);
    const std::string close = nearest(name, known);
    problems_.push_back(
        {place, "rows", text,
         close.empty() ? fmt::format("= and a column of the table: {}", alternatives(known))
                       : fmt::format("= and a column of the table (did you mean {}?)", close)});
  }

  // Two rows of one name would be one element.
  void check_names(const TableColumn& column, const Place& place) {
    std::set<std::string> names;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      const std::string name =
          column.kind == TableColumn::Kind::text ? table_.text(row, column) : "";
      if (!name.empty() && names.insert(name).second) continue;
      problems_.push_back({place, "rows",
                           column.kind != TableColumn::Kind::text ? "numbers in " + column.name
                           : name.empty() ? fmt::format("no text in row {}", row + 1)
                                          : fmt::format("{} again in row {}", name, row + 1),
                           "a name of its own in each row"});
      all_there_ = false;
      return;
    }
  }

  YamlNode value(const YamlNode& at, std::size_t row, const TableColumn& column) const {
    if (column.kind == TableColumn::Kind::text) {
      YamlNode text = scalar_at(at, table_.text(row, column));
      text.quoted = true;
      return text;
    }
    if (column.kind == TableColumn::Kind::number)
      return scalar_at(at, with_unit(table_.number(row, column), column.unit));
    YamlNode keys = scalar_at(at, "");
    keys.kind = YamlNode::Kind::sequence;
    for (const auto& [place, number] : table_.curve(row, column)) {
      YamlNode key = list_with(scalar_at(at, with_unit(place, column.over)));
      key.items.push_back(scalar_at(at, with_unit(number, column.unit)));
      keys.items.push_back(std::move(key));
    }
    return keys;
  }

  const NumberTable& table_;
  std::vector<Problem>& problems_;
  std::set<const TableColumn*> used_;
  bool all_there_ = true;
};

}  // namespace

std::vector<YamlNode> changes_by_rows(const NumberTable& table, const YamlNode& each,
                                      std::vector<Problem>& problems) {
  const RowFiller rows(table, each, problems);
  if (!rows.all_there()) return {};
  if (table.rows() * each.size > yaml_max_nodes) {
    problems.push_back({each.place(), "rows",
                        fmt::format("{} rows of {} values", table.rows(), each.size),
                        fmt::format("at most {} values in all", yaml_max_nodes)});
    return {};
  }
  std::vector<YamlNode> changes;
  for (std::size_t row = 0; row < table.rows(); ++row) changes.push_back(rows.filled(each, row));
  return changes;
}

}  // namespace gambol
