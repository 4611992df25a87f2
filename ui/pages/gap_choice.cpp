#include "pages/gap_choice.h"

#include <QCoreApplication>
#include <algorithm>

#include "gap/computed_references.h"
#include "look/language.h"
#include "look/numbers.h"
#include "modules/named_node.h"

namespace etscope::ui {
namespace {

class NoReferences : public gap::ReferenceValues {
public:
    explicit NoReferences(const QString& why) : m_why(why.toStdString()) {}
    std::optional<tensor::Value> ofNode(const std::string&) const override { return std::nullopt; }
    std::optional<tensor::Value> ofHandle(std::int64_t) const override { return std::nullopt; }
    std::vector<std::int64_t> handles() const override { return {}; }
    bool none() const override { return true; }
    std::string source() const override { return m_why; }

private:
    std::string m_why;
};

FoundReferences nothing(const QString& why) { return {std::make_shared<NoReferences>(why), std::nullopt, {}}; }

/// Where nothing says that they must be computed, that they cannot be is no failure.
Result<FoundReferences> computed(const session::Session& session, const std::string& method, const GapChoice& choice,
                                 const JobContext& job) {
    const auto unless = [&](const Error& error) -> Result<FoundReferences> {
        if (choice.computed || error.code == "cancelled") return Failure{error};
        FoundReferences none = nothing(QObject::tr("none: choose a run"));
        none.why = text(error.message);
        return none;
    };
    auto plan = computingPlan(session, method, job);
    if (!plan) return unless(plan.error());
    if (!choice.patient && !isQuick(*plan)) {
        if (References known = knownReferences(session, method, choice.options.run, job))
            return FoundReferences{std::move(known), std::nullopt, {}};
        FoundReferences later = nothing(QObject::tr("not computed yet"));
        later.plan = *std::move(plan);
        return later;
    }
    auto values = choice.kept ? keptReferences(session, method, choice.options.run, job)
                              : gap::computedReferences(session, method, graph::StageId::edge(),
                                                        {std::nullopt, choice.options.run, false}, job);
    if (!values) return unless(values.error());
    return FoundReferences{*std::move(values), std::nullopt, {}};
}

}  // namespace

bool hasGap(const session::Session& session) {
    std::size_t runs = 0;
    bool logged = false;
    for (const session::SessionFile& file : session.files()) {
        logged = logged || file.kind == FileKind::DebugBuffer;
        if (file.dump != nullptr)
            runs += static_cast<std::size_t>(std::ranges::count_if(file.dump->runs(), [&file](const etdump::Run& run) {
                return file.dump->blockKind(run) == etdump::BlockKind::Execute;
            }));
    }
    return session.recordFile() != nullptr && runs > 0 && (runs > 1 || logged || !gap::valueFiles(session).empty());
}

Result<FoundReferences> referencesOf(const session::Session& session, const std::string& method, const GapChoice& choice,
                                     const JobContext& job) {
    const auto found = [&]() -> Result<References> {
        if (choice.referenceRun) return gap::runReferences(session, method, *choice.referenceRun, graph::StageId::edge(), job);
        if (choice.computed) return References();
        if (choice.file.isEmpty()) return gap::sessionReferences(session, method, job);
        Diagnostics diagnostics;
        auto references = gap::fileReferences(choice.file.toStdString(), diagnostics, job);
        session.addDiagnostics(diagnostics);
        return references;
    }();
    if (!found) return found.failure();
    if (*found != nullptr) return FoundReferences{*found, std::nullopt, {}};
    return computed(session, method, choice, job);
}

bool isMisfit(const gap::GapTable& table) {
    std::size_t compared = 0, otherShape = 0;
    for (const gap::GapRow& row : table.rows) {
        compared += row.compared() ? 1U : 0U;
        otherShape += row.state == gap::GapState::ShapeMismatch ? 1U : 0U;
    }
    return otherShape > 0 && 2 * otherShape > compared;
}

RunVerdict runVerdict(const gap::GapTable& table, const gap::ReferenceValues& references) {
    RunVerdict verdict;
    std::size_t compared = 0;
    for (const gap::GapRow& row : table.rows) {
        compared += row.compared() ? 1U : 0U;
        if (row.compared() && !(row.error <= verdict.worst)) verdict.worst = row.error;
    }
    if (table.firstDivergence) {
        const gap::GapRow& row = table.rows[*table.firstDivergence];
        verdict.firstDivergence =
            row.nodes.empty() ? QStringLiteral("0/%1").arg(row.instruction) : text(row.nodes[modules::namedNode(row.nodes)]);
    }
    const QString calls = QObject::tr("%1 of %n call(s) compared", nullptr, counted(table.rows.size())).arg(countText(compared));
    if (references.computed() != nullptr && !references.computed()->ofRun) {
        verdict.mark = Mark::Incomparable;
        verdict.words = QObject::tr("what fed the run is not known: the reference is computed on %1\n%2")
                            .arg(inputsText(*references.computed()), calls);
    } else if (isMisfit(table)) {
        // The references are of a call with other inputs: what is outside the tolerance then is no fault.
        verdict.mark = Mark::Incomparable;
        verdict.words = QObject::tr("the reference values have other shapes: they are of another call\n%1").arg(calls);
    } else if (compared == 0) {
        verdict.words = QObject::tr("no value has a reference\n%1").arg(calls);
    } else {
        verdict.mark = table.firstDivergence ? Mark::Differ : Mark::Match;
        verdict.words = QObject::tr("worst relative error %1\n%2\n%3")
                            .arg(floatText(verdict.worst),
                                 table.firstDivergence ? QObject::tr("first divergence %1").arg(verdict.firstDivergence)
                                                       : QObject::tr("all within the tolerance"),
                                 calls);
    }
    return verdict;
}

}  // namespace etscope::ui
