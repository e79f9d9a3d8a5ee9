#pragma once

// The files that `gambol export` writes.

#include <string>
#include <vector>

#include "cli/output.h"
#include "exchange/formats/seen.h"
#include "poses/poses.h"

namespace gambol {

struct ShotSpec;

struct ExportedFilm {
  const ShotSpec& shot;
  const Poses& poses;
  const Scene& scene;
  const Output& output;
};

// Each writes its files, each as a whole or not at all, prints their names, and says what they lack
// of the film. Throws RunError (failed).

// glb or usda: one file; bvh or csv: one for each figure.
void export_span(const ExportedFilm& film, const std::string& format, SceneSpan span);
// obj: a file for each of the frames, in a folder of their own and with the frame's number if
// `numbered`. Their materials come first, so that no file names one that is not there.
void export_stills(const ExportedFilm& film, const std::vector<std::size_t>& frames, bool numbered);

}  // namespace gambol
