#include <map>
#include <string_view>

#include "base/escaped.h"
#include "base/name_text.h"
#include "base/text_hash.h"
#include "base/utf8.h"
#include "program/checks.h"
#include "program/plan_decoder.h"

namespace etscope::program {
namespace {

constexpr std::string_view kPrefix = "pte";

/// What segments are used for, to find shared and unreferenced ones.
class SegmentUse {
public:
    SegmentUse(const Program& program, Diagnostics& diagnostics)
        : m_diagnostics(diagnostics), m_used(program.segments().segments.size(), false) {}

    /// Marks a segment; a wrong index is an error under `code`.
    void use(std::uint64_t index, std::string_view code, const std::string& place) {
        if (index < m_used.size())
            m_used[static_cast<std::size_t>(index)] = true;
        else
            m_diagnostics.error(
                code, place, "there is no segment " + std::to_string(index) + ": the program has " + std::to_string(m_used.size()));
    }
    const std::vector<bool>& used() const noexcept { return m_used; }

private:
    Diagnostics& m_diagnostics;
    std::vector<bool> m_used;
};

void checkOffsets(const Program& program, const SubsegmentOffsets& list, const std::string& place, Diagnostics& diagnostics) {
    const auto& segments = program.segments().segments;
    if (list.segmentIndex >= segments.size()) return;
    const std::uint64_t size = segments[list.segmentIndex].size;
    for (std::size_t i = 0; i < list.offsets.size(); ++i)
        if (list.offsets[i] > size)
            diagnostics.error("pte-data-offset", place + ", offsets[" + std::to_string(i) + "]",
                              "the offset " + std::to_string(list.offsets[i]) + " lies behind the end of its segment of " +
                                  std::to_string(size) + " bytes");
}

void checkConstants(const Program& program, SegmentUse& use, Diagnostics& diagnostics) {
    if (const auto& constants = program.constantSegment(); constants && !constants->offsets.empty()) {
        if (!program.inlineConstants().empty())
            diagnostics.error("pte-constants-twice", "constant_buffer",
                              "constants are given both inline and in a segment; the runtime refuses the program");
        use.use(constants->segmentIndex, "pte-constant-segment-index", "constant_segment");
        checkOffsets(program, *constants, "constant_segment", diagnostics);
    }
    const auto& lists = program.mutableDataSegments();
    for (std::size_t i = 0; i < lists.size(); ++i) {
        const std::string place = "mutable_data_segments[" + std::to_string(i) + "]";
        use.use(lists[i].segmentIndex, "pte-mutable-segment-index", place);
        checkOffsets(program, lists[i], place, diagnostics);
    }
    if (lists.size() > 1)
        diagnostics.warning("pte-mutable-segment-count", "mutable_data_segments",
                            "the runtime reads initial values from the first list only");
}

void checkDelegateSegments(const Program& program, SegmentUse& use) {
    for (std::size_t p = 0; p < program.plans().size(); ++p) {
        const ExecutionPlan& plan = program.plans()[p];
        for (std::size_t i = 0; i < plan.delegates.size(); ++i)
            if (plan.delegates[i].hasData && plan.delegates[i].location == DataLocation::Segment)
                use.use(plan.delegates[i].dataIndex, "pte-delegate-data-index",
                        planPlace(p, plan.name) + ", delegates[" + std::to_string(i) + "]");
    }
}

void checkKey(const NamedData& entry, const std::string& place, TextViewMap<std::size_t>& seen, std::size_t index,
              Diagnostics& diagnostics) {
    if (!entry.hasKey) {
        diagnostics.error("pte-named-data-key-missing", place, "the entry has no key; the runtime finds nothing behind it");
        return;
    }
    if (entry.key.empty()) diagnostics.warning("pte-named-data-key-empty", place, "the key is empty");
    if (!isValidUtf8(nameBytes(entry.key)))
        diagnostics.warning("pte-named-data-key-text", place, "the key \"" + escaped(entry.key) + "\" is not UTF-8");
    const auto [first, added] = seen.emplace(entry.key, index);
    if (!added)
        diagnostics.error("pte-named-data-key-duplicate", place,
                          "the key \"" + escaped(entry.key) + "\" stands at named_data[" + std::to_string(first->second) +
                              "] already; only that one can be reached");
}

void checkNamedData(const Program& program, SegmentUse& use, Diagnostics& diagnostics) {
    if (program.hasNamedData() && !program.hasSegments())
        diagnostics.error("pte-named-data-without-segments", "named_data",
                          "named data without a list of segments; the runtime refuses the program");
    TextViewMap<std::size_t> seen;
    const std::vector<bool> before = use.used();
    for (std::size_t i = 0; i < program.namedData().size(); ++i) {
        const NamedData& entry = program.namedData()[i];
        const std::string place = "named_data[" + std::to_string(i) + "]";
        checkKey(entry, place, seen, i, diagnostics);
        if (entry.segmentIndex < before.size() && before[entry.segmentIndex] &&
            program.segments().segments[entry.segmentIndex].size > 0)
            diagnostics.note("pte-named-data-shared", place, "the key leads to a segment of constants or of a delegate");
        use.use(entry.segmentIndex, "pte-named-data-segment-index", place);
    }
}

void checkNames(const Program& program, Diagnostics& diagnostics) {
    std::map<std::string_view, std::size_t> first;
    for (std::size_t i = 0; i < program.plans().size(); ++i) {
        const ExecutionPlan& plan = program.plans()[i];
        if (plan.damaged) continue;
        const auto [known, added] = first.emplace(plan.name, i);
        if (!added)
            diagnostics.error(
                "pte-plan-name-duplicate", planPlace(i, plan.name),
                "execution_plan[" + std::to_string(known->second) + "] has this name already; only that one can be called");
    }
}

}  // namespace

void checkProgram(const Program& program, Diagnostics& diagnostics) {
    if (program.version() != 0)
        diagnostics.warning("pte-version", "version",
                            "schema version " + std::to_string(program.version()) + "; every known program has 0");
    if (program.plans().empty()) diagnostics.error("pte-execution-plan-missing", "execution_plan", "the program has no method");
    checkNames(program, diagnostics);
    flat::checkSegments(program.segments(), kPrefix, diagnostics);
    SegmentUse use(program, diagnostics);
    checkConstants(program, use, diagnostics);
    checkDelegateSegments(program, use);
    checkNamedData(program, use, diagnostics);
    if (program.verified()) flat::checkUnreferenced(use.used(), program.segments(), kPrefix, diagnostics);
    for (std::size_t i = 0; i < program.plans().size(); ++i) {
        const ExecutionPlan& plan = program.plans()[i];
        if (!plan.damaged) checkPlan(program, plan, planPlace(i, plan.name), diagnostics);
    }
}

}  // namespace etscope::program
