#pragma once

// The steps of load_shot(). All of them add problems to `findings` and continue.

#include <string>

#include "schema/findings.h"
#include "schema/report.h"

namespace gambol {

struct FrameSpec;
struct LookSpec;
struct MovieSpec;
struct OverlaySpec;
struct ShotSpec;

// Fills in defaults that depend on other fields (the only figure, the end of the film), and maps
// film frames to simulated times.
void complete_shot(ShotSpec& shot, Findings& findings);

// Replaces the names of pictures, which are relative to the files that name them, by absolute
// paths; reports pictures that do not exist.
void find_pictures(LookSpec& look, Findings& findings);
// The file that writes a field, relative to which a path in it is: it may be one that the shot
// extends.
const std::string& writer(const Findings& findings, const Place& owner, const char* field);
// Adds to the look of the shot the materials that its figures bring along and use, and their hair.
void bring_looks(ShotSpec& shot, Findings& findings);
LookSpec load_look(const std::string& path, Findings& findings);  // unchecked
void check_look(const LookSpec& look, Findings& findings);
void check_shot(const ShotSpec& shot, Findings& findings);
// `owner` is the struct that holds the fields of `movie`; `duration` is that of the film, in s.
void check_movie(const MovieSpec& movie, const Place& owner, double duration, Findings& findings);
void check_frame(const FrameSpec& frame, const Place& owner, Findings& findings);
// Checks that apply to overlays of every kind, on a film of `duration` s.
void check_overlay_layout(const OverlaySpec& overlay, double duration, Findings& findings);

}  // namespace gambol
