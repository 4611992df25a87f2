// ChartView: base of the charts of which the items lie along an x axis that zooms (wheel, W, S), pans (drag, A, D), fits (F) and
// measures (M). An index finds the items in view. GUI thread only.
#pragma once

#include <QSet>
#include <algorithm>
#include <cstdint>
#include <utility>

#include "charts/item_view.h"
#include "models/address.h"

namespace etscope::ui {

/// 1, 2 or 5 times a power of ten, from `least` up.
double niceStep(double least);
/// "1e−03"
QString decadeText(int exponent);

class ChartView : public ItemView {
    Q_OBJECT
public:
    explicit ChartView(QWidget* parent = nullptr);

    std::size_t count() const override { return m_order.size(); }
    int itemAt(QPointF point) const override;
    /// From left to right.
    std::vector<std::size_t> inView(std::size_t most) const override;

    /// Highlights the items that are selected in the window, or what is selected there seen from here.
    void setSelection(const Address& selected, const QSet<Address>& related);
    /// What an item is; none for most.
    virtual Address addressOf(std::size_t) const { return {}; }

    /// All of it comes into view.
    virtual void fit() { moveTo(m_low, m_high); }
    void moveTo(double from, double to);
    double from() const { return m_from; }
    double to() const { return m_to; }
    /// Room before and behind its items, for what stands above it.
    std::pair<double, double> edges() const { return {plot().left(), width() - plot().right()}; }

signals:
    /// Another part is in view, or the plot has other edges.
    void viewMoved();

protected:
    static constexpr double kEdge = 8, kTickGap = 8;  ///< around titles; between an axis and its texts
    /// The height of a flag on a chart: a line of a heading with room.
    static double flagHeight();
    /// Of the widest of texts in the axes' font.
    static double widestOf(const QStringList& texts);
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
    void setZooms(bool zooms) { m_zooms = zooms; }
    /// How far from an item the mouse still means it.
    void setReach(double pixels) { m_reach = pixels; }
    void setTitles(const QString& above, const QString& below);
    void redraw() override;
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
    /// 1-2-5 steps within what is in view; of items that are counted, whole ones.
    std::vector<Tick> niceTicks(const QString& unit = {}) const;

    virtual QMarginsF margins() const = 0;
    /// Up to where the title above may reach.
    virtual double titleEnd() const { return width() - kEdge; }
    virtual std::vector<Tick> xTicks() const { return niceTicks(); }
    virtual std::vector<Tick> yTicks() const { return {}; }
    virtual bool ticksAbove() const { return false; }
    /// A place of the x axis, for the crosshair.
    virtual QString xText(double value) const { return QString::number(value, 'g', 6); }
    virtual void paintBack(QPainter&) const {}
    virtual void paintItems(QPainter& painter) const = 0;
    /// Above the items: flags, limits.
    virtual void paintMarks(QPainter&) const {}

    void paintAll(QPainter& painter) const override;
    void paintPointer(QPainter& painter) const override;
    QRectF clip() const override;
    void paintWhole(QPainter& painter) override;
    void bringIntoView(std::size_t item) override;
    int stepFrom(int from, int key) const override;
    bool actByKey(int key) override;
    void dragged(QPointF by) override;
    void addActions(QMenu& menu) override;
    std::size_t itemOfRow(std::size_t row) const override { return m_order[row]; }
    void wheelEvent(QWheelEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    static constexpr std::size_t kBlock = 256;
    void paintAxes(QPainter& painter) const;
    void highlight();
    void zoom(double factor, double around);
    void pan(double share);
    void measure();

    std::vector<Span> m_spans;
    std::vector<std::uint32_t> m_order;  ///< items by their beginnings
    std::vector<std::uint32_t> m_rank;   ///< of each item in it
    std::vector<double> m_ends;          ///< the farthest of each block of it
    double m_low = 0, m_high = 1, m_from = 0, m_to = 1, m_reach = 1;
    bool m_zooms = true, m_whole = false;  ///< items lie at whole numbers: so do ticks
    QString m_above, m_below;
    Address m_selected;
    QSet<Address> m_related;
    std::optional<double> m_measured;  ///< where it began
    mutable std::optional<QRectF> m_plot;
};

}  // namespace etscope::ui
