#pragma once

// The same job for farms that read Open Job Description templates.

#include <string>
#include <vector>

#include "farm/submit.h"

namespace gambol {

// The template's text, from render/farm/job.openjd.yaml. `frames` are sorted.
std::string openjd_text(const SubmitRequest& request, const std::vector<int>& frames);
// Writes it into the project folder: a template names folders from where it lies, and only below.
// Throws std::invalid_argument if the file would lie elsewhere.
void write_openjd(const SubmitRequest& request, const std::vector<int>& frames,
                  const std::string& file);

// Sorted frames as that format writes ranges: "1-47:2".
std::string openjd_frames(const std::vector<int>& frames);

}  // namespace gambol
