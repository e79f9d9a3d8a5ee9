#include "figure/copy_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numbers>
#include <set>

#include "base/rotation.h"
#include "schema/report.h"
#include "schema/values.h"

namespace gambol {
namespace {

// `from` with its last number raised by `by`; empty if it does not end with a number.
std::string counted_on(const std::string& from, std::size_t by) {
  std::size_t begin = from.size();
  while (begin > 0 && std::isdigit(static_cast<unsigned char>(from[begin - 1]))) --begin;
  const std::size_t digits = from.size() - begin;
  if (digits == 0 || digits > 9) return "";
  const std::size_t number = std::stoul(from.substr(begin)) + by;
  return fmt::format("{}{:0{}}", from.substr(0, begin), number, digits);
}

class CopyPlanner {
 public:
  CopyPlanner(const CopiesSpec& spec, Findings& findings) : spec_(spec), findings_(findings) {}

  std::optional<CopyPlan> plan() {
    if (!find_names() || !find_steps()) return {};
    return std::move(plan_);
  }

 private:
  bool fail(const char* field, const std::string& found, const std::string& expected) {
    findings_.report(spec_.place, field, found, expected);
    return false;
  }

  // How many copies the keys ask for; checks that they agree.
  bool find_names() {
    if (spec_.from.empty()) return false;  // reported when it was read
    std::optional<std::size_t> copies;
    const auto agree = [&](const char* field, std::size_t number) {
      if (number == 0) return true;
      if (!copies) copies = number;
      return *copies == number ||
             fail(field, fmt::format("{} copies here, and {} by another key", number, *copies),
                  "the same number");
    };
    if (spec_.count) copies = static_cast<std::size_t>(*spec_.count) - 1;
    if (!agree("to", spec_.to.size())) return false;
    if (spec_.around && !agree("around", spec_.around->angles.size())) return false;
    if (!agree("legs", spec_.legs.size())) return false;
    if (!copies) return fail("count", "nothing", "this key: how many there are, with the original");
    plan_.names = spec_.to;
    for (std::size_t k = plan_.names.size(); k < *copies; ++k)
      plan_.names.push_back(counted_on(spec_.from, k + 1));
    if (plan_.names[0].empty())
      return fail("from", in_quotes(spec_.from),
                  "a name with a number at its end, which counts on; or `to`");
    std::set<std::string> taken = {spec_.from};
    for (const std::string& name : plan_.names)
      if (name.empty() || !taken.insert(name).second)
        return fail("to", in_quotes(name), "names that differ from `from` and from each other");
    return true;
  }

  bool find_steps() {
    if (!spec_.around && !spec_.along)
      return fail("along", "neither this key nor around", "one of the two, or both");
    for (std::size_t k = 0; k < plan_.names.size(); ++k) {
      CopyStep step;
      const double number = static_cast<double>(k + 1);
      if (spec_.along) step.shift = number * *spec_.along;
      if (const auto& around = spec_.around) {
        if (around->axis.norm() == 0) {
          findings_.report(around->place, "axis", "an axis of length 0", "a direction");
          return false;
        }
        if (around->step && !around->angles.empty()) {
          findings_.report(around->place, "angles", "step as well", "one of the two");
          return false;
        }
        step.axis = around->axis.normalized();
        step.centre = around->at;
        const double whole = 2 * std::numbers::pi / static_cast<double>(plan_.names.size() + 1);
        step.angle =
            around->angles.empty() ? number * around->step.value_or(whole) : around->angles[k];
      }
      plan_.steps.push_back(step);
    }
    return true;
  }

  const CopiesSpec& spec_;
  Findings& findings_;
  CopyPlan plan_;
};

}  // namespace

Mat3 CopyStep::rotation() const { return rotation_about(axis, angle); }

std::vector<RotationSpec> CopyStep::turns() const {
  if (angle == 0) return {};
  for (int k = 0; k < 3; ++k)
    if (std::abs(axis[k]) == 1) return {{static_cast<char>('x' + k), axis[k] * angle}};
  const Mat3 R = rotation();
  const double about_y = std::asin(std::clamp(-R(2, 0), -1.0, 1.0));
  return {{'x', std::atan2(R(2, 1), R(2, 2))}, {'y', about_y}, {'z', std::atan2(R(1, 0), R(0, 0))}};
}

std::optional<CopyPlan> plan_copies(const CopiesSpec& spec, Findings& findings) {
  return CopyPlanner(spec, findings).plan();
}

}  // namespace gambol
