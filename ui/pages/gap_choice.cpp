#include "pages/gap_choice.h"

#include <QCoreApplication>
#include <algorithm>

#include "look/language.h"
#include "look/numbers.h"

namespace etscope::ui {
namespace {

class NoReferences : public gap::ReferenceValues {
public:
    std::optional<tensor::Value> ofNode(const std::string&) const override { return std::nullopt; }
    std::optional<tensor::Value> ofHandle(std::int64_t) const override { return std::nullopt; }
    std::vector<std::int64_t> handles() const override { return {}; }
    bool none() const override { return true; }
    std::string source() const override { return QObject::tr("none: choose a run").toStdString(); }
};

}  // namespace

/// A record, a run, and something to hold it against: values, or another run.
bool hasGap(const session::Session& session) {
    std::size_t runs = 0;
    for (const session::SessionFile& file : session.files())
        if (file.dump != nullptr)
            runs += static_cast<std::size_t>(std::ranges::count_if(file.dump->runs(), [&file](const etdump::Run& run) {
                return file.dump->blockKind(run) == etdump::BlockKind::Execute;
            }));
    return session.recordFile() != nullptr && runs > 0 && (runs > 1 || !gap::valueFiles(session).empty());
}

Result<std::shared_ptr<const gap::ReferenceValues>> referencesOf(const session::Session& session, const std::string& method,
                                                                 const GapChoice& choice, const JobContext& job) {
    using Pointer = std::shared_ptr<const gap::ReferenceValues>;
    if (choice.referenceRun) return gap::runReferences(session, method, *choice.referenceRun, graph::StageId::edge(), job);
    if (!choice.file.isEmpty()) {
        Diagnostics diagnostics;
        auto references = gap::fileReferences(choice.file.toStdString(), diagnostics, job);
        session.addDiagnostics(diagnostics);
        return references;
    }
    auto found = gap::sessionReferences(session, method, job);
    if (found && *found == nullptr) return Pointer(std::make_shared<NoReferences>());
    return found;
}

RunVerdict runVerdict(const gap::GapTable& table) {
    RunVerdict verdict;
    std::size_t compared = 0, otherShape = 0;
    for (const gap::GapRow& row : table.rows) {
        compared += row.compared() ? 1U : 0U;
        otherShape += row.state == gap::GapState::ShapeMismatch ? 1U : 0U;
        if (row.compared() && !(row.error <= verdict.worst)) verdict.worst = row.error;
    }
    if (table.firstDivergence) {
        const gap::GapRow& row = table.rows[*table.firstDivergence];
        verdict.firstDivergence = row.nodes.empty() ? QStringLiteral("0/%1").arg(row.instruction) : text(row.nodes.back());
    }
    const QString calls = QObject::tr("%1 of %n call(s) compared", nullptr, counted(table.rows.size())).arg(countText(compared));
    if (otherShape > 0 && 2 * otherShape > compared) {
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
