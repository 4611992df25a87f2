#include "pages/flow_view.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

/// Measures of usual texts; a narrow view takes what is more than texts need, then less of all widths, down to this part.
constexpr double kLeastPart = 0.5, kFlowViewLeastBox = 120, kBoxSides = 44, kLeastGap = 70;
/// Beside texts in boxes, with a mark and without, and before and behind those on arrows.
constexpr double kBesideName = 37, kBesideNodes = 20, kBesideShape = 12, kShortArrow = 40;
constexpr double kBoxPad = 14, kRowGap = 26, kArrow = 24, kFlowViewBelow = 260, kFlowViewBeside = 8, kBetweenPorts = 4;
/// Ports that are drawn of a side; of more there is their number.
constexpr qsizetype kPorts = 2;

double lineOf(const QFont& font) { return QFontMetricsF(font).height(); }
double flowBoxHeight() { return lineOf(headingFont()) + lineOf(smallFont()) + kBoxPad; }

double widthOf(const QString& text, const QFont& font) {
    double widest = 0;
    for (const QString& line : text.split(QLatin1Char('\n')))
        widest = std::max(widest, QFontMetricsF(font).horizontalAdvance(line));
    return widest;
}

QStringList fewPorts(const QStringList& ports, qsizetype most) {
    if (ports.size() <= most) return ports;
    QStringList few = ports.mid(0, most - 1);
    few.append(QObject::tr("+ %n more", nullptr, static_cast<int>(ports.size() - few.size())));
    return few;
}

QString elidedLines(const QString& text, const QFontMetricsF& metrics, double room) {
    QStringList lines = text.split(QLatin1Char('\n'));
    for (QString& line : lines) line = metrics.elidedText(line, Qt::ElideMiddle, room);
    return lines.join(QLatin1Char('\n'));
}

void drawArrow(QPainter& painter, QPointF from, QPointF to) {
    const double middle = (from.x() + to.x()) / 2;
    QPainterPath path(from);
    path.cubicTo(middle, from.y(), middle, to.y(), to.x() - 6, to.y());
    drawOutlines(painter, QPen(tokens().edge, 1.5));
    painter.drawPath(path);
    painter.setBrush(tokens().edge);
    painter.drawPolygon(QPolygonF({to, QPointF(to.x() - 8, to.y() - 3.5), QPointF(to.x() - 8, to.y() + 3.5)}));
}

double portsWidth(const QStringList& ports) {
    double widest = 0;
    for (const QString& port : fewPorts(ports, kPorts)) widest = std::max(widest, widthOf(port, codeFont()));
    return widest > 0 ? widest + px(kArrow) + kFlowViewBeside : 0;
}

}  // namespace

FlowView::FlowView(QWidget* parent) : ItemView(parent) { setAccessibleName(tr("Flow between methods")); }

void FlowView::setFlow(std::vector<Box> boxes, std::vector<findings::FlowEdge> edges) {
    m_boxes.clear();
    for (Box& box : boxes) m_boxes.push_back({std::move(box), {}, 0, false, Mark::None});
    m_edges = std::move(edges);
    forgetItems();
    placeColumns();
    place();
    updateGeometry();
}

void FlowView::setMark(const QString& method, Mark mark) {
    for (Placed& one : m_boxes)
        if (one.box.name == method) one.mark = mark;
    redraw();
}

void FlowView::setMethod(const QString& method) {
    m_method = method;
    redraw();
}

QString FlowView::nameOf(std::size_t box) const {
    const Placed& one = m_boxes[box];
    return one.mark == Mark::None ? one.box.name : one.box.name + QStringLiteral(", ") + markName(one.mark);
}

