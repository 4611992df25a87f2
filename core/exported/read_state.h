// ReadState: what the parts of the program reader share while one program is read. Internal to core/exported; one thread.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "exported/json_reader.h"
#include "graph/graph_model.h"

namespace etscope::exported {

struct ReadState {
    JsonReader& json;
    graph::GraphBuilder& builder;
    Diagnostics& diagnostics;
    const ByteRange& document;

    std::string here() const { return document.where(json.offset()); }
    /// Silent once the text is broken: what follows from that is no news.
    void report(Severity severity, std::string_view code, const std::string& message) {
        if (!json.failed()) diagnostics.add(severity, code, here(), message);
    }
    void warn(std::string_view code, const std::string& message) { report(Severity::Warning, code, message); }

    /// Interned text of the next value; an invalid id (and the value skipped) when it is no string.
    graph::StringId internString() {
        const auto text = json.string();
        return text ? builder.intern(*text) : graph::StringId{};
    }
    /// Marks `member` of an object as seen; warns when it was before.
    template <class E>
    void mark(std::uint32_t& seen, E member, std::string_view key) {
        const std::uint32_t bit = 1U << static_cast<unsigned>(member);
        if ((seen & bit) != 0)
            warn("json-duplicate-key", "'" + std::string(key) + "' occurs twice in one object; the last one counts");
        seen |= bit;
    }
};

}  // namespace etscope::exported
