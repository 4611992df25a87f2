#include "charts/memory_view.h"

#include <QMenu>
#include <QPainter>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "charts/chart_name.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// From this height on a box has room for its module.
constexpr int kTwoLines = 32;
constexpr double kFlagPad = 8;
constexpr double kLeastShare = 1e-4;  // of the arena, in view
constexpr int kBand = 13;             // the height of the modules' band
constexpr double kNarrowBox = 60, kLeastHeight = 14, kMemoryViewBeside = 5;

/// About a name's width.
constexpr int kRoomCell = 64;
constexpr double kMostTicks = 6, kLinesOfTick = 1.5;

/// The power of two from `least` on.
double byteStep(double least) { return std::exp2(std::ceil(std::log2(std::max(1.0, least)))); }

layout::Rect roomOf(const QRectF& rect) { return {rect.x(), rect.y(), rect.width(), rect.height()}; }

/// The same for boxes that cover the same pixels.
std::uint64_t pixelsOf(const QRectF& box) {
    std::uint64_t key = 0;
    for (const double edge : {box.left(), box.top(), box.right(), box.bottom()})
        key = key << 16U | static_cast<std::uint64_t>(std::clamp(std::round(edge), 0.0, 65535.0));
    return key;
}

}  // namespace

MemoryView::MemoryView(QWidget* parent) : ChartView(parent) {
    setMinimumHeight(px(120));
    introduce("memoryView", tr("Lifetimes of tensors over offsets"));
}

QMarginsF MemoryView::margins() const {
    QStringList offsets;
    for (const Tick& tick : yTicks()) offsets.append(tick.text);
    return {widestOf(offsets) + 2 * kTickGap, flagHeight() + kEdge, 14, 2 * QFontMetricsF(smallFont()).height() + 8 + bandHeight()};
}

double MemoryView::bandHeight() const { return m_bands.empty() ? 0 : px(kBand) + 3; }

/// One column stands before the first instruction and one behind the last.
void MemoryView::setPlan(const program::MemoryPlan& plan, std::uint32_t memoryId, std::int64_t instructions, const QString& method,
                         Labels labels) {
    m_method = method;
    m_labels = std::move(labels);
    m_live.reset();
    m_bottom = 0;
    m_top = 1;
    m_tensors.clear();
    m_bands.clear();
    m_peak.reset();
    m_bytes = 0;
    m_instructions = std::max<std::int64_t>(1, instructions);
    std::vector<Span> spans;
    for (const program::PlannedTensor& tensor : plan.tensors) {
        if (tensor.memoryId != memoryId || !tensor.used) continue;
        m_tensors.push_back(tensor);
        spans.push_back({static_cast<double>(tensor.firstUse), static_cast<double>(tensor.lastUse + 1)});
    }
    for (const program::PlannedBuffer& buffer : plan.buffers)
        if (buffer.memoryId == memoryId) m_bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(0, buffer.bytes));
    for (const program::MemoryPeak& peak : plan.peaks)
        if (peak.memoryId == memoryId) m_peak = peak;
    setTitles({}, m_tensors.empty() ? QString() : tr("instruction"));
    setItems(std::move(spans), -1, static_cast<double>(m_instructions + 1));
}

void MemoryView::setModules(const QStringList& modules) {
    m_bands.clear();
    for (qsizetype i = 0; i < modules.size(); ++i) {
        if (modules[i].isEmpty()) continue;
        if (!m_bands.empty() && m_bands.back().to == i && m_bands.back().module == modules[i])
            ++m_bands.back().to;
        else
            m_bands.push_back({i, i + 1, modules[i]});
    }
    redraw();  // the plot has other margins
}

QRectF MemoryView::boxOf(std::size_t item) const {
    const program::PlannedTensor& tensor = m_tensors[item];
    const QRectF area = plot();
    const double bytes = std::max(1.0, static_cast<double>(m_bytes));
    const double x0 = xOf(static_cast<double>(tensor.firstUse)), x1 = xOf(static_cast<double>(tensor.lastUse + 1));
    const double y0 = static_cast<double>(tensor.offset) / bytes,
                 y1 = static_cast<double>(tensor.offset + std::max(tensor.bytes, tensor.reserved)) / bytes;
    const double scale = area.height() / (m_top - m_bottom);
    return {x0, area.bottom() - (y1 - m_bottom) * scale, x1 - x0, (y1 - y0) * scale};
}

