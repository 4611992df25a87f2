// Tokens: every colour and font of the window by name, in a light and a dark table. The only place where colours are written.
// GUI thread only.
#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <array>

#include "modules/operator_family.h"

class QApplication;
class QWidget;

namespace etscope::ui {

enum class Theme { System, Light, Dark };

struct FamilyColours {
    QColor fill, bar;
};

struct Tokens {
    bool dark = false;
    QColor window, raised, base, alternate, hover, border, hairline, control;
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

/// The table for the palette in use: dark when its Base is.
const Tokens& tokens();
/// Fusion, our palette and style sheet; System follows the platform's lightness.
void applyTheme(QApplication& application, Theme theme);

QFont bodyFont();
QFont smallFont();    ///< body − 1 pt, not under 8
QFont headingFont();  ///< body, semibold
QFont titleFont();    ///< start page: body + 5 pt, semibold
QFont codeFont();     ///< fixed, body − 0.5 pt

/// A colour of the ramp; t in [0, 1].
QColor heatColour(double t);

}  // namespace etscope::ui
