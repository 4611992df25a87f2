// A scene as a stand-alone SVG document in the light theme. Names are escaped; invalid UTF-8 becomes U+FFFD.
#pragma once

#include <string>

#include "view/scene.h"

namespace etscope::graph {

/// `measure` is the one the scene was built with: it shortens texts that do not fit.
std::string svgText(const Scene& scene, const TextMeasure& measure);

}  // namespace etscope::graph
