// The menu of a graph pane, and what comes and goes through dialogs: values of nodes, thresholds, files.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <algorithm>

#include "graph/graph_pane.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/questions.h"

namespace etscope::ui {

void GraphPane::showMenu(QPoint position) {
    if (m_index == nullptr || m_canvas->scene() == nullptr) return;
    const view::ItemId item = m_place.valid() ? itemOf(m_canvas->scene()->view(), m_place) : view::ItemId();
    const bool open = item.valid() && isOpen(item);
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
    for (const auto& [title, page] :
         {std::pair{tr("Handles"), QStringLiteral("handles")}, std::pair{tr("Outputs"), QStringLiteral("outputs")},
          std::pair{tr("Overview"), QStringLiteral("overview")}})
        connect(show->addAction(title), &QAction::triggered, this, [this, page = page] { workspace().showPage(page); });
    add(tr("Compare values"), m_place.node.valid() ? QString() : tr("Select an operator."), [this] {
        if (m_index == nullptr || !m_place.node.valid()) return;  // the graph is gone since the menu was opened
        workspace().follow(QStringLiteral("page:outputs#") + Address::given(addressOf(m_place)).text());
    });
    menu->addSeparator();
    for (const char* id : {"graph.trace-up", "graph.trace-up-further", "graph.trace-down-further", "graph.trace-down",
                           "graph.isolate", "graph.between", "graph.matches"})
        command(QLatin1String(id));
    menu->addSeparator();
    command(QLatin1String("graph.activate"), open ? tr("Collapse") : tr("Expand"));
    command(QLatin1String("graph.expand-all"));
    command(QLatin1String("graph.collapse-all"));
    addView(menu);
    command(QLatin1String("graph.stubs-edges"));
    command(QLatin1String("graph.stubs"), m_options.stubs ? tr("Hide stubs") : tr("Show stubs"));
    menu->addSeparator();
    addCopies(menu);
    menu->addSeparator();
    add(tr("Colour by a file…"), {}, [this] { chooseValues(); });
    add(tr("Thresholds of the overlay…"), m_canvas->range().high > 0 ? QString() : tr("The overlay tells no amounts."),
        [this] { chooseRange(); });
    add(tr("Export whole graph…"), {}, [this] {
        if (m_canvas->scene() != nullptr) chooseExport(m_canvas->scene()->bounds());
    });
    add(tr("Export what is in view…"), {}, [this] { chooseExport(m_canvas->seen()); });
    add(tr("Copy picture"), {}, [this] { QApplication::clipboard()->setPixmap(m_canvas->viewport()->grab()); });
    menu->popup(position);
}

/// What the bar has no room for when graphs stand side by side.
void GraphPane::addView(QMenu* menu) {
    QMenu* view = menu->addMenu(tr("View"));
    const auto add = [view](const QString& title, bool on, auto&& run) {
        QAction* action = view->addAction(title);
        action->setCheckable(true);
        action->setChecked(on);
        connect(action, &QAction::triggered, view, run);
    };
    add(tr("Group by module"), m_options.modules, [this](bool on) { setModules(on); });
    add(tr("Fold patterns"), m_options.foldPatterns, [this](bool on) { setFold(on); });
    add(tr("Fold repeated blocks"), m_options.foldRepeats, [this](bool on) { setFoldRepeats(on); });
    add(tr("Hide getitem and no-ops"), m_options.hideNoOps, [this](bool on) { setHideNoOps(on); });
    add(tr("Left to right"), m_sceneOptions.direction == layout::Direction::LeftRight,
        [this](bool on) { setDirection(on ? layout::Direction::LeftRight : layout::Direction::TopDown); });
    if (m_split->isVisibleTo(this))
        connect(view->addAction(tr("Another graph beside this one")), &QAction::triggered, this, &GraphPane::splitRequested);
}

void GraphPane::addCopies(QMenu* menu) {
    const bool node = m_place.node.valid();
    const QString name = node                     ? text(m_index->model().text(m_index->model().node(m_place.node).id))
                         : m_place.module.valid() ? text(m_index->hierarchy().module(m_place.module).path)
                                                  : QString();
    const QString address = m_place.valid() ? addressOf(m_place).text() : QString();
    const QString target = node ? text(m_index->model().text(m_index->model().node(m_place.node).target)) : QString();
    const auto add = [](QMenu* to, const QString& title, const QString& copied) {
        QAction* action = to->addAction(title);
        action->setEnabled(!copied.isEmpty());
        if (copied.isEmpty()) action->setToolTip(tr("Select an operator."));
        connect(action, &QAction::triggered, to, [copied] { QApplication::clipboard()->setText(copied); });
    };
    add(menu, tr("Copy name"), name);
    add(menu, tr("Copy address"), address);
    QMenu* as = menu->addMenu(tr("Copy as"));
    as->setEnabled(node);
    if (!node) return;
    add(as, tr("TSV"), address + QLatin1Char('\t') + target);
    add(as, tr("Markdown"), QStringLiteral("`%1` %2").arg(address, target));
    add(as, tr("JSON"),
        QString::fromUtf8(QJsonDocument(QJsonObject{{QStringLiteral("address"), address}, {QStringLiteral("target"), target}})
                              .toJson(QJsonDocument::Compact)));
}

bool GraphPane::loadValues(const QString& path) {
    const auto values = profile::CustomValues::read(path.toStdString());
    if (!values) {
        m_matches->setText(text(values.error().message));
        return false;
    }
    setValues(*values);
    emit valuesLoaded(*values);
    return true;
}

void GraphPane::setValues(const std::shared_ptr<const profile::CustomValues>& values) {
    m_values = values;
    setOverlay(static_cast<int>(Overlay::Custom));
}

void GraphPane::chooseValues() {
    askForPath(this, {PathQuestion::Kind::Open, tr("Colour by a file"), {}, tr("Values (*.csv *.tsv *.json)")},
               [this](const QString& path) { loadValues(path); });
}

/// By keyboard what dragging the legend's ends does.
void GraphPane::chooseRange() {
    const AmountRange range = m_canvas->range();
    askForText(this, tr("Thresholds of the overlay"), tr("Least and largest amount; empty: all"),
               QStringLiteral("%1 %2").arg(range.low).arg(range.high), [this, range](const QString& words) {
                   const QStringList parts = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
                   if (parts.isEmpty()) return m_canvas->setRange({});
                   const double low = parts[0].toDouble(), high = parts.value(1, QString::number(range.high)).toDouble();
                   if (low > 0 && high >= low) m_canvas->setRange(AmountRange{low, high});
               });
}

/// One CSV or JSON file may be values of nodes; everything else is the window's.
void GraphPane::dragEnterEvent(QDragEnterEvent* event) {
    const auto urls = event->mimeData()->urls();
    static const QStringList kSuffixes{QStringLiteral("csv"), QStringLiteral("tsv"), QStringLiteral("json")};
    const bool values = urls.size() == 1 && urls[0].isLocalFile() && m_index != nullptr &&
                        kSuffixes.contains(QFileInfo(urls[0].toLocalFile()).suffix().toLower());
    values ? event->acceptProposedAction() : event->ignore();
}

void GraphPane::dropEvent(QDropEvent* event) {
    const QString path = event->mimeData()->urls().value(0).toLocalFile();
    if (!loadValues(path)) workspace().add({path});
    event->acceptProposedAction();
}

void GraphPane::chooseExport(layout::Rect part) {
    const QString suggestion =
        QString(m_key).replace(QLatin1Char('/'), QLatin1Char('-')).replace(QLatin1Char(':'), QLatin1Char('-')) +
        QStringLiteral(".svg");
    askForPath(this, {PathQuestion::Kind::Save, tr("Export graph"), suggestion, graphFileFilter()},
               [this, part](const QString& path) {
                   if (m_canvas->scene() == nullptr) return;  // the graph may have gone while the person chose a name
                   exportGraph(path, part, [this, name = QFileInfo(path).fileName()](const Result<void>& written) {
                       m_matches->setText(written ? tr("%1 is written").arg(name) : text(written.error().message));
                   });
               });
}

void GraphPane::exportGraph(const QString& path, layout::Rect part, std::function<void(Result<void>)> done) {
    m_export.start(
        tr("Writing %1").arg(QFileInfo(path).fileName()),
        [path, what = picture(part)](const JobContext& job) -> Result<bool> {
            if (const auto written = writeGraph(path, what, job); !written) return written.failure();
            return true;
        },
        [done = std::move(done)](const Result<bool>& written) { done(written ? Result<void>() : written.failure()); });
}

}  // namespace etscope::ui
