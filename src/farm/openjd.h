#pragma once

// A submission for farms that read Open Job Description templates.

#include <string>
#include <vector>

#include "farm/submit.h"

namespace gambol {

// The template's text, from render/farm/job.openjd.yaml.in. `frames` are sorted.
std::string openjd_text(const SubmitRequest& request, const std::vector<int>& frames);
// Writes the template into the project folder, because the paths in a template are relative to its
// own folder and must lie below it. Throws std::invalid_argument if `file` is elsewhere.
void write_openjd(const SubmitRequest& request, const std::vector<int>& frames,
                  const std::string& file);

// Sorted frames in the format's notation of ranges: "1-47:2".
std::string openjd_frames(const std::vector<int>& frames);

}  // namespace gambol
