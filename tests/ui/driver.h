// Driver: uses a main window as a person does: keys go to where the focus is, clicks to where things are drawn, and what is asked
// for is what can be read on the screen.
#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTextDocumentFragment>
#include <QTreeView>
#include <QtTest>

#include "graph/graph_canvas.h"
#include "models/table_view.h"
#include "ui/windows.h"

namespace etscope::test {

class Driver {
public:
    explicit Driver(QSize size = {1760, 1150}) {
        m_window.resize(size);
        m_window.show();
        QApplication::setActiveWindow(&m_window);
        settle();
    }
    ui::MainWindow& window() { return m_window; }
    void settle() { test::settle(m_window); }

    /// A key, to whatever has the focus or is popped up.
    void press(int key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(m_window.windowHandle(), static_cast<Qt::Key>(key), modifiers);
        settle();
    }
    /// "Ctrl+Shift+3"
    void press(const char* sequence) {
        const QKeyCombination keys = QKeySequence(QString::fromLatin1(sequence))[0];
        press(keys.key(), keys.keyboardModifiers());
    }
    void type(const QString& text) {
        for (const QChar letter : text) QTest::keyClick(m_window.windowHandle(), letter.toLatin1());
        settle();
    }
    /// By the palette.
    void command(const QString& title) {
        press("Ctrl+K");
        type(QLatin1Char('>') + title);
        press(Qt::Key_Return);
    }
    /// Of a combo that `key` opens: the entry that begins like this.
    void choose(const char* key, const QString& entry) {
        press(key);
        type(entry);
        press(Qt::Key_Return);
    }
    /// A real click on what is named so, where it is drawn: a row of a table in view, or an item of a graph.
    bool click(const ui::Address& address) {
        for (auto* table : visible<ui::TableView>())
            for (int row = 0; row < table->model()->rowCount(); ++row) {
                const QModelIndex index = table->model()->index(row, 0);
                if (index.data(ui::AddressRole).value<ui::Address>() != address) continue;
                table->scrollTo(index);
                return clickAt(table->viewport(), table->visualRect(index.siblingAtColumn(shownColumn(*table))).center());
            }
        for (auto* canvas : visible<ui::GraphCanvas>()) {
            if (canvas->scene() == nullptr) continue;
            const view::ViewGraph& view = canvas->scene()->view();
            const view::ItemId item = view.itemOf(view.index().model().findNode(address.name.toStdString()));
            if (item.valid()) return clickAt(canvas->viewport(), canvas->boxOf(item.index()).center().toPoint());
        }
        return false;
    }

    /// All that can be read in a part of the window, a line each.
    QString texts(const QWidget* part = nullptr) const {
        QStringList all;
        const QWidget* root = part != nullptr ? part : &m_window;
        for (const QWidget* widget : QList<const QWidget*>{root} + constList(root->findChildren<QWidget*>())) {
            if (!widget->isVisibleTo(&m_window)) continue;
            if (const auto* label = qobject_cast<const QLabel*>(widget)) all += plain(label->text());
            if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) all += button->text();
            if (const auto* combo = qobject_cast<const QComboBox*>(widget)) all += combo->currentText();
            if (const auto* text = qobject_cast<const QPlainTextEdit*>(widget)) all += text->toPlainText();
            if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) all += tabs->tabText(tabs->currentIndex());
            if (const auto* view = qobject_cast<const QAbstractItemView*>(widget)) all += rows(*view);
        }
        return all.join(QLatin1Char('\n'));
    }
    QString texts(const char* name) const { return texts(m_window.findChild<QWidget*>(QString::fromLatin1(name))); }
    bool sees(const QString& text) const { return texts().contains(text); }
    /// The row that keys act on, its cells with " | " between them.
    QString currentRow() const {
        const auto* view = qobject_cast<const QAbstractItemView*>(m_window.focusWidget());
        return view != nullptr ? rowOf(*view, view->currentIndex()) : QString();
    }
    /// What is read without its markup.
    static QString plain(const QString& text) {
        return Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
    }
    /// The cells of a row in view, with " | " between them.
    static QString rowOf(const QAbstractItemView& view, const QModelIndex& index) {
        QStringList cells;
        const int columns = index.isValid() ? index.model()->columnCount(index.parent()) : 0;
        for (int column = 0; column < columns; ++column) {
            const auto* table = qobject_cast<const QTableView*>(&view);
            if (table != nullptr && table->isColumnHidden(column)) continue;
            cells += index.siblingAtColumn(column).data(Qt::AccessibleTextRole).toString();
            if (cells.last().isEmpty()) cells.last() = index.siblingAtColumn(column).data().toString();
        }
        return cells.join(QStringLiteral(" | "));
    }

private:
    template <class T>
    QList<T*> visible() {
        QList<T*> found = m_window.findChildren<T*>();
        found.removeIf([](const T* one) { return !one->isVisible(); });
        return found;
    }
    static bool clickAt(QWidget* widget, QPoint at) {
        QTest::mouseClick(widget, Qt::LeftButton, {}, at);
        return true;
    }
    static int shownColumn(const ui::TableView& table) {
        int column = 0;
        while (table.isColumnHidden(column)) ++column;
        return column;
    }
    static QList<const QWidget*> constList(const QList<QWidget*>& widgets) { return {widgets.begin(), widgets.end()}; }
    static QStringList rows(const QAbstractItemView& view) {
        QStringList all;
        if (const auto* tree = qobject_cast<const QTreeView*>(&view)) {
            for (QModelIndex at = tree->indexAt({0, 0}); at.isValid(); at = tree->indexBelow(at)) all += rowOf(view, at);
            return all;
        }
        for (int i = 0; view.model() != nullptr && i < view.model()->rowCount(); ++i) {
            const QModelIndex index = view.model()->index(i, 0);
            if (view.viewport()->rect().intersects(view.visualRect(index))) all += rowOf(view, index);
        }
        return all;
    }

    ui::MainWindow m_window;
};

}  // namespace etscope::test
