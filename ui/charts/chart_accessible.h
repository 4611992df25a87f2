// What screen readers are told of widgets that draw many things: their names, and as children the things in view with names,
// places, and what a click does. GUI thread only.
#pragma once

#include <QRectF>
#include <QString>
#include <cstddef>
#include <vector>

namespace etscope::ui {

/// What a QWidget draws, in its own coordinates. Such a widget calls installItemAccessibility() when it is made.
class AccessibleItems {
public:
    virtual ~AccessibleItems() = default;
    virtual std::size_t count() const = 0;
    /// The one that keys act on; -1: none.
    virtual int current() const = 0;
    virtual void choose(std::size_t item) = 0;
    /// As a click on it does.
    virtual void open(std::size_t item) = 0;
    virtual QRectF boxOf(std::size_t item) const = 0;
    virtual QString nameOf(std::size_t item) const = 0;
    /// Lines of plain text; the first is its name.
    virtual QString tooltipOf(std::size_t item) const = 0;
    /// The nearest one there; -1: none.
    virtual int itemAt(QPointF point) const = 0;
    /// At most so many.
    virtual std::vector<std::size_t> inView(std::size_t most) const = 0;
};

/// Once per process; further calls do nothing.
void installItemAccessibility();

}  // namespace etscope::ui
