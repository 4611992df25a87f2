#include "causes/origin.h"

#include <algorithm>

#include "base/enum_table.h"

namespace etscope::causes {
namespace {

/// Which part of its error a culprit is at fault for.
constexpr EnumTable<Cause::Unknown, Origin> kOriginOfCause({
    Origin::Introduced,  // kernel
    Origin::Introduced,  // delegate
    Origin::Constant,    // constant
    Origin::Introduced,  // lowering
    Origin::Introduced,  // precision
    Origin::None,        // quantisation
    Origin::None,        // layout
    Origin::None,        // input
    Origin::None,        // state
    Origin::None,        // pairing
    Origin::None,        // reference
    Origin::None,        // unknown
});

/// `held`: against inputs that are known to be the run's, or were asked for.
Origin blameOf(const gap::GapRow& row, const RowParts& parts, bool held) {
    if (parts.constant.value_or(0) > 0) return Origin::Constant;
    const evaluate::Judgement* judgement = parts.audit ? parts.audit->judgement() : nullptr;
    if (judgement != nullptr && judgement->verdict >= evaluate::Verdict::High) return Origin::Introduced;
    if (!parts.diverges(row) || !held) return Origin::None;
    return judgement != nullptr ? Origin::Inherited : originOf(row, &parts);
}

}  // namespace

std::string_view originName(Origin origin) noexcept {
    constexpr EnumTable<Origin::Inherited> kNames({"none", "introduced", "constant", "inherited"});
    return kNames[origin];
}

Origin originOf(const gap::GapRow& row, const RowParts* parts) noexcept {
    if (row.error == 0 || row.assumed) return Origin::None;
    if (parts == nullptr || !parts->introduced || !parts->inherited)
        return row.error > 2 * row.inherited ? Origin::Introduced : Origin::Inherited;
    const double own = *parts->introduced, constant = parts->constant.value_or(0), brought = *parts->inherited;
    if (constant > 0 && constant >= own && constant >= brought) return Origin::Constant;
    return own > brought || (parts->audit && parts->audit->wrong()) ? Origin::Introduced : Origin::Inherited;
}

std::optional<std::size_t> rowOf(const gap::GapTable& table, const Culprit& culprit) {
    std::optional<std::size_t> byNode;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const gap::GapRow& row = table.rows[r];
        if (culprit.run && *culprit.run != row.run) continue;
        if (culprit.instruction == row.instruction) return r;
        if (!byNode && std::ranges::find_first_of(row.nodes, culprit.nodes) != row.nodes.end()) byNode = r;
    }
    return byNode;
}

std::vector<Origin> blames(const gap::GapTable& table, const AuditedGap& audited) {
    std::vector<Origin> made;
    for (std::size_t r = 0; r < table.rows.size(); ++r)
        made.push_back(blameOf(table.rows[r], audited.rows[r], table.firstDivergence.has_value()));
    for (const RunCulprits& run : audited.culprits)
        for (const Culprit& culprit : run.culprits)
            if (const Origin origin = kOriginOfCause[culprit.cause]; origin != Origin::None)
                if (const auto row = rowOf(table, culprit)) made[*row] = origin;
    return made;
}

}  // namespace etscope::causes
