#pragma once

// Grows figures from genomes.

#include <string>
#include <vector>

#include "figure/genome_spec.h"
#include "schema/field_info.h"
#include "schema/findings.h"
#include "schema/yaml_tree.h"

namespace gambol {

// Describes genome files.
const FieldInfo& describe_genome();

// Reads and checks a genome from the tree of its file. Reports to `findings` what makes no body:
// limbs in each other or in the trunk at rest (but for segments at their common joint), too few or
// too many degrees of freedom, waves of axes that a joint does not have, segments without mass.
GenomeSpec load_genome(const std::string& path, const YamlNode& root, Findings& findings);
// The checks alone, for a genome that was bred; the first problem is the first found.
void check_genome(const GenomeSpec& genome, Findings& findings);

// The figure of a sound genome, as the tree of a figure file; every part of it stands at the place
// of the genes that it grew from. The root's origin lies at the height of the lowest point below
// the middle of the trunk: a figure at z = 0 stands on the ground. Its legs are its limbs; its
// waves are those of the genome. Materials: those of its features, eye, pupil.
YamlNode grow_figure(const GenomeSpec& genome);

// The tree of a genome file that reads back to the same genome.
YamlNode genome_tree(const GenomeSpec& genome);
std::string genome_text(const GenomeSpec& genome);

}  // namespace gambol
