#include "look/theme.h"

#include <QApplication>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleOption>
#include <array>
#include <utility>

#include "look/dress.h"

namespace etscope::ui {
namespace {

constexpr std::array kNames{std::pair{Theme::System, "system"}, std::pair{Theme::Light, "light"}, std::pair{Theme::Dark, "dark"},
                            std::pair{Theme::HighContrast, "high-contrast"}};

Theme s_theme = Theme::System;
const Tokens* s_tokens = nullptr;
thread_local const Tokens* s_paintedWith = nullptr;
std::optional<bool> s_desktopDark;

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

bool isDark(const QPalette& palette) { return palette.color(QPalette::Base).lightness() < 128; }

/// Fusion, with a line between docks: a main window wears no style sheet.
class Chrome : public QProxyStyle {
public:
    Chrome() : QProxyStyle(QStringLiteral("Fusion")) {}
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        return metric == PM_DockWidgetSeparatorExtent ? 1 : QProxyStyle::pixelMetric(metric, option, widget);
    }
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        if (element == PE_IndicatorDockWidgetResizeHandle) return painter->fillRect(option->rect, tokens().border);
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
};

/// What the desktop says, else what its palette looks like; it comes back once ours is taken away.
bool platformIsDark() {
    if (s_desktopDark) return *s_desktopDark;
    QApplication::setPalette(QPalette());
    return isDark(QApplication::palette());
}

/// The table that a theme means on this desktop, now.
const Tokens& resolved(Theme theme) {
    if (theme == Theme::System) return tokensOf(platformIsDark() ? Theme::Dark : Theme::Light);
    return tokensOf(theme);
}

}  // namespace

PaintedWith::PaintedWith(const Tokens& colours) { s_paintedWith = &colours; }

PaintedWith::~PaintedWith() { s_paintedWith = nullptr; }

const Tokens& tokens() {
    if (s_paintedWith != nullptr) return *s_paintedWith;
    return s_tokens != nullptr ? *s_tokens : tokensOf(isDark(QApplication::palette()) ? Theme::Dark : Theme::Light);
}

void applyTheme(QApplication& application, Theme theme) {
    // Each of these goes through all widgets: what is the same already is left alone.
    if (!application.property("etscopeStyle").toBool()) application.setStyle(new Chrome);
    application.setProperty("etscopeStyle", true);
    s_theme = theme;
    s_tokens = &resolved(theme);
    QApplication::setPalette(paletteOf(*s_tokens));
    if (QApplication::font() != bodyFont()) QApplication::setFont(bodyFont());
    dress(styleSheet(*s_tokens));
}

Theme currentTheme() { return s_theme; }

QString themeName(Theme theme) {
    for (const auto& [which, name] : kNames)
        if (which == theme) return QString::fromLatin1(name);
    return {};
}

std::optional<Theme> themeNamed(const QString& name) {
    for (const auto& [which, known] : kNames)
        if (name == QLatin1String(known)) return which;
    return std::nullopt;
}

void followPlatform() {
    if (s_theme == Theme::System) applyTheme(*qApp, Theme::System);
}

void setDesktopDark(std::optional<bool> dark) {
    if (std::exchange(s_desktopDark, dark) != dark) followPlatform();
}

}  // namespace etscope::ui
