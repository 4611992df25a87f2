// A translation that brackets all texts, and a walk over what stands in a window that finds those without brackets.
#pragma once

#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QTranslator>
#include <set>

#include "charts/item_view.h"
#include "look/numbers.h"
#include "tensor/comparison.h"
#include "ui/driver.h"

namespace etscope::test {

constexpr QChar kOpen(0x27E6), kClose(0x27E7);

/// A text of the program, as its translations name it.
struct Message {
    QString context, text, comment;
    bool plural = false;
    friend bool operator<(const Message& a, const Message& b) {
        return std::tie(a.context, a.text, a.comment, a.plural) < std::tie(b.context, b.text, b.comment, b.plural);
    }
};

/// Brackets every text and keeps what it was asked for.
class Pseudo : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char* comment, int n) const override {
        const QString text = QString::fromUtf8(source);
        const QMutexLocker lock(&m_mutex);  // jobs make texts, too
        asked.insert({QString::fromUtf8(context), text, QString::fromUtf8(comment), n >= 0});
        QString shown = text;
        if (n >= 0) shown.replace(QLatin1String("%n"), QString::number(n));
        return kOpen + shown + kClose;
    }
    mutable std::set<Message> asked;

private:
    mutable QMutex m_mutex;
};

/// What of a text stands outside of the brackets. Of paths and of texts that are cut one bracket may be missing.
inline QString untranslated(const QString& text) {
    QString left;
    int depth = 0;
    for (const QChar letter : text) {
        if (letter == kOpen) {
            ++depth;
        } else if (letter == kClose) {
            if (depth == 0) left.clear();
            depth = std::max(0, depth - 1);
        } else if (depth == 0) {
            left += letter;
        }
    }
    return left;
}

/// What is the same in all languages: names of files, formats, backends and metrics, types, units.
inline const QSet<QString>& sameWords() {
    static const QSet<QString> kWords = [] {
        const QStringList list = QStringLiteral(
                                     "B KiB MiB ns µs ms s x atol rtol max min mean std zero inf nan NaN Inf Infinity finite "
                                     "int bool list float string tensor true false None True CPU CSV TSV JSON edge program "
                                     "exported record etscope XNNPACK XnnpackBackend XNN Esc Ctrl Shift Alt Tab Left Right Up Down "
                                     "Home End Return Backspace Space")
                                     .split(u' ');
        QSet<QString> words(list.begin(), list.end());
        for (const tensor::MetricColumn& metric : tensor::metricColumns()) words.insert(ui::text(metric.name));
        return words;
    }();
    return kWords;
}

/// Whether each word is one of these, a number, or a name with a digit, a point, a slash or the like inside.
inline bool isData(const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[\\s,;·›→↔×()≥≤+]+"));
    static const QRegularExpression kName(QStringLiteral("\\d|[._/:|#@\\[=-]\\w|^\\P{L}*\\p{L}?\\P{L}*$"));
    return std::ranges::all_of(text.split(kBetween, Qt::SkipEmptyParts),
                               [](const QString& word) { return sameWords().contains(word) || kName.match(word).hasMatch(); });
}

/// A command line, or a line of Python.
inline bool isCode(const QString& text) {
    static const QRegularExpression kCode(QStringLiteral("^etscope(-cli)? |^\\w+\\[\".*\"\\] = \\w+$"));
    return kCode.match(text).hasMatch();
}

/// Where names and texts of files stand, and messages of errors, which are in no language of the window.
inline bool showsData(const QString& place) {
    static const QRegularExpression kPlaces(
        // where the window is, texts of files, names of folders, how stages were compared
        QStringLiteral("^(breadcrumb|place|place "
                       "tip|textNote|textWindow|sourceText|frames|diffBefore|diffAfter|stateChoice|changeTree|changePanel|fact|"
                       "fact tip|tokenSummary)$"
                       // columns of names, of messages and of notes
                       "|/(Name|Operator|Computes|Module|Made by|Tensor|Inside|Read "
                       "by|Key|Message|Meaning|Note|Region|Owner|Nodes|Last edge node|"
                       "Inputs → outputs|Operators|Outputs|What was found|Step|First node that differs|Evidence)( tip)?$"
                       // notes of values, nodes
                       "|^(gapTable|handlesTable)/.* tip$|^card/"));
    return kPlaces.match(place).hasMatch();
}

inline QString plain(const QString& text) {
    return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
}

