// Pictures of pages: drawn by the window's program, which writes them without a display; of graphs also by this one, as SVG, where
// the window's program is not installed. Any thread.
#pragma once

#include <string>
#include <vector>

#include "base/job_context.h"
#include "mcp/bounded.h"

namespace etscope::mcp {

struct Picture {
    std::string data;  ///< of a PNG in base64, of an SVG as it is
    bool isSvg = false;
};

struct PictureWish {
    std::vector<std::string> files;
    std::string page, method, stage, select, overlay, theme;
    std::string size = "1200x800";
};

/// What the tool `picture` takes, as its JSON Schema. `haveFiles`: files need not be named.
report::Json pictureTool(bool haveFiles);
/// Errors: `usage`.
Result<PictureWish> pictureWish(const report::Json& arguments, const std::vector<std::string>& files);
/// Errors: `no-picture` with what was said, `cancelled`, those of opening the files and of drawing a graph.
Result<Picture> pictureOf(const PictureWish& wish, const JobContext& job);

}  // namespace etscope::mcp
