// SpliceBar: rows of a decoder's input by where they come from: boxes as wide as their rows are many, the least ones wide enough to
// be seen. GUI thread only.
#pragma once

#include "charts/item_view.h"
#include "look/marks.h"

namespace etscope::ui {

struct SpliceBox {
    std::size_t first = 0, count = 0;
    QString text, shorter, tooltip;  ///< `shorter`: where there is no room for the text
    bool picture = false;
    Mark mark = Mark::None;  ///< Match, Differ, Missing: by bytes
    std::optional<qint64> call;
};

class SpliceBar : public ItemView {
    Q_OBJECT
public:
    explicit SpliceBar(QWidget* parent = nullptr);
    void setBoxes(std::vector<SpliceBox> boxes);
    std::size_t count() const override { return m_boxes.size(); }
    QRectF boxOf(std::size_t item) const override;
    QString nameOf(std::size_t item) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

signals:
    void callChosen(qlonglong call);

protected:
    void paintAll(QPainter& painter) const override;
    void activate(std::size_t item) override;
    void clickedBeside() override {}
    void restyled() override { updateGeometry(); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t item) const override;

private:
    std::vector<SpliceBox> m_boxes;
};

}  // namespace etscope::ui
