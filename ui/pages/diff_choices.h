// What stands above the changes of two exports: what both are called; which method and stage is compared, and what came of it. GUI
// thread only.
#pragma once

#include <QStringList>
#include <QWidget>

#include "answers/diff_rows.h"
#include "workspace/workspace.h"

class QLabel;

namespace etscope::ui {

class ElidedLabel;
class LabelledCombo;

/// Which method and stage are compared.
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

/// "v2/model: model.etrecord, model.pte" where the other side is in v1/model; only the files when the folder is the same.
QString sideName(const QStringList& paths, const QStringList& otherPaths);

/// Both names, with buttons to swap them, to compare with another one or with none.
class SidesLine : public QWidget {
    Q_OBJECT
public:
    explicit SidesLine(QWidget* parent = nullptr);
    /// The paths of the export that was before, and of the one in view.
    void setSides(const QStringList& before, const QStringList& after);

signals:
    void swapRequested();
    void changeRequested();
    void closeRequested();

private:
    ElidedLabel *m_before, *m_after;
};

}  // namespace etscope::ui
