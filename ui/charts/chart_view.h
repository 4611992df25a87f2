// ChartView: base of the charts. Items lie along an x axis that zooms (wheel, W, S), pans (drag, A, D), fits (F) and measures (M);
// they are chosen by mouse and by keys (Left, Right, Home, End, Enter), told by tooltips and to screen readers (chart_accessible),
// and written as PNG, SVG, PDF or TSV, all of them. What depends on the items only is drawn once and kept until the view changes;
// an index finds those in view. GUI thread only.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"
#include "charts/chart_accessible.h"

namespace etscope::ui {

/// 1, 2 or 5 times a power of ten, from `least` up.
double niceStep(double least);
/// "1e−03"
QString decadeText(int exponent);

class ChartView : public QWidget, public AccessibleItems {
    Q_OBJECT
public:
    explicit ChartView(QWidget* parent = nullptr);

    std::size_t count() const override { return m_order.size(); }
    int current() const override { return m_current; }
    /// Brings it into view, too.
    void setCurrent(int item);
    void choose(std::size_t item) override { setCurrent(static_cast<int>(item)); }
    void open(std::size_t item) override;
    int itemAt(QPointF point) const override;
    /// From left to right.
    std::vector<std::size_t> inView(std::size_t most) const override;

    void fit() { moveTo(m_low, m_high); }
    void moveTo(double from, double to);
    double from() const { return m_from; }
    double to() const { return m_to; }
    QString tsv() const;
    /// All items, whatever is in view: `.png`, `.svg`, `.pdf` or `.tsv`.
    Result<void> exportTo(const QString& path);

protected:
    /// Of an item along the x axis.
    struct Span {
        double from = 0, to = 0;
    };
    /// Along the x axis, or a share of the height from below.
    struct Tick {
        double at = 0;
        QString text;
    };
    /// `low` … `high`: all of the axis, which comes into view.
    void setItems(std::vector<Span> spans, double low, double high);
    /// Those that stand for what is selected in the window.
    void setHighlighted(std::vector<std::size_t> items);
    void setZooms(bool zooms) { m_zooms = zooms; }
    /// How far from an item the mouse still means it.
    void setReach(double pixels) { m_reach = pixels; }
    void setTitles(const QString& above, const QString& below);
    /// What is kept of the picture is stale.
    void redraw();
    QRectF plot() const;
    double xOf(double value) const;
    double valueAt(double x) const;
    /// Calls `visit(item)` for all whose span meets `from` … `to`, in the order of their beginnings.
    template <class Visit>
    void each(double from, double to, Visit visit) const {
        for (std::size_t block = 0; block * kBlock < m_order.size(); ++block) {
            const std::size_t first = block * kBlock, last = std::min(first + kBlock, m_order.size());
            if (m_spans[m_order[first]].from > to) return;
            if (m_ends[block] < from) continue;
            for (std::size_t i = first; i < last && m_spans[m_order[i]].from <= to; ++i)
                if (m_spans[m_order[i]].to >= from) visit(static_cast<std::size_t>(m_order[i]));
        }
    }
    /// 1-2-5 steps within what is in view.
    std::vector<Tick> niceTicks(const QString& unit = {}) const;

    virtual QMarginsF margins() const = 0;
    virtual std::vector<Tick> xTicks() const { return niceTicks(); }
    virtual std::vector<Tick> yTicks() const { return {}; }
    virtual bool ticksAbove() const { return false; }
    /// A place of the x axis, for the crosshair.
    virtual QString xText(double value) const { return QString::number(value, 'g', 6); }
    virtual void paintBack(QPainter&) const {}
    virtual void paintItems(QPainter& painter) const = 0;
    /// Above the items: flags, limits.
    virtual void paintMarks(QPainter&) const {}
    virtual void paintHighlight(QPainter& painter, std::size_t item) const;
    virtual void activate(std::size_t) {}
    /// Titles of the columns, then the cells of an item.
    virtual QStringList tsvTitles() const = 0;
    virtual QStringList tsvCells(std::size_t item) const = 0;

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
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
    static constexpr std::size_t kBlock = 256;
    void paintAll(QPainter& painter) const;
    void paintAxes(QPainter& painter) const;
    void paintPointer(QPainter& painter) const;
    void zoom(double factor, double around);
    void pan(double share);
    bool zoomByKey(int key);
    bool stepByKey(int key);
    void step(int to);
    void showTip(std::size_t item, QPoint global);
    void measure();
    void save();
    void tellFocus() const;

    std::vector<Span> m_spans;
    std::vector<std::uint32_t> m_order;  ///< items by their beginnings
    std::vector<std::uint32_t> m_rank;   ///< of each item in it
    std::vector<double> m_ends;          ///< the farthest of each block of it
    double m_low = 0, m_high = 1, m_from = 0, m_to = 1, m_reach = 1;
    bool m_zooms = true, m_dragged = false;
    QString m_above, m_below;
    int m_current = -1;
    std::vector<std::size_t> m_highlighted;
    std::optional<QPointF> m_pointer, m_pressed;
    std::optional<double> m_measured;  ///< where it began
    QPixmap m_layer;
    mutable std::optional<QRectF> m_plot;
};

}  // namespace etscope::ui
