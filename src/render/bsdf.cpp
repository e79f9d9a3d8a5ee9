#include "render/bsdf.h"

#include "render/lobes/fresnel.h"

namespace gambol {

template <class F>
BsdfOf<F>::BsdfOf(const SurfaceOf<F>& surface, const AlbedoTables& tables, Float3Of<F> wo,
                  MaskOf<F> entering)
    : wo_(wo) {
  find_layers(surface);
  DescentOf<F> descent{wo, entering};
  if (layered_)
    UpperLobes::each([&]<class L>(std::type_identity<L>) {
      if (view<L>().present) view<L>().begin(surface.template of<L>(), tables, descent);
    });
  view<BottomLobe>().begin(surface.template of<BottomLobe>(), tables, descent);
  share_chances();
}

template <class F>
void BsdfOf<F>::find_layers(const SurfaceOf<F>& surface) {
  UpperLobes::each([&]<class L>(std::type_identity<L>) {
    static_assert(
        requires { &L::template View<F>::sample; } == SampledLobes::has<L>,
        "a lobe with sample() is listed in SampledLobes");
    view<L>().present = surface.template of<L>().exists();
    layered_ |= view<L>().present;
  });
  SampledLobes::each([&]<class L>(std::type_identity<L>) { choosing_ |= view<L>().present; });
  view<SampledLobes::Last>().present = choosing_;  // it takes what rounding leaves
}

// Divides the chances by their sum; those of a black surface go to the body.
template <class F>
void BsdfOf<F>::share_chances() {
  F& body = view<BottomLobe>().chance;
  if (!layered_) {
    body = 1;
    return;
  }
  F sum = 0;
  SampledLobes::each_upwards([&]<class L>(std::type_identity<L>) { sum += view<L>().chance; });
  sum += body;
  const MaskOf<F> dark = sum <= 0.0f;
  const F share = 1.0f / select(dark, F(1.0f), sum);
  SampledLobes::each([&]<class L>(std::type_identity<L>) { view<L>().chance *= share; });
  body = select(dark, F(1.0f), body * share);
}

template <class F>
MaskOf<F> BsdfOf<F>::transmits() const {
  MaskOf<F> found{};
  UpperLobes::each([&]<class L>(std::type_identity<L>) {
    if constexpr (requires { view<L>().transmits(); })
      if (view<L>().present) found |= view<L>().transmits();
  });
  return found;
}

template <class F>
Float3Of<F> BsdfOf<F>::albedo() const {
  Float3Of<F> sum = view<BottomLobe>().albedo();
  UpperLobes::each_upwards([&]<class L>(std::type_identity<L>) {
    if (view<L>().present) sum = view<L>().albedo_over(sum);
  });
  return sum;
}

template <class F>
ScatteringOf<F> BsdfOf<F>::at(Float3Of<F> wi) const {
  const MaskOf<F> above = wi.z > 0.0f;
  ScatteredOf<F> sum;
  sum.above = view<BottomLobe>().scattered(wi);
  if (layered_) {
    DirectionsOf<F> d{wo_, wi, normalize(wo_ + wi)};
    d.cosine = dot(wo_, d.h);
    d.fresnel_rise = fresnel_rise(d.cosine);
    UpperLobes::each_upwards([&]<class L>(std::type_identity<L>) {
      if (view<L>().present) view<L>().add(d, sum);
    });
  }
  return {select(above, sum.above.f, sum.below.f), select(above, sum.above.pdf, sum.below.pdf)};
}

template <class F>
MaskOf<F> BsdfOf<F>::sample(F lobe, Sample2Of<F> u, Float3Of<F>& wi) const {
  MaskOf<F> found = view<BottomLobe>().sample(u, wi);
  MaskOf<F> left = !(lobe < view<BottomLobe>().chance);
  if (!choosing_ || !any(left)) return found;
  lobe -= view<BottomLobe>().chance;
  // Each layer's lanes, and where its part of the numbers begins.
  std::array<MaskOf<F>, SampledLobes::size> of{};
  std::array<F, SampledLobes::size> from{};
  F begin = 0, alpha = 0;
  SampledLobes::each([&]<class L>(std::type_identity<L>) {
    constexpr std::size_t own = SampledLobes::number_of<L>;
    if (!view<L>().present) return;
    const F end = begin + view<L>().chance;
    of[own] = std::is_same_v<L, SampledLobes::Last> ? left : left & (lobe < end);
    from[own] = begin;
    alpha = select(of[own], view<L>().facet_alpha(), alpha);
    left &= !of[own];
    begin = end;
  });
  const Float3Of<F> h = ggx_sample_normal(wo_, alpha, u);
  SampledLobes::each([&]<class L>(std::type_identity<L>) {
    constexpr std::size_t own = SampledLobes::number_of<L>;
    if (!any(of[own])) return;
    Float3Of<F> sampled;
    const F which = (lobe - from[own]) / view<L>().chance;
    const MaskOf<F> good = view<L>().sample({wo_, h, which, u}, sampled);
    wi = select(of[own], sampled, wi);
    found = select(of[own], good, found);
  });
  return found;
}

template class BsdfOf<float>;
template class BsdfOf<Floats>;

}  // namespace gambol
