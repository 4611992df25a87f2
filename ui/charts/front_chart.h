// FrontChart: sets of schemes by the bytes of their weights and what they do to the outputs: dots are sets that were evaluated, the
// line is the front of those that no smaller one is as good as; the export as it is and the set that is chosen stand out, the
// latter with what was predicted of it. GUI thread only.
#pragma once

#include "charts/item_view.h"

namespace etscope::ui {

struct FrontPoint {
    double bytes = 0, cost = 0;  ///< costs may be infinite
    bool front = false;
    QString name, about;  ///< of tooltips: "83.5 MiB", "KL 0.0031 nats\n12 of 12 tokens stay"
};

/// A point with words beside it.
struct FrontMark {
    double bytes = 0;
    std::optional<double> cost, predicted;  ///< evaluated; else only what is predicted
    QString title, about;
};

struct FrontContent {
    std::vector<FrontPoint> points;  ///< by bytes
    std::optional<FrontMark> today, chosen;
    double limit = 0;                   ///< of the cost; 0: none
    QString limitText, yTitle, xTitle;  ///< of the x axis "%1 of weights, forward", %1 being the unit
};

class FrontChart : public ItemView {
    Q_OBJECT
public:
    explicit FrontChart(QWidget* parent = nullptr);
    void setContent(FrontContent content);
    const FrontContent& content() const& { return m_content; }
    const FrontContent& content() const&& = delete;
    QSize sizeHint() const override;

    std::size_t count() const override { return m_content.points.size(); }
    QRectF boxOf(std::size_t item) const override;
    QString nameOf(std::size_t item) const override;
    QString tooltipOf(std::size_t item) const override;
    int itemAt(QPointF point) const override;

signals:
    /// By a click or a key; by its place in the content.
    void pointChosen(qulonglong item);

protected:
    void paintAll(QPainter& painter) const override;
    void paintHighlight(QPainter& painter, std::size_t item) const override;
    /// Along the front.
    int stepFrom(int from, int key) const override;
    void stepped(std::size_t item) override { emit pointChosen(item); }
    void activate(std::size_t item) override { emit pointChosen(item); }
    void clickedBeside() override {}
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t item) const override;
    void restyled() override { updateGeometry(); }

private:
    struct Unit {
        double bytes = 1;
        const char* name = "B";
    };
    void measure();
    QRectF plot() const;
    double xOf(double bytes) const;
    double yOf(double cost) const;
    QPointF at(const FrontMark& mark) const;
    void paintAxes(QPainter& painter) const;
    void paintLimit(QPainter& painter) const;
    void paintSets(QPainter& painter) const;
    void paintChosen(QPainter& painter) const;
    void paintToday(QPainter& painter, const QRectF& taken) const;
    /// Of the words of a mark: the first place with room that leaves `taken` free.
    QRectF labelBox(const FrontMark& mark, double apart, const QRectF& taken) const;
    bool isOnFront(const QRectF& box) const;
    void writeLabel(QPainter& painter, const FrontMark& mark, const QRectF& box) const;

    FrontContent m_content;
    double m_least = 0, m_most = 1;    ///< bytes
    int m_lowest = -4, m_highest = 0;  ///< decades
    bool m_zeros = false;              ///< a cost is 0: a line of its own below the decades
    Unit m_unit;
};

}  // namespace etscope::ui
