// A scene as SVG: a stand-alone document in the light theme, or a part of a web page that brings the colours. Names are escaped;
// invalid UTF-8 becomes U+FFFD.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "view/scene.h"

namespace etscope::draw {

enum class SvgUse : bool {
    Document,
    /// Without colours and sizes of texts of its own: `fill-NAME` and `line-NAME` of inkNames(), and t, b, s, c of texts are
    /// classes.
    Inline
};

/// `measure` is the one the scene was built with: it shortens texts that do not fit.
std::string svgText(const view::Scene& scene, const view::TextMeasure& measure, SvgUse use = SvgUse::Document);

/// Names of all colours of inline drawings: "canvas", "f-compute", …
std::vector<std::string_view> inkNames();

}  // namespace etscope::draw
