#include "pages/changes_page.h"

#include <QScopedValueRollback>

#include "look/make.h"
#include "pages/change_tree.h"
#include "pages/changes_view.h"
#include "pages/diff_choices.h"

namespace etscope::ui {

ChangesPage::ChangesPage(Workspace& workspace, QWidget* parent) : ComparedPage(workspace, parent) {
    m_facts = new FactStrip(this);
    m_facts->hide();
    head()->addWidget(m_facts);
    m_view = new ChangesView(body());
    makeColumn(body(), {}, 0)->addWidget(m_view, 1);
    connect(m_view, &ChangesView::chosen, this, &ChangesPage::choose);
    connect(m_view, &ChangesView::opened, this, &ChangesPage::openEither);
}

void ChangesPage::forget() {
    ComparedPage::forget();
    m_job.cancel();
    m_view->setItems(nullptr);
    m_facts->hide();
}

void ChangesPage::compare() {
    if (!hasContent()) return;
    ask<ChangesByMeaning>(
        m_job, tr("Comparing exports"), [exports = exports()](const JobContext& job) { return changesByMeaning(exports, job); },
        [this](const ChangesByMeaning& changes) {
            tell(changes.found);
            show(changes);
            emit stateChanged();
        },
        [this] { m_view->setItems(nullptr); });
}

void ChangesPage::show(const ChangesByMeaning& changes) {
    const bool same = changes.found.isNothing(), told = !same && !changes.items->items.empty();
    const QStringList before = workspace().other()->paths(), after = workspace().paths();
    m_view->tree()->setSides(sideName(before, after), sideName(after, before));
    m_view->setItems(told ? changes.items : nullptr);
    m_facts->setFacts(changes.facts);
    m_facts->setVisible(!same);
    if (same) return saySame(changes.found);
    if (!told)
        return showEmpty(tr("No module of the two exports differs"), tr("What differs belongs to none: it is listed by node."), {},
                         tr("Show by node"), [this] { workspace().showPage(PageId::DiffNodes); });
    showReady();
    followSelection(workspace().selection());
}

/// On both sides.
void ChangesPage::choose(const Address& before, const Address& after) {
    if (after.valid() && !m_follows) {
        const QScopedValueRollback leads(m_leads, true);
        workspace().select(after);
    }
    selectBefore(before);
}

void ChangesPage::followSelection(const Address& selection) {
    if (m_leads) return;
    const QScopedValueRollback follows(m_follows, true);
    m_view->select(selection);
}

QWidget* ChangesPage::contentFocus() const { return hasContent() ? m_view->tree() : nullptr; }

Searchable* ChangesPage::searchable() const { return m_view->items() != nullptr ? m_view->tree() : nullptr; }

bool ChangesPage::nextBad(bool forward) { return m_view->next(forward); }

}  // namespace etscope::ui
