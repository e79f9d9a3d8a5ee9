#include "schema/settable.h"

#include "schema/fields.h"

namespace gambol {
namespace {

class SettableVisitor final : public Fields {
 public:
  std::vector<SettableField> list;
  std::string wanted;
  double t = 0;
  std::optional<double> found;

 private:
  void visit(const char* name, void* value, const ValueType& type, const Field& f) override {
    if (!f.settable) return;
    list.push_back({name, f});
    if (name == wanted) found = type.at(value, t);
  }
  bool visit_filling(const char*, void*, const ValueType&, const Field&) override { return false; }
  void visit_variant(const char*, void*, const VariantType&, const Field&) override {}
};

}  // namespace

std::vector<SettableField> settable_fields(VisitFields visit, void* value) {
  SettableVisitor visitor;
  visit(visitor, value);
  return visitor.list;
}

std::optional<double> settable_value(VisitFields visit, void* value, const std::string& field,
                                     double t) {
  SettableVisitor visitor;
  visitor.wanted = field;
  visitor.t = t;
  visit(visitor, value);
  return visitor.found;
}

}  // namespace gambol
