#include <algorithm>

#include "base/escaped.h"
#include "base/name_text.h"
#include "base/text_hash.h"
#include "base/utf8.h"
#include "tensordata/tensor_data.h"

namespace etscope::tensordata {
namespace {

constexpr std::string_view kPrefix = "ptd";

class TensorDataChecks {
public:
    TensorDataChecks(const TensorData& data, Diagnostics& diagnostics)
        : m_data(data), m_diagnostics(diagnostics), m_used(data.segments().segments.size(), false) {}

    void check() {
        if (m_data.version() != 0)
            m_diagnostics.warning("ptd-version", "version",
                                  "schema version " + std::to_string(m_data.version()) + "; every known file has 0");
        if (!m_data.hasSegments())
            m_diagnostics.error("ptd-field-missing", "segments", "the list of segments is missing; the runtime refuses the file");
        if (!m_data.hasEntries())
            m_diagnostics.error("ptd-field-missing", "named_data", "the list of keys is missing; the runtime refuses the file");
        flat::checkSegments(m_data.segments(), kPrefix, m_diagnostics);
        for (std::size_t i = 0; i < m_data.entries().size(); ++i) checkEntry(m_data.entries()[i], i);
        flat::checkUnreferenced(m_used, m_data.segments(), kPrefix, m_diagnostics);
    }

private:
    void checkEntry(const Entry& entry, std::size_t index) {
        const std::string place =
            "named_data[" + std::to_string(index) + "]" + (entry.key.empty() ? "" : " \"" + escaped(entry.key) + "\"");
        checkKey(entry, index, place);
        if (entry.segmentIndex >= m_used.size()) {
            m_diagnostics.error(
                "ptd-segment-index", place,
                "there is no segment " + std::to_string(entry.segmentIndex) + ": the file has " + std::to_string(m_used.size()));
            return;
        }
        m_used[entry.segmentIndex] = true;
        const std::uint64_t segmentSize = m_data.segments().segments[entry.segmentIndex].size;
        if (entry.offset > segmentSize)
            m_diagnostics.error("ptd-tensor-offset", place,
                                "the offset " + std::to_string(entry.offset) + " lies behind the end of the segment");
        else if (entry.layout)
            checkLayout(*entry.layout, segmentSize - entry.offset, place);
    }

    void checkKey(const Entry& entry, std::size_t index, const std::string& place) {
        if (!entry.hasKey) return m_diagnostics.error("ptd-key-missing", place, "the entry has no key");
        if (entry.key.empty()) m_diagnostics.warning("ptd-key-empty", place, "the key is empty");
        if (!isValidUtf8(nameBytes(entry.key))) m_diagnostics.warning("ptd-key-text", place, "the key is not UTF-8");
        const auto [first, added] = m_seen.emplace(entry.key, index);
        if (!added)
            m_diagnostics.error(
                "ptd-key-duplicate", place,
                "named_data[" + std::to_string(first->second) + "] has this key already; only that one can be reached");
    }

    void checkLayout(const TensorLayout& layout, std::uint64_t room, const std::string& place) {
        const auto code = static_cast<std::int16_t>(layout.scalarType);
        if (itemSize(layout.scalarType) == 0 || code > static_cast<std::int16_t>(ScalarType::U64))
            m_diagnostics.error("ptd-scalar-type", place, "the runtime knows no element type " + std::to_string(code));
        if (std::any_of(layout.sizes.begin(), layout.sizes.end(), [](std::int32_t size) { return size < 0; }))
            m_diagnostics.error("ptd-size-negative", place, "a size is negative");
        else if (itemSize(layout.scalarType) > 0 && !layout.byteCount())
            m_diagnostics.error("ptd-size-overflow", place, "the number of bytes overflows 64 bits");
        if (!layout.dimOrderIsPermutation())
            m_diagnostics.error("ptd-dim-order", place,
                                "the dim order is no permutation of the " + std::to_string(layout.sizes.size()) + " dimensions");
        const auto bytes = layout.byteCount();
        if (bytes && *bytes > room)
            m_diagnostics.error("ptd-segment-too-small", place,
                                "the tensor needs " + std::to_string(*bytes) + " bytes, its segment has " + std::to_string(room));
        else if (bytes && *bytes < room && m_data.directory() == Directory::Current)
            m_diagnostics.warning("ptd-segment-too-large", place,
                                  "the segment has " + std::to_string(room) + " bytes, the tensor needs " + std::to_string(*bytes));
    }

    const TensorData& m_data;
    Diagnostics& m_diagnostics;
    std::vector<bool> m_used;
    TextViewMap<std::size_t> m_seen;
};

}  // namespace

void checkTensorData(const TensorData& data, Diagnostics& diagnostics) { TensorDataChecks(data, diagnostics).check(); }

}  // namespace etscope::tensordata
