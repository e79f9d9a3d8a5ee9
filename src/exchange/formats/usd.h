#pragma once

// A scene as a layer of Universal Scene Description in text (.usda), written from the documentation
// of its schemas (openusd.org: UsdGeom, UsdSkel, UsdShade, UsdLux, UsdPreviewSurface).
//
// A time code is the number of a frame of the film, counted from 1. z is up, lengths are in m.
// Bodies are Xforms below those of their parents; their shapes are Meshes that refer to a surface,
// equal ones to one. Skins are UsdSkel with dual quaternions, as in films. Cameras state aperture
// and focal length in tenths of the unit, as UsdGeomCamera wants. Intensities of lights are those
// of the shot, times 2^exposure; the sky is a dome of the mean colour of its gradient. Hair and
// patterns of materials stay behind; pictures on texture coordinates are files beside the layer.

#include <string>

#include "exchange/formats/seen.h"

namespace gambol {

std::string usd_text(const Scene& scene, SceneSpan span);

// Where the layer expects the file of a picture, from its own folder: "walk.pictures/coat.png".
std::string usd_picture_path(const Scene& scene, const std::string& file);

}  // namespace gambol
