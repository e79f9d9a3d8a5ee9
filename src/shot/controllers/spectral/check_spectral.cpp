#include "figure/figure_spec.h"
#include "figure/joint_names.h"
#include "schema/findings.h"
#include "shot/controllers/controller_spec.h"
#include "shot/controllers/spectral/spectral_spec.h"

namespace gambol {

const WavesSpec* waves_of(const SpectralSpec& spectral, const FigureSpec& figure) {
  if (spectral.waves) return &*spectral.waves;
  return figure.waves ? &*figure.waves : nullptr;
}

CommandedDofs ControllerTrait<SpectralSpec>::commands(const SpectralSpec& spectral,
                                                      const FigureSpec& figure) {
  std::vector<std::string> names;
  if (const WavesSpec* waves = waves_of(spectral, figure))
    for (const WaveSpec& wave : waves->joints) names.push_back(wave.name);
  return {matching_joints(figure, names), {}, true};
}

void ControllerTrait<SpectralSpec>::check(const ControllerSpec& c, const SpectralSpec& spectral,
                                          const ControlledFigure& on, Findings& findings) {
  if (!on.figure) return;
  if (spectral.waves) check_waves(*on.figure, *spectral.waves, findings);
  if (!waves_of(spectral, *on.figure) && !findings.written(c.place, "waves"))
    findings.report(c.place, "waves", "nothing", "this key, as the figure has no waves of its own");
}

}  // namespace gambol
