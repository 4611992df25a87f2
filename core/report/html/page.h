// The page around the sections of a report: heading, contents, style, script. It names nothing outside of itself (but for the link to
// a viewer that was asked for), and its content
// security policy lets nothing else be fetched or run. Without its script (sorting of tables, light and dark) it reads the same.
// Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "report/html/section.h"
#include "report/html/viewer.h"

namespace etscope::report::html {

struct PageFacts {
    std::string title;  ///< what the report is of
    std::string made;   ///< by what, when; may be empty
    Viewer viewer = {};
};
/// Complete HTML.
std::string page(const PageFacts& facts, const std::vector<Section>& sections);

}  // namespace etscope::report::html
