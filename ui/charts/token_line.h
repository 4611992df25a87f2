// TokenLine: tokens that were chosen one after the other, as a text that grows: each underlined by how sure it was, those that are
// wrong on a ground of their own. As high as its width asks for. GUI thread only.
#pragma once

#include <QString>
#include <vector>

#include "charts/item_view.h"

namespace etscope::ui {

/// How sure a token was; wrong: something is wrong at it, or it is not the reference's.
enum class Sureness { Unknown, Little, Some, High, Wrong };
/// By its probability, where that is known.
Sureness surenessOf(std::optional<double> probability);
/// What the legend says of it.
QString surenessText(Sureness sureness);

struct ShownToken {
    QString text, about;  ///< `about`: behind its text in the tooltip
    Sureness sureness = Sureness::Unknown;
};

class TokenLine : public ItemView {
    Q_OBJECT
public:
    explicit TokenLine(QWidget* parent = nullptr);
    void setTokens(std::vector<ShownToken> tokens);

    std::size_t count() const override { return m_tokens.size(); }
    QRectF boxOf(std::size_t item) const override;
    QString nameOf(std::size_t item) const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void tokenChosen(qulonglong item);
    /// A key leads out of it.
    void left(bool forward);

protected:
    void paintAll(QPainter& painter) const override;
    void paintHighlight(QPainter& painter, std::size_t item) const override;
    int stepFrom(int from, int key) const override;
    bool actByKey(int key) override;
    void stepped(std::size_t item) override { emit tokenChosen(item); }
    void activate(std::size_t item) override { emit tokenChosen(item); }
    void clickedBeside() override {}
    void restyled() override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t item) const override;

private:
    std::vector<QRectF> placed(double width) const;

    std::vector<ShownToken> m_tokens;
    mutable std::vector<QRectF> m_boxes;  ///< for m_boxesFor
    mutable double m_boxesFor = -1;
};

/// What the underlines mean, in one line, or in as many as it needs.
class SurenessLegend : public QWidget {
    Q_OBJECT
public:
    explicit SurenessLegend(QWidget* parent = nullptr);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {0, heightForWidth(width() > 0 ? width() : 400)}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Part {
        QPointF at;
        int sureness = -1;  ///< less than 0: the words before all
    };
    std::vector<Part> parts(double width, double& height) const;
};

}  // namespace etscope::ui
