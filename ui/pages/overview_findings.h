// What the Overview concludes: whether the files belong together, what is missing, what is odd. GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "findings/lint.h"
#include "findings/overview.h"
#include "findings/possible_causes.h"
#include "join/joins.h"
#include "pages/finding_row.h"

class QVBoxLayout;

namespace etscope::ui {

/// Rows of findings, replaced at once.
class FindingList : public QWidget {
    Q_OBJECT
public:
    explicit FindingList(QWidget* parent = nullptr);
    void clear();
    /// A heading with the number of rows, then the rows; nothing when there are none.
    void add(const QString& title, const QList<FindingText>& findings);

signals:
    void linkActivated(QString link);

private:
    QVBoxLayout* m_column;
};

/// Those with a doubt one by one, mismatched ones first; all others in one row that unfolds.
QList<FindingText> joinFindings(const session::Session& session, const std::vector<join::Join>& joins);
/// What may be wrong and what to do about it.
QList<FindingText> causeFindings(const std::vector<findings::PossibleCause>& causes);
/// What lint says beyond the metadata and the record, which have lists of their own.
QList<FindingText> exportFindings(const std::vector<findings::LintFinding>& findings);
/// What works.
QList<FindingText> whatWorks(const session::Session& session);

}  // namespace etscope::ui
