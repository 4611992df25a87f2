// FlowView: boxes of methods with the values that fit from one to the next; arrows lead from box to box, Enter opens one. Columns
// are as wide as their texts; where all have no room, texts are cut in the middle, and the tool tip has them. GUI thread only.
#pragma once

#include <vector>

#include "charts/item_view.h"
#include "findings/overview.h"
#include "look/marks.h"

namespace etscope::ui {

class FlowView : public ItemView {
    Q_OBJECT
public:
    explicit FlowView(QWidget* parent = nullptr);
    struct Box {
        QString name, nodes;
        QStringList inputs, outputs;  ///< free ones, "name\ntype": those no other method feeds or takes
    };
    void setFlow(std::vector<Box> boxes, std::vector<findings::FlowEdge> edges);
    /// How the method's outputs stand; None: nothing is known.
    void setMark(const QString& method, Mark mark);
    /// That one is the method in view.
    void setMethod(const QString& method);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// In which no text is cut.
    int neededWidth() const { return static_cast<int>(m_need) + 1; }
    std::size_t count() const override { return m_boxes.size(); }
    QRectF boxOf(std::size_t box) const override { return m_boxes[box].rect; }
    QString nameOf(std::size_t box) const override;
    QString tooltipOf(std::size_t box) const override;

signals:
    void methodClicked(QString method);

protected:
    void paintAll(QPainter& painter) const override;
    void paintHighlight(QPainter& painter, std::size_t box) const override;
    int stepFrom(int from, int key) const override;
    void activate(std::size_t box) override { emit methodClicked(m_boxes[box].box.name); }
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t box) const override;
    void resizeEvent(QResizeEvent* event) override;
    void restyled() override;

private:
    struct Placed {
        Box box;
        QRectF rect;
        std::size_t column = 0;
        bool fed = false;  ///< by another: what else it takes comes from below
        Mark mark = Mark::None;
    };
    void place();
    void placeColumns();
    /// What a part of the picture has at least, and what it has where there is room.
    struct Width {
        double need = 0, natural = 0;
        void reach(double atLeast, double usual);
        double within(double need, double natural, double room) const;
    };
    Width rightOf(const Placed& one) const;
    void placeAcross();
    const Placed* placed(const std::string& method) const;
    void paintEdge(QPainter& painter, const findings::FlowEdge& edge) const;
    void paintBox(QPainter& painter, const Placed& one) const;
    void paintPorts(QPainter& painter, const Placed& one) const;
    void paintBelow(QPainter& painter, const Placed& one) const;

    double m_natural = 0, m_need = 0;             ///< width of all, usually and at least
    double m_above = 0;                           ///< by how much the values of a box are higher than it, on either side
    double m_left = 0;                            ///< room of the ports before the first column
    std::vector<double> m_lefts, m_wide, m_gaps;  ///< of each column: where it begins, its boxes, the values behind it
    std::vector<Placed> m_boxes;
    std::vector<findings::FlowEdge> m_edges;
    QString m_method;
};

}  // namespace etscope::ui
