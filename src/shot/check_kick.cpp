// Checks changes of velocity at once.

#include <fmt/format.h>

#include <algorithm>

#include "base/pattern.h"
#include "figure/find.h"
#include "figure/joint_names.h"
#include "schema/report.h"
#include "schema/values.h"
#include "shot/check_names.h"
#include "shot/shot_spec.h"

namespace gambol {
namespace {

void check_struck_body(const CastSpec& cast, const KickSpec& kick, Findings& findings) {
  const BodySpec* body = find_body(cast.figure, kick.body);
  if (!body) return check_body_name(&cast, kick.place, kick.body, findings);
  if (cast.fixed_root && body->parent.empty())
    findings.report(kick.place, "body", in_quotes(kick.body) + ", a root that is fixed",
                    "a body that can move");
}

void check_rate(const CastSpec& cast, const RateSpec& rate, Findings& findings) {
  bool any = false;
  const Written* to = findings.written(rate.place, "to");
  for (const JointDof& dof : joint_dofs(cast.figure)) {
    if (!means_dof(rate.name, dof)) continue;
    any = true;
    const Dimension& wanted = dof.slides ? dim::speed : dim::angular_speed;
    if (!to || !to->dimension || to->dimension->same_as(wanted)) continue;
    findings.report(rate.place, "to", fmt::format("{}, for {}", describe(*to->dimension), dof.name),
                    describe(wanted));
    return;
  }
  if (!any)
    report_unknown(findings, rate.place, "name", rate.name, "a joint of " + in_quotes(cast.name),
                   joint_names(cast.figure));
}

}  // namespace

void check_kick(const ShotSpec& shot, const KickSpec& kick, Findings& findings) {
  check_patterns(kick.place, "figures", kick.figures, "a figure of the shot",
                 names_in(shot.motion.figures), findings);
  const bool blow = kick.moves() || kick.turns();
  if (!kick.body.empty() && !blow)
    findings.report(kick.place, "body", "neither velocity nor spin", "one of them");
  for (const CastSpec& cast : shot.motion.figures) {
    if (!any_matches(kick.figures, cast.name)) continue;
    const bool named =
        std::find(kick.figures.begin(), kick.figures.end(), cast.name) != kick.figures.end();
    if (named && cast.fixed_root && kick.body.empty() && (blow || kick.rates.empty()))
      findings.report(kick.place, "figures", in_quotes(cast.name) + ", whose root is fixed",
                      "a figure that a kick can move");
    if (!is_loaded(&cast)) continue;
    if (!kick.body.empty()) check_struck_body(cast, kick, findings);
    for (const RateSpec& rate : kick.rates) check_rate(cast, rate, findings);
  }
}

}  // namespace gambol
