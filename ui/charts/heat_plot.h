// HeatPlot: a map of a plane of a tensor as an image: nearest neighbour, one scale; its items are the pixels, which keys walk in
// both directions. GUI thread only.
#pragma once

#include <QImage>

#include "charts/item_view.h"
#include "look/marks.h"
#include "tensor/heat_map.h"

namespace etscope::ui {

class HeatPlot : public ItemView {
    Q_OBJECT
public:
    using Place = std::vector<std::int64_t>;  ///< an index per axis of the tensor

    /// What its numbers are; all but Values on a scale of decades.
    enum class Kind : std::uint8_t {
        Values,
        Differences,  ///< |d|
        Tolerances    ///< |d| ÷ tolerance: up to 1 passes
    };

    explicit HeatPlot(QWidget* parent = nullptr);
    /// The place that was marked stays.
    void setMap(tensor::HeatMap map, const tensor::PlaneRequest& plane, Kind kind);
    /// Stands where there is no picture.
    void setNote(const QString& note);
    /// The mark of what fails: where that is no fault, as by quantisation, it is amber and never red.
    void setWrong(Mark mark);
    /// Another plane is on its way: of this one nothing can be chosen.
    void setStale(bool stale) { m_stale = stale; }
    /// Nothing: no place.
    void markPlace(const Place& place);
    const QImage& image() const { return m_image; }

    std::size_t count() const override { return m_stale ? 0 : m_map.rows * m_map.columns; }
    int itemAt(QPointF point) const override;
    QRectF boxOf(std::size_t pixel) const override;
    /// "[0, 1, 2]: 0.5"
    QString nameOf(std::size_t pixel) const override;
    QString tooltipOf(std::size_t pixel) const override;
    /// Those around the current one.
    std::vector<std::size_t> inView(std::size_t most) const override;

signals:
    void placeClicked(std::vector<std::int64_t> place);

protected:
    void paintAll(QPainter& painter) const override;
    void paintHighlight(QPainter& painter, std::size_t pixel) const override;
    int stepFrom(int from, int key) const override;
    void stepped(std::size_t pixel) override { m_place = placeOf(pixel); }
    void activate(std::size_t pixel) override;
    void clickedBeside() override {}
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t pixel) const override;
    void restyled() override { makeImage(); }

private:
    struct Pixel {
        std::size_t row = 0, column = 0;
    };
    Pixel pixelOf(std::size_t item) const { return {item / m_map.columns, item % m_map.columns}; }
    /// The first element of a pixel.
    Place placeOf(std::size_t pixel) const;
    /// The pixel of a place; -1: it is in another plane.
    int pixelAt(const Place& place) const;
    bool notFinite(std::size_t pixel) const;
    QString valueText(std::size_t pixel) const;
    void makeImage();
    QColor colourOf(double share) const;
    QRectF imageRect() const;
    void paintScale(QPainter& painter, const QRectF& image) const;
    void paintDecades(QPainter& painter, const QRectF& ramp, const QRectF& row) const;
    /// The amounts at the ends of a scale of decades.
    double top() const;
    double low() const;
    /// 0 … 1 along the ramp.
    double scaled(double value) const;

    tensor::HeatMap m_map;
    tensor::PlaneRequest m_plane;
    Kind m_kind = Kind::Values;
    Mark m_wrong = Mark::Differ;
    bool m_stale = false;
    Place m_place;
    QImage m_image;
    QString m_note;
};

}  // namespace etscope::ui