QString MemoryView::nameOf(std::size_t item) const {
    const program::PlannedTensor& tensor = m_tensors[item];
    if (const auto label = m_labels.find(tensor.value); label != m_labels.end()) return label->second.name;
    return tensor.name.empty() ? tr("value %1").arg(tensor.value) : text(tensor.name);
}

QString MemoryView::tooltipOf(std::size_t item) const {
    const program::PlannedTensor& tensor = m_tensors[item];
    const QString first = tensor.firstUse < 0 ? tr("input") : QString::number(tensor.firstUse);
    const auto label = m_labels.find(tensor.value);
    const QString module = label == m_labels.end() || label->second.module.isEmpty() ? QString() : label->second.module + u'\n';
    return tr("%1\n%2 at %3\ninstructions %4 … %5")
        .arg(nameOf(item), module + bytesText(tensor.bytes), hexText(tensor.offset), first)
        .arg(tensor.lastUse);
}

std::vector<ChartView::Tick> MemoryView::yTicks() const {
    std::vector<Tick> ticks;
    if (m_tensors.empty() || m_bytes == 0 || m_top <= m_bottom) return ticks;
    const auto bytes = static_cast<double>(m_bytes);
    const double line = QFontMetricsF(smallFont()).height();
    const double fitting = (height() - flagHeight() - kEdge - 2 * line - 8 - bandHeight()) / (kLinesOfTick * line);
    const double step = byteStep((m_top - m_bottom) * bytes / std::clamp(std::floor(fitting), 1.0, kMostTicks));
    for (double at = std::ceil(m_bottom * bytes / step) * step; at <= m_top * bytes * (1 + 1e-9); at += step)
        ticks.push_back({(at / bytes - m_bottom) / (m_top - m_bottom), bytesText(static_cast<std::uint64_t>(at))});
    return ticks;
}

modules::OperatorFamily MemoryView::familyOf(std::size_t item) const {
    const program::PlannedTensor& tensor = m_tensors[item];
    if (const auto label = m_labels.find(tensor.value); label != m_labels.end()) return label->second.family;
    return tensor.firstUse < 0 ? modules::OperatorFamily::Input : modules::OperatorFamily::Compute;
}

std::vector<modules::OperatorFamily> MemoryView::families() const {
    std::set<modules::OperatorFamily> found;
    for (std::size_t item = 0; item < m_tensors.size(); ++item) found.insert(familyOf(item));
    return {found.begin(), found.end()};
}

bool MemoryView::liveNow(std::size_t item) const {
    return m_live && m_tensors[item].firstUse <= *m_live && *m_live <= m_tensors[item].lastUse;
}

void MemoryView::setLive(std::optional<std::int64_t> instruction) {
    if (m_live == instruction) return;
    m_live = instruction;
    redraw();
}

QString MemoryView::moduleOf(std::size_t item) const {
    const auto label = m_labels.find(m_tensors[item].value);
    return label == m_labels.end() ? QString() : label->second.module;
}

void MemoryView::paintBox(QPainter& painter, std::size_t item) const {
    const Tokens& t = tokens();
    const bool live = liveNow(item);
    const QRectF box = boxOf(item);
    const FamilyColours& colours = t.families[static_cast<std::size_t>(familyOf(item))];
    painter.setPen(QPen(colours.bar, live ? 2 : 1));
    painter.setBrush(colours.fill);
    painter.drawRect(box);
}

/// The name, and the module where there is room for two lines. Nothing where a box that lies over this one would cut it.
void MemoryView::paintName(QPainter& painter, std::size_t item, const layout::FreeRoom& above) const {
    const QRectF box = boxOf(item);
    QFont font = smallFont();
    font.setBold(liveNow(item));
    const QFontMetricsF metrics(font);
    const QRectF inside = box.intersected(plot()).adjusted(4, 1, -3, -1);
    if (inside.height() < metrics.height()) return;
    const QString name = chartName(metrics, nameOf(item), inside.width());
    const QRectF place(inside.topLeft(), QSizeF(metrics.horizontalAdvance(name), metrics.height()));
    if (name.isEmpty() || !above.isFree(roomOf(place))) return;
    writeIn(painter, font, tokens().text);
    painter.drawText(inside, Qt::AlignLeft | Qt::AlignTop, name);
    const QString around = moduleOf(item);
    if (around.isEmpty() || inside.height() < std::max<double>(px(kTwoLines), 2 * metrics.height())) return;
    painter.setFont(smallFont());
    painter.drawText(inside.adjusted(0, metrics.height(), 0, 0), Qt::AlignLeft | Qt::AlignTop,
                     chartName(QFontMetricsF(smallFont()), around, inside.width(), Qt::ElideLeft));
}

