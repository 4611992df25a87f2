// The table of export checks: what is doubtful about the export for its runner and device, the worst first.
#include <algorithm>

#include "answers/problem_table.h"
#include "answers/tables.h"
#include "findings/lint.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "workspace/entity_state.h"

namespace etscope::ui {
namespace {

using findings::LintFinding;

/// Of the metadata where it is about one of its keys, else of the method, where it names one.
Address checkedThing(const session::Session& session, const LintFinding& finding) {
    if (finding.code.starts_with("metadata-")) return Address::ofMetadata(text(finding.where));
    return session.method(finding.where) != nullptr ? Address::ofMethod(text(finding.where)) : Address();
}

Result<Rows> checkRows(const SessionPtr& session, const QString&, const JobContext& job) {
    auto findings = findings::lint(*session, job);
    if (!findings) return findings.failure();
    std::stable_sort(findings->begin(), findings->end(),
                     [](const auto& left, const auto& right) { return left.severity > right.severity; });
    Rows rows = Tables::checks().rows(*std::move(findings), [&](const LintFinding& one) { return checkedThing(*session, one); });
    rows.summary = QObject::tr("%n finding(s)", nullptr, counted(rows.size()));
    if (rows.empty())
        rows.nothing = Nothing{QObject::tr("Nothing was found"), QObject::tr("No export check objects to these files."), {}};
    return rows;
}

}  // namespace

const TypedSpec<LintFinding>& Tables::checks() {
    using Row = LintFinding;
    static const TypedSpec<Row> kSpec{
        {"checksTable", QT_TR_NOOP("Checking the export"), QT_TR_NOOP("method, key, code"),
         [](const session::Session& session) { return !session.files().empty(); }, QT_TR_NOOP("Nothing to check"),
         QT_TR_NOOP("Export checks need a program or a record."), QT_TR_NOOP("Add the .pte or the ETRecord of the export."),
         checkRows, nullptr, true},
        {{{"", QT_TR_NOOP("Severity"), kPlain, 4}, [](const Row& row) { return severityCell(row.severity); }},
         {{QT_TR_NOOP("Where"), QT_TR_NOOP("Method, metadata key, tensor or file"), kCode, 22},
          [](const Row& row) { return Cell{.text = text(row.where)}; }},
         {{QT_TR_NOOP("What was found"), QT_TR_NOOP("What is doubtful about the export for its runner and device")},
          [](const Row& row) { return Cell{.text = said(row.message)}; }},
         {{QT_TR_NOOP("What to do"), QT_TR_NOOP("How the export would be better"), kPlain, 44},
          [](const Row& row) { return Cell{.text = said(row.suggestion), .dim = true}; }},
         {{QT_TR_NOOP("Code"), QT_TR_NOOP("Stable word for scripts"), kCode, 26},
          [](const Row& row) { return Cell{.text = text(row.code), .dim = true}; }}}};
    return kSpec;
}

}  // namespace etscope::ui
