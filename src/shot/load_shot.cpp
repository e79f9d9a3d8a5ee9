#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/allowed_paths.h"
#include "base/data_file.h"
#include "base/text_file.h"
#include "figure/body_measures.h"
#include "figure/find.h"
#include "figure/joint_motion.h"
#include "figure/lost_legs.h"
#include "figure/reading.h"
#include "figure/scale_figure.h"
#include "figure/weld_joints.h"
#include "geometry/height_field.h"
#include "schema/loader.h"
#include "schema/old_words.h"
#include "shot/compose.h"
#include "shot/controllers/oscillators/reflex_spec.h"
#include "shot/place_crowds.h"
#include "shot/place_obstacles.h"
#include "shot/reading.h"
#include "shot/shot_hash.h"
#include "shot/shot_spec.h"
#include "shot/tree_edits.h"

namespace gambol {

const std::string& writer(const Findings& findings, const Place& owner, const char* field) {
  const Written* written = findings.written(owner, field);
  if (!written) written = findings.written(owner, "");
  return written ? written->place.file : owner.file;
}

namespace {

void load_ground(const std::string& shot, GroundSpec& ground, Findings& findings) {
  ground.terrain->field = load_heights(shot, *ground.terrain, ground.height, findings);
}

// Sets the initial joint positions to those of the pose. Springs without a rest position of their
// own then rest there too, unless the pose has `rests`.
void take_pose(CastSpec& cast, Findings& findings) {
  if (cast.pose.empty() || cast.figure.bodies.empty()) return;
  const PoseSpec* pose = find_pose(cast.figure, cast.pose);
  if (!pose) {
    report_unknown(findings, cast.place, "pose", cast.pose, "a pose of " + in_quotes(cast.name),
                   names_in(cast.figure.poses));
    return;
  }
  std::vector<JointSpec*> joints;
  for (BodySpec& body : cast.figure.bodies) joints.push_back(&body.joint);
  const std::vector<JointDof> dofs = joint_dofs(cast.figure);
  for (const JointTarget& target : pose->joints)
    for (const JointDof& dof : dofs)
      if (dof.name == target.name)
        joints[dof.body - cast.figure.bodies.data()]->take_pose(dof.mode, target.to);
  cast.rests = pose->rests;
}

// Welds joints where they are in the pose.
void weld(CastSpec& cast, Findings& findings) {
  if (cast.figure.bodies.empty()) return;
  std::vector<std::string> known;
  for (const BodySpec& body : cast.figure.bodies)
    if (!joint_dofs(body).empty()) known.push_back(body.name);
  for (const std::string& name : cast.weld)
    if (joints_to_weld(cast.figure, {name}).empty())
      report_unknown(findings, cast.place, "weld", name,
                     "a joint of the figure (single degrees of freedom: `lock`)", known);
  weld_joints(cast.figure, joints_to_weld(cast.figure, cast.weld));
}

void lose_legs(CastSpec& cast, Findings& findings) {
  if (cast.figure.bodies.empty()) return;  // its file could not be read
  const std::vector<std::string> known = names_in(cast.figure.legs);
  std::set<std::string> lost;
  for (const std::string& leg : cast.lost_legs) {
    if (!lost.insert(leg).second)
      findings.report(cast.place, "lost_legs", in_quotes(leg) + " a second time", "each leg once");
    if (std::find(known.begin(), known.end(), leg) == known.end())
      report_unknown(findings, cast.place, "lost_legs", leg, "a leg of the figure", known);
  }
  std::vector<LegSpec> gone;
  for (const LegSpec& leg : cast.figure.legs)
    if (lost.contains(leg.name)) gone.push_back(leg);
  remove_legs(cast.figure, cast.lost_legs);
  for (ControllerSpec& c : cast.controllers)
    if (auto* reflexes = c.kind.reflexes().reflexes; reflexes && *reflexes)
      fill_gaps(cast.figure, gone, **reflexes);
}

YamlNode shot_tree(const ShotReference& reference, const TreeEdits& edits, Findings& findings) {
  const bool kept = edits.trees && edits.trees->shot;
  YamlNode tree = kept ? *edits.trees->shot : compose_shot(reference, findings.problems);
  if (kept)
    findings.problems.insert(findings.problems.end(), edits.trees->problems.begin(),
                             edits.trees->problems.end());
  if (edits.keep && !kept) edits.keep->shot = std::make_shared<const YamlNode>(tree);
  if (edits.shot) edits.shot(tree);
  fill_old_defaults(tree, "shot");
  return tree;
}

YamlNode figure_tree(const std::string& path, const std::string& name, const TreeEdits& edits,
                     Findings& findings) {
  const bool kept = edits.trees && edits.trees->figures.contains(path);
  YamlNode tree = kept ? edits.trees->figures.at(path) : compose_figure(path, findings.problems);
  if (edits.keep && !kept) edits.keep->figures[path] = tree;
  if (edits.figure) edits.figure(name, tree);
  return tree;
}

// The figure of `file`. `loaded` keeps it, and must live as long as `findings`, which look there
// for the places of its fields.
std::shared_ptr<const KnownFigure> figure_of(const std::string& file, const CastSpec& cast,
                                             const TreeEdits& edits, TreeEdits::Figures& loaded,
                                             Findings& findings) {
  // With edits, two figures of one file may differ.
  const bool own = edits.figure || cast.person || cast.animal;
  const std::string key = own ? cast.name + " " + file : file;
  if (const auto known = loaded.find(key); known != loaded.end()) return known->second;
  const auto read = [&](Findings& to) {
    const auto tree = [&](const std::string& path) {
      return figure_tree(path, cast.name, edits, to);
    };
    return load_figure(file, to, tree, cast.person, cast.animal);
  };
  std::shared_ptr<const KnownFigure>& figure = loaded[key];
  if (edits.figures && edits.figures->contains(key)) {
    figure = edits.figures->at(key);
  } else if (!own) {
    figure = known_figure(file);
  } else {
    auto edited = std::make_shared<KnownFigure>();
    edited->spec = read(edited->findings);
    figure = std::move(edited);
  }
  if (figure->findings.problems.empty()) {
    findings.continue_from(figure->findings);
    if (edits.keep && !edits.keep_figures) figure_tree(file, cast.name, edits, findings);
  } else {  // they are found among the shot's, so that none is told twice
    auto again = std::make_shared<KnownFigure>();
    again->spec = read(findings);
    figure = std::move(again);
  }
  return figure;
}

void scale_to_size(CastSpec& cast, Findings& findings) {
  if (!cast.size || cast.figure.bodies.empty()) return;
  const double side = longest_side(cast.figure);
  if (!(side > 0))
    return findings.report(cast.place, "size", fmt::format("{} m", *cast.size),
                           "a figure with solids, which has a size");
  const double factor = *cast.size / side;
  if (factor == 1) return;
  if (auto scaled = scaled_figure(cast.figure, factor, findings)) cast.figure = std::move(*scaled);
}

// Actors know how high they stand.
void stand_on_ground(MotionSpec& motion) {
  for (CastSpec& cast : motion.figures) {
    if (!cast.stands) continue;
    const auto& ground = motion.world.ground;
    const HeightField* field = ground && ground->terrain ? ground->terrain->field.get() : nullptr;
    const double level = ground ? ground->height : 0;
    cast.at.z() = *cast.stands + (field ? field->height(cast.at.x(), cast.at.y()) : level);
  }
}

void load_figures(ShotSpec& shot, const TreeEdits& edits, TreeEdits::Figures& loaded,
                  Findings& findings) {
  constexpr std::size_t most_bodies = 100'000;
  std::size_t bodies = 0;
  for (CastSpec& cast : shot.motion.figures) {
    if (cast.file.empty()) continue;  // reported when it was read
    const auto [file, why] = find_named_file(writer(findings, cast.place, "file"), cast.file,
                                             "figures", "a figure file");
    if (!why.empty()) {
      findings.report(cast.place, "file", in_quotes(cast.file), why);
      continue;
    }
    cast.file = file;
    cast.figure = figure_of(file, cast, edits, loaded, findings)->spec;
    scale_to_size(cast, findings);
    bodies += cast.figure.bodies.size();
    if (bodies > most_bodies) {
      findings.report(cast.place, "file", fmt::format("more than {} bodies in all", most_bodies),
                      "fewer or simpler figures");
      return;
    }
    take_pose(cast, findings);
    lose_legs(cast, findings);
    weld(cast, findings);
  }
  if (!edits.keep_figures) return;
  for (const auto& [key, figure] : loaded) (*edits.keep_figures)[key] = figure;
}

ShotSpec load(const ShotReference& reference, std::vector<std::string> chain,
              const TreeEdits& edits = {});

// `chain` holds the shots that lead here, to refuse cycles.
void load_beginning(ShotSpec& shot, std::vector<std::string> chain, const TreeEdits& edits,
                    Findings& findings) {
  if (!shot.motion.start_from || shot.motion.start_from->shot.empty()) return;
  StartFromSpec& start = *shot.motion.start_from;
  // The field is recorded at this place, whether it is written as text alone or as a mapping.
  const FoundShot found = find_shot(writer(findings, start.place, "shot"), start.shot);
  const ShotReference& reference = found.reference;
  const std::string id = reference.file + "@" + reference.take;
  if (std::find(chain.begin(), chain.end(), id) != chain.end()) {
    findings.report(start.place, "shot", in_quotes(start.shot),
                    "a shot that does not start from this one");
    return;
  }
  if (chain.size() >= most_files_in_a_row) {
    findings.report(start.place, "shot", in_quotes(start.shot),
                    too_long_a_chain("shots that start from each other"));
    return;
  }
  if (!found.why.empty()) {
    findings.report(start.place, "shot", in_quotes(start.shot), found.why);
    return;
  }
  try {
    const bool known = edits.beginnings && edits.beginnings->contains(id);
    start.from =
        known ? edits.beginnings->at(id) : std::make_shared<const ShotSpec>(load(reference, chain));
    if (edits.keep_beginnings) edits.keep_beginnings->emplace(id, start.from);
  } catch (const InputError& e) {
    findings.problems.insert(findings.problems.end(), e.problems().begin(), e.problems().end());
    return;
  }
  if (!start.time) start.time = start.from->end();
}

// What the shot's own tree says, from which everything else is made.
void load_parts(const ShotReference& reference, const TreeEdits& edits, ShotSpec& shot,
                Findings& findings) {
  LoadContext context{reference.file, findings};
  context.earlier = edits.earlier;
  std::vector<double> fps;
  if (edits.keep_parts) context.fps_of_parts = &fps;
  YamlNode tree = shot_tree(reference, edits, findings);
  load_document(context, tree, "shot", shot, shot.name);
  if (!edits.keep_parts || !findings.problems.empty()) return;
  auto parts = std::make_shared<LoadedParts>();
  parts->tree = std::move(tree);
  parts->spec = std::make_shared<const ShotSpec>(shot);
  parts->findings = std::move(findings);
  parts->fps = std::move(fps);
  parts->earlier = edits.earlier;
  findings = Findings();
  findings.continue_from(parts->findings);
  *edits.keep_parts = std::move(parts);
}

ShotSpec load(const ShotReference& reference, std::vector<std::string> chain,
              const TreeEdits& edits) {
  const std::string& path = reference.file;
  require_allowed(path);  // which may have become a link since the command began
  chain.push_back(path + "@" + reference.take);
  TreeEdits::Figures figures;
  Findings findings;
  ShotSpec shot;
  load_parts(reference, edits, shot, findings);
  const std::string stem = std::filesystem::path(path).stem().string();
  if (!shot.name.empty() && shot.name != stem)
    findings.report(shot.place, "shot", in_quotes(shot.name),
                    fmt::format("the name of the file, {}", in_quotes(stem)));
  check_folder_name(shot.place, "shot", stem, findings);
  shot.name = reference.take.empty() ? stem : stem + "@" + reference.take;
  load_figures(shot, edits, figures, findings);
  place_crowds(shot, findings);
  place_obstacles(shot, findings);
  load_beginning(shot, std::move(chain), edits, findings);
  if (shot.motion.world.ground && shot.motion.world.ground->terrain)
    load_ground(path, *shot.motion.world.ground, findings);
  stand_on_ground(shot.motion);
  find_pictures(shot.look, findings);
  bring_looks(shot, findings);
  complete_shot(shot, findings);
  check_shot(shot, findings);
  findings.throw_if_any();
  if (!edits.only_checked) shot.files = FileStamps(content_files(shot));
  return shot;
}

}  // namespace

ShotSpec load_shot(const std::string& reference) {
  return load(parse_shot_reference(reference), {});
}

ShotSpec load_shot(const std::string& reference, const TreeEdits& edits) {
  return load(parse_shot_reference(reference), {}, edits);
}

}  // namespace gambol
