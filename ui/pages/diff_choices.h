// DiffChoices: which method and stage of two exports are compared, and what came of it in a line. GUI thread only.
#pragma once

#include <QWidget>

#include "frame/workspace.h"
#include "pages/diff_rows.h"

class QLabel;

namespace etscope::ui {

class LabelledCombo;

class DiffChoices : public QWidget {
    Q_OBJECT
public:
    explicit DiffChoices(QWidget* parent = nullptr);
    /// Methods and stages of both; what was chosen stays where it is still there.
    void setSessions(const SessionPtr& left, const SessionPtr& right);
    /// The sessions are gone.
    void clear();
    /// Stages of the chosen method, then those inside its delegates.
    void offerStages(const QStringList& inside);
    DiffChoice choice() const;
    /// Everything; nobody is told.
    void chooseAll();
    /// Whether there is only one method to be told of.
    bool oneMethod() const;
    void say(const QString& summary);

signals:
    void methodChanged();
    void stageChanged();

private:
    LabelledCombo *m_method, *m_stage;
    QLabel* m_summary;
    SessionPtr m_left, m_right;
};

}  // namespace etscope::ui
