// Tokens: every colour and font of the window by name, in one table for each theme (colour_tables.cpp).
// GUI thread only.
#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <array>

#include "modules/operator_family.h"

class QApplication;
class QBrush;
class QPainter;
class QPen;
class QWidget;

namespace etscope::ui {

enum class Theme { System, Light, Dark, HighContrast };

struct FamilyColours {
    QColor fill, bar;
};

struct Tokens {
    bool dark = false;
    QColor window, raised, base, alternate, hover, border, hairline, control, handle;
    QColor text, text2, text3, accent, onAccent, selection, idleSelection, found;
    QColor match, differ, amber, amberMark, incomparable, missing;
    QColor matchBack, differBack, amberBack, incomparableBack, missingBack, noteBack;
    QColor canvas, edge, hotEdge, groupBorder;
    std::array<QColor, 3> group;  ///< fills by depth
    std::array<QColor, 6> heat;   ///< ramp from "nothing" up
    std::array<QColor, 4> series;
    std::array<FamilyColours, modules::kOperatorFamilyCount> families;
    std::array<FamilyColours, 3> delegation;  ///< delegated, CPU kernel, not run
    QColor keyword, string, number, comment;
};

/// The table of the theme in use; before applyTheme() by the palette: dark when its Base is.
const Tokens& tokens();
/// While it lives, tokens() of this thread are `colours`: what a job paints has the colours of when it began, whatever the theme
/// becomes meanwhile. The tables live as long as the program. Any thread.
class PaintedWith {
public:
    explicit PaintedWith(const Tokens& colours);
    ~PaintedWith();
    PaintedWith(const PaintedWith&) = delete;
    PaintedWith& operator=(const PaintedWith&) = delete;
};
/// Of a theme; Theme::System is Theme::Light here.
const Tokens& tokensOf(Theme theme);
/// Fusion, our palette and style sheet; System is light or dark as the desktop is (look/theme.h).
void applyTheme(QApplication& application, Theme theme);

/// How much larger texts are than usual, 0.75 … 3, instead of as the platform's own font is larger or smaller than usual;
/// applyTheme() brings it to the window.
void setTextScale(double scale);
/// A measure of the look, given as pixels of usual texts at 96 dpi, for the texts as they are.
int px(double usual);

QFont bodyFont();
QFont smallFont();    ///< body − 1 pt, not under 8
QFont headingFont();  ///< body, semibold
QFont titleFont();    ///< start page: body + 5 pt, semibold
QFont codeFont();     ///< fixed, body − 0.5 pt

/// How what is painted next looks: texts, lines without areas, areas without lines.
void writeIn(QPainter& painter, const QFont& font, const QPen& pen);
void drawOutlines(QPainter& painter, const QPen& pen);
void drawAreas(QPainter& painter, const QBrush& brush);

/// That part of the way from one to the other.
QColor mixed(const QColor& from, const QColor& to, double part);
/// A colour of the ramp; t in [0, 1].
QColor heatColour(double t);
/// The same of what is no fault: amber alone.
QColor amberColour(double t);

}  // namespace etscope::ui
