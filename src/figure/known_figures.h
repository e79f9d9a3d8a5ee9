#pragma once

// Figures that this process has read and checked already.

#include <memory>
#include <string>

#include "figure/figure_spec.h"
#include "schema/findings.h"

namespace gambol {

struct KnownFigure {
  FigureSpec spec;
  Findings findings;  // its problems, and where its fields were written
};

// Returns what load_figure() makes of the file `path`, now or earlier: it is loaded again only if
// one of its files has changed, or other files may be read. Any thread may call it.
std::shared_ptr<const KnownFigure> known_figure(const std::string& path);

}  // namespace gambol
