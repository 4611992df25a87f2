#include "answers/known_gap.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "look/numbers.h"

namespace etscope::ui {
namespace {

/// What a person looks at of each method. Kept with the session, which many threads ask. `Shown`: one that is default-made is
/// nothing.
template <class Shown>
class ShownByMethod {
public:
    using Ptr = std::shared_ptr<const ShownByMethod>;
    static Ptr in(const session::Session& session) {
        return *session.store().get<ShownByMethod>("", JobContext(), [] { return Result<Ptr>(std::make_shared<ShownByMethod>()); });
    }
    void set(const std::string& method, Shown shown) const {
        const std::scoped_lock lock(m_mutex);
        m_shown[method] = std::move(shown);
    }
    Shown of(const std::string& method) const {
        const std::scoped_lock lock(m_mutex);
        const auto found = m_shown.find(method);
        return found == m_shown.end() ? Shown() : found->second;
    }

private:
    mutable std::mutex m_mutex;
    mutable std::map<std::string, Shown> m_shown;
};

bool knownGapIsJudged(const causes::RowParts& row) { return row.audit && row.audit->judgement() != nullptr; }

struct ShownGap {
    KnownGapPtr gap;                 ///< null: no view has made one
    std::optional<std::size_t> run;  ///< nothing: the one that fits
};
using ShownGaps = ShownByMethod<ShownGap>;

/// Where that is quick; else what was made before.
Result<AuditPtr> quickAudit(const session::MethodView& method, const causes::HeldRun& held, const JobContext& job) {
    const auto plan = computingPlan(method, job);
    if (plan && isQuick(*plan)) return causes::keptAudit(method.session, held, {}, job);
    return causes::knownAudit(method.session, held, {}, job);
}

using ShownDrifts = ShownByMethod<ShownDrift>;

std::string keyOf(const std::string& method, const GapChoice& choice) {
    std::string key = session::storeKey(method, choice.reference.key());
    for (const std::string& part : {std::to_string(choice.options.tolerance.rtol), std::to_string(choice.options.tolerance.atol)})
        key = session::storeKey(key, part);
    return key;
}

}  // namespace

profile::GapRows knownRows(const KnownGap& gap) {
    const auto& rows = gap.answer->table().rows;
    return {rows, [&](std::size_t r) { return rows[r].compared() || gap.audited->rows[r].audit; }};
}

bool lookAtRun(const session::MethodView& method, std::size_t run) {
    const auto shown = ShownGaps::in(method.session);
    if (shown->of(method.name).run == run) return false;
    shown->set(method.name, {nullptr, run});
    return true;
}

bool lookAtFaultyRun(const session::MethodView& method, std::size_t run) {
    return !ShownGaps::in(method.session)->of(method.name).run && lookAtRun(method, run);
}

void showGap(const session::MethodView& method, KnownGapPtr gap) {
    const auto run = gap != nullptr ? gap->answer->run() : std::nullopt;
    ShownGaps::in(method.session)->set(method.name, {std::move(gap), run});
}

/// What is not known is not kept: it may be asked for later.
Result<KnownGapPtr> knownGap(const session::MethodView& method, const JobContext& job) {
    using Made = Result<KnownGapPtr>;
    const ShownGap shown = ShownGaps::in(method.session)->of(method.name);
    if (shown.gap != nullptr) return shown.gap;
    const std::string key = session::storeKey(method.name, shown.run ? std::to_string(*shown.run) : std::string());
    auto known = method.store().get<KnownGap>(key, job, [&]() -> Made {
        GapChoice choice;
        choice.options.run = shown.run;
        auto answer = gapAnswer(method, choice, job);
        if (!answer) return answer.failure();
        auto audited = quickAudit(method, (*answer)->chosen.held, job);
        if (!audited) return audited.failure();
        if (*audited == nullptr) return Made(nullptr);
        if (std::ranges::none_of((*audited)->rows, knownGapIsJudged)) return std::make_shared<const KnownGap>();
        return std::make_shared<const KnownGap>(KnownGap{*std::move(answer), *std::move(audited)});
    });
    const bool nothing = known ? *known == nullptr || (*known)->audited == nullptr : !known.cancelled();
    return nothing ? Made(nullptr) : known;
}

Result<std::optional<RowInView>> rowInView(const session::MethodView& method, const graph::NodeRef& node, const JobContext& job) {
    const auto known = knownGap(method, job);
    if (!known) return known.failure();
    if (*known == nullptr) return std::optional<RowInView>();
    const auto links = join::links(method, job);
    if (!links) return links.failure();
    const auto at = knownRows(**known).of((*links)->of(node), node.stage, (*links)->graphs().path(node));
    return at ? std::optional(RowInView{*known, *at}) : std::nullopt;
}

Result<DriftPtr> keptDrift(const session::MethodView& method, const GapChoice& choice, const JobContext& job) {
    return method.store().get<causes::Drift>(keyOf(method.name, choice), job, [&]() -> Result<DriftPtr> {
        const bool open = choice.reference.kind == causes::ReferenceChoice::Kind::Found;
        // Values of a file or of a run are those of all runs.
        const auto chosen = open ? Result<References>(References())
                                 : causes::givenReferences(method, choice.reference, graph::StageId::edge(), job);
        if (!chosen) return chosen.failure();
        causes::DriftOptions options;
        options.tolerance = choice.options.tolerance;
        if (*chosen != nullptr)
            options.references = [one = *chosen](const join::SessionRun&, const JobContext&) { return Result<References>(one); };
        auto made = causes::drift(method, options, job);
        if (!made) return made.failure();
        return std::make_shared<const causes::Drift>(*std::move(made));
    });
}

void showDrift(const session::MethodView& method, ShownDrift drift) {
    ShownDrifts::in(method.session)->set(method.name, std::move(drift));
}

ShownDrift shownDrift(const session::MethodView& method) { return ShownDrifts::in(method.session)->of(method.name); }

const std::string& rowKey(const causes::DriftRow& row) { return row.kind == causes::DriftRow::Kind::Module ? row.path : row.name; }

std::optional<DriftPlace> placeOf(const session::MethodView& method, const std::string& row, std::size_t step) {
    const DriftPtr drift = shownDrift(method).drift;
    if (drift == nullptr || step >= drift->steps.size()) return std::nullopt;
    const auto found = std::ranges::find(drift->rows, row, rowKey);
    if (found == drift->rows.end()) return std::nullopt;
    return DriftPlace{drift, static_cast<std::size_t>(found - drift->rows.begin()), step};
}

std::optional<CellThing> thingOf(const session::Session& session, const Address& cell) {
    if (!cell.isCell()) return std::nullopt;
    const auto place =
        placeOf({session, cell.method.toStdString()}, cell.name.toStdString(), static_cast<std::size_t>(cell.column - 1));
    if (!place || place->at().path.empty()) return std::nullopt;
    using Kind = causes::DriftRow::Kind;
    const auto moduleOf = [&](const causes::DriftRow& row) { return Address::ofModule(cell.method, cell.stage, text(row.path)); };
    if (place->at().kind == Kind::Module) return CellThing{moduleOf(place->at()), {}};
    if (place->at().kind != Kind::Operator) return std::nullopt;
    CellThing found{Address::ofNode(cell.method, cell.stage, text(place->at().path)), {}};
    for (auto up = place->at().parent; up && !found.module.valid(); up = place->drift->rows[*up].parent)
        if (const causes::DriftRow& row = place->drift->rows[*up]; row.kind == Kind::Module) found.module = moduleOf(row);
    return found;
}

}  // namespace etscope::ui
