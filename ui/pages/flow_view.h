// FlowView: boxes of methods with the values that fit from one to the next. Columns are as wide as their texts; where all have no
// room, texts are cut in the middle, and the tool tip has them. GUI thread only.
#pragma once

#include <QWidget>
#include <vector>

#include "findings/overview.h"
#include "look/marks.h"

namespace etscope::ui {

class FlowView : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    struct Box {
        QString name, nodes;
        QStringList inputs, outputs;  ///< free ones, "name\ntype": those no other method feeds or takes
    };
    void setFlow(std::vector<Box> boxes, std::vector<findings::FlowEdge> edges);
    /// How the method's outputs stand; None: nothing is known.
    void setMark(const QString& method, Mark mark);
    /// That one is the method in view.
    void setCurrent(const QString& method);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void methodClicked(QString method);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

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
    double rightOf(const Placed& one) const;
    const Placed* find(const std::string& method) const;
    const Placed* at(QPointF point) const;
    void paintEdge(QPainter& painter, const findings::FlowEdge& edge) const;
    void paintBox(QPainter& painter, const Placed& one) const;
    void paintPorts(QPainter& painter, const Placed& one) const;
    void paintBelow(QPainter& painter, const Placed& one) const;

    double m_natural = 0, m_part = 1;  ///< width of all at full size; the part of it that there is room for
    double m_left = 0;                 ///< room of the ports before the first column
    std::vector<double> m_gaps;        ///< behind each column, of its values
    std::vector<Placed> m_boxes;
    std::vector<findings::FlowEdge> m_edges;
    QString m_current;
};

}  // namespace etscope::ui
