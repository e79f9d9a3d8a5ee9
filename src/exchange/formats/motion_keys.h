#pragma once

// Motions, sampled at rising times, as keys of curves.

#include <string>
#include <vector>

#include "base/vec.h"
#include "exchange/formats/imported.h"

namespace gambol {

// The rate of a film that shows samples `step` s apart, or every n-th of them: at most 60 Hz, a
// whole number; 24 Hz if there is none.
double film_rate(double step);

// Sets the rate of the film, and its length: it has a frame at the last of the times. `step`: time
// between samples, s.
void show_times(const std::vector<double>& times, double step, Imported& made);

// What has one sample is a pose, with the import's name, in which the figure is held.
void hold_as_pose(const std::string& root, Imported& made, ImportedFigure& figure);

// Keys of lengths (m) or angles (rad); a constant becomes one.
std::vector<std::string> length_keys(const std::vector<double>& times,
                                     const std::vector<double>& values);
std::vector<std::string> angle_keys(const std::vector<double>& times,
                                    const std::vector<double>& values);

// Curves `body`.rx, .ry and .rz of rotation vectors; constants if they turn less than 1e-7 rad.
// Curves go on beyond half a turn, so that they are smooth; near a whole turn, where a rotation
// vector has no derivative, they begin anew: the keys of such a moment are 1 us apart.
std::vector<ImportedCurve> rotation_curves(const std::string& body,
                                           const std::vector<double>& times,
                                           const std::vector<Quat>& rotations);

// Curves `body`.tx, .ty and .tz of places, m.
std::vector<ImportedCurve> place_curves(const std::string& body, const std::vector<double>& times,
                                        const std::vector<Vec3>& places);

// Keys that a curve of a YAML file may have, and every which one of `frames` is therefore kept,
// with so many curves in the file.
std::size_t kept_step(std::size_t frames, std::size_t curves);
// A sentence that says so; `what`: "frames" or "rows".
std::string kept_note(std::size_t frames, const char* what, std::size_t step);

}  // namespace gambol