QString FlowView::tooltipOf(std::size_t box) const {
    const Box& one = m_boxes[box].box;
    QStringList lines{one.name, one.nodes};
    for (const auto& [word, ports] : {std::pair{tr("in"), one.inputs}, std::pair{tr("out"), one.outputs}})
        for (const QString& port : ports)
            lines.append(word + QLatin1Char(' ') + QString(port).replace(QLatin1Char('\n'), QLatin1Char(' ')));
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

/// To the nearest box in that direction.
int FlowView::stepFrom(int from, int key) const {
    const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
    if (from < 0 || (!across && key != Qt::Key_Up && key != Qt::Key_Down)) return ItemView::stepFrom(from, key);
    const double sign = key == Qt::Key_Right || key == Qt::Key_Down ? 1 : -1;
    const QPointF here = m_boxes[static_cast<std::size_t>(from)].rect.center();
    int best = from;
    double least = 0;
    for (std::size_t box = 0; box < m_boxes.size(); ++box) {
        const QPointF to = m_boxes[box].rect.center() - here;
        const double ahead = sign * (across ? to.x() : to.y()), aside = std::abs(across ? to.y() : to.x());
        const double far = ahead + 2 * aside;
        if (ahead > 1 && (best == from || far < least)) best = static_cast<int>(box), least = far;
    }
    return best;
}

QStringList FlowView::tsvTitles() const { return {tr("method"), tr("nodes"), tr("in"), tr("out")}; }

QStringList FlowView::tsvCells(std::size_t box) const {
    const Box& one = m_boxes[box].box;
    const auto all = [](const QStringList& ports) {
        return ports.join(QStringLiteral("; ")).replace(QLatin1Char('\n'), QLatin1Char(' '));
    };
    return {one.name, one.nodes, all(one.inputs), all(one.outputs)};
}

/// Columns by the longest way from a method without feeders; at most as many steps as methods, so cycles end.
void FlowView::placeColumns() {
    std::map<std::string, std::size_t> column;
    for (std::size_t step = 0; step < m_boxes.size(); ++step)
        for (const findings::FlowEdge& edge : m_edges)
            if (column[edge.to] <= column[edge.from] && column[edge.from] + 1 < m_boxes.size())
                column[edge.to] = column[edge.from] + 1;
    for (Placed& one : m_boxes) {
        const std::string name = one.box.name.toStdString();
        one.column = column[name];
        one.fed = std::ranges::any_of(m_edges, [&](const findings::FlowEdge& edge) { return edge.to == name; });
    }
}

void FlowView::Width::reach(double atLeast, double usual) {
    need = std::max(need, atLeast);
    natural = std::max({natural, usual, atLeast});
}

/// Where all need and usually have that much.
double FlowView::Width::within(double allNeed, double allNatural, double room) const {
    if (room >= allNatural) return natural;
    if (room < allNeed) return need * std::max(room / std::max(1.0, allNeed), kLeastPart);
    return need + (natural - need) * (room - allNeed) / std::max(1.0, allNatural - allNeed);
}

/// What is drawn behind the box: the values that others take, those that none does.
FlowView::Width FlowView::rightOf(const Placed& one) const {
    Width widest;
    const double ports = portsWidth(one.box.outputs);
    widest.reach(ports, std::max<double>(ports, px(kLeastGap)));
    for (const findings::FlowEdge& edge : m_edges) {
        if (text(edge.from) != one.box.name) continue;
        const double shape = widthOf(text(edge.shape), codeFont());
        widest.reach(std::max<double>(shape + kBesideShape, px(kShortArrow)), shape + px(kLeastGap));
    }
    return widest;
}

/// How wide columns are, and what is between them.
void FlowView::placeAcross() {
    std::size_t columns = 0;
    for (const Placed& one : m_boxes) columns = std::max(columns, one.column + 1);
    Width before;
    std::vector<Width> boxes(columns), gaps(columns);
    for (const Placed& one : m_boxes) {
        const double name = widthOf(one.box.name, headingFont()), nodes = widthOf(one.box.nodes, smallFont());
        boxes[one.column].reach(
            std::max(name + kBesideName, nodes + kBesideNodes),
            std::max({static_cast<double>(px(kFlowViewLeastBox)), name + px(kBoxSides), nodes + px(kBoxSides)}));
        const Width right = rightOf(one);
        gaps[one.column].reach(right.need, right.natural);
        if (!one.fed) before.reach(portsWidth(one.box.inputs), portsWidth(one.box.inputs));
    }
    m_need = before.need, m_natural = before.natural;
    for (std::size_t c = 0; c < columns; ++c) {
        m_need += boxes[c].need + gaps[c].need;
        m_natural += boxes[c].natural + gaps[c].natural;
    }
    const auto given = [this](const Width& one) { return one.within(m_need, m_natural, width()); };
    m_left = given(before);
    m_lefts.clear(), m_wide.clear(), m_gaps.clear();
    double left = m_left;
    for (std::size_t c = 0; c < columns; ++c) {
        m_lefts.push_back(left);
        m_wide.push_back(given(boxes[c]));
        m_gaps.push_back(given(gaps[c]));
        left += m_wide.back() + m_gaps.back();
    }
}

void FlowView::place() {
    placeAcross();
    std::size_t tallest = 1, ports = 0;
    std::vector<std::size_t> total(m_lefts.size(), 0), used(m_lefts.size(), 0);
    for (const Placed& one : m_boxes) {
        tallest = std::max(tallest, ++total[one.column]);
        ports = std::max({ports, one.fed ? 0U : static_cast<std::size_t>(one.box.inputs.size()),
                          static_cast<std::size_t>(one.box.outputs.size())});
    }
    const double height = flowBoxHeight();
    m_above = std::max(0.0, static_cast<double>(ports) * (2 * lineOf(codeFont()) + kBetweenPorts) - height) / 2;
    const double down = height + 2 * m_above + px(kRowGap);
    for (Placed& one : m_boxes) {
        const double offset = static_cast<double>(tallest - total[one.column]) * down / 2;
        one.rect = QRectF(m_lefts[one.column], 10 + m_above + offset + static_cast<double>(used[one.column]++) * down,
                          m_wide[one.column], height);
    }
}

QSize FlowView::sizeHint() const {
    double bottom = flowBoxHeight();
    for (const Placed& one : m_boxes)
        bottom = std::max(
            bottom, one.rect.bottom() + m_above + (one.fed && !one.box.inputs.isEmpty() ? px(kArrow) + 2 * lineOf(codeFont()) : 0));
    return {static_cast<int>(m_natural), static_cast<int>(bottom) + 8};
}

QSize FlowView::minimumSizeHint() const { return {static_cast<int>(kLeastPart * m_need), sizeHint().height()}; }

void FlowView::resizeEvent(QResizeEvent* event) {
    place();
    ItemView::resizeEvent(event);
}

void FlowView::restyled() {
    place();
    updateGeometry();
}

const FlowView::Placed* FlowView::placed(const std::string& method) const {
    const auto found = std::ranges::find_if(m_boxes, [&](const Placed& one) { return one.box.name == text(method); });
    return found == m_boxes.end() ? nullptr : &*found;
}

void FlowView::paintHighlight(QPainter& painter, std::size_t box) const {
    drawOutlines(painter, QPen(tokens().accent, 2.5));
    painter.drawRoundedRect(m_boxes[box].rect, 4, 4);
}

void FlowView::paintAll(QPainter& painter) const {
    painter.fillRect(rect(), tokens().base);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const findings::FlowEdge& edge : m_edges) paintEdge(painter, edge);
    for (const Placed& one : m_boxes) {
        paintPorts(painter, one);
        paintBelow(painter, one);
        paintBox(painter, one);
    }
}

