#include "search/loops/calibrate_poses.h"

#include <algorithm>

#include "dynamics/coordinates.h"
#include "figure/find.h"
#include "schema/report.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "simulation/beginning.h"
#include "simulation/prepare_stage.h"

namespace gambol {
namespace {

std::vector<PrepareSpec>::const_iterator last_stage(const MotionSpec& motion,
                                                    const std::string& figure) {
  auto last = motion.prepare.end();
  for (auto stage = motion.prepare.begin(); stage != motion.prepare.end(); ++stage)
    if (stage->calibrate && stage->calibrate->figure == figure) last = stage;
  return last;
}

// The shot with the stages before the one that calibrates.
ShotSpec until(const ShotSpec& shot, std::vector<PrepareSpec>::const_iterator stage) {
  ShotSpec before = shot;
  if (stage == shot.motion.prepare.end())
    before.motion.prepare.clear();
  else
    before.motion.prepare.erase(
        before.motion.prepare.begin() + (stage - shot.motion.prepare.begin()),
        before.motion.prepare.end());
  return before;
}

PrepareSpec usual_stage(const std::string& figure) {
  PrepareSpec stage;
  stage.settle = 3;
  stage.calibrate.emplace();
  stage.calibrate->figure = figure;
  return stage;
}

CalibratedPose calibrated(const std::string& name, const PrepareSpec& stage,
                          const MotionSpec& motion, const World& world, const State& begun) {
  CalibratedPose result;
  result.name = name;
  const State state =
      prepared(stage, motion, begun, [&](const Calibration& c) { result.calibration = c; });
  const FigureSims& figures = world.ensemble.figures();
  const std::size_t f = figure_named(figures, stage.calibrate->figure);
  const Model& model = figures[f]->model();
  for (int i = root_dofs; i < model.nv(); ++i)
    result.joints.push_back(
        {Place(), model.joint_name(i), coordinate(model, state.figures[f].q, i)});
  for (const CalibratedJoint& joint : result.calibration.joints)
    if (joint.rest) result.rests.push_back({Place(), joint.name, *joint.rest});
  return result;
}

void require_poses(const CastSpec& cast, const std::vector<std::string>& poses) {
  Findings findings;
  for (const std::string& pose : poses)
    if (!find_pose(cast.figure, pose))
      report_unknown(findings, cast.place, "pose", pose, "a pose of " + in_quotes(cast.name),
                     names_in(cast.figure.poses));
  findings.throw_if_any();
}

}  // namespace

const CastSpec& figure_to_calibrate(const ShotSpec& shot, const std::string& figure) {
  std::string name = figure;
  for (const PrepareSpec& stage : shot.motion.prepare)
    if (name.empty() && stage.calibrate) name = stage.calibrate->figure;
  Findings findings;
  const CastSpec* cast = check_figure_name(shot, shot.place, name, findings);
  findings.throw_if_any();
  if (!cast) throw InputError({shot.place, "figures", "no figure", "one whose pose to calibrate"});
  const auto& bodies = cast->figure.actuators;
  const bool springs = std::any_of(bodies.begin(), bodies.end(), [](const ActuatorSpec& a) {
    return !a.joints.empty() &&
           (a.type == ActuatorType::exponential_spring || a.type == ActuatorType::linear_spring);
  });
  if (!springs)
    throw InputError({cast->place, "figure",
                      in_quotes(cast->name) + ", whose joints have no springs",
                      "a figure with springs to calibrate"});
  return *cast;
}

std::vector<CalibratedPose> calibrate_poses(const ShotSpec& shot, const std::string& figure,
                                            const std::vector<std::string>& poses) {
  const CastSpec& cast = figure_to_calibrate(shot, figure);
  require_poses(cast, poses);
  const auto stage = last_stage(shot.motion, cast.name);
  const ShotSpec before = until(shot, stage);
  const auto world = world_of(before);
  std::vector<CalibratedPose> results;
  for (const std::string& name : poses) {
    PrepareSpec one = stage == shot.motion.prepare.end() ? usual_stage(cast.name) : *stage;
    const PoseSpec& pose = *find_pose(cast.figure, name);
    one.figure = cast.name;
    one.pose = name;
    one.joints = pose.joints;
    one.rests = spring_rests(pose);
    results.push_back(calibrated(name, one, shot.motion, *world, world->start));
  }
  return results;
}

CalibratedPose calibrate_prepared(const ShotSpec& shot, const std::string& figure,
                                  const std::string& name) {
  const CastSpec& cast = figure_to_calibrate(shot, figure);
  const auto stage = last_stage(shot.motion, cast.name);
  if (stage == shot.motion.prepare.end())
    throw InputError({shot.place, "prepare", "no stage that calibrates " + in_quotes(cast.name),
                      "one, as its posture is to be called " + in_quotes(name)});
  const ShotSpec before = until(shot, stage);
  const auto world = world_of(before);
  return calibrated(name, *stage, shot.motion, *world, world->start);
}

}  // namespace gambol
