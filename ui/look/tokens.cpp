#include "look/tokens.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>
#include <QStyleFactory>
#include <algorithm>
#include <cmath>

#include "look/style_sheet.h"

namespace etscope::ui {
namespace {

QColor rgb(unsigned value) { return QColor::fromRgb(value); }

Tokens lightTokens() {
    Tokens t;
    t.dark = false;
    t.window = rgb(0xEFF1F4), t.raised = rgb(0xF7F8FA), t.base = rgb(0xFFFFFF), t.alternate = rgb(0xF7F9FB),
    t.hover = rgb(0xEDF2FA);
    t.border = rgb(0xD5DAE1), t.hairline = rgb(0xE7EAEE), t.control = rgb(0x848E9D);
    t.text = rgb(0x1A1E26), t.text2 = rgb(0x4F5969), t.text3 = rgb(0x5B6575), t.accent = rgb(0x2558BF), t.onAccent = rgb(0xFFFFFF);
    t.selection = rgb(0xD8E5FC), t.idleSelection = rgb(0xE4E8EE), t.found = rgb(0xFFE9A8);
    t.match = rgb(0x1A7442), t.differ = rgb(0xBE2F18), t.amber = rgb(0x8A5A00), t.amberMark = rgb(0xB97800),
    t.incomparable = rgb(0x7438B0), t.missing = rgb(0x5B6575);
    t.matchBack = rgb(0xDDF1E4), t.differBack = rgb(0xFBE0DA), t.amberBack = rgb(0xFBEFD2), t.incomparableBack = rgb(0xEDE3F8),
    t.missingBack = rgb(0xEEF0F3), t.noteBack = rgb(0xE2ECFC);
    t.canvas = rgb(0xFAFBFC), t.edge = rgb(0x6A7585), t.hotEdge = rgb(0x2558BF), t.groupBorder = rgb(0xB9C2CE);
    t.group = {rgb(0xF1F4F8), rgb(0xE8EDF3), rgb(0xDFE6EE)};
    t.heat = {rgb(0xF3F5F8), rgb(0xFBE3B4), rgb(0xF3B057), rgb(0xDE6F2C), rgb(0xA8301F), rgb(0x5C0D1E)};
    t.series = {rgb(0x2558BF), rgb(0xC2560C), rgb(0x177E6C), rgb(0x7A50C7)};
    t.families = {{{rgb(0xDCE8FC), rgb(0x2F66C4)},
                   {rgb(0xE9ECF1), rgb(0x6C7889)},
                   {rgb(0xD6F0EB), rgb(0x177E6C)},
                   {rgb(0xE2F3D3), rgb(0x4B8A22)},
                   {rgb(0xF3F0EA), rgb(0x8F826B)},
                   {rgb(0xEBE3FB), rgb(0x7A50C7)},
                   {rgb(0xF8EBCB), rgb(0x9C6E12)},
                   {rgb(0xFBDFE6), rgb(0xB83B5E)},
                   {rgb(0xD3E9F5), rgb(0x1F7399)},
                   {rgb(0xFFFFFF), rgb(0x2558BF)},
                   {rgb(0xF1F1F1), rgb(0x777777)},
                   {rgb(0xE9ECF1), rgb(0x6C7889)}}};
    t.delegation = {{{rgb(0xA9CBF3), rgb(0x1E5FAE)}, {rgb(0xFCEBCF), rgb(0xA86408)}, {rgb(0xFFFFFF), rgb(0x98A1AE)}}};
    t.keyword = rgb(0x7438B0), t.string = rgb(0x1A7442), t.number = rgb(0xA44A00), t.comment = rgb(0x5B6575);
    return t;
}

Tokens darkTokens() {
    Tokens t;
    t.dark = true;
    t.window = rgb(0x1D2026), t.raised = rgb(0x252931), t.base = rgb(0x15171C), t.alternate = rgb(0x191C22),
    t.hover = rgb(0x22262E);
    t.border = rgb(0x343A45), t.hairline = rgb(0x252A33), t.control = rgb(0x6E7888);
    t.text = rgb(0xE6E9EE), t.text2 = rgb(0xAEB6C3), t.text3 = rgb(0x9AA4B3), t.accent = rgb(0x82ADFF), t.onAccent = rgb(0x0E1420);
    t.selection = rgb(0x23385F), t.idleSelection = rgb(0x2B303A), t.found = rgb(0x5E4A12);
    t.match = rgb(0x5CC78D), t.differ = rgb(0xFF8A70), t.amber = rgb(0xEFB548), t.amberMark = rgb(0xEFB548),
    t.incomparable = rgb(0xC8A0FF), t.missing = rgb(0x9AA4B3);
    t.matchBack = rgb(0x17372A), t.differBack = rgb(0x4A211A), t.amberBack = rgb(0x40310F), t.incomparableBack = rgb(0x362650),
    t.missingBack = rgb(0x262B34), t.noteBack = rgb(0x1E2F52);
    t.canvas = rgb(0x121419), t.edge = rgb(0x76808F), t.hotEdge = rgb(0x82ADFF), t.groupBorder = rgb(0x4A5362);
    t.group = {rgb(0x191C22), rgb(0x20242B), rgb(0x282D36)};
    t.heat = {rgb(0x1B1F27), rgb(0x4B2320), rgb(0x8E3A1D), rgb(0xD06A1E), rgb(0xF3AE4C), rgb(0xFFF0C4)};
    t.series = {rgb(0x82ADFF), rgb(0xFFA45C), rgb(0x4FC0AC), rgb(0xB095F0)};
    t.families = {{{rgb(0x1D3358), rgb(0x6EA0F5)},
                   {rgb(0x2A303A), rgb(0x98A4B5)},
                   {rgb(0x153B36), rgb(0x4FC0AC)},
                   {rgb(0x243A18), rgb(0x8CCB60)},
                   {rgb(0x322E27), rgb(0xB9AA8E)},
                   {rgb(0x33265A), rgb(0xB095F0)},
                   {rgb(0x40310F), rgb(0xDDAE4B)},
                   {rgb(0x4A1F2D), rgb(0xF0809F)},
                   {rgb(0x12384A), rgb(0x62B8DE)},
                   {rgb(0x15171C), rgb(0x82ADFF)},
                   {rgb(0x2A2A2A), rgb(0xA0A0A0)},
                   {rgb(0x2A303A), rgb(0x98A4B5)}}};
    t.delegation = {{{rgb(0x2C5A94), rgb(0x8FC0FF)}, {rgb(0x3A2A10), rgb(0xE5A94C)}, {rgb(0x15171C), rgb(0x6E7888)}}};
    t.keyword = rgb(0xC8A0FF), t.string = rgb(0x5CC78D), t.number = rgb(0xFFB27A), t.comment = rgb(0x9AA4B3);
    return t;
}

const Tokens& table(bool dark) {
    static const Tokens light = lightTokens(), darkTable = darkTokens();
    return dark ? darkTable : light;
}

QPalette paletteOf(const Tokens& t) {
    QPalette p;
    p.setColor(QPalette::Window, t.window);
    p.setColor(QPalette::Button, t.raised);
    p.setColor(QPalette::ToolTipBase, t.raised);
    p.setColor(QPalette::Base, t.base);
    p.setColor(QPalette::AlternateBase, t.alternate);
    p.setColor(QPalette::Mid, t.border);
    p.setColor(QPalette::Midlight, t.hairline);
    p.setColor(QPalette::Dark, t.control);
    p.setColor(QPalette::Light, t.base);
    p.setColor(QPalette::Link, t.accent);
    p.setColor(QPalette::PlaceholderText, t.text3);
    for (const auto role :
         {QPalette::Text, QPalette::WindowText, QPalette::ButtonText, QPalette::HighlightedText, QPalette::ToolTipText})
        p.setColor(role, t.text);
    p.setColor(QPalette::Active, QPalette::Highlight, t.selection);
    p.setColor(QPalette::Inactive, QPalette::Highlight, t.idleSelection);
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, t.text3);
    return p;
}

/// The product's faces where the system has them, the platform's otherwise.
QFont preferredFont(const QString& family, QFontDatabase::SystemFont fallback) {
    QFont font = QFontDatabase::systemFont(fallback);
    if (QFontDatabase::families().contains(family)) font.setFamily(family);
    font.setPointSizeF(9.5);
    return font;
}

}  // namespace

