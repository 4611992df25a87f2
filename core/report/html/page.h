// The page around the sections of a report: heading, contents, style, script. It names nothing outside of itself, and its content
// security policy lets nothing else be fetched or run. Pure; any thread.
#pragma once

#include <string>
#include <vector>

#include "report/html/section.h"

namespace etscope::report::html {

struct PageFacts {
    std::string title;  ///< what the report is of
    std::string made;   ///< by what, when; may be empty
};
/// Complete HTML.
std::string page(const PageFacts& facts, const std::vector<Section>& sections);

/// page_style.cpp: the style sheet.
std::string styleSheet();
/// page_script.cpp: sorting of tables, the choice of light and dark. Without it the page reads the same.
std::string_view script() noexcept;

}  // namespace etscope::report::html
