#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <mutex>
#include <unordered_map>

#include "base/asked_files.h"
#include "base/nearest.h"
#include "base/pattern.h"
#include "base/text_file.h"
#include "base/work_done.h"
#include "figure/figure_skin.h"
#include "figure/figure_spec.h"
#include "figure/find.h"
#include "figure/joint_names.h"
#include "figure/known_figures.h"
#include "figure/name_images.h"
#include "figure/reading.h"
#include "figure/scale_to_person.h"
#include "schema/file_kinds.h"
#include "schema/loader.h"
#include "schema/report.h"

namespace gambol {

namespace {

void check_known(const JointsByName& known, const FigureSpec& figure, const Place& owner,
                 const std::vector<std::string>& names, Findings& findings) {
  for (const std::string& name : names) {
    if (known.has(name)) continue;
    if (is_pattern(name))
      findings.report(owner, "joints", in_quotes(name), "a pattern that matches a joint");
    else
      report_unknown(findings, owner, "joints", name, "the name of a body whose joint can move",
                     joint_names(figure));
  }
}

}  // namespace

void check_joints(const FigureSpec& figure, const Place& owner,
                  const std::vector<std::string>& names, Findings& findings) {
  check_known(JointsByName(figure), figure, owner, names, findings);
}

void expand_joint_patterns(FigureSpec& figure, Findings& findings) {
  const JointsByName known(figure);
  for (ActuatorSpec& actuator : figure.actuators) {
    check_known(known, figure, actuator.place, actuator.joints, findings);
    actuator.joints = known.matching(actuator.joints);
  }
}

void expand_joint_targets(const FigureSpec& figure, std::vector<JointTarget>& targets,
                          Findings& findings) {
  const std::vector<JointDof> known = joint_dofs(figure);
  std::unordered_map<std::string, JointTarget> values;
  for (const JointTarget& target : targets) {
    bool matched = false;
    for (const JointDof& dof : known) {
      if (!means_dof(target.name, dof)) continue;
      matched = true;
      JointTarget& value = values[dof.name] = target;
      value.name = dof.name;
      const Dimension& wanted = dof.slides ? dim::length : dim::angle;
      const Written* to = findings.written(target.place, "to");
      if (to && to->dimension && !to->dimension->same_as(wanted))
        findings.report(target.place, "to", describe(*to->dimension),
                        fmt::format("{} for {}", describe(wanted), dof.name));
    }
    if (matched || target.name.empty()) continue;
    if (is_pattern(target.name))
      findings.report(target.place, "name", in_quotes(target.name),
                      "a pattern that matches a joint");
    else
      report_unknown(findings, target.place, "name", target.name,
                     "the name of a body whose joint can move", joint_names(figure));
  }
  targets.clear();
  for (const JointDof& dof : known)
    if (const auto found = values.find(dof.name); found != values.end())
      targets.push_back(found->second);
}

void order_bodies(FigureSpec& figure, Findings& findings) {
  std::unordered_map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < figure.bodies.size(); ++i) index.emplace(figure.bodies[i].name, i);
  enum class Visit { not_yet, on_path, placed };
  std::vector<Visit> visits(figure.bodies.size(), Visit::not_yet);
  std::vector<std::size_t> order;
  bool good = true;
  for (std::size_t start = 0; start < figure.bodies.size(); ++start) {
    std::vector<std::size_t> path;  // from the body up to an ancestor that is placed
    for (std::size_t i = start; visits[i] != Visit::placed;) {
      const BodySpec& body = figure.bodies[i];
      visits[i] = Visit::on_path;
      path.push_back(i);
      if (body.parent.empty()) break;
      const auto parent = index.find(body.parent);
      if (parent == index.end()) {
        report_unknown(findings, body.place, "parent", body.parent, "a body of the figure",
                       names_in(figure.bodies));
        good = false;
        break;
      }
      i = parent->second;
      if (visits[i] != Visit::on_path) continue;
      std::string loop = figure.bodies[i].name;
      for (auto up = std::find(path.begin(), path.end(), i) + 1; up != path.end(); ++up)
        loop += " on " + figure.bodies[*up].name;
      findings.report(figure.bodies[i].place, "parent",
                      fmt::format("a loop ({} on {})", loop, figure.bodies[i].name),
                      "a tree: no body hangs on itself");
      good = false;
      break;
    }
    for (auto i = path.rbegin(); i != path.rend(); ++i) {
      visits[*i] = Visit::placed;
      order.push_back(*i);
    }
  }
  if (!good) return;
  const auto root = std::find_if(order.begin(), order.end(),
                                 [&](std::size_t i) { return figure.bodies[i].parent.empty(); });
  if (root != order.end()) std::rotate(order.begin(), root, root + 1);
  std::vector<BodySpec> ordered;
  for (std::size_t i : order) ordered.push_back(std::move(figure.bodies[i]));
  figure.bodies = std::move(ordered);
}

