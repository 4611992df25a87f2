// Treemap: the regions of files as areas (squarified: Bruls, Huizing, van Wijk 2000), grouped by kind or otherwise, or in the order
// of their offsets; every byte is in it. A double click goes into a group, Backspace out of it. GUI thread only.
#pragma once

#include "charts/chart_view.h"
#include "flat/region.h"
#include "modules/operator_family.h"

namespace etscope::ui {

/// layout::squarified() and layout::inStrips(), for pictures of Qt.
QList<QRectF> squarified(const QList<double>& sizes, QRectF area, double least = 0, QRectF* rest = nullptr);
QList<QRectF> inStrips(const QList<double>& sizes, QRectF area, double least, QList<qsizetype>& counts);

class Treemap : public ChartView {
    Q_OBJECT
public:
    explicit Treemap(QWidget* parent = nullptr);
    /// What stands together, and where regions are of several files theirs: a word for each region. Empty: their kinds, one file.
    struct Grouping {
        QStringList groups, files;
        bool byOffset;  ///< of a group, in the order of the offsets; not so when it is left out
    };
    /// `file`: as addresses name it.
    void setRegions(std::vector<flat::Region> regions, const QString& file = {}, Grouping grouping = {});
    /// Titles of the groups, the largest first.
    QStringList groups() const;
    /// A kind's share of all bytes.
    struct Share {
        flat::RegionKind kind = flat::RegionKind::Unknown;
        double share = 0;
    };
    /// The largest first.
    std::vector<Share> shares() const;
    static modules::OperatorFamily familyOf(flat::RegionKind kind);
    /// The title of the group that is in view alone; empty: all are.
    const QString& zoomedInto() const { return m_zoomed; }
    /// Of one of groups(); empty: out.
    void zoomInto(const QString& group);
    /// Marks a region, also when it is too small to be drawn by itself.
    void setCurrentRegion(int region);
    QRectF boxOf(std::size_t leaf) const override { return m_leaves[leaf].area; }
    /// None for regions that are too small to be told apart.
    Address addressOf(std::size_t leaf) const override;
    QString nameOf(std::size_t leaf) const override;
    QString tooltipOf(std::size_t leaf) const override;

signals:
    void regionClicked(int index);
    void zoomed(QString group);

protected:
    QMarginsF margins() const override { return {}; }
    std::vector<Tick> xTicks() const override { return {}; }
    void paintItems(QPainter& painter) const override;
    void activate(std::size_t leaf) override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t leaf) const override;
    bool actByKey(int key) override;
    void addActions(QMenu& menu) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void restyled() override { place(); }

private:
    struct Group {
        QString title;
        flat::RegionKind kind = flat::RegionKind::Unknown;  ///< of its first region
        std::uint64_t size = 0;
        QList<int> members;  ///< largest first
        QRectF area;
        bool hasHeader() const;
    };
    /// A region, or those of a group that are too small to be told apart.
    struct Leaf {
        int region = -1;
        qsizetype group = 0;
        QRectF area;
        qsizetype merged = 0;
    };
    void place();
    void placeMembers(qsizetype group);
    void placeInOrder(qsizetype group, const QRectF& inner, const QList<double>& sizes);
    void goIn(int leaf);
    bool inZoom(const Group& group) const { return m_zoomed.isEmpty() || group.title == m_zoomed; }
    void paintGroup(QPainter& painter, const Group& group) const;
    const flat::Region& regionOf(std::size_t leaf) const { return m_regions[static_cast<std::size_t>(m_leaves[leaf].region)]; }

    std::vector<flat::Region> m_regions;
    QString fileOf(std::size_t leaf) const;

    QString m_file;
    Grouping m_grouping;
    QString m_zoomed;
    std::vector<qsizetype> m_groupOf;  ///< by region
    std::vector<Leaf> m_leaves;
    QList<Group> m_groups;
};

}  // namespace etscope::ui