void FlowView::paintEdge(QPainter& painter, const findings::FlowEdge& edge) const {
    const Placed *source = placed(edge.from), *target = placed(edge.to);
    if (source == nullptr || target == nullptr) return;
    const QRectF &from = source->rect, &to = target->rect;
    const QPointF start(from.right(), from.center().y()),
        end(to.left(), to.center().y() + (from.center().y() - to.center().y()) * 0.15);
    drawArrow(painter, start, end);
    paintMark(painter, QRectF((start.x() + end.x()) / 2 - 6, (start.y() + end.y()) / 2 - 6, 12, 12), Mark::Ambiguous);
    writeIn(painter, codeFont(), tokens().text2);
    const QFontMetricsF code(codeFont());
    const double room = m_gaps[source->column] - kFlowViewBeside;
    const double top = from.center().y() > to.center().y() ? from.center().y() + 4 : from.center().y() - code.height() - 4;
    painter.drawText(QRectF(from.right() + 6, top, room, code.height()), Qt::AlignLeft,
                     code.elidedText(text(edge.shape), Qt::ElideMiddle, room));
}

void FlowView::paintBox(QPainter& painter, const Placed& one) const {
    const Tokens& t = tokens();
    const bool current = one.box.name == m_method;
    painter.setPen(QPen(current ? t.accent : t.control, current ? 2 : 1));
    painter.setBrush(current ? t.idleSelection : t.base);
    painter.drawRoundedRect(one.rect, 4, 4);
    if (one.mark != Mark::None) paintMark(painter, QRectF(one.rect.right() - 22, one.rect.top() + 8, 13, 13), one.mark);
    writeIn(painter, headingFont(), t.text);
    const double room = one.rect.width() - (one.mark != Mark::None ? 36 : 18);
    painter.drawText(one.rect.adjusted(10, 5, -8, 0), Qt::AlignLeft | Qt::AlignTop,
                     QFontMetricsF(headingFont()).elidedText(one.box.name, Qt::ElideMiddle, room));
    writeIn(painter, smallFont(), t.text2);
    painter.drawText(one.rect.adjusted(10, 0, -8, -5), Qt::AlignLeft | Qt::AlignBottom, one.box.nodes);
}

