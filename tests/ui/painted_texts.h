// Which texts a picture paints and where, and what of them cannot be read: those that are cut by what is painted into, and those
// that lie over one another.
#pragma once

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QStringList>
#include <vector>

namespace etscope::test {

struct PaintedText {
    QString text;
    QRectF box;       ///< its letters from the ascent to the descent
    QRectF readable;  ///< of it
};

/// Something to paint into that keeps the texts.
class PaintedTexts : public QPaintDevice {
public:
    explicit PaintedTexts(QSize size) : m_size(size), m_engine(m_texts, QRectF(QPointF(), QSizeF(size))) {}
    const std::vector<PaintedText>& texts() const { return m_texts; }

    /// A line each; empty: all can be read.
    QStringList unreadable() const {
        constexpr double kHair = 1.5;  // rounding, and the room that fonts leave above their letters
        QStringList lines;
        for (std::size_t i = 0; i < m_texts.size(); ++i) {
            const PaintedText& one = m_texts[i];
            if (one.box.width() - one.readable.width() > kHair || one.box.height() - one.readable.height() > kHair)
                lines += QStringLiteral("cut: %1, %2 of %3").arg(one.text, told(one.readable), told(one.box));
            for (std::size_t k = 0; k < i; ++k) {
                const QRectF both = one.box.intersected(m_texts[k].box);
                if (both.width() > kHair && both.height() > 2 * kHair)
                    lines += QStringLiteral("over one another: %1, %2").arg(one.text, m_texts[k].text);
            }
        }
        return lines;
    }
    QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    int metric(PaintDeviceMetric which) const override {
        constexpr int kDpi = 96;
        switch (which) {
            case PdmWidth: return m_size.width();
            case PdmHeight: return m_size.height();
            case PdmDpiX:
            case PdmDpiY:
            case PdmPhysicalDpiX:
            case PdmPhysicalDpiY: return kDpi;
            case PdmDepth: return 32;
            case PdmDevicePixelRatio: return 1;
            case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
            default: return 0;
        }
    }

private:
    class Engine : public QPaintEngine {
    public:
        Engine(std::vector<PaintedText>& texts, QRectF all) : QPaintEngine(AllFeatures), m_texts(texts), m_all(all) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        Type type() const override { return User; }
        void updateState(const QPaintEngineState&) override {}
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawPath(const QPainterPath&) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawTextItem(const QPointF& at, const QTextItem& item) override {
            const QFontMetricsF metrics(item.font());
            const QRectF local(at.x(), at.y() - metrics.ascent(), item.width(), metrics.height());
            const QRectF box = painter()->transform().mapRect(local);
            QRectF readable = box.intersected(m_all);
            if (painter()->hasClipping())
                readable = readable.intersected(painter()->transform().mapRect(painter()->clipBoundingRect()));
            m_texts.push_back({item.text(), box, readable});
        }

    private:
        std::vector<PaintedText>& m_texts;
        QRectF m_all;
    };
    static QString told(const QRectF& box) {
        return QStringLiteral("%1 × %2 at %3, %4").arg(box.width()).arg(box.height()).arg(box.left()).arg(box.top());
    }

    QSize m_size;
    std::vector<PaintedText> m_texts;
    mutable Engine m_engine;
};

}  // namespace etscope::test
