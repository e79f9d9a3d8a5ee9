#include "geometry/formula.h"

#include <fmt/format.h>
#include <muParser.h>

#include <cctype>
#include <numbers>
#include <stdexcept>

namespace gambol {

namespace {

mu::Parser with_pi() {
  mu::Parser parser;
  parser.DefineConst("pi", std::numbers::pi);
  return parser;
}

}  // namespace

struct Formula::Impl {
  mu::Parser parser = with_pi();
  double x = 0, y = 0;
};

namespace {

[[noreturn]] void refuse(const mu::Parser::exception_type& e) {
  std::string why = e.GetMsg();
  if (!why.empty() && why.back() == '.') why.pop_back();
  if (!why.empty()) why[0] = static_cast<char>(std::tolower(why[0]));
  if (const auto at = why.find(" found at "); at != why.npos) why.erase(at, 6);
  throw std::invalid_argument(why);
}

}  // namespace

Formula::Formula(const std::string& text) : impl_(std::make_unique<Impl>()) {
  try {
    impl_->parser.DefineVar("x", &impl_->x);
    impl_->parser.DefineVar("y", &impl_->y);
    impl_->parser.SetExpr(text);
    impl_->parser.Eval();  // muParser parses on the first evaluation
  } catch (const mu::Parser::exception_type& e) {
    refuse(e);
  }
}

Formula::~Formula() = default;

double Formula::at(double x, double y) {
  impl_->x = x;
  impl_->y = y;
  try {
    return impl_->parser.Eval();
  } catch (const mu::Parser::exception_type& e) {
    refuse(e);
  }
}

bool Formula::uses_y() const { return impl_->parser.GetUsedVar().contains("y"); }

std::vector<std::string> formula_names() {
  const mu::Parser parser = with_pi();
  const auto joined = [](const char* kind, const auto& map) {
    std::vector<std::string> names;
    for (const auto& [name, of] : map)
      if (name[0] != '_') names.push_back(name);
    return fmt::format("{}: {}", kind, fmt::join(names, ", "));
  };
  return {joined("functions", parser.GetFunDef()), joined("constants", parser.GetConst()),
          "operators: + - * / ^, < <= > >= == !=, && ||, CONDITION ? THEN : ELSE"};
}

}  // namespace gambol
