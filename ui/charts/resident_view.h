// ResidentView: an account of memory as a bar of parts from above, each joined to a line that says what it is, how much, and how
// surely that is known. GUI thread only.
#pragma once

#include "charts/item_view.h"
#include "findings/resident.h"

namespace etscope::ui {

class ResidentView : public ItemView {
    Q_OBJECT
public:
    explicit ResidentView(QWidget* parent = nullptr);
    void setResident(findings::Resident resident);
    const findings::Resident& resident() const { return m_resident; }

    std::size_t count() const override { return m_resident.parts.size(); }
    QRectF boxOf(std::size_t part) const override;
    QString nameOf(std::size_t part) const override;
    QString tooltipOf(std::size_t part) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void partClicked(std::size_t part);

protected:
    void paintAll(QPainter& painter) const override;
    int stepFrom(int from, int key) const override;
    void activate(std::size_t part) override { emit partClicked(part); }
    void restyled() override { fitHeight(); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t part) const override;

private:
    void fitHeight();
    static double rowHeight();
    /// Of the bar: where each part begins, and where the last ends.
    std::vector<double> edges() const;
    void paintRow(QPainter& painter, std::size_t part, double middle) const;

    findings::Resident m_resident;
};

}  // namespace etscope::ui
