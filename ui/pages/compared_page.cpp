#include "pages/compared_page.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <algorithm>

#include "look/language.h"
#include "look/questions.h"
#include "pages/diff_choices.h"

namespace etscope::ui {
namespace {

QStringList droppedPaths(const QMimeData* data) {
    QStringList paths;
    for (const QUrl& url : data->urls())
        if (url.isLocalFile()) paths.append(url.toLocalFile());
    return paths;
}

}  // namespace

ComparedPage::ComparedPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    setAcceptDrops(true);
    m_sides = new SidesLine(this);
    connect(m_sides, &SidesLine::changeRequested, this, [this] { chooseOther(this->workspace(), this); });
    connect(m_sides, &SidesLine::closeRequested, this, [this] { this->workspace().compareWith({}); });
    connect(m_sides, &SidesLine::swapRequested, &workspace, &Workspace::swapSides);
    connect(&workspace, &Workspace::otherChanged, this, &ComparedPage::followSessions);
    connect(&workspace, &Workspace::sessionChanged, this, &ComparedPage::followSessions);
    connect(&workspace, &Workspace::pairsChanged, this, &ComparedPage::followPairs);
    connect(&workspace, &Workspace::changesChanged, this, &ComparedPage::stateChanged);
    connect(&workspace, &Workspace::baselinesChanged, this, [this] {
        if (!hasContent()) invalidate();
    });
}

QWidget* ComparedPage::controls() const { return m_sides; }

/// The same on all views of the question; what could not be compared is not the same, and what is another is not wrong for it.
Mark ComparedPage::stateMark() const {
    const DifferencePtr& known = workspace().difference();
    if (known == nullptr || (known->empty() && known->tensors.empty())) return Mark::None;
    return known->empty() ? Mark::Missing : Mark::Changed;
}

bool ComparedPage::hasContent() const {
    const Workspace* other = workspace().other();
    return workspace().session() != nullptr && other != nullptr && other->session() != nullptr;
}

bool ComparedPage::upToDate() const {
    return hasContent() && m_after.lock() == workspace().session() && m_before.lock() == workspace().other()->session();
}

void ComparedPage::followSessions() {
    if (!upToDate()) forget();
    invalidate();
    emit stateChanged();
}

/// What is in view stays until it is known anew.
void ComparedPage::followPairs() {
    if (!hasContent()) return;
    if (isVisible()) return compare();
    m_after.reset();
    invalidate();
}

void ComparedPage::forget() {
    m_before.reset();
    m_after.reset();
}

/// Of what changed in the workspace only its sessions matter here: a selection in another stage compares nothing anew.
void ComparedPage::refresh() {
    if (!hasContent()) return showNothing();
    if (upToDate()) return;
    forget();
    startAnew();
    m_after = workspace().session();
    m_before = workspace().other()->session();
    m_sides->setSides(workspace().other()->paths(), workspace().paths());
    meet();
    compare();
}

/// What was chosen stays.
void ComparedPage::retry() {
    startAnew();
    compare();
}

void ComparedPage::showNothing() {
    PageState state;
    state.what = tr("Nothing to compare with");
    state.why =
        tr("Changes tell what this export does otherwise than another one of the model, which was before it: nodes of every "
           "stage, weights, delegates, outputs, metadata. They need the files of that export beside this session.");
    state.todo = tr("Choose them, or drop them on this page.");
    state.button = tr("Compare with another export…");
    state.act = [this] { chooseOther(workspace(), this); };
    for (const Baseline& one : workspace().baselines())
        state.choices.append({one.name, one.about, [this, paths = one.paths] { workspace().compareWith(paths); }});
    state.choicesTitle = tr("Opened before, and perhaps an earlier export of it:");
    showEmpty(std::move(state));
}

ComparedExports ComparedPage::exports() const {
    return {workspace().other()->session(), workspace().session(), workspace().otherName(), workspace().difference(),
            workspace().pairs()};
}

void ComparedPage::tell(const FoundDifference& found) {
    if (found.answer != nullptr && found.difference != workspace().difference())
        workspace().tellChanges(found.answer, found.difference);
}

void ComparedPage::saySame(const FoundDifference& found, const QString& where) {
    const std::size_t nodes = found.matchedNodes(), weights = found.difference->equalTensors;
    const QString what = QStringList{tr("%n node(s)", nullptr, counted(nodes)), tr("%n weight(s)", nullptr, counted(weights))}.join(
        QStringLiteral(", "));
    if (!where.isEmpty())
        return showEmpty(tr("%1 is the same in both exports: %2").arg(where, what),
                         tr("Other methods and stages may differ: choose all above."));
    const auto isThere = [](const compare::StageDiff& stage) { return stage.left != nullptr || stage.right != nullptr; };
    if (weights == 0 && std::ranges::none_of(found.difference->stages, isThere))
        return showEmpty(tr("Nothing to compare"), tr("Neither export has graphs, weights, delegates or metadata."));
    showEmpty(tr("The two exports are the same: %1").arg(what),
              tr("Every node has a counterpart with the same operator, module, arguments and results; weights, delegates and "
                 "metadata have the same contents."));
}

void ComparedPage::selectBefore(const Address& address) {
    if (address.valid() && workspace().other() != nullptr) workspace().other()->reveal(address);
}

void ComparedPage::openEither(const Address& before, const Address& after) {
    if (after.valid()) workspace().reveal(after);
    const PageId page = pageOf(after.valid() ? after : before);
    if (page == PageId::Graph || (after.valid() && page != PageId::None)) workspace().showPage(page);
}

void ComparedPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (const Address& selection = workspace().selection(); selection.valid()) followSelection(selection);
}

void ComparedPage::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedPaths(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

/// Dropped here, files are the other export; on other pages they join the session.
void ComparedPage::dropEvent(QDropEvent* event) {
    const QStringList paths = droppedPaths(event->mimeData());
    if (paths.isEmpty()) return;
    workspace().compareWith(paths);
    event->acceptProposedAction();
}

void chooseOther(Workspace& workspace, QWidget* parent) {
    PathQuestion question{PathQuestion::Kind::OpenMany, QObject::tr("Files of the export to compare with")};
    if (!workspace.paths().isEmpty()) question.folder = QFileInfo(workspace.paths().first()).absolutePath();
    askForPaths(parent, question, [&workspace](const QStringList& paths) {  // it lives as long as its window, and so as the asker
        if (workspace.session() == nullptr) return workspace.open(paths);
        workspace.compareWith(paths);
        workspace.showPage(PageId::Diff);
    });
}

}  // namespace etscope::ui
