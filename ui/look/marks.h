// State marks and line icons, painted in floats at any size. Each state has a shape of its own, so that colour is never the
// only sign. GUI thread only.
#pragma once

#include <QIcon>
#include <QPixmap>
#include <QRectF>

class QPainter;

namespace etscope::ui {

/// The last three say where an error comes from: the call itself, a constant of the program, what the call read.
enum class Mark {
    None,
    Match,
    Differ,
    Ambiguous,
    Incomparable,
    Missing,
    Unreadable,
    Note,
    Warning,
    Error,
    Introduced,
    Constant,
    Inherited,
    Added,  ///< of two exports: only the later has it
    Removed,
    Changed,
    Unchanged
};

/// The more serious one.
Mark worse(Mark left, Mark right);
/// The word that the mark stands for: "match", "differ", …
QString markName(Mark mark);
void paintMark(QPainter& painter, const QRectF& area, Mark mark);
QPixmap markPixmap(Mark mark, int size, qreal ratio);
QIcon markIcon(Mark mark);

enum class Icon {
    Open,
    Back,
    Forward,
    Search,
    Commands,
    File,
    Record,
    Program,
    Data,
    Dump,
    Buffer,
    Method,
    Stage,
    Module,
    Weights,
    Copy,
    Down,
    Right,
    Close,
    Plus,
    Minus,
    Fit,
    Export,
    TopDown,
    LeftRight,
    Trace,
    Split,
    Verdict,
    Model,
    Correctness,
    Cost,
    Changes,
    Outline,
    Source,
    Pin,
    Menu
};
QIcon lineIcon(Icon icon);
void paintIcon(QPainter& painter, const QRectF& area, Icon icon, const QColor& colour);

}  // namespace etscope::ui
