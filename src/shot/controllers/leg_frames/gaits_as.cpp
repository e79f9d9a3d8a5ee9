#include "shot/controllers/leg_frames/gaits_as.h"

#include <cassert>

#include "schema/fields.h"
#include "shot/controllers/leg_frames/named_above.h"

namespace gambol {
namespace {

// The numbers of a struct that has nothing else, by their names.
class Numbers : public Fields {
 public:
  std::vector<std::pair<std::string, double*>> all;

 protected:
  void visit(const char* name, void* value, const ValueType& type, const Field&) override {
    assert(&type == &value_type<double>);
    (void)type;
    all.emplace_back(name, static_cast<double*>(value));
  }
  bool visit_filling(const char*, void*, const ValueType&, const Field&) override { return false; }
  void visit_variant(const char*, void*, const VariantType&, const Field&) override {}
};

void take_gains(StrideGainsSpec from, StrideGainsSpec& to, const Findings& findings) {
  Numbers theirs, own;
  fields(theirs, from);
  fields(own, to);
  for (std::size_t k = 0; k < own.all.size(); ++k)
    if (!findings.written(to.place, own.all[k].first)) *own.all[k].second = *theirs.all[k].second;
}

template <class T>
void put_before(const std::vector<T>& base, std::vector<T>& own) {
  own.insert(own.begin(), base.begin(), base.end());
}

void take_over(const StrideSpec& base, StrideSpec& gait, const Findings& findings) {
  const auto take = [&](const char* key, auto field) {
    if (!findings.written(gait.place, key)) gait.*field = base.*field;
  };
  take("gait", &StrideSpec::gait);
  take("duty_factor", &StrideSpec::duty_factor);
  take("duty_by_speed", &StrideSpec::duty_by_speed);
  take("period", &StrideSpec::period);
  take("varies", &StrideSpec::varies);
  take("hurry", &StrideSpec::hurry);
  take("hurry_low", &StrideSpec::hurry_low);
  take("lean", &StrideSpec::lean);
  take("balance", &StrideSpec::balance);
  take_gains(base.gains, gait.gains, findings);
  put_before(base.frames, gait.frames);
  put_before(base.legs, gait.legs);
  put_before(base.angles, gait.angles);
  put_before(base.joints, gait.joints);
}

}  // namespace

void complete_gaits(LegFramesSpec& spec, Findings& findings) {
  for (std::size_t g = 0; g < spec.gaits.size(); ++g) {
    StrideSpec& gait = spec.gaits[g];
    if (!gait.as.empty()) {
      if (const StrideSpec* base = named_above(spec.gaits, g, "a gait", findings))
        take_over(*base, gait, findings);
    } else if (!findings.written(gait.place, "gait")) {
      findings.report(gait.place, "gait", "nothing", "this key, or `as`");
    }
  }
}

}  // namespace gambol
