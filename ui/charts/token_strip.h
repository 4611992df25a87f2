// TokenStrip: positions of an output over a vocabulary: the token that was fed, those that both sides choose next, the divergence.
// GUI thread only.
#pragma once

#include "charts/matrix_view.h"
#include "tokens/output_tokens.h"
#include "tokens/tokenizer.h"

namespace etscope::ui {

/// Texts of tokens for the window: a blank is a dot, a line break ↵, marks stand between ⟨ ⟩; without a tokenizer the number.
class TokenTexts {
public:
    explicit TokenTexts(std::shared_ptr<const tokens::SessionTokenizer> found = nullptr) : m_found(std::move(found)) {}
    bool known() const { return m_found != nullptr && m_found->tokenizer != nullptr; }
    QString of(std::int64_t token) const;

private:
    std::shared_ptr<const tokens::SessionTokenizer> m_found;
};

/// What is said of one position, in sentences; any thread. Does it matter: how sure the reference was, against the error there.
QString leadText(const tokens::Position& position, const TokenTexts& texts);
/// How many of the likeliest tokens are the same, and both entropies.
QString sharedText(const tokens::Position& position);

class TokenStrip : public MatrixView {
    Q_OBJECT
public:
    explicit TokenStrip(QWidget* parent = nullptr);
    void setTokens(std::shared_ptr<const tokens::OutputTokens> made, const TokenTexts& texts);
    void clear();
    /// Marks that position without telling.
    void setPosition(std::size_t position);
    QString nameOf(std::size_t cell) const override;

signals:
    void positionChosen(qulonglong position);

protected:
    void activate(std::size_t cell) override;
    /// The whole position.
    void paintHighlight(QPainter& painter, std::size_t cell) const override;
    /// The position in view stays in sight.
    void resizeEvent(QResizeEvent* event) override;
    QStringList tsvTitles() const override;
    QStringList tsvCells(std::size_t cell) const override;

private:
    std::size_t positionOf(std::size_t cell) const { return static_cast<std::size_t>(matrixCell(cell).place.column); }

    std::shared_ptr<const tokens::OutputTokens> m_made;
    TokenTexts m_texts;
    QStringList m_rows;
};

}  // namespace etscope::ui
