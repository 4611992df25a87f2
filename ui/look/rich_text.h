// Texts of files in labels: shown as they are, never read as markup; colours that follow the theme. Whatever comes from a file goes
// through html() before it stands in rich text, or into a label of plain text. GUI thread only.
#pragma once

#include <QHash>
#include <QLabel>
#include <functional>

#include "look/tokens.h"

namespace etscope::ui {

/// Text that HTML shows as it is, in attributes of either quotes, too.
QString html(const QString& text);
QString code(const QString& text);  ///< html() in the face of code
/// A link that shows `shown`: neither is markup.
QString link(const QString& target, const QString& shown);
/// The same without a line below it, where the place says that it is one.
QString quietLink(const QString& target, const QString& shown);
/// For setToolTip(), which reads what looks like markup as such.
QString tip(const QString& text);

/// Calls `redraw` once the colours of the tokens are others: for what is made with colours, not painted with them.
void onThemeChange(QWidget* widget, std::function<void()> redraw);
/// The same, and now.
void withTheme(QWidget* widget, const std::function<void()>& draw);

/// A text in a colour of the tokens that can be selected and wraps, within a word where it has no room; what is copied from it
/// has no marks of that.
class TextLabel : public QLabel {
    Q_OBJECT
public:
    using Colour = QColor Tokens::*;
    TextLabel(const QString& text, Qt::TextFormat format, Colour colour, QWidget* parent);
    /// As it was given.
    const QString& whole() const { return m_whole; }
    void setWhole(const QString& text);
    int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void fit();
    void recolour();
    void copy() const;

    QString m_whole;
    Colour m_colour;
    /// Layouts ask for the same heights again and again, and each answer lays the text out.
    struct Heights {
        QString text;
        QFont font;
        QHash<int, int> byWidth;
    };
    mutable Heights m_heights;
};

/// A short text on one line, as it is.
QLabel* plainLabel(const QString& text, QWidget* parent, TextLabel::Colour colour = &Tokens::text);

/// The text with places to break in words that are wider than `width`: behind a full stop, slash or the like, else anywhere.
QString breakable(const QString& text, bool markup, const QFontMetrics& metrics, int width);

/// One line of plain text that gives way: what has no room is cut in the middle, and the tool tip has all of it.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

}  // namespace etscope::ui
