#pragma once

// Scales a figure to a person, or an animal, of another height, mass and build.
//
// A body's length follows from the person's height, as in the model of Drillis and Contini (1966),
// in which every segment is a share of the height (Winter, Biomechanics and Motor Control of Human
// Movement; seed 003, Fig. 5 and Table 2), and its mass is its share of the person's mass (Winter;
// seed 003, Table 3). Those shares are the figure's own, or those of a set of fractions
// (figure/fractions_spec.h), and `proportions` change them (figure/person_shares.h). The density
// stays, and widths follow from mass and length; bodies that stand on the ground keep their form,
// so that a foot stays level, and their density follows. The meshes of skins are stretched with the
// bodies that move them (figure/body_stretch.h).
//
// Springs, dampers and limits are scaled as weight asks for: a torque by mass and length, a damping
// by that and the square root of length. A figure of the same form then stands as the first one
// does, with the same angles, and moves as it does, with times in proportion to the square root of
// the length (dynamic similarity: Alexander and Jayes 1983).

#include "figure/figure_spec.h"
#include "schema/findings.h"

namespace gambol {

// Scales `figure`, which is complete and has no problems, to its `person`, if it has one. Reports
// persons that do not exist and figures that cannot be scaled; those stay as they are.
void scale_to_person(FigureSpec& figure, Findings& findings);
// The same for its `animal`, whose height is that of the shoulder joint (shoulder_height()).
void scale_to_animal(FigureSpec& figure, Findings& findings);

}  // namespace gambol
