#include "answers/problem_table.h"

#include "answers/tables.h"
#include "base/numbered_names.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "workspace/entity_state.h"

namespace etscope::ui {
namespace {

Result<Rows> problemRows(const SessionPtr& session, const QString&, const JobContext&) {
    Rows rows;
    const Diagnostics diagnostics = session->diagnostics();
    const QStringList names = problemNames(diagnostics);
    for (const Diagnostic& item : diagnostics.items())
        rows.add({severityCell(item.severity),
                  {.text = text(item.message), .tooltip = text(item.message)},
                  {.text = text(item.where), .tooltip = text(item.where)},
                  {.text = text(item.code)},
                  countCell(item.count)},
                 Address::ofProblem(names[static_cast<qsizetype>(rows.size())]));
    rows.summary = QObject::tr("%n kind(s)", nullptr, counted(rows.size()));
    return rows;
}

}  // namespace

Cell severityCell(Severity severity) {
    return {.sort = static_cast<int>(severity),
            .mark = severityMark(severity),
            .copy = word(text(severityName(severity)))};
}

QStringList problemNames(const Diagnostics& diagnostics) {
    QStringList all;
    NumberedNames names;
    for (const Diagnostic& item : diagnostics.items()) all.append(text(names.add(item.code + '@' + item.where)));
    return all;
}

const RowsSpec& Tables::problems() {
    static constexpr Column kColumns[] = {{"", QT_TR_NOOP("Severity"), kPlain, 4},
                                          {QT_TR_NOOP("Message"), QT_TR_NOOP("What is wrong and what can be done")},
                                          {QT_TR_NOOP("Where"), QT_TR_NOOP("File, part and offset"), kPlain, 44},
                                          {QT_TR_NOOP("Code"), QT_TR_NOOP("Stable word for scripts"), kCode, 28},
                                          {QT_TR_NOOP("Count"), QT_TR_NOOP("How often"), kNumber, 7}};
    static constexpr RowsSpec kSpec{.table = "problems",
                                    .job = QT_TR_NOOP("Reading problems"),
                                    .filter = QT_TR_NOOP("severity, code, place"),
                                    .hasContent = [](const session::Session& session) { return !session.diagnostics().empty(); },
                                    .emptyTitle = QT_TR_NOOP("No problems"),
                                    .emptyWhy = QT_TR_NOOP("Nothing that was read of these files is damaged or doubtful."),
                                    .emptyAction = "",
                                    .make = problemRows,
                                    .columns = kColumns};
    return kSpec;
}

}  // namespace etscope::ui
