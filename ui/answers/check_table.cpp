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

/// Of the metadata where it is about one of its keys, else of the method, where it names one.
Address checkedThing(const session::Session& session, const findings::LintFinding& finding) {
    if (finding.code.starts_with("metadata-")) return Address::ofMetadata(text(finding.where));
    return session.method(finding.where) != nullptr ? Address::ofMethod(text(finding.where)) : Address();
}

Result<Rows> checkRows(const SessionPtr& session, const QString&, const JobContext& job) {
    auto findings = findings::lint(*session, job);
    if (!findings) return findings.failure();
    std::stable_sort(findings->begin(), findings->end(),
                     [](const auto& left, const auto& right) { return left.severity > right.severity; });
    Rows rows;
    for (const findings::LintFinding& one : *findings)
        rows.add({severityCell(one.severity),
                  {.text = text(one.where)},
                  {.text = said(one.message)},
                  {.text = said(one.suggestion), .dim = true},
                  {.text = text(one.code), .dim = true}},
                 checkedThing(*session, one));
    rows.summary = QObject::tr("%n finding(s)", nullptr, counted(rows.size()));
    if (rows.empty())
        rows.nothing = Nothing{QObject::tr("Nothing was found"), QObject::tr("No export check objects to these files."), {}};
    return rows;
}

}  // namespace

const RowsSpec& Tables::checks() {
    static constexpr Column kColumns[] = {
        {"", QT_TR_NOOP("Severity"), kPlain, 4},
        {QT_TR_NOOP("Where"), QT_TR_NOOP("Method, metadata key, tensor or file"), kCode, 22},
        {QT_TR_NOOP("What was found"), QT_TR_NOOP("What is doubtful about the export for its runner and device")},
        {QT_TR_NOOP("What to do"), QT_TR_NOOP("How the export would be better"), kPlain, 44},
        {QT_TR_NOOP("Code"), QT_TR_NOOP("Stable word for scripts"), kCode, 26}};
    static constexpr RowsSpec kSpec{.table = "checksTable",
                                    .job = QT_TR_NOOP("Checking the export"),
                                    .filter = QT_TR_NOOP("method, key, code"),
                                    .hasContent = [](const session::Session& session) { return !session.files().empty(); },
                                    .emptyTitle = QT_TR_NOOP("Nothing to check"),
                                    .emptyWhy = QT_TR_NOOP("Export checks need a program or a record."),
                                    .emptyAction = QT_TR_NOOP("Add the .pte or the ETRecord of the export."),
                                    .make = checkRows,
                                    .wraps = true,
                                    .columns = kColumns};
    return kSpec;
}

}  // namespace etscope::ui