const Tokens& tokens() { return table(QApplication::palette().color(QPalette::Base).lightness() < 128); }

void applyTheme(QApplication& application, Theme theme) {
    application.setStyle(QStyleFactory::create("Fusion"));
    const bool dark =
        theme == Theme::Dark || (theme == Theme::System && QApplication::palette().color(QPalette::Base).lightness() < 128);
    QApplication::setPalette(paletteOf(table(dark)));
    QApplication::setFont(bodyFont());
    application.setStyleSheet(styleSheet(table(dark)));
}

QFont bodyFont() {
    static const QFont font = preferredFont("Inter", QFontDatabase::GeneralFont);
    return font;
}

QFont smallFont() {
    QFont font = bodyFont();
    font.setPointSizeF(std::max(8.0, font.pointSizeF() - 1));
    return font;
}

QFont headingFont() {
    QFont font = bodyFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont titleFont() {
    QFont font = headingFont();
    font.setPointSizeF(font.pointSizeF() + 5);
    return font;
}

QFont codeFont() {
    static const QFont font = [] {
        QFont code = preferredFont("JetBrains Mono", QFontDatabase::FixedFont);
        code.setPointSizeF(code.pointSizeF() - 0.8);
        code.setStyleHint(QFont::Monospace);
        return code;
    }();
    return font;
}

QColor heatColour(double t) {
    const auto& ramp = tokens().heat;
    const double at = std::clamp(std::isfinite(t) ? t : 0.0, 0.0, 1.0) * 5;
    const auto i = std::min<std::size_t>(4, static_cast<std::size_t>(at));
    const double f = at - static_cast<double>(i);
    const auto mix = [f](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * f)); };
    return {mix(ramp[i].red(), ramp[i + 1].red()), mix(ramp[i].green(), ramp[i + 1].green()),
            mix(ramp[i].blue(), ramp[i + 1].blue())};
}

}  // namespace etscope::ui
