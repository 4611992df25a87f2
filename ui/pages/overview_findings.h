// What the Overview concludes: whether the files belong together, what is missing, what is odd. GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "findings/lint.h"
#include "findings/overview.h"
#include "inventory/metadata.h"
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

/// One for each join, mismatched ones first.
QList<FindingText> joinFindings(const session::Session& session, const std::vector<join::Join>& joins);
/// Constants of a program that are not its record's.
QList<FindingText> constantFindings(const std::vector<join::Join>& joins);
QList<FindingText> metadataFindings(const std::vector<program::MetadataFinding>& findings);
/// What lint says beyond the metadata and the record, which have lists of their own.
QList<FindingText> exportFindings(const std::vector<findings::LintFinding>& findings);
/// What works (true), or what is missing or doubtful.
QList<FindingText> stateFindings(const session::Session& session, bool works);

}  // namespace etscope::ui