void FlowView::paintPorts(QPainter& painter, const Placed& one) const {
    const QFontMetricsF code(codeFont());
    const double line = code.height(), arrow = px(kArrow);
    const auto draw = [&](const QStringList& ports, bool input) {
        const double x = input ? one.rect.left() : one.rect.right();
        const double room = (input ? m_left : m_gaps[one.column]) - arrow - kFlowViewBeside;
        const auto count = static_cast<double>(ports.size());
        for (qsizetype k = 0; k < ports.size(); ++k) {
            const double y = one.rect.center().y() + (static_cast<double>(k) - (count - 1) / 2) * (2 * line + kBetweenPorts);
            drawArrow(painter, {input ? x - arrow : x, y}, {input ? x : x + arrow, y});
            writeIn(painter, codeFont(), tokens().text2);
            const QRectF area(input ? x - arrow - 4 - room : x + arrow + 4, y - line - 1, room, 2 * line + 2);
            painter.drawText(area, static_cast<int>(Qt::AlignVCenter) | static_cast<int>(input ? Qt::AlignRight : Qt::AlignLeft),
                             elidedLines(ports[k], code, room));
        }
    };
    if (!one.fed) draw(fewPorts(one.box.inputs, kPorts), true);
    draw(fewPorts(one.box.outputs, kPorts), false);
}

/// Methods that others feed have no room at their left.
void FlowView::paintBelow(QPainter& painter, const Placed& one) const {
    if (!one.fed || one.box.inputs.isEmpty()) return;
    const Tokens& t = tokens();
    const QFontMetricsF code(codeFont());
    const QPointF end(one.rect.center().x(), one.rect.bottom());
    const double arrow = px(kArrow), room = std::min<double>(px(kFlowViewBelow), width());
    painter.setPen(QPen(t.edge, 1.5));
    painter.drawLine(end + QPointF(0, arrow), end + QPointF(0, 6));
    painter.setBrush(t.edge);
    painter.drawPolygon(QPolygonF({end, end + QPointF(-3.5, 8), end + QPointF(3.5, 8)}));
    writeIn(painter, codeFont(), t.text2);
    QStringList ports = fewPorts(one.box.inputs, kPorts);
    for (QString& port : ports) port.replace(QLatin1Char('\n'), QLatin1Char(' '));
    const double left = std::clamp(end.x() - room / 2, 0.0, std::max(0.0, width() - room));
    painter.drawText(QRectF(left, end.y() + arrow + 2, room, 2 * code.height() + 2), Qt::AlignHCenter | Qt::AlignTop,
                     elidedLines(ports.join(QLatin1Char('\n')), code, room));
}

}  // namespace etscope::ui
