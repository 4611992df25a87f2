// What the Overview concludes: what may be wrong, what is missing, what is odd, each with what to do. GUI thread only.
#pragma once

#include <QFrame>
#include <QWidget>
#include <vector>

#include "findings/lint.h"
#include "findings/questions.h"
#include "findings/verdict.h"
#include "look/marks.h"
#include "pages/finding_row.h"
#include "session/session.h"
#include "workspace/workspace.h"

class QVBoxLayout;

namespace etscope::ui {

/// Rows of findings, replaced at once.
class FindingList : public QWidget {
    Q_OBJECT
public:
    explicit FindingList(QWidget* parent = nullptr);
    void clear();
    bool isEmpty() const;
    /// A heading with the number of rows, then the rows in a frame; nothing when there are none. `noteLink`: a link at the right of
    /// the heading, and what it says. `count`: beside the title, in place of the number.
    void add(const QString& title, const QList<FindingText>& findings, const Link& noteLink = {}, const QString& note = {},
             const QString& count = {});

signals:
    void linkActivated(etscope::ui::Link link);

private:
    QWidget* makeTable(const QList<FindingText>& findings);

    QVBoxLayout* m_column;
};

/// What was looked at around the call that the verdict's answer names, a row each, and what to do; empty: it names no call.
QList<FindingText> proofFindings(const findings::SessionVerdict& verdict);
/// What they are the reasons of: a constant, not an operator.
bool isOfConstant(const findings::SessionVerdict& verdict);
/// The verdict's causes but the one that its answer names.
std::vector<findings::PossibleCause> otherCauses(const findings::SessionVerdict& verdict);
/// What may be wrong and what to do about it; each leads to where that is done.
QList<FindingText> causeFindings(const std::vector<findings::PossibleCause>& causes, const QStringList& methods);
/// What lint says beyond the metadata and the record, which have lists of their own.
QList<FindingText> exportFindings(const std::vector<findings::LintFinding>& findings);
/// What the files answer, and what the rest needs.
QList<FindingText> questionFindings(const std::vector<findings::FileQuestion>& questions);

/// A damaged archive by offset: its entries, where it ends, what its headers name and is not there.
class ArchiveStrip : public QWidget {
    Q_OBJECT
public:
    explicit ArchiveStrip(const session::SessionFile& file, QWidget* parent = nullptr);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Part {
        double from = 0, to = 0;
        QString name;
        bool truncated = false;
    };
    std::vector<Part> m_parts;
    double m_size = 1, m_claimed = 1;
    QString m_name;
};

}  // namespace etscope::ui
