#include "docks/problems.h"

#include "base/numbered_names.h"
#include "frame/entity_state.h"
#include "look/numbers.h"
#include "look/words.h"

namespace etscope::ui {

QStringList problemNames(const Diagnostics& diagnostics) {
    QStringList all;
    NumberedNames names;
    for (const Diagnostic& item : diagnostics.items()) all.append(text(names.add(item.code + '@' + item.where)));
    return all;
}

std::span<const Column> ProblemModel::columns() const {
    static constexpr Column kColumns[] = {
        {"", QT_TRANSLATE_NOOP("Column", "Severity"), kPlain, 4},
        {QT_TRANSLATE_NOOP("Column", "Message"), QT_TRANSLATE_NOOP("Column", "What is wrong and what can be done")},
        {QT_TRANSLATE_NOOP("Column", "Where"), QT_TRANSLATE_NOOP("Column", "File, part and offset"), kPlain, 44},
        {QT_TRANSLATE_NOOP("Column", "Code"), QT_TRANSLATE_NOOP("Column", "Stable word for scripts"), kCode, 28},
        {QT_TRANSLATE_NOOP("Column", "Count"), QT_TRANSLATE_NOOP("Column", "How often"), kNumber, 7}};
    return kColumns;
}

Cell ProblemModel::cell(int row, int column) const {
    const Diagnostic& item = m_diagnostics.items()[static_cast<std::size_t>(row)];
    switch (column) {
        case 0:
            return {.sort = static_cast<int>(item.severity),
                    .mark = severityMark(item.severity),
                    .copy = word(text(severityName(item.severity)))};
        case 1: return {.text = text(item.message), .tooltip = text(item.message)};
        case 2: return {.text = text(item.where), .tooltip = text(item.where)};
        case 3: return {.text = text(item.code)};
        case 4: return countCell(item.count);
        default: return {};
    }
}

}  // namespace etscope::ui
