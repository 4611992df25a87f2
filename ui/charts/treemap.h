// Treemap: the regions of files as areas (squarified: Bruls, Huizing, van Wijk 2000), grouped by kind or otherwise; every byte is
// in it. GUI thread only.
#pragma once

#include "charts/chart_view.h"
#include "flat/region.h"

namespace etscope::ui {

/// Rectangles of the given areas (descending), filling `area` in near squares. Those under `least` square pixels are left
/// out: `rest` is theirs.
QList<QRectF> squarified(const QList<double>& sizes, QRectF area, double least = 0, QRectF* rest = nullptr);

class Treemap : public ChartView {
    Q_OBJECT
public:
    explicit Treemap(QWidget* parent = nullptr);
    /// What stands together, and where regions are of several files theirs: a word for each region. Empty: their kinds, one file.
    struct Grouping {
        QStringList groups, files;
    };
    /// `file`: as addresses name it.
    void setRegions(std::vector<flat::Region> regions, const QString& file = {}, Grouping grouping = {});
    /// Titles of the groups, the largest first.
    QStringList groups() const;
    /// Marks a region, also when it is too small to be drawn by itself.
    void setCurrentRegion(int region);
    QRectF boxOf(std::size_t leaf) const override { return m_leaves[leaf].area; }
    /// None for regions that are too small to be told apart.
    Address addressOf(std::size_t leaf) const override;
    QString nameOf(std::size_t leaf) const override;
    QString tooltipOf(std::size_t leaf) const override;

signals:
    void regionClicked(int index);

protected:
    QMarginsF margins() const override { return {}; }
    std::vector<Tick> xTicks() const override { return {}; }
    void paintItems(QPainter& painter) const override;
    void activate(std::size_t leaf) override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t leaf) const override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

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
    void paintGroup(QPainter& painter, const Group& group) const;
    const flat::Region& regionOf(std::size_t leaf) const { return m_regions[static_cast<std::size_t>(m_leaves[leaf].region)]; }

    std::vector<flat::Region> m_regions;
    QString fileOf(std::size_t leaf) const;

    QString m_file;
    Grouping m_grouping;
    std::vector<qsizetype> m_groupOf;  ///< by region
    std::vector<Leaf> m_leaves;
    QList<Group> m_groups;
};

}  // namespace etscope::ui
