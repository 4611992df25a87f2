// OwnMethod: the method that the window puts in view by itself, the worst one, until a person chooses one. GUI thread only.
#pragma once

#include "workspace/workspace.h"

namespace etscope::ui {

class OwnMethod : public QObject {
    Q_OBJECT
public:
    explicit OwnMethod(Workspace& workspace);

public slots:
    /// Where a page wears its mark for another method than the one in view.
    void leadTo(etscope::ui::PageId page);
    /// The method in view is a person's choice.
    void end() { m_method.clear(); }

private:
    bool inView() const { return m_workspace.method() == m_method; }
    void showWorst();

    Workspace& m_workspace;
    QString m_method;  ///< empty: a person chose one
};

}  // namespace etscope::ui
