// PicturePlot: tensors as pictures, side by side: nearest neighbour, pixels that are no numbers in a colour of their own, a scale
// where levels are not grey. Its items are the pictures. GUI thread only.
#pragma once

#include <QImage>

#include "charts/item_view.h"
#include "tensor/picture.h"

namespace etscope::ui {

class PicturePlot : public ItemView {
    Q_OBJECT
public:
    struct Picture {
        QString title;  ///< "reference"
        QString about;  ///< how its pixels were made, what is odd about them
        std::shared_ptr<const tensor::Raster> raster;
        bool heat = false;  ///< levels by the ramp, with a scale from `low` to `high`
        double low = 0, high = 0;
    };
    explicit PicturePlot(QWidget* parent = nullptr);
    void setPictures(std::vector<Picture> pictures);
    const std::vector<Picture>& pictures() const { return m_pictures; }
    const QImage& image(std::size_t picture) const { return m_images[picture]; }
    /// No picture is wider or higher; 0: as there is room.
    void setMostSide(int pixels);
    /// Stands where there is no picture.
    void setNote(const QString& note);

    QSize sizeHint() const override;
    std::size_t count() const override { return m_pictures.size(); }
    QRectF boxOf(std::size_t picture) const override;
    QString nameOf(std::size_t picture) const override;
    QString tooltipOf(std::size_t picture) const override;

signals:
    void pictureClicked(int picture);

protected:
    void paintAll(QPainter& painter) const override;
    void activate(std::size_t picture) override { emit pictureClicked(static_cast<int>(picture)); }
    void restyled() override { makeImages(); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t picture) const override;

private:
    void makeImages();
    /// Where picture and caption may be.
    QRectF placeOf(std::size_t picture) const;
    void paintCaption(QPainter& painter, std::size_t picture, const QRectF& box) const;

    std::vector<Picture> m_pictures;
    std::vector<QImage> m_images;
    QString m_note;
    int m_mostSide = 0;
};

}  // namespace etscope::ui
