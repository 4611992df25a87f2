// ItemView: base of pictures of items. They are chosen by mouse and by keys (arrows, Home, End, Enter), told by tooltips and to
// screen readers (chart_accessible), and written as PNG, SVG, PDF or TSV, all of them. The picture is drawn once and kept until it
// is stale; what is current or under the pointer is drawn over it. GUI thread only.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <optional>
#include <vector>

#include "base/result.h"
#include "charts/chart_accessible.h"
#include "look/searchable.h"
#include "look/whole_picture.h"

class QMenu;

namespace etscope::ui {

class ItemView : public QWidget, public AccessibleItems, public WholePicture, public Searchable {
    Q_OBJECT
public:
    explicit ItemView(QWidget* parent = nullptr);

    int current() const override { return m_current; }
    /// Brings it into view, too.
    void setCurrent(int item);
    void choose(std::size_t item) override { setCurrent(static_cast<int>(item)); }
    void open(std::size_t item) override;
    QString tooltipOf(std::size_t item) const override { return nameOf(item); }
    /// The first whose box is there.
    int itemAt(QPointF point) const override;
    /// For pictures that show all of theirs at once.
    std::vector<std::size_t> inView(std::size_t most) const override;
    /// By what their tooltips say; it is chosen as by a key.
    bool find(const QString& text, bool forward, bool here = false) override;
    QString tsv() const;
    /// All items, whatever is in view: `.png`, `.svg`, `.pdf` or `.tsv`. Errors: `export-type-unsupported`, `write-failed`,
    /// `limit-exceeded` for pictures that other programs could not open.
    Result<void> exportTo(const QString& path);

protected:
    /// What tests find it by, and what screen readers call it.
    void introduce(const char* name, const QString& said);
    /// Others come: none is current, none is highlighted.
    void forgetItems();
    /// Those that stand for what is selected in the window.
    void setHighlighted(std::vector<std::size_t> items);
    /// What is kept of the picture is stale.
    virtual void redraw();
    /// Colours or fonts are others: what was made by them is made anew, before all is drawn.
    virtual void restyled() {}
    const std::optional<QPointF>& pointer() const { return m_pointer; }

    virtual void paintAll(QPainter& painter) const = 0;
    virtual void paintHighlight(QPainter& painter, std::size_t item) const;
    /// Above all, anew with each move of the pointer.
    virtual void paintPointer(QPainter&) const {}
    /// Where highlights may be drawn.
    virtual QRectF clip() const { return rect(); }
    QSize wholeSize() const override { return size(); }
    void paintWhole(QPainter& painter) override { paintAll(painter); }
    virtual void bringIntoView(std::size_t) {}
    /// Whether up and down lead from item to item, not right and left.
    virtual bool isStacked() const { return false; }
    /// The item that a key leads to; -1: the key means nothing here. `from`: -1 when none is current.
    virtual int stepFrom(int from, int key) const;
    /// A key has led here.
    virtual void stepped(std::size_t) {}
    /// Whether the key meant something.
    virtual bool actByKey(int) { return false; }
    virtual void activate(std::size_t) {}
    /// A click on no item.
    virtual void clickedBeside() { setCurrent(-1); }
    virtual void dragged(QPointF) {}
    virtual void addActions(QMenu&) {}
    /// Items in the order of rows of the table.
    virtual std::size_t itemOfRow(std::size_t row) const { return row; }
    /// Titles of the columns, then the cells of an item.
    virtual QStringList tsvTitles() const = 0;
    virtual QStringList tsvCells(std::size_t item) const = 0;

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;

private:
    bool stepByKey(int key);
    void showTip(std::size_t item, QPoint global);
    Result<void> writePicture(QIODevice& device, const QString& suffix);
    void save();
    void tellFocus() const;

    bool m_dragged = false;
    int m_current = -1;
    std::vector<std::size_t> m_highlighted;
    std::optional<QPointF> m_pointer, m_pressed;
    QPixmap m_layer;
};

}  // namespace etscope::ui
