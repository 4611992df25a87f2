#include "charts/token_line.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "look/tokens.h"

namespace etscope::ui {
namespace {

struct SurenessWords {
    Q_DECLARE_TR_FUNCTIONS(etscope::ui::TokenLine)
};

/// Inside a token, between them, and of the underline.
constexpr double kTokenPad = 4, kTokenGap = 3, kUnderline = 3;
/// A token of more characters is cut; its tooltip has all.
constexpr qsizetype kMostOfToken = 60;
constexpr std::array kLegend{Sureness::High, Sureness::Some, Sureness::Little, Sureness::Wrong};

QColor surenessColour(Sureness sureness) {
    const Tokens& t = tokens();
    switch (sureness) {
        case Sureness::High: return t.match;
        case Sureness::Some: return t.accent;
        case Sureness::Little: return t.amberMark;
        case Sureness::Wrong: return t.differ;
        case Sureness::Unknown: break;
    }
    return t.missing;
}

/// Colour is not the only sign: what was not sure is dashed, what is not known dotted.
void paintUnderline(QPainter& painter, const QRectF& box, Sureness sureness) {
    const double y = box.bottom() - kUnderline / 2;
    const Qt::PenStyle style = sureness == Sureness::Little    ? Qt::DashLine
                               : sureness == Sureness::Unknown ? Qt::DotLine
                                                               : Qt::SolidLine;
    painter.setPen(QPen(surenessColour(sureness), kUnderline, style, Qt::FlatCap));
    painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
}

QString cutToken(const QString& text) { return text.size() > kMostOfToken ? text.left(kMostOfToken - 1) + QChar(0x2026) : text; }

double tokenHeight() { return QFontMetricsF(bodyFont()).height() + px(6) + kUnderline; }
double tokenRow() { return tokenHeight() + px(6); }

}  // namespace

Sureness surenessOf(std::optional<double> probability) {
    if (!probability) return Sureness::Unknown;
    return *probability > 0.9 ? Sureness::High : *probability >= 0.5 ? Sureness::Some : Sureness::Little;
}

QString surenessText(Sureness sureness) {
    switch (sureness) {
        case Sureness::High: return SurenessWords::tr("over 90 %");
        case Sureness::Some: return SurenessWords::tr("50 … 90 %");
        case Sureness::Little: return SurenessWords::tr("under 50 %");
        case Sureness::Wrong: return SurenessWords::tr("wrong, or not the reference’s");
        case Sureness::Unknown: break;
    }
    return SurenessWords::tr("not known");
}

TokenLine::TokenLine(QWidget* parent) : ItemView(parent) {
    introduce("tokenLine", tr("Tokens that were chosen"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void TokenLine::setTokens(std::vector<ShownToken> tokens) {
    m_tokens = std::move(tokens);
    m_boxesFor = -1;
    forgetItems();
    updateGeometry();
}

void TokenLine::restyled() {
    m_boxesFor = -1;
    updateGeometry();
}

std::vector<QRectF> TokenLine::placed(double width) const {
    const QFontMetricsF metrics(bodyFont());
    std::vector<QRectF> boxes;
    boxes.reserve(m_tokens.size());
    double x = 1, y = px(2);
    for (const ShownToken& token : m_tokens) {
        const double wide = std::min(metrics.horizontalAdvance(cutToken(token.text)) + 2 * kTokenPad, std::max(20.0, width - 2));
        if (x > 1 && x + wide > width - 1) x = 1, y += tokenRow();
        boxes.emplace_back(x, y, wide, tokenHeight());
        x += wide + kTokenGap;
    }
    return boxes;
}

QRectF TokenLine::boxOf(std::size_t item) const {
    if (m_boxesFor != width()) {
        m_boxes = placed(width());
        m_boxesFor = width();
    }
    return m_boxes[item];
}

int TokenLine::heightForWidth(int width) const {
    const auto boxes = placed(width);
    return static_cast<int>(std::ceil((boxes.empty() ? 0 : boxes.back().bottom()) + px(4)));
}

QSize TokenLine::sizeHint() const { return {px(300), heightForWidth(width() > 0 ? width() : px(300))}; }
QSize TokenLine::minimumSizeHint() const { return {px(60), 0}; }

QString TokenLine::nameOf(std::size_t item) const {
    const ShownToken& token = m_tokens[item];
    return token.about.isEmpty() ? token.text : token.text + QLatin1Char('\n') + token.about;
}

void TokenLine::paintAll(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), tokens().base);
    for (std::size_t item = 0; item < count(); ++item) {
        const QRectF box = boxOf(item);
        const ShownToken& token = m_tokens[item];
        if (token.sureness == Sureness::Wrong) {
            drawAreas(painter, tokens().differBack);
            painter.drawRoundedRect(box, 3, 3);
        }
        writeIn(painter, bodyFont(), tokens().text);
        const QRectF words = box.adjusted(kTokenPad, 0, -kTokenPad, -kUnderline);
        painter.drawText(
            words, Qt::AlignCenter,
            painter.fontMetrics().elidedText(cutToken(token.text), Qt::ElideRight, static_cast<int>(std::ceil(words.width())) + 1));
        paintUnderline(painter, box, token.sureness);
    }
}

void TokenLine::paintHighlight(QPainter& painter, std::size_t item) const {
    drawOutlines(painter, QPen(tokens().accent, 2));
    painter.drawRoundedRect(boxOf(item).adjusted(0, -1, 0, 1), 4, 4);
}

/// Up and down lead to the token above and below.
int TokenLine::stepFrom(int from, int key) const {
    if ((key != Qt::Key_Up && key != Qt::Key_Down) || from < 0) return ItemView::stepFrom(from, key);
    const QRectF box = boxOf(static_cast<std::size_t>(from));
    const double row = box.top() + (key == Qt::Key_Up ? -tokenRow() : tokenRow());
    int found = -1;
    double least = 0;
    for (std::size_t item = 0; item < count(); ++item) {
        if (std::abs(boxOf(item).top() - row) > 1) continue;
        const double off = std::abs(boxOf(item).center().x() - box.center().x());
        if (found < 0 || off < least) found = static_cast<int>(item), least = off;
    }
    return found;
}

bool TokenLine::actByKey(int key) {
    const int last = static_cast<int>(count()) - 1;
    if ((key != Qt::Key_Left || current() != 0) && (key != Qt::Key_Right || current() != last)) return false;
    emit left(key == Qt::Key_Right);
    return true;
}

QStringList TokenLine::tsvTitles() const { return {tr("token"), tr("what is known of it")}; }

QStringList TokenLine::tsvCells(std::size_t item) const { return {m_tokens[item].text, m_tokens[item].about}; }

SurenessLegend::SurenessLegend(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("surenessLegend"));
    QStringList words{tr("underline: its probability")};
    for (const Sureness one : kLegend) words.append(surenessText(one));
    setAccessibleName(words.join(QStringLiteral(", ")));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

std::vector<SurenessLegend::Part> SurenessLegend::parts(double width, double& height) const {
    const QFontMetricsF metrics(smallFont());
    std::vector<Part> all;
    double x = 0, y = 0;
    const auto add = [&](int sureness, double wide) {
        if (x > 0 && x + wide > width) x = 0, y += metrics.height() + px(2);
        all.push_back({{x, y}, sureness});
        x += wide + px(12);
    };
    add(-1, metrics.horizontalAdvance(tr("underline: its probability")));
    for (const Sureness one : kLegend) add(static_cast<int>(one), px(22) + metrics.horizontalAdvance(surenessText(one)));
    height = y + metrics.height() + px(2);
    return all;
}

int SurenessLegend::heightForWidth(int width) const {
    double height = 0;
    parts(width, height);
    return static_cast<int>(std::ceil(height));
}

QSize SurenessLegend::sizeHint() const { return {px(300), heightForWidth(width() > 0 ? width() : px(400))}; }

void SurenessLegend::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    double height = 0;
    const QFontMetricsF metrics(smallFont());
    for (const Part& part : parts(width(), height)) {
        const auto sureness = static_cast<Sureness>(std::max(part.sureness, 0));
        const double dash = part.sureness < 0 ? 0 : px(22);
        if (dash > 0)
            paintUnderline(painter, {part.at.x(), part.at.y(), static_cast<double>(px(16)), metrics.height() / 2 + kUnderline},
                           sureness);
        writeIn(painter, smallFont(), tokens().text2);
        painter.drawText(QRectF(part.at.x() + dash, part.at.y(), width() - part.at.x() - dash, metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         part.sureness < 0 ? tr("underline: its probability") : surenessText(sureness));
    }
}

}  // namespace etscope::ui
