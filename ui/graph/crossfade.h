// Crossfade: what a widget showed fades out over what it shows now. GUI thread only.
#pragma once

#include <QPixmap>
#include <QVariantAnimation>
#include <QWidget>

namespace etscope::ui {

class Crossfade final : public QVariantAnimation {
public:
    /// Painted by `shown`, which asks paint() for it.
    explicit Crossfade(QWidget* shown);
    /// How long a change may move: 120 ms at most; 0 where the desktop wants no motion, or nobody sees it.
    static int timeFor(const QWidget& widget);
    /// Nothing happens when there is no time, or nothing was shown.
    void begin(QPixmap before, int time);
    void end();
    bool fading() const { return !m_before.isNull(); }
    void paint(QPainter& painter) const;

private:
    QWidget* m_shown;
    QPixmap m_before;
};

}  // namespace etscope::ui
