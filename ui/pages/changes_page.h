// Changes by meaning: facts before and after, the tree of modules with a sentence each, and beside it the one that is chosen. GUI
// thread only.
#pragma once

#include "pages/compared_page.h"

namespace etscope::ui {

class ChangesView;
class FactStrip;

class ChangesPage : public ComparedPage {
    Q_OBJECT
public:
    explicit ChangesPage(Workspace& workspace, QWidget* parent = nullptr);
    /// The module after the current one that is not the same.
    bool nextBad(bool forward) override;
    ChangesView* view() const { return m_view; }

protected:
    void compare() override;
    void forget() override;
    void followSelection(const Address& selection) override;
    QWidget* contentFocus() const override;
    Searchable* searchable() const override;

private:
    void show(const ChangesByMeaning& changes);
    void choose(const Address& before, const Address& after);

    FactStrip* m_facts;
    ChangesView* m_view;
    bool m_leads = false;    ///< the tree makes the selection
    bool m_follows = false;  ///< the selection makes the tree's current row

    Job<ChangesByMeaning> m_job{this};
};

}  // namespace etscope::ui
