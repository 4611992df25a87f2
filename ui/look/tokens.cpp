#include "look/tokens.h"

#include <QFontDatabase>
#include <QGuiApplication>
#include <QPainter>
#include <QScreen>
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

namespace etscope::ui {
namespace {

/// The size of texts where nothing is set.
constexpr double kUsualPoints = 9.5;
constexpr double kUsualDpi = 96;
constexpr double kLeastScale = 0.75, kMostScale = 3;

/// What the person's platform asks for. 9, 10 and 11 pt are all usual on desktops.
double platformTextScale() {
    const double points = QFontDatabase::systemFont(QFontDatabase::GeneralFont).pointSizeF();
#ifdef Q_OS_MACOS
    constexpr double kPlatform = 13;
#else
    constexpr double kPlatform = 10;
#endif
    constexpr double kLeastUsual = 0.8, kMostUsual = 1.15;
    const double scale = points / kPlatform;
    return points <= 0 || (scale >= kLeastUsual && scale <= kMostUsual) ? 1 : scale;
}

/// Jobs that paint charts into pictures ask for it while a person changes it.
std::atomic<double>& scale() {
    static std::atomic<double> scale{std::clamp(platformTextScale(), kLeastScale, kMostScale)};
    return scale;
}

/// The product's faces where the system has them, the platform's otherwise.
QFont preferredFont(const QString& family, QFontDatabase::SystemFont fallback) {
    QFont font = QFontDatabase::systemFont(fallback);
    if (QFontDatabase::families().contains(family)) font.setFamily(family);
    return font;
}

}  // namespace

void setTextScale(double wanted) { scale() = std::clamp(wanted, kLeastScale, kMostScale); }

int px(double usual) {
    const QScreen* screen = QGuiApplication::primaryScreen();
    const double dpi = screen != nullptr ? screen->logicalDotsPerInchY() : kUsualDpi;
    return static_cast<int>(std::lround(usual * scale() * dpi / kUsualDpi));
}

QFont bodyFont() {
    static const QFont face = preferredFont("Inter", QFontDatabase::GeneralFont);
    QFont font = face;
    font.setPointSizeF(kUsualPoints * scale());
    return font;
}

QFont smallFont() {
    QFont font = bodyFont();
    font.setPointSizeF(std::max(8.0, (kUsualPoints - 1) * scale()));
    return font;
}

QFont headingFont() {
    QFont font = bodyFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont titleFont() {
    QFont font = headingFont();
    font.setPointSizeF((kUsualPoints + 5) * scale());
    return font;
}

QFont codeFont() {
    static const QFont face = preferredFont("JetBrains Mono", QFontDatabase::FixedFont);
    QFont font = face;
    font.setPointSizeF((kUsualPoints - 0.8) * scale());
    font.setStyleHint(QFont::Monospace);
    return font;
}

void writeIn(QPainter& painter, const QFont& font, const QPen& pen) {
    painter.setFont(font);
    painter.setPen(pen);
}

void drawOutlines(QPainter& painter, const QPen& pen) {
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
}

void drawAreas(QPainter& painter, const QBrush& brush) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(brush);
}

QColor mixed(const QColor& from, const QColor& to, double part) {
    const auto mix = [part](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * part)); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

namespace {

template <std::size_t N>
QColor ofRamp(const std::array<QColor, N>& ramp, double t) {
    const double at = std::clamp(std::isfinite(t) ? t : 0.0, 0.0, 1.0) * (N - 1);
    const auto i = std::min<std::size_t>(N - 2, static_cast<std::size_t>(at));
    return mixed(ramp[i], ramp[i + 1], at - static_cast<double>(i));
}

}  // namespace

QColor heatColour(double t) { return ofRamp(tokens().heat, t); }

QColor amberColour(double t) {
    constexpr double kEnd = 0.55;  // of the way from the mark's amber to the text's colour
    const Tokens& now = tokens();
    return ofRamp(std::array{now.heat.front(), now.amberBack, now.amberMark, mixed(now.amberMark, now.text, kEnd)}, t);
}

}  // namespace etscope::ui