/// What the Inspector tells is mostly of the file, at the left names of arguments and entries, too.
inline QString nameOf(const QWidget& widget) {
    for (const QWidget* at = &widget; at != nullptr; at = at->parentWidget())
        if (at->inherits("etscope::ui::Inspector") && widget.inherits("QLabel"))
            return widget.inherits("etscope::ui::TextLabel") ? QStringLiteral("fact") : QStringLiteral("name of a fact");
    for (const QWidget* at = &widget; at != nullptr; at = at->parentWidget())
        if (!at->objectName().isEmpty() && !at->objectName().startsWith(QLatin1String("qt_"))) return at->objectName();
    return QString::fromLatin1(widget.metaObject()->className());
}

/// What stands in a window, seen through its widgets. Collects what is not translated, each once.
class Walk {
public:
    void see(const QString& where, const QString& text) {
        const QString left = untranslated(plain(text)).simplified();
        static const QStringList kArguments{"self",      "indices",    "weight", "input", "delegate",
                                            "constants", "identifier", "none",   "pte",   "etrecord"};
        if (where == QLatin1String("name of a fact") && kArguments.contains(left)) return;
        if (!showsData(where) && !isData(left) && !isCode(left)) m_faults.insert(where + QStringLiteral(": ") + left);
    }
    void see(const QWidget& root) {
        for (const QWidget* widget : QList<const QWidget*>{&root} + constList(root.findChildren<QWidget*>()))
            if (widget->isVisible()) seeOne(*widget);
    }
    void see(const QMenu& menu) {
        for (const QAction* action : menu.actions()) {
            for (const QString& text : {action->text(), action->toolTip(), action->statusTip()}) see(QStringLiteral("menu"), text);
            if (action->menu() != nullptr) see(*action->menu());
        }
    }
    QStringList faults() const {
        QStringList all(m_faults.begin(), m_faults.end());
        all.sort();
        return all;
    }

private:
    static QList<const QWidget*> constList(const QList<QWidget*>& widgets) { return {widgets.begin(), widgets.end()}; }
    void seeOne(const QWidget& widget) {
        const QString name = nameOf(widget);
        see(name + QStringLiteral(" tip"), widget.toolTip());
        see(name, widget.accessibleName());
        if (const auto* label = qobject_cast<const QLabel*>(&widget)) see(name, label->text());
        if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) see(name, button->text());
        if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) see(name, line->placeholderText());
        if (const auto* combo = qobject_cast<const QComboBox*>(&widget))
            for (int i = 0; i < combo->count(); ++i) see(name, combo->itemText(i));
        if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
            for (int i = 0; i < tabs->count(); ++i) see(name, tabs->tabText(i));
        if (const auto* chart = qobject_cast<const ui::ItemView*>(&widget)) see(name, chart->tsv().section(u'\n', 0, 0));
        if (const auto* table = qobject_cast<const ui::TableView*>(&widget)) return seeTable(*table);
        if (const auto* tree = qobject_cast<const QTreeView*>(&widget))
            for (QModelIndex at = tree->indexAt({0, 0}); at.isValid(); at = tree->indexBelow(at))
                for (int c = 0; c < at.model()->columnCount(); ++c) see(name, at.siblingAtColumn(c).data().toString());
    }
    void seeTable(const ui::TableView& table) {
        const QString name = nameOf(table);
        const QAbstractItemModel& model = *table.model();
        const auto columns = static_cast<const ui::TableModel*>(table.filter()->table())->columns();
        for (int c = 0; c < model.columnCount(); ++c) {
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                see(name, model.headerData(c, Qt::Horizontal, role).toString());
            const QString title = QString::fromUtf8(columns[static_cast<std::size_t>(c)].title);
            for (int row = 0; row < model.rowCount(); ++row)
                for (const auto& [role, kind] :
                     {std::pair{int(Qt::DisplayRole), ""}, {int(ui::SecondRole), ""}, {int(Qt::ToolTipRole), " tip"}})
                    see(name + u'/' + title + QLatin1String(kind), model.index(row, c).data(role).toString());
        }
    }

    QSet<QString> m_faults;
};

/// Menus that a click with the right button brings up.
inline void seeMenus(Walk& walk, QWidget& window) {
    for (QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !(qobject_cast<QAbstractScrollArea*>(widget) || qobject_cast<ui::ItemView*>(widget))) continue;
        const QPoint at = widget->rect().center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, widget->mapToGlobal(at));
        auto* area = qobject_cast<QAbstractScrollArea*>(widget);
        QApplication::sendEvent(area != nullptr ? area->viewport() : widget, &event);
    }
    for (QMenu* menu : window.findChildren<QMenu*>()) {
        walk.see(*menu);
        if (menu->isVisible()) menu->close();
    }
}

}  // namespace etscope::test
