#include "gait/gait_design.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "gait/gait_equations.h"

namespace gambol {
namespace gait {
namespace {

std::string with_unit(Variable q, double value) {
  return fmt::format("{:.6g}{}{}", value, *units[q] ? " " : "", units[q]);
}

// Redundant quantities need only agree to four digits.
bool agree(double a, double b) {
  if (a == b) return true;
  if (std::isinf(a) || std::isinf(b)) return false;
  return std::abs(a - b) <= 1e-4 * std::max(std::abs(a), std::abs(b));
}

// The root of a function that rises from f(low) < 0 to f(high) >= 0 (Illinois method).
template <class F>
double root(const F& f, double low, double f_low, double high, double f_high) {
  constexpr double tolerance = 1e-14;
  int side = 0;  // which end the last iteration moved
  for (int i = 0; i < 200 && f_high > 0 && high - low > tolerance * high; ++i) {
    // Keeps x off both ends, so that the other end closes in even if one end is already as good as
    // the root.
    const double off = 0.4 * tolerance * high;
    double x = high - f_high * (high - low) / (f_high - f_low);
    x = std::clamp(x, low + off, high - off);
    // Every eighth iteration halves the bracket, whatever the shape of the function.
    if (i % 8 == 7) x = 0.5 * (low + high);
    const double f_x = f(x);
    if (f_x < 0) {
      low = x;
      f_low = f_x;
      if (side == -1) f_high *= 0.5;
      side = -1;
    } else {
      high = x;
      f_high = f_x;
      if (side == 1) f_low *= 0.5;
      side = 1;
    }
  }
  return high;
}

class Solver {
 public:
  Solver(const GaitDesign& given, const ArcLength& arc_length, std::string& problem)
      : arc_length_(arc_length), problem_(problem) {
    const std::optional<double> all[] = {
        given.period, given.duty_factor, given.support_duration, given.transfer_duration,
        given.stroke, given.body_speed,  given.leg_speed};
    for (int q = 0; q < quantities; ++q)
      if (all[q]) learn(static_cast<Variable>(q), *all[q]);
  }

  bool solve() {
    for (int q = 0; q < quantities; ++q)
      if (known_[q] && !is_possible(static_cast<Variable>(q), "")) return false;
    for (Set before; before != known_;) {
      before = known_;
      for (int e = 0; e < equations; ++e)
        if (!apply(static_cast<EquationIndex>(e))) return false;
      if (is_coupled(known_) && !solve_coupled()) return false;
    }
    return known_.all();
  }

  GaitTimes times() const {
    return {x_[period], x_[duty],       x_[support],  x_[transfer],
            x_[stroke], x_[body_speed], x_[leg_speed]};
  }

 private:
  void learn(Variable q, double value) {
    x_[q] = value;
    known_.set(q);
  }

  bool fail(std::string why) {
    problem_ = std::move(why);
    return false;
  }

  double arc(double length) const { return arc_length_(length); }

  bool is_possible(Variable q, const char* how) {
    const double v = x_[q];
    const bool whole = q == duty && v == 1 && *how && known_[transfer];  // the body (nearly) stands
    const bool may_be_zero = q == stroke || q == body_speed || (q == leg_speed && *how);
    const bool good = q == duty ? (v > 0 && v < 1) || whole : may_be_zero ? v >= 0 : v > 0;
    if (good && (*how || std::isfinite(v))) return true;
    return fail(fmt::format("{}{}{} cannot be {}: it must be {}", names[q], *how ? " = " : "", how,
                            with_unit(q, v),
                            q == duty     ? "between 0 and 1"
                            : may_be_zero ? "at least 0"
                                          : "greater than 0"));
  }

  // Finds the one unknown of an equation, or checks an equation that has none.
  bool apply(EquationIndex e) {
    if (done_[e]) return true;
    const auto& of = all_equations[e].of;
    Variable unknown = of[0];
    int count = 0;
    for (Variable q : of)
      if (!known_[q]) {
        unknown = q;
        ++count;
      }
    if (count > 1) return true;
    // A body that stands and has no stroke may stand for any time.
    if (e == stroke_eq && known_[stroke] && known_[body_speed] && x_[stroke] == 0 &&
        x_[body_speed] == 0)
      return true;
    // An infinite period and support leave the transfer open; another equation determines it.
    if (e == period_eq && unknown == transfer && std::isinf(x_[period])) return true;
    done_.set(e);
    if (count == 0) return check(e);
    return find(e, unknown);
  }

