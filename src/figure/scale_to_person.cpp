#include "figure/scale_to_person.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "figure/body_measures.h"
#include "figure/person_shares.h"
#include "figure/scale_figure.h"

namespace gambol {
namespace {

// kg/m2. Adults have died of hunger at 10 to 13; the highest that is known is above 100.
constexpr double least_bmi = 10, most_bmi = 110;
// Bodies of people differ in density by less than 10 % (0.99 to 1.08 g/cm3 by hydrodensitometry);
// twice that leaves room for figures of simple solids.
constexpr double most_density_change = 1.2;
// Fractions have three digits, and a foot keeps its form.
constexpr double most_height_change = 0.03;

double sum(const std::vector<double>& all) {
  double total = 0;
  for (const double x : all) total += x;
  return total;
}

double total_volume(const FigureSpec& figure) {
  double all = 0;
  for (const BodySpec& body : figure.bodies)
    for (const ShapeSpec& s : body.inertia) all += volume(s.shape);
  return all;
}

// From the lowest to the highest point of the solids, as the file poses the figure, m.
double tallness(const FigureSpec& figure) {
  std::vector<std::size_t> all(figure.bodies.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const Vec2 z = extent(figure, all, 2);
  return z.y() - z.x();
}

std::set<std::string> feet_of(const FigureSpec& figure) {
  std::set<std::string> feet;
  for (const LegSpec& leg : figure.legs) feet.insert(leg.feet.begin(), leg.feet.end());
  return feet;
}

// Each body's part of the person's mass, kg. Empty if that has been reported as impossible.
std::vector<double> new_masses(const FigureSpec& figure, const std::vector<PersonShare>& parts,
                               double mass, Findings& findings) {
  const std::vector<double> old = masses_of(figure);
  const double all = sum(old);
  std::vector<double> shares;  // of the bodies whose share is given; 0 for the others
  double rest = 0;             // of the figure's mass, kg, of the others
  for (std::size_t b = 0; b < old.size(); ++b) {
    const bool is_given = parts[b].mass.has_value();
    shares.push_back(is_given ? *parts[b].mass * old[b] / all : 0);
    if (!is_given) rest += old[b];
  }
  const double given = sum(shares);
  const bool fits = rest > 0 ? given < 1 : std::abs(given - 1) < 1e-6;
  if (!fits) {
    findings.report(figure.person->place, "proportions",
                    fmt::format("masses that add up to {:.4g} of the person's", given),
                    rest > 0 ? "less than 1, as other bodies have mass too" : "1 in all");
    return {};
  }
  for (std::size_t b = 0; b < old.size(); ++b) {
    const double share = shares[b] > 0 ? shares[b] : (1 - given) * old[b] / rest;
    shares[b] = old[b] > 0 ? mass * share : 0;
  }
  return shares;
}

// The mean of the factors by which the profile makes the body's cross-sections larger.
double mean_section(const BodySpec& body, const BodyStretch& stretch) {
  if (stretch.profile.empty()) return 1;
  BodyStretch profile = stretch;
  profile.length = profile.girth = 1;
  double volumes = 0, scaled = 0;
  for (const ShapeSpec& s : body.inertia) {
    const double v = volume(s.shape);
    volumes += v;
    scaled += v * stretch_at(profile, s.shape.X_BS.p[stretch.axis]).factors.prod();
  }
  return volumes > 0 ? scaled / volumes : 1;
}

// The scale of each body, for lengths that are `length` times those of the figure; all bodies are
// as wide as long if `similar`.
FigureScales scales_of(const FigureSpec& figure, const std::vector<PersonShare>& parts,
                       double length, const std::vector<double>& masses, bool similar) {
  const std::vector<double> old = masses_of(figure);
  const std::set<std::string> feet = feet_of(figure);
  FigureScales scales = similar_scales(figure, length);
  scales.mass = sum(masses) / sum(old);
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    const BodySpec& body = figure.bodies[b];
    ScaledBody& s = scales.bodies[b];
    s.length = length * parts[b].length;
    s.mass = old[b] > 0 ? masses[b] / old[b] : 1;
    s.at = parts[b].at;
    if (!similar) s.profile = parts[b].profile;
    if (parts[b].girth)
      s.girth = length * *parts[b].girth;
    else if (similar || feet.count(body.name))
      s.girth = s.length;
    else
      s.girth = std::sqrt(s.mass / s.length / mean_section(body, s));
  }
  return scales;
}

// The factor of lengths at which the person with these shares is `height` times as tall as the
// figure: longer heads need shorter legs. Lengths by fractions alone stay what they are, and must
// add up to the height. Reports what makes that impossible.
std::optional<double> length_factor(const FigureSpec& figure, const std::vector<PersonShare>& parts,
                                    double height, double (*measure)(const FigureSpec&),
                                    const std::vector<double>& masses, Findings& findings) {
  const PersonSpec& person = *figure.person;
  if (std::all_of(parts.begin(), parts.end(),
                  [](const PersonShare& part) { return part.keeps_lengths(); }))
    return height;
  const auto as_asked =
      scaled_figure(figure, scales_of(figure, parts, height, masses, true), masses, findings);
  if (!as_asked) return {};
  const double too_tall = measure(*as_asked) / (height * measure(figure));
  const bool by_fractions =
      !person.fractions.empty() &&
      std::all_of(person.proportions.begin(), person.proportions.end(),
                  [](const PersonPartSpec& p) { return p.length == 1 && p.at == Vec3::Ones(); });
  if (!by_fractions) return height / too_tall;
  if (std::abs(too_tall - 1) < most_height_change) return height;
  findings.report(person.place, "fractions",
                  fmt::format("lengths that add up to {:.3g} of the height", too_tall),
                  fmt::format("1, within {:.0f} %", 100 * most_height_change));
  return {};
}

bool check_person(const PersonSpec& person, double height, double mass, Findings& findings) {
  const std::size_t before = findings.problems.size();
  const double bmi = mass / (height * height);
  if (bmi < least_bmi || bmi > most_bmi)
    findings.report(
        person.place, person.mass ? "mass" : "height",
        fmt::format("{:.4g} kg at {:.4g} m: a body mass index of {:.3g} kg/m2", mass, height, bmi),
        fmt::format("a living person's, {:g} to {:g} kg/m2", least_bmi, most_bmi));
  return findings.problems.size() == before;
}

void check_density(const FigureSpec& before, const FigureSpec& after, Findings& findings) {
  const double old = sum(masses_of(before)) / total_volume(before);
  const double now = sum(masses_of(after)) / total_volume(after);
  if (now < most_density_change * old && old < most_density_change * now) return;
  findings.report(
      before.person->place, "proportions",
      fmt::format("girths that make a mean density of {:.4g} kg/m3 out of {:.4g}", now, old),
      fmt::format("a density within {:.0f} % of the figure's, as people's are",
                  100 * (most_density_change - 1)));
}

// kg/m3: mass over the cube of the shoulder's height. A giraffe has about 40, a dachshund 1100.
bool check_animal(const AnimalSpec& animal, double height, double mass, Findings& findings) {
  constexpr double least = 20, most = 3000;
  const double bulk = mass / (height * height * height);
  if (bulk >= least && bulk <= most) return true;
  findings.report(animal.place, animal.mass ? "mass" : "height",
                  fmt::format("{:.4g} kg at {:.4g} m: {:.3g} kg/m3", mass, height, bulk),
                  fmt::format("an animal's, {:g} to {:g} kg/m3", least, most));
  return false;
}

// Scales to figure.person. `measure` is what its height is of a figure, `height` its factor.
void scale(FigureSpec& figure, double height, double mass, double (*measure)(const FigureSpec&),
           Findings& findings) {
  const std::size_t before = findings.problems.size();
  const std::vector<PersonShare> parts = person_shares(figure, findings);
  if (findings.problems.size() > before) return;
  const std::vector<double> masses = new_masses(figure, parts, mass, findings);
  if (masses.empty()) return;
  const auto length = length_factor(figure, parts, height, measure, masses, findings);
  if (!length) return;
  auto out =
      scaled_figure(figure, scales_of(figure, parts, *length, masses, false), masses, findings);
  if (!out) return;
  check_density(figure, *out, findings);
  figure = std::move(*out);
}

}  // namespace

void scale_to_person(FigureSpec& figure, Findings& findings) {
  if (!figure.person) return;
  const PersonSpec& person = *figure.person;
  if (!figure.stature) {
    findings.report(person.place, "height", "a person in a figure without stature",
                    "`stature:` of the figure, the height that it has as it is written");
    return;
  }
  const double height = person.height.value_or(*figure.stature) / *figure.stature;
  const double mass = person.mass.value_or(sum(masses_of(figure)) * height * height * height);
  if (!check_person(person, height * *figure.stature, mass, findings)) return;
  scale(figure, height, mass, tallness, findings);
}

void scale_to_animal(FigureSpec& figure, Findings& findings) {
  if (!figure.animal) return;
  const AnimalSpec animal = *figure.animal;
  if (figure.person) {
    findings.report(animal.place, "height", "an animal as well as a person", "one of the two");
    return;
  }
  const double shoulder = shoulder_height(figure);
  if (!(shoulder > 0)) {
    findings.report(animal.place, "height", "an animal in a figure without legs",
                    "a figure with `legs`");
    return;
  }
  const double height = animal.height.value_or(shoulder) / shoulder;
  const double mass = animal.mass.value_or(sum(masses_of(figure)) * height * height * height);
  if (!check_animal(animal, height * shoulder, mass, findings)) return;
  figure.person = PersonSpec{animal.place, animal.height, mass, "", animal.proportions};
  scale(figure, height, mass, shoulder_height, findings);
  figure.person.reset();
}

}  // namespace gambol
