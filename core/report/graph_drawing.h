// A stage as a drawing: DOT, Mermaid or SVG text of its module view.
#pragma once

#include <string>

#include "modules/hierarchy.h"
#include "report/documents.h"

namespace etscope::report {

enum class DrawingFormat : std::uint8_t { Dot, Mermaid, Svg };

struct DrawingOptions {
    DrawingFormat format = DrawingFormat::Dot;
    bool collapsed = false;              ///< only the outermost modules
    std::optional<std::uint32_t> depth;  ///< modules shown open, in levels; nothing: all
    std::string query;                   ///< opens the modules around the nodes it finds, in a collapsed view
};

/// Errors: those of Session::program, `query-finds-nothing`, `cancelled`.
Result<std::string> drawGraph(const session::Session& session, const StageRef& stage, const DrawingOptions& options,
                              const JobContext& job);

}  // namespace etscope::report
