// CandidatesView: the likeliest tokens of both sides at one position, mirrored: bars begin in the middle, and a line leads from
// each token to its place on the other side, so that changes of rank are crossings. GUI thread only.
#pragma once

#include "charts/item_view.h"
#include "tokens/token_choices.h"

class QPainterPath;

namespace etscope::ui {

class CandidatesView : public ItemView {
    Q_OBJECT
public:
    explicit CandidatesView(QWidget* parent = nullptr);
    /// `texts`: of the reference's candidates, then of the runtime's; `vocabulary`: how many tokens there are.
    void setDetail(tokens::PositionDetail detail, QStringList texts, std::size_t vocabulary);
    void clear();
    QSize sizeHint() const override;

    std::size_t count() const override { return m_detail.reference.size() + m_detail.runtime.size(); }
    QRectF boxOf(std::size_t item) const override;
    QString nameOf(std::size_t item) const override;

protected:
    void paintAll(QPainter& painter) const override;
    /// The token under the pointer on both sides, and the line between them.
    void paintPointer(QPainter& painter) const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void paintHighlight(QPainter& painter, std::size_t item) const override;
    int stepFrom(int from, int key) const override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t item) const override;
    void restyled() override { setMinimumHeight(sizeHint().height()); }

private:
    /// Lefts of the columns of one side, from its outer edge: number, token, id, logit, chance, bar; then the inner edge.
    struct Columns {
        double number = 0, token = 0, id = 0, logit = 0, chance = 0, bar = 0, end = 0;
    };
    bool ofReference(std::size_t item) const { return item < m_detail.reference.size(); }
    std::size_t rowOf(std::size_t item) const { return ofReference(item) ? item : item - m_detail.reference.size(); }
    const tokens::Candidate& candidate(std::size_t item) const;
    Columns columns() const;
    double rowHeight() const;
    double top(std::size_t row) const;
    /// A part of a row, mirrored on the runtime's side.
    QRectF part(std::size_t item, double from, double to) const;
    void paintHeader(QPainter& painter) const;
    void paintRow(QPainter& painter, std::size_t item) const;
    /// From a place of the reference to one of the runtime; a place beyond the list is below it, and the line leaves it.
    struct Line {
        std::size_t left = 0, right = 0;
        bool strong = false;  ///< the choice changes
    };
    std::vector<Line> lines() const;
    Line lineOf(std::size_t item) const;
    QPainterPath pathOf(const Line& line) const;
    void paintLines(QPainter& painter) const;
    QString restText(const std::vector<tokens::Candidate>& own, double rest, bool reference) const;
    void paintRest(QPainter& painter) const;

    tokens::PositionDetail m_detail;
    QStringList m_texts;
    bool m_named = false;  ///< texts say more than the numbers of the tokens
    std::size_t m_vocabulary = 0;
};

}  // namespace etscope::ui
