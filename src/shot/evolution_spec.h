#pragma once

// A run file of `gambol evolve`: which creatures are bred, how they are judged, and what ways of
// moving are looked for.

#include <optional>
#include <string>
#include <vector>

#include "figure/genome_spec.h"
#include "schema/names.h"
#include "shot/expect_spec.h"

namespace gambol {

// Whether bodies evolve, or only the genes of control.
enum class Morphology { evolving, fixed };
template <>
inline constexpr auto names_of<Morphology> = named<Morphology>({
    {"evolving", Morphology::evolving},
    {"fixed", Morphology::fixed},
});

// Least and greatest values of genes.
struct GeneRanges {
  Place place;
  Vec2 trunk_length = {0.3, 0.6}, trunk_radius = {0.06, 0.12};   // m
  Vec2 length = {0.1, 0.3}, radius = {0.02, 0.05};               // m, of segments
  Vec2 taper = {0.6, 1};                                         // end over radius
  Vec2 bend = {-1, 1}, range = {0.4, 1.2};                       // rad
  Vec2 around = {0.4, 1.6}, out = {0, 1.2}, fore = {-0.6, 0.6};  // rad
  Vec2 period = {0.3, 1};                                        // s
  Vec2 amplitude = {0, 1}, centre = {-0.5, 0.5};                 // rad
  Vec2 limbs = {1, 3}, segments = {1, 3}, freedom = {4, 20};     // numbers; limbs count pairs
};
void fields(Fields& v, GeneRanges& of);

// How children differ from their parents.
struct BreedingSpec {
  Place place;
  double chance = 0.15;        // that a gene changes
  double reach = 0.15;         // standard deviation of a change, in parts of the gene's range
  double redraw = 0.1;         // of the changes: anew from the whole range
  double structure = 0.15;     // chance of a change of the structure: limbs, segments, joints
  double recombination = 0.3;  // chance of a second parent
  int tries = 30;              // at a child that makes a body
};
void fields(Fields& v, BreedingSpec& of);

// A bound on a measure of the run.
struct BoundSpec {
  Place place;
  std::string name;                // of the measure
  std::optional<double> min, max;  // SI
};
void fields(Fields& v, BoundSpec& of);

// A way of moving: what meets all bounds. Of several of one name, any will do.
struct MovingWaySpec {
  Place place;
  std::string name;
  std::vector<BoundSpec> bounds;
};
void fields(Fields& v, MovingWaySpec& of);

// A descriptor of MAP-Elites: cells of equal width over a measure.
struct NicheSpec {
  Place place;
  std::string name;         // of the measure
  double from = 0, to = 1;  // SI
  int cells = 5;
};
void fields(Fields& v, NicheSpec& of);

// A creature that has not come further by then is hopeless.
struct SlowSpec {
  Place place;
  double from = 1, by = 3;  // s
  double speed = 0.1;       // body lengths a second
};
void fields(Fields& v, SlowSpec& of);

struct EvolutionSpec {
  Place place;
  std::string name;
  std::string about;
  std::string arena;  // shot in which creatures are tried: a path as written, and
  std::string
      creature;  // its figure, whose file is a genome: what does not evolve is taken from it
  std::string reference;  // path of the shot after loading
  Morphology morphology = Morphology::evolving;
  std::uint64_t seed = 1;
  int look_back = 256;  // candidate k is bred from the results 0 to k - look_back
  int founders = 256;   // first candidates, bred at random
  int candidates = 5000;
  GeneRanges ranges;
  BreedingSpec breeding;
  std::vector<ExpectSpec> measures;  // by name
  std::string fitness;               // one of them: the more the better
  std::vector<NicheSpec> niches;
  std::optional<int> life;  // candidates, for which an elite lives; default: for ever
  std::vector<MovingWaySpec> ways;
  std::vector<BoundSpec> must;       // which a candidate must keep, or it counts as failed
  std::vector<std::string> give_up;  // conditions that end a hopeless simulation
  std::optional<SlowSpec> slow;
  std::optional<double> until;  // s simulated; default: the end of the shot
  std::optional<double> rate;   // Hz, at which measures watch; default: the shot's track_rate
};
void fields(Fields& v, EvolutionSpec& of);

// Reads and checks a run file. Throws InputError with every problem found.
EvolutionSpec load_evolution(const std::string& path);

}  // namespace gambol
