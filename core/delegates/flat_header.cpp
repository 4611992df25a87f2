#include "delegates/flat_header.h"

#include <algorithm>

#include "base/byte_cursor.h"
#include "base/checked_math.h"

namespace etscope::delegates {

Result<FlatHeader> readFlatHeader(const Context& context, std::string_view magic) {
    std::vector<std::byte> head(static_cast<std::size_t>(std::min<std::uint64_t>(context.bytes().size, FlatHeader::kSize)));
    if (auto read = context.bytes().read(0, head); !read) return read.failure();
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    if (text.substr(std::min<std::size_t>(4, text.size()), 4) != magic) return FlatHeader{0, context.bytes().size, 0, 0, false};
    if (head.size() < FlatHeader::kSize) return fail("delegate-truncated", "the payload ends inside its header", context.where());
    FlatHeader header{loadLittle<std::uint32_t>(head.data() + 10), loadLittle<std::uint32_t>(head.data() + 14),
                      loadLittle<std::uint32_t>(head.data() + 18), loadLittle<std::uint64_t>(head.data() + 22), true};
    if (!rangeFits(header.dataOffset, header.dataSize, context.bytes().size)) {
        context.diagnostics.error("delegate-truncated", context.where(header.dataOffset),
                                  "the constants reach beyond the end of the payload");
        header.dataSize = 0;
    } else if (header.dataSize != 0 && header.dataOffset < header.graphOffset + header.graphSize) {
        context.diagnostics.error("delegate-header-damaged", context.where(18), "the constants begin inside the graph");
    }
    return header;
}

}  // namespace etscope::delegates
