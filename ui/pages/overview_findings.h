// What the Overview concludes: what may be wrong, what is missing, what is odd, each with what to do. GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "findings/lint.h"
#include "findings/overview.h"
#include "findings/possible_causes.h"
#include "pages/finding_row.h"

class QVBoxLayout;

namespace etscope::ui {

/// Rows of findings, replaced at once.
class FindingList : public QWidget {
    Q_OBJECT
public:
    explicit FindingList(QWidget* parent = nullptr);
    void clear();
    /// A heading with the number of rows, then the rows in a frame; nothing when there are none. `noteLink`: a link at the right of
    /// the heading, and what it says.
    void add(const QString& title, const QList<FindingText>& findings, const QString& noteLink = {}, const QString& note = {});

signals:
    void linkActivated(QString link);

private:
    QWidget* makeTable(const QList<FindingText>& findings);

    QVBoxLayout* m_column;
};

/// What may be wrong and what to do about it; each leads to where that is done.
QList<FindingText> causeFindings(const std::vector<findings::PossibleCause>& causes);
/// What lint says beyond the metadata and the record, which have lists of their own.
QList<FindingText> exportFindings(const std::vector<findings::LintFinding>& findings);
/// What works.
QList<FindingText> whatWorks(const session::Session& session);

}  // namespace etscope::ui
