#include "shot/file_kinds.h"

#include "figure/fractions_spec.h"
#include "figure/grow.h"
#include "figure/reading.h"
#include "gait/gait_spec.h"
#include "shot/actor_spec.h"
#include "shot/controllers/oscillators/reflex_spec.h"
#include "shot/evolution_spec.h"
#include "shot/project_spec.h"
#include "shot/run_spec.h"
#include "shot/sequence_spec.h"
#include "shot/shot_spec.h"

namespace gambol {

const FieldInfo& describe_shot() {
  return describe_file<ShotSpec>("shot", "figures, what happens to them, and how they are filmed");
}

namespace {

FieldInfo repeating(FieldInfo kind) {
  kind.repeats = true;
  return kind;
}

}  // namespace

const FileKinds& file_kinds() {
  static const FieldInfo actor =
      repeating(describe_file<ActorSpec>("actor", "a figure with all that it brings to a shot"));
  static const FieldInfo skill =
      repeating(describe_file<ControllerSpec>("skill", "a way in which an actor moves"));
  static const FileKinds kinds = {
      &describe_shot(),
      &describe_file<SequenceSpec>("sequence", "shots and titles, joined to one film"),
      &actor,
      &skill,
      &describe_figure(),
      &describe_file<ReflexSpec>("reflexes", "when a figure's legs depart from its gait"),
      &describe_file<GaitTable>("gaits", "gaits by name: which foot is on the ground when"),
      &describe_file<LookSpec>("look", "how things are shown: materials, lights, sky, ground"),
      &describe_file<PresetSpec>("preset", "the quality of pictures, and so the time they take"),
      &describe_file<RunSpec>("search", "what a search varies, and what it makes small"),
      &describe_file<FractionsSpec>("fractions",
                                    "shares of a person's height and mass, by segment"),
      &describe_genome(),
      &describe_file<EvolutionSpec>("evolution",
                                    "creatures that are bred, and how they are judged"),
      &describe_file<ProjectSpec>("project", "gambol.yaml: where files of a project lie")};
  return kinds;
}

}  // namespace gambol
