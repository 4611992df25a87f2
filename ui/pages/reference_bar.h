// ReferenceBar: what the calls of a method are held against: reference values computed, of a file or of another run; and how far
// apart they may be. GUI thread only.
#pragma once

#include <QTimer>
#include <QWidget>

#include "answers/gap_choice.h"
#include "join/runs.h"

class QHBoxLayout;
class QLineEdit;

namespace etscope::ui {

class LabelledCombo;
class Workspace;

/// Those of the session's runs that executed the method.
std::vector<join::SessionRun> runsOf(const std::vector<join::SessionRun>& runs, const QString& method);

class ReferenceBar : public QWidget {
    Q_OBJECT
public:
    /// `page`: what the names of its parts begin with.
    ReferenceBar(Workspace& workspace, const QString& page, QWidget* parent);
    /// Behind the reference, before the tolerance.
    void add(QWidget* choice);
    /// What there is for the method in view, of whose runs these are; what was chosen stays where it is still there. Whether another
    /// reference is chosen now.
    bool offer(const std::vector<join::SessionRun>& runs);
    void clear();
    /// Into the choice: reference and tolerance.
    void choose(GapChoice& choice) const;

signals:
    void changed();

private:
    void makeTolerance(const QString& page);

    Workspace& m_workspace;
    QHBoxLayout* m_row;
    LabelledCombo* m_reference;
    QLineEdit *m_rtol, *m_atol;
    QTimer m_delay{this};
};

}  // namespace etscope::ui
