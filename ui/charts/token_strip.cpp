#include "charts/token_strip.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

struct TokenWords {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::TokensView)
};

/// Characters of a token in its cell; the tooltip has all.
constexpr qsizetype kMostCharacters = 9;

QString shortened(const QString& token) {
    return token.size() <= kMostCharacters ? token : token.left(kMostCharacters - 1) + QChar(0x2026);
}

/// Two digits: the tooltip has more.
QString roughly(double divergence) {
    QString digits = QString::number(divergence, std::abs(divergence) < 1e-3 && divergence != 0 ? 'e' : 'g',
                                     std::abs(divergence) < 1e-3 && divergence != 0 ? 0 : 2);
    return std::isfinite(divergence) ? digits.replace(QLatin1Char('-'), QChar(0x2212)) : floatText(divergence);
}

}  // namespace

QString TokenTexts::of(std::int64_t token) const {
    const auto found = known() ? m_found->tokenizer->text(token) : std::nullopt;
    if (!found) return QString::number(token);
    if (found->special) return QStringLiteral("⟨%1⟩").arg(text(tokens::readable(*found)));
    tokens::TokenText shown = *found;
    std::string lines;
    for (const char c : shown.bytes) lines += c == '\n' ? "↵" : c == '\t' ? "⇥" : std::string(1, c);
    shown.bytes = std::move(lines);
    QString readable = text(tokens::readable(shown));
    readable.replace(QLatin1Char(' '), QChar(0x00B7));
    return readable.isEmpty() ? QStringLiteral("ε") : readable;
}

QString leadText(const tokens::Position& position, const TokenTexts& texts) {
    const tokens::LeadJudgement judged = tokens::judgedLead(position);
    const QString mine = texts.of(position.reference.token), its = texts.of(position.runtime.token), lead = floatText(judged.lead),
                  error = floatText(judged.error);
    if (position.notFinite > 0)
        return TokenWords::tr("%n of the logits are NaN or infinite on one side only.", nullptr, counted(position.notFinite));
    if (position.agrees())
        return TokenWords::tr("Both choose %1; it leads by %2, and the logits err by up to %3.").arg(mine, lead, error);
    if (!judged.close)
        return TokenWords::tr("The reference was sure: %1 leads by %2. The runtime chooses %3, with logits that err by up to %4.")
            .arg(mine, lead, its, error);
    return TokenWords::tr(
               "The reference was hardly sure: %1 leads by %2 only, and the logits err by up to %3 here. A small error turns the "
               "choice.")
        .arg(mine, lead, error);
}

QString sharedText(const tokens::Position& position) {
    return TokenWords::tr("%1 of the 5 and %2 of the 10 likeliest are the same; entropy %3 nat, runtime %4.")
        .arg(QString::number(position.shared[0]), QString::number(position.shared[1]), floatText(position.reference.entropy),
             floatText(position.runtime.entropy));
}

TokenStrip::TokenStrip(QWidget* parent) : MatrixView(parent) {
    introduce("tokenStrip", tr("Tokens by position"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    setMarksShown(false);
}

void TokenStrip::clear() {
    m_made.reset();
    setMatrix({});
}

void TokenStrip::setTokens(std::shared_ptr<const tokens::OutputTokens> made, const TokenTexts& texts) {
    m_made = std::move(made);
    m_texts = texts;
    const auto& positions = m_made->choices.positions;
    Matrix matrix{{tr("Position")}, {}, {}, {}};
    m_rows.clear();
    const double worst = positions.empty() ? 0 : positions[m_made->choices.worstDivergence].divergence;
    const auto add = [&](const QString& title, auto&& cell) {
        const int row = static_cast<int>(matrix.rows.size());
        matrix.rows.push_back({title});
        m_rows.append(title);
        for (std::size_t at = 0; at < positions.size(); ++at) {
            const auto [mark, value] = cell(at);
            matrix.cells.push_back({{row, static_cast<int>(at)}, mark, value});
        }
    };
    using Shown = std::pair<Mark, QString>;
    for (std::size_t at = 0; at < positions.size(); ++at) matrix.columns.append(QString::number(at));
    if (m_made->inputs)
        add(m_made->inputs->inferred ? tr("input token, inferred") : tr("input token"),
            [&](std::size_t at) { return Shown(Mark::None, shortened(m_texts.of(m_made->inputs->ids[at]))); });
    matrix.signs.emplace(static_cast<int>(matrix.rows.size()), 0);
    add(tr("reference next"),
        [&](std::size_t at) { return Shown(Mark::None, shortened(m_texts.of(positions[at].reference.token))); });
    matrix.signs.emplace(static_cast<int>(matrix.rows.size()), 1);
    add(tr("runtime next"), [&](std::size_t at) {
        return Shown(positions[at].agrees() ? Mark::Match : Mark::Differ, shortened(m_texts.of(positions[at].runtime.token)));
    });
    add(tr("KL divergence, nat"), [&](std::size_t at) { return Shown(Mark::None, roughly(positions[at].divergence)); });
    if (worst > 0)
        for (MatrixCell& cell : matrix.cells)
            if (cell.place.row + 1 == static_cast<int>(matrix.rows.size()))
                cell.share = positions[static_cast<std::size_t>(cell.place.column)].divergence / worst;
    int room = 0;
    for (const MatrixCell& cell : matrix.cells) room = std::max(room, QFontMetrics(smallFont()).horizontalAdvance(cell.value));
    setRoom(room + 2, static_cast<int>(matrix.rows.size()), 0);
    setMatrix(std::move(matrix));
}

void TokenStrip::setPosition(std::size_t position) {
    for (std::size_t cell = 0; cell < count(); ++cell)
        if (matrixCell(cell).mark != Mark::None && positionOf(cell) == position) return setCurrent(static_cast<int>(cell));
}

QString TokenStrip::nameOf(std::size_t cell) const {
    const tokens::Position& at = m_made->choices.positions[positionOf(cell)];
    return tr("Position %1: reference %2, runtime %3, KL %4")
        .arg(QString::number(positionOf(cell)), m_texts.of(at.reference.token), m_texts.of(at.runtime.token),
             floatText(at.divergence));
}

void TokenStrip::activate(std::size_t cell) { emit positionChosen(static_cast<qulonglong>(positionOf(cell))); }

void TokenStrip::resizeEvent(QResizeEvent* event) {
    MatrixView::resizeEvent(event);
    if (current() >= 0) bringIntoView(static_cast<std::size_t>(current()));
}

void TokenStrip::paintHighlight(QPainter& painter, std::size_t cell) const {
    QRectF box = boxOf(cell);
    for (std::size_t other = 0; other < count(); ++other)
        if (positionOf(other) == positionOf(cell)) box |= boxOf(other);
    drawOutlines(painter, QPen(tokens().accent, 2));
    painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), 3, 3);
}

QStringList TokenStrip::tsvTitles() const { return {tr("position"), tr("what"), tr("value")}; }

QStringList TokenStrip::tsvCells(std::size_t cell) const {
    return {QString::number(positionOf(cell)), m_rows.value(matrixCell(cell).place.row), matrixCell(cell).value};
}

}  // namespace etscope::ui
