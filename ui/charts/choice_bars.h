// ChoiceBars: the likeliest tokens of one choice, what each side gives them: bars from the middle outwards, the reference's at the
// left, the device's at the right. Without a reference the device's alone. GUI thread only.
#pragma once

#include "charts/item_view.h"

namespace etscope::ui {

struct ChoiceCandidate {
    QString token;
    qint64 id = -1;
    std::optional<double> reference, device;
    bool chosen = false, wanted = false;  ///< the one that was chosen; the reference's
};

class ChoiceBars : public ItemView {
    Q_OBJECT
public:
    explicit ChoiceBars(QWidget* parent = nullptr);
    void setBars(std::vector<ChoiceCandidate> bars);
    std::size_t count() const override { return m_bars.size(); }
    QRectF boxOf(std::size_t item) const override;
    QString nameOf(std::size_t item) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    void paintAll(QPainter& painter) const override;
    bool isStacked() const override { return true; }
    void clickedBeside() override {}
    void restyled() override { updateGeometry(); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t item) const override;

private:
    double rowHeight() const;
    bool hasReference() const;
    void paintLegend(QPainter& painter) const;

    std::vector<ChoiceCandidate> m_bars;
};

}  // namespace etscope::ui
