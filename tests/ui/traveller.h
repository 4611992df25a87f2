// Traveller: a person on the way from files to an answer. What is done is written as a list of actions, each a click, a drop or
// keys with the word that is typed behind them; they are counted, and happen where things are drawn.
#pragma once

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>
#include <QScrollArea>
#include <QTimer>

#include "ui/driver.h"

namespace etscope::test {

struct Action {
    enum Kind {
        Drop,     ///< files, a path per line, on the window or on the page named by `part`
        Keys,     ///< the keys of `part`, the word that is typed then, and Return when there is one
        Tab,      ///< a click on the view or tab of this title
        AnyPage,  ///< two clicks: on the question that has this view, and on that
        Button,   ///< a click on the button of this text in `part`
        Row,      ///< a double-click on the first row in `part` that has these words
        Pick,     ///< a click on it
    };
    Kind kind;
    QString what;
    QString part;
};
using Actions = QList<Action>;

class Traveller {
public:
    Driver& driver() { return m_driver; }
    int actions() const { return m_actions; }

    /// One action; false where there is nothing to do it with.
    bool go(const Action& action) {
        ++m_actions;
        const bool done = act(action);
        return rest() && done;
    }
    /// What can be read in a part of the window, by its name; everywhere when that is empty.
    QString reads(const QString& part) {
        return m_driver.texts(partOf(part)).remove(QChar(0x200b));  // places to break
    }

private:
    /// Until all is computed and drawn: large files take their time.
    bool rest() {
        takeTurns();
        const bool ended = QTest::qWaitFor([this] { return m_driver.window().settled(); }, 400000);
        m_driver.settle();
        return ended;
    }
    bool act(const Action& action) {
        QWidget* part = partOf(action.part);
        switch (action.kind) {
            case Action::Drop: return drop(*part, action.what.split(u'\n'));
            case Action::Keys: return keys(action.part, action.what);
            case Action::Tab: return tab(action.what);
            case Action::AnyPage: return page(action.what);
            case Action::Button: return button(*part, action.what);
            case Action::Row: return row(*part, action.what, true);
            case Action::Pick: return row(*part, action.what, false);
        }
        return false;
    }

    QWidget* partOf(const QString& name) {
        auto& window = m_driver.window();
        auto* part = name.isEmpty() ? nullptr : window.findChild<QWidget*>(name);
        return part != nullptr ? part : &window;
    }
    template <class T>
    QList<T*> shown(QWidget& part) {
        QList<T*> found = part.findChildren<T*>();
        if (auto* self = qobject_cast<T*>(&part)) found.prepend(self);
        found.removeIf([](const T* one) { return !one->isVisible(); });
        return found;
    }

    bool drop(QWidget& on, const QStringList& paths) {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths) urls += QUrl::fromLocalFile(path);
        data.setUrls(urls);
        const QPoint at(20, 20);
        QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&on, &enter);
        if (!enter.isAccepted()) return false;
        QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&on, &drop);
        return QTest::qWaitFor([&] { return m_driver.window().workspace().session() != nullptr; }, 120000);
    }
    bool keys(const QString& sequence, const QString& word) {
        const QKeyCombination first = QKeySequence(sequence)[0];
        QWindow* window = m_driver.window().windowHandle();
        QTest::keyClick(window, first.key(), first.keyboardModifiers());
        if (word.isEmpty()) return true;
        m_driver.type(word);
        QTest::keyClick(window, Qt::Key_Return);
        return true;
    }
    bool tab(const QString& title) {
        if (auto* view = viewButton(m_driver.window(), title)) return click(*view, view->rect().center());
        for (auto* bar : shown<QTabBar>(m_driver.window()))
            for (int i = 0; i < bar->count(); ++i)
                if (bar->tabText(i) == title && bar->visibleRegion().contains(bar->tabRect(i).center()))
                    return click(*bar, bar->tabRect(i).center());
        return false;
    }
    bool page(const QString& title) {
        ++m_actions;
        for (const ui::PageInfo& info : ui::pageTable())
            if (title == QString::fromUtf8(info.title)) {
                clickView(m_driver.window(), info.page);
                return m_driver.window().currentPage() == QLatin1String(info.name);
            }
        return false;
    }
    bool button(QWidget& part, const QString& text) {
        for (auto* button : shown<QAbstractButton>(part))
            if (button->isEnabled() && button->text() == text) return click(*button, intoView(*button, button->rect().center()));
        for (auto* label : shown<QLabel>(part))  // a link that begins it
            if (label->text().contains(u"<a ") && Driver::plain(label->text()).remove(QChar(0x200b)) == text)
                return click(*label, intoView(*label, QPoint(8, label->height() / 2)));
        return false;
    }
    bool row(QWidget& part, const QString& words, bool twice) {
        for (auto* view : shown<QAbstractItemView>(part))
            for (const QModelIndex& index : indexes(*view)) {
                if (!m_driver.rowOf(*view, index).contains(words)) continue;
                view->scrollTo(index);
                const QPoint at = view->visualRect(index).center();
                if (twice) click(*view->viewport(), at);
                return twice ? (QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, at), true) : click(*view->viewport(), at);
            }
        return false;
    }
    static QModelIndexList indexes(const QAbstractItemView& view) {
        QModelIndexList all;
        if (const auto* tree = qobject_cast<const QTreeView*>(&view)) {
            for (QModelIndex at = tree->model()->index(0, 0); at.isValid(); at = tree->indexBelow(at)) all += at;
            return all;
        }
        const auto* table = qobject_cast<const QTableView*>(&view);
        int column = 0;
        while (table != nullptr && column + 1 < view.model()->columnCount() && table->isColumnHidden(column)) ++column;
        for (int i = 0; view.model() != nullptr && i < view.model()->rowCount(); ++i) all += view.model()->index(i, column);
        return all;
    }

    /// What scrolls is scrolled until the place is in view.
    static QPoint intoView(QWidget& widget, QPoint at) {
        for (QWidget* above = widget.parentWidget(); above != nullptr; above = above->parentWidget())
            if (auto* area = qobject_cast<QScrollArea*>(above); area != nullptr && area->widget() != nullptr) {
                const QPoint place = widget.mapTo(area->widget(), at);
                area->ensureVisible(place.x(), place.y());
            }
        return at;
    }
    static bool click(QWidget& widget, QPoint at) {
        if (!widget.visibleRegion().contains(at)) return false;
        QTest::mouseClick(&widget, Qt::LeftButton, {}, at);
        return true;
    }

    Driver m_driver;
    int m_actions = 0;
};

}  // namespace etscope::test
