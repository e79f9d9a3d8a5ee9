#include "figure/person_shares.h"

#include <algorithm>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/pattern.h"
#include "base/text_file.h"
#include "figure/body_measures.h"
#include "schema/report.h"
#include "schema/yaml_tree.h"

namespace gambol {
namespace {

const std::string folder = "figures/fractions";

// The path of the set of fractions; "" if that has been reported.
std::string path_of_fractions(const PersonSpec& person, Findings& findings) {
  const std::string& name = person.fractions;
  const Written* written = findings.written(person.place, "fractions");
  const auto [path, why] = find_named_file(written ? written->place.file : person.place.file, name,
                                           folder, "a file of fractions");
  if (why.empty()) return path;
  findings.report(person.place, "fractions", in_quotes(name), why);
  return "";
}

bool means(const PersonPartSpec& part, const BodySpec& body) {
  return std::any_of(part.bodies.begin(), part.bodies.end(), [&](const std::string& name) {
    return name == body.name || matches(name, body.name);
  });
}

void add_part(const PersonPartSpec& part, PersonShare& share) {
  share.length *= part.length;
  if (part.mass) share.mass = share.mass.value_or(1) * *part.mass;
  share.girth = part.girth;
  share.at = share.at.cwiseProduct(part.at);
  share.profile = part.profile;
  std::stable_sort(share.profile.begin(), share.profile.end(),
                   [](const GirthSpec& a, const GirthSpec& b) { return a.at < b.at; });
}

// Bodies whose mass comes from the set of fractions share what those leave whose mass the
// proportions give.
void share_what_is_left(const FigureSpec& figure, const std::vector<char>& is_given,
                        std::vector<PersonShare>& shares) {
  const std::vector<double> masses = masses_of(figure);
  double all = 0, given = 0, others = 0;
  for (std::size_t b = 0; b < masses.size(); ++b) {
    all += masses[b];
    (is_given[b] ? given : others) += masses[b] * shares[b].mass.value_or(0);
  }
  if (!(given > 0 && given < all && others > 0)) return;
  for (std::size_t b = 0; b < masses.size(); ++b)
    if (!is_given[b] && shares[b].mass) *shares[b].mass *= (all - given) / others;
}

}  // namespace

std::vector<PersonShare> person_shares(const FigureSpec& figure, Findings& findings) {
  const PersonSpec& person = *figure.person;
  std::vector<PersonShare> shares(figure.bodies.size());
  if (!person.fractions.empty()) {
    const std::string path = path_of_fractions(person, findings);
    const std::size_t before = findings.problems.size();
    if (path.empty()) return shares;
    const FractionsSpec set = load_fractions(path, findings);
    if (findings.problems.size() == before) add_fractions(figure, set, shares, findings);
  }
  const std::vector<std::string> bodies = names_in(figure.bodies);
  for (const PersonPartSpec& part : person.proportions)
    check_patterns(part.place, "bodies", part.bodies, "a body", bodies, findings);
  std::vector<char> is_given(shares.size(), 0);
  for (std::size_t b = 0; b < figure.bodies.size(); ++b) {
    const PersonPartSpec* found = nullptr;
    for (const PersonPartSpec& part : person.proportions)
      if (means(part, figure.bodies[b])) found = &part;
    if (!found) continue;
    add_part(*found, shares[b]);
    is_given[b] = found->mass.has_value();
  }
  if (!person.fractions.empty()) share_what_is_left(figure, is_given, shares);
  return shares;
}

}  // namespace gambol
