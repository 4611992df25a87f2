// DockLayout: what stands round the pages: Outline, Selection and the bottom dock. Their sizes, those of splitters, and what a
// person closed or opened; kept for the next window. The Selection is there while something is selected, or pinned; on a narrow
// window it lies over the page. GUI thread only.
#pragma once

#include <QMainWindow>
#include <QVariantMap>
#include <array>

#include "workspace/workspace.h"

class QAbstractButton;
class QDockWidget;
class QSettings;

namespace etscope::ui {

class BottomDock;
class SessionMarker;

class DockLayout : public QObject {
    Q_OBJECT
public:
    enum class Dock : std::uint8_t { Outline, Selection, Bottom };
    DockLayout(Workspace& workspace, const SessionMarker& marker, QMainWindow& window);
    ~DockLayout() override;

    /// As a person does it.
    void toggle(Dock which);
    bool isShown(Dock which) const;
    /// Below the pages: a tab of the bottom dock.
    void openTab(PageId tab);
    QWidget* bottom() const;
    /// A Selection that lies over the page leaves this part of it, and what is above, in view.
    void keepInView(QWidget* above) { m_above = above; }
    /// The page in view: the bottom dock is open or closed for graphs and for tables apart.
    void setPage(PageId page);
    /// As the person left them, and as the selection is.
    void arrange();
    /// Of a selection that is not pinned: nothing is selected any more. False: there was none.
    bool leaveSelection();
    /// All docks in their places and of their first size, like the parts of pages; all tables as they come.
    void reset();
    void restore(const QSettings& settings);
    void keep(QSettings& settings) const;
    /// Keys go on to the next area of Outline, `pages`, bottom dock and Selection; false where these are the pages.
    bool focusNext(QWidget* pages, bool forward) const;

signals:
    void visibilityChanged();

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void add(Dock which, const QString& title, QWidget* content);
    QDockWidget* dock(Dock which) const { return m_docks[static_cast<std::size_t>(which)]; }
    QString pageGroup() const { return m_page == PageId::Graph ? QStringLiteral("graph") : QStringLiteral("tables"); }
    bool isOpen(Dock which) const;
    void setOpen(Dock which, bool open);
    void arrangeSides();
    void arrangeBottom();
    /// Over the page, or beside it.
    void liftSelection(bool over);
    void limit();
    void size();
    void sizeSoon();

    Workspace& m_workspace;
    QMainWindow& m_window;
    std::array<QDockWidget*, 3> m_docks{};  ///< by Dock
    BottomDock* m_bottom;
    QWidget* m_above = nullptr;
    PageId m_page = PageId::Overview;
    QAbstractButton* m_pin = nullptr;
    bool m_sized = false, m_over = false;
    bool m_pressed = false;  ///< a button of the mouse is
    QByteArray m_first;                ///< state of the window when it was new
    QStringList m_open;                ///< side docks that the person opened, or pinned
    QVariantMap m_bottomOf;            ///< by page group: whether the person closed or opened the bottom dock there
    QVariantMap m_sizes, m_splitters;  ///< by name: sizes that the person gave docks, states of splitters that they moved
};

}  // namespace etscope::ui