/// Narrow boxes of the peak have their names beside them, where no other box stands.
void MemoryView::paintNamesBeside(QPainter& painter, layout::FreeRoom room) const {
    if (!m_peak) return;
    const QFontMetricsF metrics(smallFont());
    const QRectF area = plot();
    const std::unordered_set<program::ValueIndex> live(m_peak->live.begin(), m_peak->live.end());
    for (std::size_t item = 0; item < m_tensors.size(); ++item) {
        if (!live.contains(m_tensors[item].value)) continue;
        const QRectF box = boxOf(item).intersected(area);
        if (box.isEmpty() || box.width() >= px(kNarrowBox) || box.height() < kLeastHeight) continue;
        const QString name = nameOf(item), module = moduleOf(item);
        const double width = std::max(metrics.horizontalAdvance(name), metrics.horizontalAdvance(module)) + 2;
        const double height = (module.isEmpty() ? 1 : 2) * metrics.height();
        QRectF place(box.right() + kMemoryViewBeside, box.top() + 1, width, height);
        const auto isFree = [&] {
            return area.contains(place) && room.isFree(roomOf(place));
        };
        if (!isFree()) place.moveRight(box.left() - kMemoryViewBeside);
        if (!isFree()) continue;
        room.add(roomOf(place));
        writeIn(painter, smallFont(), tokens().text);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignTop, name);
        painter.setPen(tokens().text2);
        painter.drawText(place.adjusted(0, metrics.height(), 0, 0), Qt::AlignLeft | Qt::AlignTop, module);
    }
}

/// The modules of the instructions, below the numbers of the axis' beginning: neighbours differ in their fill.
void MemoryView::paintBand(QPainter& painter) const {
    const Tokens& t = tokens();
    const QFontMetricsF metrics(smallFont());
    const QRectF area = plot();
    const double top = area.bottom() + 2 * metrics.height() + 8;
    painter.setFont(smallFont());
    for (std::size_t i = 0; i < m_bands.size(); ++i) {
        const Band& band = m_bands[i];
        const QRectF whole(QPointF(xOf(static_cast<double>(band.from)), top),
                           QPointF(xOf(static_cast<double>(band.to)), top + px(kBand)));
        const QRectF shown = whole.intersected(QRectF(area.left(), top, area.width(), px(kBand)));
        if (shown.width() < 1) continue;
        painter.fillRect(shown, t.group[1 + i % 2]);
        const QString name = chartName(metrics, band.module, shown.width() - 4, Qt::ElideLeft);
        painter.setPen(t.text2);
        painter.drawText(shown, Qt::AlignCenter, name);
    }
}

/// What is live lies over the others.
void MemoryView::paintItems(QPainter& painter) const {
    std::unordered_set<std::uint64_t> painted;
    std::vector<std::size_t> order;
    each(from(), to(), [&](std::size_t item) {
        if (painted.insert(pixelsOf(boxOf(item))).second) order.push_back(item);
    });
    std::stable_partition(order.begin(), order.end(), [&](std::size_t item) { return !liveNow(item); });
    for (const std::size_t item : order) paintBox(painter, item);
    layout::FreeRoom room(px(kRoomCell));
    for (std::size_t i = order.size(); i-- > 0;) {  // of each the boxes that lie over it
        paintName(painter, order[i], room);
        // A box that is zoomed into, or one of a size that no arena has, covers more than is in view.
        if (const QRectF seen = boxOf(order[i]).intersected(plot()); !seen.isEmpty()) room.add(roomOf(seen));
    }
    paintNamesBeside(painter, std::move(room));
}

QString MemoryView::flagText() const { return tr("Peak %1 at 0/%2").arg(bytesText(m_peak->bytes)).arg(m_peak->atInstruction); }

QRectF MemoryView::flag() const {
    const double at = m_peak ? static_cast<double>(m_peak->atInstruction) + 0.5 : 0;
    if (!m_peak || m_tensors.empty() || at < from() || at > to()) return {};
    const QRectF area = plot();
    const QString words = flagText();
    const double width = std::min(QFontMetricsF(headingFont()).horizontalAdvance(words) + 2 * kFlagPad, area.width());
    return {std::clamp(xOf(at) - kFlagPad, area.left(), std::max(area.left(), area.right() - width)), kEdge / 2, width,
            flagHeight()};
}

