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
    const Diagnostics diagnostics = session->diagnostics();
    const QStringList names = problemNames(diagnostics);
    Rows rows = Tables::problems().rows(diagnostics.items(),
                                        [name = names.begin()](const Diagnostic&) mutable { return Address::ofProblem(*name++); });
    rows.summary = QObject::tr("%n kind(s)", nullptr, counted(rows.size()));
    return rows;
}

}  // namespace

Cell severityCell(Severity severity) {
    return {.sort = static_cast<int>(severity), .mark = severityMark(severity), .copy = word(text(severityName(severity)))};
}

QStringList problemNames(const Diagnostics& diagnostics) {
    QStringList all;
    NumberedNames names;
    for (const Diagnostic& item : diagnostics.items()) all.append(text(names.add(item.code + '@' + item.where)));
    return all;
}

const TypedSpec<Diagnostic>& Tables::problems() {
    using Row = Diagnostic;
    static const TypedSpec<Row> kSpec{
        {"problems", QT_TR_NOOP("Reading problems"), QT_TR_NOOP("severity, code, place"),
         [](const session::Session& session) { return !session.diagnostics().empty(); }, QT_TR_NOOP("No problems"),
         QT_TR_NOOP("Nothing that was read of these files is damaged or doubtful."), "", problemRows},
        {{{"", QT_TR_NOOP("Severity"), kPlain, 4}, [](const Row& row) { return severityCell(row.severity); }},
         {{QT_TR_NOOP("Message"), QT_TR_NOOP("What is wrong and what can be done")},
          [](const Row& row) {
              const QString words = problemText(row.code, row.message);
              return Cell{.text = words, .tooltip = words};
          }},
         {{QT_TR_NOOP("Where"), QT_TR_NOOP("File, part and offset"), kPlain, 44},
          [](const Row& row) { return Cell{.text = text(row.where), .tooltip = text(row.where)}; }},
         {{QT_TR_NOOP("Code"), QT_TR_NOOP("Stable word for scripts"), kCode, 28},
          [](const Row& row) { return Cell{.text = text(row.code)}; }},
         {{QT_TR_NOOP("Count"), QT_TR_NOOP("How often"), kNumber, 7}, [](const Row& row) { return countCell(row.count); }}}};
    return kSpec;
}

}  // namespace etscope::ui
