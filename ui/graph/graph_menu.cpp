// The menu of a graph pane.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <algorithm>

#include "graph/graph_pane.h"
#include "look/make.h"
#include "look/numbers.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

void addCopies(QMenu* menu, const modules::GraphIndex& index, const GraphPlace& place, const QString& address) {
    const auto add = [](QMenu* to, const QString& title, const QString& copied) {
        QAction* action = to->addAction(title);
        action->setEnabled(!copied.isEmpty());
        if (copied.isEmpty()) action->setToolTip(GraphPane::tr("Select an operator."));
        QObject::connect(action, &QAction::triggered, to, [copied] { QApplication::clipboard()->setText(copied); });
    };
    const bool node = place.node.valid();
    add(menu, GraphPane::tr("Copy name"),
        node                   ? text(index.model().text(index.model().node(place.node).id))
        : place.module.valid() ? text(index.hierarchy().module(place.module).path)
                               : QString());
    add(menu, GraphPane::tr("Copy address"), address);
    QMenu* as = menu->addMenu(GraphPane::tr("Copy as"));
    as->setEnabled(node);
    if (!node) return;
    const QString target = text(index.model().text(index.model().node(place.node).target));
    add(as, GraphPane::tr("TSV"), address + QLatin1Char('\t') + target);
    add(as, GraphPane::tr("Markdown"), QStringLiteral("`%1` %2").arg(address, target));
    add(as, GraphPane::tr("JSON"),
        QString::fromUtf8(QJsonDocument(QJsonObject{{QStringLiteral("address"), address}, {QStringLiteral("target"), target}})
                              .toJson(QJsonDocument::Compact)));
}

/// What the bar has no room for when graphs stand side by side.
QMenu* addView(QMenu* menu, const ShownGraph& shown, const std::function<void(ShownGraph::Switch, bool)>& set) {
    QMenu* view = menu->addMenu(GraphPane::tr("View"));
    using Switch = ShownGraph::Switch;
    for (const auto& [title, which] :
         {std::pair{GraphPane::tr("Group by module"), Switch::Modules}, std::pair{GraphPane::tr("Fold patterns"), Switch::Patterns},
          std::pair{GraphPane::tr("Fold repeated blocks"), Switch::Repeats},
          std::pair{GraphPane::tr("Hide getitem and no-ops"), Switch::NoOps},
          std::pair{GraphPane::tr("Left to right"), Switch::LeftRight}}) {
        QAction* action = view->addAction(title);
        action->setCheckable(true);
        action->setChecked(shown.is(which));
        QObject::connect(action, &QAction::triggered, menu, [set, which = which](bool on) { set(which, on); });
    }
    return view;
}

}  // namespace

void GraphPane::showMenu(QPoint position) {
    if (m_canvas->scene() == nullptr) return;
    const view::ViewGraph& shown = m_canvas->scene()->view();
    const view::ItemId item = m_place.valid() ? itemOf(shown, m_place) : view::ItemId();
    const bool open = item.valid() && shown.item(item).kind == view::ItemKind::Group;
    QMenu* menu = makeMenu(this);
    menu->setToolTipsVisible(true);
    const auto add = [menu](const QString& title, const QString& reason, auto&& run) {
        QAction* action = menu->addAction(title);
        action->setEnabled(reason.isEmpty());
        if (!reason.isEmpty()) action->setToolTip(reason);
        connect(action, &QAction::triggered, menu, run);
        return action;
    };
    const auto command = [this, add](QLatin1String id, const QString& title = {}) {
        const GraphCommand& of = *std::ranges::find(commands(), id, [](const GraphCommand& one) { return QLatin1String(one.id); });
        QAction* action =
            add(title.isEmpty() ? QCoreApplication::translate("Command", of.title) : title, cannot(of), [this, &of] { run(of); });
        action->setShortcut(of.keys);
        action->setShortcutVisibleInContextMenu(true);
    };
    QMenu* show = menu->addMenu(tr("Show in"));
    for (const PageId page : {PageId::Handles, PageId::Outputs, PageId::Overview})
        connect(show->addAction(pageTitle(page)), &QAction::triggered, this, [this, page] { workspace().showPage(page); });
    add(tr("Compare values"), m_place.node.valid() ? QString() : tr("Select an operator."), [this] {
        if (!m_place.node.valid()) return;  // the graph is gone since the menu was opened
        workspace().follow(Link::on(PageId::Outputs, Address::given(addressOf(m_place))));
    });
    const VerdictPtr& verdict = workspace().verdict();
    const Address here = m_place.node.valid() ? addressOf(m_place) : Address();
    if (verdict != nullptr && outcomeBlaming(*verdict, here) != nullptr) {
        add(tr("Shrink…"), {}, [this, here] { workspace().follow(Link::shrink(here)); });
        add(tr("Mend…"), {}, [this, here] { workspace().follow(Link::mend(here)); });
    }
    menu->addSeparator();
    for (const char* id : {"graph.trace-up", "graph.trace-up-further", "graph.trace-down-further", "graph.trace-down",
                           "graph.isolate", "graph.between", "graph.matches"})
        command(QLatin1String(id));
    menu->addSeparator();
    command(QLatin1String("graph.activate"), open ? tr("Collapse") : tr("Expand"));
    command(QLatin1String("graph.expand-all"));
    command(QLatin1String("graph.collapse-all"));
    QMenu* view = addView(menu, m_shown, [this](ShownGraph::Switch which, bool on) { set(which, on); });
    if (m_bar->splits())
        connect(view->addAction(tr("Another graph beside this one")), &QAction::triggered, this, &GraphPane::splitRequested);
    command(QLatin1String("graph.stubs-edges"));
    command(QLatin1String("graph.stubs"), m_shown.options.stubs ? tr("Hide stubs") : tr("Show stubs"));
    menu->addSeparator();
    addCopies(menu, *m_shown.index, m_place, m_place.valid() ? addressOf(m_place).text() : QString());
    menu->addSeparator();
    add(tr("Colour by a file…"), {}, [this] { m_colours->askForValues(); });
    add(tr("Thresholds of the overlay…"), m_canvas->range().high > 0 ? QString() : tr("The overlay tells no amounts."),
        [this] { m_colours->askForRange(); });
    add(tr("Export whole graph…"), {}, [this] { m_export->ask(true); });
    add(tr("Export what is in view…"), {}, [this] { m_export->ask(false); });
    add(tr("Copy picture"), {}, [this] { QApplication::clipboard()->setPixmap(m_canvas->viewport()->grab()); });
    menu->popup(position);
}

}  // namespace etscope::ui
