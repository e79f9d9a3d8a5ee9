#pragma once

// The lobes of a surface. A new lobe is listed here; lobe.h has the contract.

#include "render/lobes/coat.h"
#include "render/lobes/diffuse.h"
#include "render/lobes/fibre.h"
#include "render/lobes/glass.h"
#include "render/lobes/lobe_list.h"
#include "render/lobes/sheen.h"
#include "render/lobes/specular.h"

namespace gambol {

// The lobe that every surface has.
using BottomLobe = Diffuse;
// The lobes above it, from the top down.
using UpperLobes = LobeList<Fibre, Sheen, Coat, Glass, Specular>;
// The upper lobes with a sample(), in the order in which a random number chooses one, after the
// bottom lobe. The last takes what rounding leaves; a new lobe is listed before it.
using SampledLobes = LobeList<Fibre, Glass, Coat, Specular>;
using Lobes = UpperLobes::And<BottomLobe>;
// The tables that lobes look up.
using AlbedoTables = std::tuple<GgxAlbedo, SheenAlbedo>;

}  // namespace gambol
