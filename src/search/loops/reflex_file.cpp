// The text of a reflex file, with what was observed beside every trigger.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "search/loops/calibrate_reflexes.h"
#include "shot/controllers/oscillators/reflex_spec.h"
#include "shot/shot_hash.h"

namespace gambol {
namespace {

std::string trigger_text(const char* name, const TriggerSpec& t, const char* unit) {
  return fmt::format("    {}: {{at: {:.6g} {}, side: {}}}", name, t.at, unit,
                     t.side == Beyond::above ? "above" : "below");
}

std::string leg_text(const LegNorm& n, const LegReflexSpec& l) {
  const auto seen = [](const Range& r, const char* what) {
    return fmt::format("   # {} from {:.4g} to {:.4g}\n", what, r.least, r.most);
  };
  std::string text = fmt::format("  {}:   # {} steps\n", n.leg, n.steps);
  text += trigger_text("step", *l.step, "rad") + seen(n.upper_in_stance, "in stance");
  text += trigger_text("obstacle", *l.obstacle, "N*m") + seen(n.upper_rising, "while rising");
  text += fmt::format("    load: {:.4g}   # as steps began {:.4g}\n", *l.load, n.load_at_steps);
  text += fmt::format("    landed: [{:.4g}]\n    # in a step: {:.4g}\n", fmt::join(l.landed, ", "),
                      fmt::join(n.landed, ", "));
  text +=
      fmt::format("    ground_time: {:.4g}   # longest {:.4g}\n", *l.ground_time, n.ground_time);
  text += fmt::format("    tipping: {:.4g}   # while its side bore alone {:.4g}\n", *l.tipping,
                      n.alone);
  text += fmt::format("    overlap: {:.4g}   # longest {:.4g}\n", l.overlap, n.overlap);
  return text;
}

}  // namespace

std::string reflex_file_text(const std::vector<ShotSpec>& shots, double margin) {
  std::vector<std::string> names, hashes;
  for (const ShotSpec& shot : shots) {
    names.push_back(shot.name);
    hashes.push_back(motion_hash(without_reflexes(shot)));
  }
  const std::vector<LegNorm> norms = observe_walks(shots);
  const ReflexSpec reflexes = reflexes_beyond(shots.at(0), norms, margin);
  std::string text = fmt::format(
      "# Written by `gambol calibrate`, which overwrites this file. Settings other than trigger "
      "values\n"
      "# are in the shots that name it.\n\n"
      "gambol: {}\n"
      "reflexes: {}\n\n"
      "calibration:\n  margin: {}\n  shots: [\"{}\"]\n  motion_hashes: [\"{}\"]\n\n"
      "# Shares of a step: until when an obstacle is felt, and from when on a leg may land.\n"
      "raised: {}\n"
      "lowering: {}\n"
      "# Share of the load beyond which the legs of one side bear it alone.\n"
      "alone: {}\n\n"
      "# rad and N*m; loads on the feet in weights of the figure, `landed` for each tenth of a "
      "step;\n"
      "# times in steps. What was observed is beside each trigger.\nlegs:\n",
      newest_version, reflexes.name, margin, fmt::join(names, "\", \""),
      fmt::join(hashes, "\", \""), reflexes.raised, reflexes.lowering, reflexes.alone);
  for (std::size_t leg = 0; leg < norms.size(); ++leg)
    text += leg_text(norms[leg], reflexes.legs[leg]);
  return text;
}

}  // namespace gambol
