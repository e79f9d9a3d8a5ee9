#pragma once

// Poses of a figure with rest positions of its springs that hold them in the world of a shot
// (McKenna's PhD thesis, MIT 1994, "seed 003", 7.2 and 7.3: key postures are calibrated once, and a
// movement goes from one to the next).

#include <string>
#include <vector>

#include "shot/shot_spec.h"
#include "simulation/calibration.h"

namespace gambol {

struct CalibratedPose {
  std::string name;
  Calibration calibration;
  std::vector<JointTarget> joints, rests;  // by degree of freedom, of both sides
};

// The figure that is meant: that of this name, or the only one of the shot, or the one that the
// shot calibrates. Throws InputError if there is no such figure.
const CastSpec& figure_to_calibrate(const ShotSpec& shot, const std::string& figure);

// Calibrates each of the figure's `poses` in turn: by the shot's last `prepare` stage that
// calibrates the figure, after the stages before it, but in that pose; in a shot without such a
// stage, by one that settles for at most 3 s. Throws InputError for a pose that the figure does not
// have, before anything is simulated, and RunError as prepared() does.
std::vector<CalibratedPose> calibrate_poses(const ShotSpec& shot, const std::string& figure,
                                            const std::vector<std::string>& poses);

// The posture to which all of the shot's preparation leads, up to its last stage that calibrates
// the figure, which it must have; it is called `name`.
CalibratedPose calibrate_prepared(const ShotSpec& shot, const std::string& figure,
                                  const std::string& name);

// A figure file that extends the figure's and has these poses. Where left and right differ by less
// than 1e-4 rad or m in all joints and rest positions, their means are written, for one side.
// `path`: where the file will be; its name is the figure's.
std::string pose_file_text(const CastSpec& cast, const std::vector<CalibratedPose>& poses,
                           const std::string& path);

}  // namespace gambol