  double right_side(EquationIndex e) const {
    switch (e) {
      case stroke_eq:
        return x_[stroke] / x_[body_speed];
      case duty_eq:
        // In an infinite period, all but a finite transfer is support: the duty factor is 1.
        return std::isinf(x_[period]) ? known_[duty] ? x_[duty] : 1 : x_[support] / x_[period];
      case arc_eq:
        return arc(x_[stroke]) / x_[leg_speed];
      case period_eq:
        return x_[support] + x_[transfer];
      default:
        return (1 - x_[duty]) * x_[period];
    }
  }

  bool check(EquationIndex e) {
    const double left = x_[all_equations[e].of[0]], right = right_side(e);
    if (std::isnan(right) || agree(left, right)) return true;  // 0 * infinity may be any time
    return fail(contradiction(e, left, right));
  }

  std::string contradiction(EquationIndex e, double left, double right) const {
    const Variable q = all_equations[e].of[0];
    const auto value = [&](Variable i) { return with_unit(i, x_[i]); };
    std::string numbers;
    switch (e) {
      case stroke_eq:
        numbers = value(stroke) + " / (" + value(body_speed) + ")";
        break;
      case duty_eq:
        numbers = value(support) + " / " + value(period);
        break;
      case arc_eq:
        numbers = with_unit(stroke, arc(x_[stroke])) + " / (" + value(leg_speed) + ")";
        break;
      case period_eq:
        numbers = value(support) + " + " + value(transfer);
        break;
      default:
        numbers = "(1 - " + value(duty) + ") * " + value(period);
    }
    return fmt::format("{} = {}{} fails: {} is not {} = {}", names[q], all_equations[e].text,
                       all_equations[e].number, with_unit(q, left), numbers, with_unit(q, right));
  }

  bool find(EquationIndex e, Variable q) {
    if (q == duty && e == duty_eq && !known_[transfer] && x_[support] >= x_[period])
      return not_shorter(support);
    if (q == all_equations[e].of[0]) {
      learn(q, right_side(e));
      return is_possible(q, all_equations[e].text);
    }
    switch (e) {
      case stroke_eq:
        if (q == stroke) {
          learn(q, x_[body_speed] * x_[support]);
          return is_possible(q, "body_speed * support_duration");
        }
        learn(q, x_[stroke] / x_[support]);
        return is_possible(q, "stroke / support_duration");
      case duty_eq:
        learn(q, q == support ? x_[duty] * x_[period] : x_[support] / x_[duty]);
        return is_possible(
            q, q == support ? "duty_factor * period" : "support_duration / duty_factor");
      case arc_eq:
        if (q == stroke) return find_stroke();
        learn(q, arc(x_[stroke]) / x_[transfer]);
        return is_possible(q, "arc_length(stroke) / transfer_duration");
      case period_eq:
        return find_rest_of_period(q);
      default:
        if (q == duty) {
          learn(q, 1 - x_[transfer] / x_[period]);
          return is_possible(q, "1 - transfer_duration / period");
        }
        learn(q, x_[transfer] / (1 - x_[duty]));
        return is_possible(q, "transfer_duration / (1 - duty_factor)");
    }
  }

  bool not_shorter(Variable q) {
    return fail(fmt::format("{}, {}, is not shorter than the period, {}", names[q],
                            with_unit(q, x_[q]), with_unit(period, x_[period])));
  }

  bool find_rest_of_period(Variable q) {
    const Variable other = q == support ? transfer : support;
    if (x_[other] >= x_[period]) return not_shorter(other);
    learn(q, x_[period] - x_[other]);
    return true;
  }

