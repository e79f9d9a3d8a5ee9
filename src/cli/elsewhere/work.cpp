// The farm and searches: verbs that the program gambol-work runs.

#include "base/program.h"
#include "cli/verbs.h"

namespace gambol {

ExitCode submit_verb(const ShotOptions&, const PictureOptions&, const SubmitOptions&) {
  become_program("gambol-work");
}
ExitCode retry_verb(const ShotOptions&, const PictureOptions&, const SubmitOptions&) {
  become_program("gambol-work");
}
ExitCode cancel_verb(const ShotOptions&, const PictureOptions&) { become_program("gambol-work"); }
ExitCode status_verb(const ShotOptions&, const PictureOptions&, bool) {
  become_program("gambol-work");
}
ExitCode verify_verb(const ShotOptions&, const PictureOptions&, bool) {
  become_program("gambol-work");
}
ExitCode calibrate_verb(const CalibrateOptions&) { become_program("gambol-work"); }
ExitCode integrators_verb(const IntegratorsOptions&) { become_program("gambol-work"); }
ExitCode optimise_verb(const OptimiseOptions&) { become_program("gambol-work"); }
ExitCode evolve_verb(const EvolveOptions&) { become_program("gambol-work"); }
ExitCode mutate_verb(const ShotOptions&, bool) { become_program("gambol-work"); }

}  // namespace gambol
