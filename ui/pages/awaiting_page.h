// AwaitingPage: a page whose files this version recognises but does not read. Says what it would show and which file holds it.
#pragma once

#include "frame/page.h"

namespace etscope::ui {

class AwaitingPage : public Page {
    Q_OBJECT
public:
    /// `which`: row of the table of texts.
    AwaitingPage(Workspace& workspace, int which, QWidget* parent = nullptr);
    bool hasContent() const override { return false; }

protected:
    void refresh() override;

private:
    int m_which;
};

}  // namespace etscope::ui
