// CallRows: calls as rows: number, how it stands, method, what went in and came out, how long it took. GUI thread only.
#pragma once

#include "charts/item_view.h"
#include "look/marks.h"

namespace etscope::ui {

struct CallRow {
    QString number;  ///< of one call; empty: several
    Mark mark = Mark::None;
    QString method, shapes, note, tooltip;
    std::optional<qint64> call;  ///< a click leads there
};

class CallRows : public ItemView {
    Q_OBJECT
public:
    explicit CallRows(QWidget* parent = nullptr);
    /// `current`: the one that is selected.
    void setRows(std::vector<CallRow> rows, std::optional<qint64> current);
    std::size_t count() const override { return m_rows.size(); }
    QRectF boxOf(std::size_t item) const override;
    QString nameOf(std::size_t item) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

signals:
    void callChosen(qlonglong call);

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

    std::vector<CallRow> m_rows;
    std::optional<qint64> m_now;
};

}  // namespace etscope::ui