void MemoryView::paintMarks(QPainter& painter) const {
    const Tokens& t = tokens();
    paintBand(painter);
    const QRectF area = plot(), place = flag();
    const auto column = [&](std::int64_t at) {
        const double left = xOf(static_cast<double>(at)), right = std::max(left + 3, xOf(static_cast<double>(at + 1)));
        return QRectF(QPointF(left, area.top()), QPointF(right, area.bottom())).intersected(area.adjusted(-2, 0, 2, 0));
    };
    painter.setBrush(Qt::NoBrush);
    if (m_live && (!m_peak || *m_live != m_peak->atInstruction)) {
        painter.setPen(QPen(t.accent, 2));
        if (const QRectF frame = column(*m_live); !frame.isEmpty()) painter.drawRect(frame);
    }
    if (place.isEmpty()) return;
    painter.setPen(QPen(t.differ, 2));
    const QRectF frame = column(m_peak->atInstruction);
    if (m_live == m_peak->atInstruction)
        painter.drawRect(frame);
    else
        painter.drawLine(QPointF(frame.center().x(), area.top()), QPointF(frame.center().x(), area.bottom()));
    writeIn(painter, headingFont(), QPen(t.differ, 1));
    painter.setBrush(t.base);
    painter.drawRoundedRect(place, 4, 4);
    painter.setPen(t.text);
    const QString words = flagText();
    painter.drawText(place, Qt::AlignCenter,
                     QFontMetricsF(headingFont()).elidedText(words, Qt::ElideRight, place.width() - kFlagPad));
}

void MemoryView::fit() {
    m_bottom = 0;
    m_top = 1;
    ChartView::fit();
}

void MemoryView::showOffsets(double low, double high) {
    const double span = std::clamp(high - low, kLeastShare, 1.0);
    m_bottom = std::clamp(low, 0.0, 1 - span);
    m_top = m_bottom + span;
    redraw();
}

/// Ctrl and the wheel zoom both axes at the pointer.
void MemoryView::wheelEvent(QWheelEvent* event) {
    if ((event->modifiers() & Qt::ControlModifier) == 0 || event->angleDelta().y() == 0) return ChartView::wheelEvent(event);
    const QRectF area = plot();
    const double factor = std::pow(0.999, event->angleDelta().y()), x = std::clamp(valueAt(event->position().x()), from(), to());
    const double up = std::clamp((area.bottom() - event->position().y()) / std::max(1.0, area.height()), 0.0, 1.0);
    const double y = m_bottom + up * (m_top - m_bottom);
    moveTo(x - (x - from()) * factor, x + (to() - x) * factor);
    showOffsets(y - (y - m_bottom) * factor, y + (m_top - y) * factor);
    event->accept();
}

void MemoryView::dragged(QPointF by) {
    ChartView::dragged(by);
    const double share = by.y() / std::max(1.0, plot().height()) * (m_top - m_bottom);
    showOffsets(m_bottom + share, m_top + share);
}

void MemoryView::clickedBeside() {
    setCurrent(-1);
    if (!pointer() || m_tensors.empty()) return;
    if (flag().contains(*pointer())) return emit instructionChosen(m_peak->atInstruction);
    if (!plot().contains(*pointer())) return;
    emit instructionChosen(std::clamp<qint64>(static_cast<qint64>(std::floor(valueAt(pointer()->x()))), 0, m_instructions - 1));
}

/// Where the current box begins, else at the peak.
void MemoryView::chooseLive() {
    if (current() >= 0)
        emit instructionChosen(std::clamp<qint64>(m_tensors[static_cast<std::size_t>(current())].firstUse, 0, m_instructions - 1));
    else if (m_peak)
        emit instructionChosen(m_peak->atInstruction);
}

bool MemoryView::actByKey(int key) {
    if (key != Qt::Key_L || m_tensors.empty()) return ChartView::actByKey(key);
    chooseLive();
    return true;
}

void MemoryView::addActions(QMenu& menu) {
    ChartView::addActions(menu);
    menu.addAction(tr("What is live here\tL"), this, &MemoryView::chooseLive);
}

QStringList MemoryView::tsvTitles() const {
    return {tr("tensor"), tr("value"), tr("offset"), tr("bytes"), tr("first instruction"), tr("last instruction")};
}

QStringList MemoryView::tsvCells(std::size_t item) const {
    const program::PlannedTensor& tensor = m_tensors[item];
    return {nameOf(item),
            QString::number(tensor.value),
            QString::number(tensor.offset),
            QString::number(tensor.bytes),
            tensor.firstUse < 0 ? tr("input") : QString::number(tensor.firstUse),
            QString::number(tensor.lastUse)};
}

}  // namespace etscope::ui
