// BlameRows: parts that were exchanged, indented, each with a bar: how much of a lost lead comes back by it. GUI thread only.
#pragma once

#include "charts/item_view.h"
#include "look/marks.h"
#include "session/entity.h"

namespace etscope::ui {

struct BlameRow {
    int depth = 0;
    Mark mark = Mark::None;
    QString title, note;          ///< "layers.11", "token becomes “dog”"
    std::optional<double> share;  ///< 1: all of it; nothing: it was not exchanged
    bool culprit = false;
    session::Entity leads;  ///< where a click goes; invalid: nowhere
};

class BlameRows : public ItemView {
    Q_OBJECT
public:
    explicit BlameRows(QWidget* parent = nullptr);
    void setRows(std::vector<BlameRow> rows);
    std::size_t count() const override { return m_rows.size(); }
    const BlameRow& row(std::size_t item) const { return m_rows[item]; }
    QRectF boxOf(std::size_t item) const override;
    QString nameOf(std::size_t item) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

signals:
    void chosen(session::Entity part);

protected:
    void paintAll(QPainter& painter) const override;
    void paintHighlight(QPainter& painter, std::size_t item) const override;
    bool isStacked() const override { return true; }
    void activate(std::size_t item) override;
    void clickedBeside() override {}
    void restyled() override { updateGeometry(); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t item) const override;

private:
    double rowHeight() const;

    std::vector<BlameRow> m_rows;
};

}  // namespace etscope::ui
