#include "workspace/own_method.h"

#include <QApplication>

#include "look/numbers.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {

OwnMethod::OwnMethod(Workspace& workspace) : QObject(&workspace), m_workspace(workspace) {
    connect(&workspace, &Workspace::sessionChanged, this, [this] {
        if (!m_workspace.keptView()) m_method = m_workspace.method();
    });
    for (const auto changed : {&Workspace::viewChanged, &Workspace::stagesChanged})
        connect(&workspace, changed, this, [this] {
            if (!inView()) end();
        });
    connect(&workspace, &Workspace::verdictChanged, this, &OwnMethod::showWorst);
}

/// Once it is known, as long as the person has gone nowhere.
void OwnMethod::showWorst() {
    const VerdictPtr& verdict = m_workspace.verdict();
    if (verdict == nullptr || verdict->methods.empty() || m_workspace.keptView() || !inView()) return;
    if (m_workspace.canGoBack() || QApplication::activePopupWidget() != nullptr) return;
    const findings::MethodOutcome& worst = verdict->methods.front();
    if (worse(pageMark(worst, PageId::Outputs), pageMark(worst, PageId::Gap)) == Mark::None) return;
    m_method = text(worst.method);
    m_workspace.setMethod(m_method);
    m_workspace.beginHistory();
}

void OwnMethod::leadTo(PageId page) {
    const VerdictPtr verdict = m_workspace.verdict();
    if (verdict == nullptr || !inView()) return;
    const auto* shown = outcomeOf(*verdict, m_workspace.method());
    const QString wrong = wrongMethod(*verdict, page);
    if (wrong.isEmpty() || (shown != nullptr && pageMark(*shown, page) == pageMark(*verdict, page))) return;
    m_method = wrong;
    m_workspace.goToMethod(wrong);
}

}  // namespace etscope::ui
