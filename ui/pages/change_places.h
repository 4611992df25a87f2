// ChangePlaces: where the same change is in repeated blocks: a column a block, a row for each module inside, a square where it is;
// red where a block differs from its likes. GUI thread only.
#pragma once

#include <QHash>

#include "answers/change_items.h"
#include "charts/item_view.h"

namespace etscope::ui {

class ChangePlaces : public ItemView {
    Q_OBJECT
public:
    /// One square.
    struct Place {
        std::size_t row = 0, column = 0;
        int item = -1;  ///< that tells of it
        QString path;
        bool odd = false;  ///< it is told otherwise than in the blocks that are alike
    };
    explicit ChangePlaces(QWidget* parent = nullptr);
    /// Of the blocks around an item, or that it is; none: nothing is shown.
    void show(const ChangeItemsPtr& items, int item);
    std::size_t odd() const;
    const QStringList& rows() const& { return m_rows; }
    const QStringList& rows() const&& = delete;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }

    std::size_t count() const override { return m_places.size(); }
    QRectF boxOf(std::size_t item) const override;
    QString nameOf(std::size_t item) const override;
    int itemAt(QPointF point) const override;

signals:
    void placeChosen(int item, QString path);

protected:
    void paintAll(QPainter& painter) const override;
    void activate(std::size_t item) override;
    int stepFrom(int from, int key) const override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t item) const override;

private:
    void addBlock(const ChangeItems& items, int block, const QStringList& names, QHash<QString, int>& told);
    double side() const;
    double labels() const;

    std::vector<Place> m_places;
    QStringList m_rows, m_columns;
    ChangeItemsPtr m_items;
};

}  // namespace etscope::ui
