// The commands of the views: graph, charts, grids of values. The views answer the keys themselves, where they have the focus; here
// they are told to the list of keys and to the palette, which give them to the view that is seen.
#include <QApplication>
#include <QKeyEvent>
#include <QShortcut>
#include <QTableView>

#include "charts/chart_view.h"
#include "charts/element_grid.h"
#include "frame/commands.h"
#include "frame/dock_layout.h"
#include "frame/page_area.h"
#include "frame/window_commands.h"
#include "graph/graph_page.h"
#include "models/table_view.h"

namespace etscope::ui {
namespace {

struct KeyBinding {
    const char* id;
    const char* title;
    QKeyCombination keys;
};

constexpr KeyBinding kChartKeys[] = {
    {"chart.zoom-in", QT_TRANSLATE_NOOP("Command", "Zoom in"), Qt::Key_W},
    {"chart.zoom-out", QT_TRANSLATE_NOOP("Command", "Zoom out"), Qt::Key_S},
    {"chart.pan-left", QT_TRANSLATE_NOOP("Command", "Pan to the left"), Qt::Key_A},
    {"chart.pan-right", QT_TRANSLATE_NOOP("Command", "Pan to the right"), Qt::Key_D},
    {"chart.fit", QT_TRANSLATE_NOOP("Command", "Fit all"), Qt::Key_F},
    {"chart.measure", QT_TRANSLATE_NOOP("Command", "Measure from here to the pointer"), Qt::Key_M},
    {"chart.next", QT_TRANSLATE_NOOP("Command", "Next item"), Qt::Key_Right},
    {"chart.previous", QT_TRANSLATE_NOOP("Command", "Previous item"), Qt::Key_Left},
    {"chart.first", QT_TRANSLATE_NOOP("Command", "First item"), Qt::Key_Home},
    {"chart.last", QT_TRANSLATE_NOOP("Command", "Last item"), Qt::Key_End},
    {"chart.open", QT_TRANSLATE_NOOP("Command", "Select the current item"), Qt::Key_Return},
};

constexpr KeyBinding kValueKeys[] = {
    {"values.next-non-finite", QT_TRANSLATE_NOOP("Command", "Next NaN or Inf"), Qt::Key_N},
    {"values.previous-non-finite", QT_TRANSLATE_NOOP("Command", "Previous NaN or Inf"), Qt::SHIFT | Qt::Key_N},
    {"values.previous-slice", QT_TRANSLATE_NOOP("Command", "Previous slice"), Qt::Key_BracketLeft},
    {"values.next-slice", QT_TRANSLATE_NOOP("Command", "Next slice"), Qt::Key_BracketRight},
    {"values.go", QT_TRANSLATE_NOOP("Command", "Go to index"), Qt::Key_G},
    {"values.row-begin", QT_TRANSLATE_NOOP("Command", "To the first column"), Qt::CTRL | Qt::Key_Left},
    {"values.row-end", QT_TRANSLATE_NOOP("Command", "To the last column"), Qt::CTRL | Qt::Key_Right},
    {"values.first-row", QT_TRANSLATE_NOOP("Command", "To the first row"), Qt::CTRL | Qt::Key_Up},
    {"values.last-row", QT_TRANSLATE_NOOP("Command", "To the last row"), Qt::CTRL | Qt::Key_Down},
};

constexpr KeyBinding kFoldKeys[] = {
    {"rows.unfold", QT_TRANSLATE_NOOP("Command", "Unfold the row"), Qt::Key_Right},
    {"rows.fold", QT_TRANSLATE_NOOP("Command", "Fold the row"), Qt::Key_Left},
    {"rows.unfold-all", QT_TRANSLATE_NOOP("Command", "Unfold all rows"), Qt::Key_Asterisk},
    {"rows.fold-all", QT_TRANSLATE_NOOP("Command", "Fold all rows"), Qt::Key_Slash},
};

/// The view of that type that has the focus, else the first one that can be seen below `roots`; null: none.
template <class View>
View* seen(std::initializer_list<const QWidget*> roots) {
    for (QWidget* at = QApplication::focusWidget(); at != nullptr; at = at->parentWidget())
        if (auto* view = qobject_cast<View*>(at); view != nullptr) return view;
    for (const QWidget* root : roots)
        for (View* view : root->findChildren<View*>())
            if (view->isVisible()) return view;
    return nullptr;
}

/// Does what the keys do there: those of a shortcut of the view, else the view's own.
void press(QWidget* view, QKeyCombination keys) {
    view->setFocus(Qt::ShortcutFocusReason);
    for (QShortcut* shortcut : view->findChildren<QShortcut*>(Qt::FindDirectChildrenOnly))
        if (shortcut->key() == QKeySequence(keys)) return emit shortcut->activated();
    QKeyEvent event(QEvent::KeyPress, keys.key(), keys.keyboardModifiers());
    QApplication::sendEvent(view, &event);
}

}  // namespace

void addViewCommands(const WindowParts& w) {
    for (const GraphCommand& of : GraphPane::commands()) {
        const auto pane = [&w] { return w.pages->graph().focused(); };
        const auto reason = [pane, &of] {
            return pane()->isVisible() ? pane()->cannot(of) : Commands::tr("The graph is not in view.");
        };
        w.commands->add({of.id,
                         QT_TRANSLATE_NOOP("Command", "Graph"),
                         of.title,
                         QKeySequence(of.keys).toString(),
                         [pane, &of] { pane()->run(of); },
                         reason,
                         {},
                         false});
    }
    const auto add = [&](const char* view, std::span<const KeyBinding> keys, auto&& target, const QString& none) {
        const auto found = [target, &w] { return target({&w.pages->current(), w.docks->bottom()}); };
        for (const KeyBinding& key : keys)
            w.commands->add({key.id,
                             view,
                             key.title,
                             QKeySequence(key.keys).toString(),
                             [found, &key] { press(found(), key.keys); },
                             [found, none] { return found() != nullptr ? QString() : none; },
                             {},
                             false});
    };
    using Roots = std::initializer_list<const QWidget*>;
    const auto chart = [](Roots roots) -> QWidget* { return seen<ChartView>(roots); };
    const auto grid = [](Roots roots) -> QWidget* {
        auto* values = seen<ElementGrid>(roots);
        return values != nullptr ? values->table() : nullptr;
    };
    const auto tree = [](Roots roots) -> QWidget* {
        auto* table = seen<TableView>(roots);
        return table != nullptr && table->filter()->isTree() ? table : nullptr;
    };
    add(QT_TRANSLATE_NOOP("Command", "Chart"), kChartKeys, chart, Commands::tr("No chart is in view."));
    add(QT_TRANSLATE_NOOP("Command", "Rows"), kFoldKeys, tree, Commands::tr("No rows in view stand under others."));
    add(QT_TRANSLATE_NOOP("Command", "Values"), kValueKeys, grid, Commands::tr("No grid of values is in view."));
}

}  // namespace etscope::ui