  // Solves arc_length(stroke) = leg_speed * transfer_duration for the stroke.
  bool find_stroke() {
    const double way = x_[leg_speed] * x_[transfer];
    const auto beyond = [&](double length) { return arc(length) - way; };
    const double least = beyond(0);
    if (least > 0)
      return fail(fmt::format(
          "transfer_duration = arc_length(stroke) / leg_speed fails: {} is too short for a stroke "
          "of 0 m, {} / ({}) = {}",
          with_unit(transfer, x_[transfer]), with_unit(stroke, arc(0)),
          with_unit(leg_speed, x_[leg_speed]), with_unit(transfer, arc(0) / x_[leg_speed])));
    // No arc is shorter than its stroke, so that `way` bounds the stroke.
    learn(stroke, least == 0 ? 0 : root(beyond, 0, least, way, beyond(way)));
    return true;
  }

  // Given both speeds and either the period or the duty factor, solves the remaining equation in
  // support_duration. (The equation in the stroke of Girard and Maciejewski 1985, "seed 004", would
  // leave the times open when the body stands.)
  bool solve_coupled() {
    const auto swing = [&](double s) { return arc(x_[body_speed] * s) / x_[leg_speed]; };
    if (known_[period]) {
      const double in_place = swing(0);
      if (in_place >= x_[period])
        return fail(
            fmt::format("leg_speed is too low: a step in place takes {} / ({}) = {}, not "
                        "shorter than the period, {}",
                        with_unit(stroke, arc(0)), with_unit(leg_speed, x_[leg_speed]),
                        with_unit(transfer, in_place), with_unit(period, x_[period])));
      const auto over = [&](double s) { return s + swing(s) - x_[period]; };
      learn(support, root(over, 0, in_place - x_[period], x_[period], over(x_[period])));
    } else if (!find_support_by_duty(swing)) {
      return false;
    }
    learn(stroke, x_[body_speed] * x_[support]);
    return true;
  }

  template <class Swing>
  bool find_support_by_duty(const Swing& swing) {
    const double ratio = x_[duty] / (1 - x_[duty]);
    const auto over = [&](double s) { return s - ratio * swing(s); };
    // The support duration of a step in place is a lower bound for every longer step.
    double low = ratio * swing(0), high = low;
    if (low <= 0)
      return fail(
          "stroke is undetermined: where a step in place has no length, any stroke is a solution; "
          "give stroke in place of one of the speeds");
    double f_low = over(low), f_high = f_low;
    // No arc is shorter than its stroke, so that a leg too slow for its stroke has no solution.
    const bool hopeless = ratio * x_[body_speed] >= x_[leg_speed];
    for (int doubling = 0; f_high < 0 && doubling < 60 && !hopeless; ++doubling) {
      low = high;
      f_low = f_high;
      high *= 2;
      f_high = over(high);
    }
    if (f_high < 0)
      return fail(fmt::format(
          "leg_speed is too low: with a duty_factor of {:.6g}, feet that move back at {} must come "
          "forward at more than {:.6g} times that, and go up and down; {} is not enough",
          x_[duty], with_unit(body_speed, x_[body_speed]), ratio,
          with_unit(leg_speed, x_[leg_speed])));
    learn(support, f_low < 0 ? root(over, low, f_low, high, f_high) : high);
    return true;
  }

  const ArcLength& arc_length_;
  std::string& problem_;
  std::array<double, quantities> x_{};
  Set known_;
  std::bitset<equations> done_;
};

}  // namespace
}  // namespace gait

std::optional<GaitTimes> solve_gait(const GaitDesign& given, const ArcLength& arc_length,
                                    std::string& problem) {
  problem.clear();
  gait::Solver solver(given, arc_length, problem);
  if (solver.solve()) return solver.times();
  if (problem.empty()) problem = missing_quantities(given);
  if (problem.empty())
    problem =
        "support_duration is undetermined while body_speed and stroke are 0: give period and "
        "duty_factor, or support_duration";
  return {};
}

std::string hardly_moves(const GaitTimes& times) {
  constexpr double longest = 1e3;  // s, of a cycle
  if (times.period < longest) return "";
  return fmt::format("a cycle takes more than {} s: the body hardly moves", longest);
}

}  // namespace gambol
