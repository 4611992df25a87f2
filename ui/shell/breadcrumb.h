// Breadcrumb: where the window is: session, method, stage, the modules around the selection, the selection itself. Of several
// programs one is chosen here, and method and stage; a module is selected by a click. GUI thread only.
#pragma once

#include <QWidget>

#include "workspace/workspace.h"

class QHBoxLayout;
class QLabel;

namespace etscope::ui {

class LabelledCombo;

class Breadcrumb : public QWidget {
    Q_OBJECT
public:
    Breadcrumb(Workspace& workspace, QWidget* parent);
    LabelledCombo* method() const { return m_method; }
    LabelledCombo* stage() const { return m_stage; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    LabelledCombo* addChoice(const char* name, const QString& title);
    static void fill(LabelledCombo* combo, const QStringList& all, const QString& current);
    void showView();
    void showSelection();
    void showMembers();
    void fit();
    Address module() const;

    Workspace& m_workspace;
    QHBoxLayout* m_row;
    QLabel *m_session, *m_place;
    LabelledCombo *m_method, *m_stage, *m_member;
};

}  // namespace etscope::ui
