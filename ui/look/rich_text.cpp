#include "look/rich_text.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include "look/make.h"

namespace etscope::ui {
namespace {

constexpr QChar kBreak(0x200B);  // a space without width

class ThemeWatch : public QObject {
public:
    ThemeWatch(QWidget* widget, std::function<void()> redraw) : QObject(widget), m_seen(&tokens()), m_redraw(std::move(redraw)) {
        widget->installEventFilter(this);
    }

protected:
    /// The palette comes before the style sheet: both are there when events are done.
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
            QMetaObject::invokeMethod(this, &ThemeWatch::look, Qt::QueuedConnection);
        return false;
    }

private:
    void look() {
        if (m_seen == &tokens()) return;
        m_seen = &tokens();
        m_redraw();
    }

    const Tokens* m_seen;
    std::function<void()> m_redraw;
};

/// Where the character that begins at `at` ends: an entity is one.
qsizetype endOfCharacter(const QString& text, qsizetype at, bool markup) {
    if (markup && text[at] == QLatin1Char('&'))
        if (const qsizetype end = text.indexOf(QLatin1Char(';'), at); end > 0) return end + 1;
    return at + (text[at].isHighSurrogate() && at + 1 < text.size() ? 2 : 1);
}

/// The font of code() in a text of that font.
QFont codeAmong(const QFont& words) {
    QFont face = codeFont();
    face.setPointSizeF(words.pointSizeF());
    return face;
}

void setColour(QLabel* label, TextLabel::Colour colour) {
    QPalette palette = label->palette();
    // Which of these is the one depends on what the label lies in.
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) palette.setColor(role, tokens().*colour);
    label->setPalette(palette);
}

constexpr int kElidedLabelLeastWidth = 24;

}  // namespace

QString html(const QString& text) { return text.toHtmlEscaped().replace(QLatin1Char('\''), QLatin1String("&#39;")); }

QString code(const QString& text) {
    return QStringLiteral("<code style=\"font-family:'%1'\">").arg(html(codeFont().family())) + html(text) +
           QStringLiteral("</code>");
}

QString link(const QString& target, const QString& shown) {
    return QStringLiteral("<a href=\"") + html(target) + QStringLiteral("\">") + html(shown) + QStringLiteral("</a>");
}

QString quietLink(const QString& target, const QString& shown) {
    return QStringLiteral("<a href=\"%1\" style=\"text-decoration:none; color:%3\">%2</a>")
        .arg(html(target), html(shown), tokens().accent.name());
}

QString tip(const QString& text) {
    return Qt::mightBeRichText(text) ? QStringLiteral("<qt>") + html(text) + QStringLiteral("</qt>") : text;
}

void onThemeChange(QWidget* widget, std::function<void()> redraw) { new ThemeWatch(widget, std::move(redraw)); }

void withTheme(QWidget* widget, const std::function<void()>& draw) {
    draw();
    onThemeChange(widget, draw);
}

QString breakable(const QString& text, bool markup, const QFontMetrics& metrics, int width) {
    static const QString kGoodPlaces = QStringLiteral("._/:-,=");
    QString all, word;   // `word` with the places to break
    double wide = 0;     // of the word
    qsizetype good = 0;  // in `word`: behind the last good place
    double sinceGood = 0;
    const auto endWord = [&] {
        all += word;
        word.clear();
        wide = sinceGood = 0;
        good = 0;
    };
    for (qsizetype at = 0; at < text.size();) {
        if (markup && text[at] == QLatin1Char('<')) {
            const qsizetype end = text.indexOf(QLatin1Char('>'), at);
            word += text.mid(at, end < 0 ? -1 : end + 1 - at);
            if (end < 0) break;
            if (text[at + 1] == QLatin1Char('b')) endWord();  // <br>; <b> breaks no words
            at = end + 1;
            continue;
        }
        const qsizetype end = endOfCharacter(text, at, markup);
        const QString one = text.mid(at, end - at);
        const double step = metrics.horizontalAdvance(end - at > 2 ? QStringLiteral("&") : one);
        if (wide + step > width && wide > 0) {
            word.insert(good > 0 ? good : word.size(), kBreak);
            wide = good > 0 ? sinceGood : 0;
            good = 0;
        }
        word += one;
        wide += step;
        sinceGood += step;
        at = end;
        if (one[0].isSpace()) endWord();
        if (kGoodPlaces.contains(one[0])) good = word.size(), sinceGood = 0;
    }
    endWord();
    return all;
}

TextLabel::TextLabel(const QString& text, Qt::TextFormat format, Colour colour, QWidget* parent)
    : QLabel(parent), m_whole(text), m_colour(colour) {
    setTextFormat(format);
    setText(text);
    setWordWrap(true);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setTextInteractionFlags(format == Qt::RichText ? Qt::TextBrowserInteraction : Qt::TextSelectableByMouse);
    setColour(this, m_colour);
    onThemeChange(this, [this] { recolour(); });
}

void TextLabel::setWhole(const QString& text) {
    m_whole = text;
    fit();
}

/// The colour of links is taken when rich text is read.
int TextLabel::heightForWidth(int width) const {
    if (m_heights.text != text() || m_heights.font != font()) m_heights = {text(), font(), {}};
    if (const auto known = m_heights.byWidth.constFind(width); known != m_heights.byWidth.cend()) return *known;
    return *m_heights.byWidth.insert(width, QLabel::heightForWidth(width));
}

void TextLabel::recolour() {
    setColour(this, m_colour);
    const QString shown = text();
    clear();
    setText(shown);
}

void TextLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    fit();
}

void TextLabel::fit() {
    const bool markup = textFormat() == Qt::RichText;
    const QFontMetrics own(font()), mono(codeAmong(font()));
    const QString letters = QStringLiteral("abcdefghijklmnopqrstuvwxyz_");
    const bool monoIsWider = markup && mono.horizontalAdvance(letters) > own.horizontalAdvance(letters);
    setText(width() > 0 ? breakable(m_whole, markup, monoIsWider ? mono : own, width() - 2) : m_whole);
}

void TextLabel::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy) && hasSelectedText()) return copy();
    QLabel::keyPressEvent(event);
}

void TextLabel::contextMenuEvent(QContextMenuEvent* event) {
    QMenu* menu = makeMenu(this);
    QAction* selected = menu->addAction(tr("Copy"), this, &TextLabel::copy);
    selected->setEnabled(hasSelectedText());
    menu->addAction(tr("Select all"), this, [this] { setSelection(0, static_cast<int>(text().size())); });
    menu->popup(event->globalPos());
}

void TextLabel::copy() const {
    QApplication::clipboard()->setText(selectedText().remove(kBreak).replace(QChar::LineSeparator, QLatin1Char('\n')));
}

QLabel* plainLabel(const QString& text, QWidget* parent, TextLabel::Colour colour) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setText(text);
    setColour(label, colour);
    onThemeChange(label, [label, colour] { setColour(label, colour); });
    return label;
}

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize ElidedLabel::sizeHint() const {
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(text()) + 2, metrics.height() + 2};
}

QSize ElidedLabel::minimumSizeHint() const { return {kElidedLabelLeastWidth, sizeHint().height()}; }

void ElidedLabel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QString shown = QFontMetrics(font()).elidedText(text(), Qt::ElideMiddle, width());
    style()->drawItemText(&painter, rect(), static_cast<int>(alignment()) | Qt::TextSingleLine, palette(), isEnabled(), shown,
                          foregroundRole());
}

bool ElidedLabel::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !toolTip().isEmpty() || sizeHint().width() <= width()) return QLabel::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), tip(text()), this);
    return true;
}

}  // namespace etscope::ui
