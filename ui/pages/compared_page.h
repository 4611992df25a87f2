// ComparedPage: what the views of the question Changes share: another export is before, the session in view is after. Without the
// other one they say what it takes, and offer what it may be. A click selects in the session in view, and beside it what the thing
// was before. The other export is Workspace::other(). GUI thread only.
#pragma once

#include "answers/diff_rows.h"
#include "workspace/page.h"

namespace etscope::ui {

class SidesLine;

class ComparedPage : public Page {
    Q_OBJECT
public:
    explicit ComparedPage(Workspace& workspace, QWidget* parent = nullptr);
    Mark stateMark() const override;
    /// Whether another export is there.
    bool hasContent() const override;
    /// Both names, to be put beside the views of the question.
    QWidget* controls() const;

protected:
    ViewKey::Parts asksFor() const override { return ViewKey::Parts::Session; }
    void refresh() override;
    void leave() override { forget(); }
    void retry() override;
    void showEvent(QShowEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

    /// Both are there, and others than before.
    virtual void meet() {}
    /// Both are there.
    virtual void compare() = 0;
    /// Nothing of sessions that are gone stays in view.
    virtual void forget();
    ComparedExports exports() const;
    /// What was found is known to the window.
    void tell(const FoundDifference& found);
    /// What was compared is equal.
    void saySame(const FoundDifference& found, const QString& where = {});
    /// In the other export.
    void selectBefore(const Address& address);
    /// What only the other export has is opened where graphs are shown side by side; its tensors and metadata have no page here.
    void openEither(const Address& before, const Address& after);

private:
    void followSessions();
    void followPairs();
    bool upToDate() const;
    void showNothing();

    std::weak_ptr<const session::Session> m_before, m_after;  ///< of what is in view
    SidesLine* m_sides;
};

/// Asks for the files of another export, compares with them and shows the changes. The dialog begins where this session lies.
void chooseOther(Workspace& workspace, QWidget* parent);

}  // namespace etscope::ui
