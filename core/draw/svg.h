// A scene as a stand-alone SVG document in the light theme. Names are escaped; invalid UTF-8 becomes U+FFFD.
#pragma once

#include <string>

#include "view/scene.h"

namespace etscope::draw {

/// `measure` is the one the scene was built with: it shortens texts that do not fit.
std::string svgText(const view::Scene& scene, const view::TextMeasure& measure);

}  // namespace etscope::draw