namespace {

// Checks compare every body with every name and pattern, so that their cost is a product. Rejects
// figures for which it is larger than anything written by hand.
bool is_too_much(const FigureSpec& figure, Findings& findings) {
  constexpr std::size_t most_bodies = 20'000, most_pairs = 20'000'000;
  const std::size_t bodies = figure.bodies.size();
  if (bodies > most_bodies) {
    findings.report(figure.place, "bodies", fmt::format("{} bodies", bodies),
                    fmt::format("at most {}", most_bodies));
    return true;
  }
  std::size_t driven = 0, posed = 0;
  for (const ActuatorSpec& actuator : figure.actuators) driven += actuator.joints.size();
  for (const PoseSpec& pose : figure.poses) posed += pose.joints.size() + pose.rests.size() + 1;
  const auto check = [&](const char* field, std::size_t names, const char* of_what) {
    if (bodies * names <= most_pairs) return false;
    findings.report(figure.place, field,
                    fmt::format("{} {} in a figure of {} bodies", names, of_what, bodies),
                    fmt::format("at most {} where there are so many bodies", most_pairs / bodies));
    return true;
  };
  std::size_t covered = 0;
  for (const SkinSpec& skin : figure.skins) covered += skin.bodies.size() + 1;
  return check("actuators", driven, "names of joints") ||
         check("skins", covered, "skins and names of bodies") ||
         check("poses", posed, "poses and names of joints");
}

}  // namespace

namespace {

// A mirror image repeats its original's mistakes, with its own names.
void forget_images(const MirrorSpec& mirror, std::vector<Problem>& problems, std::size_t before) {
  const NameImages images(mirror.from, mirror.to, nullptr);
  for (std::size_t i = before; i < problems.size(); ++i) {
    const Problem& first = problems[i];
    const std::string found = images.of(first.found);
    if (found == first.found) continue;
    const auto same = [&](const Problem& p) {
      return p.found == found && p.key == first.key && p.place.file == first.place.file &&
             p.place.line == first.place.line && p.place.col == first.place.col;
    };
    problems.erase(
        std::remove_if(problems.begin() + static_cast<std::ptrdiff_t>(i) + 1, problems.end(), same),
        problems.end());
  }
}

}  // namespace

FigureSpec load_figure(const std::string& path, Findings& findings,
                       const std::function<YamlNode(const std::string&)>& tree,
                       const std::optional<PersonSpec>& person,
                       const std::optional<AnimalSpec>& animal) {
  ++work_done.figures_checked;
  FigureSpec figure;
  LoadContext context{path, findings};
  const std::size_t before = findings.problems.size();
  try {
    const YamlNode root = tree ? tree(path) : compose_figure(path, findings.problems);
    load_document(context, root, "figure", figure, figure.name);
  } catch (const InputError& e) {
    findings.problems.insert(findings.problems.end(), e.problems().begin(), e.problems().end());
    return figure;
  }
  if (person) figure.person = person;
  if (animal) figure.animal = animal;
  expand_chains(figure, findings);
  expand_copies(figure, findings);
  expand_mirror(figure, findings);
  if (is_too_much(figure, findings)) return {};
  expand_joint_patterns(figure, findings);
  order_bodies(figure, findings);
  for (PoseSpec& pose : figure.poses) {
    expand_joint_targets(figure, pose.joints, findings);
    expand_joint_targets(figure, pose.rests, findings);
  }
  gather_holds(figure, findings);
  check_figure(figure, findings);
  check_skins(figure, findings);
  check_actuators(figure, findings);
  if (figure.mirror && !figure.mirror->from.empty())
    forget_images(*figure.mirror, findings.problems, before);
  const auto is_sound = [&] { return findings.problems.size() == before && !findings.is_full(); };
  if (is_sound()) scale_to_person(figure, findings);
  if (is_sound()) scale_to_animal(figure, findings);
  if (is_sound()) resolve_behaviour(figure, findings);
  if (is_sound()) check_cells(figure, findings);
  return figure;
}

FigureSpec load_figure(const std::string& path) {
  Findings findings;
  FigureSpec figure = load_figure(path, findings);
  findings.throw_if_any();
  return figure;
}

namespace {

constexpr std::size_t most_known = 256;  // figures; beyond that all are forgotten

struct KnownSlot {
  std::mutex mutex;
  std::shared_ptr<const KnownFigure> figure;
  AskedFiles::Files files;  // that it was made from
  std::uint64_t rules = 0;
};

std::shared_ptr<KnownSlot> known_slot(const std::string& path) {
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<KnownSlot>> slots;
  const std::scoped_lock lock(mutex);
  if (slots.size() >= most_known && !slots.contains(path)) slots.clear();
  std::shared_ptr<KnownSlot>& slot = slots[path];
  if (!slot) slot = std::make_shared<KnownSlot>();
  return slot;
}

}  // namespace

std::shared_ptr<const KnownFigure> known_figure(const std::string& path) {
  const std::shared_ptr<KnownSlot> slot = known_slot(path);
  const std::scoped_lock lock(slot->mutex);
  if (slot->figure && slot->rules == file_rules() && AskedFiles::are_same(slot->files)) {
    AskedFiles::ask_again(slot->files);
    return slot->figure;
  }
  slot->figure = nullptr;
  const AskedFiles asked;
  AskedFiles::note(path);
  slot->rules = file_rules();
  auto figure = std::make_shared<KnownFigure>();
  figure->spec = load_figure(path, figure->findings);
  slot->files = asked.files();
  slot->figure = figure;
  return figure;
}

const FieldInfo& describe_figure() {
  return describe_file<FigureSpec>("figure", "a creature: bodies, joints, springs, gaits");
}

}  // namespace gambol
