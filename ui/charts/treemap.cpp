#include "charts/treemap.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <map>

#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

constexpr double kHeader = 18, kHeaderWidth = 50, kHeaderHeight = 34, kLeastSide = 2, kNameWidth = 60, kNameHeight = 16;

modules::OperatorFamily familyOf(flat::RegionKind kind) {
    switch (kind) {
        case flat::RegionKind::Constant:
        case flat::RegionKind::Tensor: return modules::OperatorFamily::Compute;
        case flat::RegionKind::NamedData: return modules::OperatorFamily::Memory;
        case flat::RegionKind::Delegate: return modules::OperatorFamily::Delegate;
        case flat::RegionKind::Program:
        case flat::RegionKind::Json: return modules::OperatorFamily::Quantise;
        default: return modules::OperatorFamily::Constant;
    }
}

/// The worst side ratio of a row of `sum` over a side, with the largest and the smallest member.
double worstRatio(double sum, double largest, double smallest, double side) {
    const double s2 = sum * sum, w2 = side * side;
    return std::max(w2 * largest / s2, s2 / (w2 * smallest));
}

}  // namespace

QList<QRectF> squarified(const QList<double>& sizes, QRectF area) {
    QList<QRectF> placed;
    double total = 0;
    for (const double size : sizes) total += size;
    if (total <= 0 || area.isEmpty()) return QList<QRectF>(sizes.size());
    const double scale = area.width() * area.height() / total;
    for (qsizetype start = 0; start < sizes.size();) {
        const double side = std::min(area.width(), area.height());
        qsizetype end = start;
        double sum = 0, worst = 0;
        for (; end < sizes.size(); ++end) {
            const double size = sizes[end] * scale;
            if (size <= 0) break;
            const double ratio = worstRatio(sum + size, sizes[start] * scale, size, side);
            if (end > start && ratio > worst) break;
            sum += size;
            worst = ratio;
        }
        if (end == start) {
            for (; start < sizes.size(); ++start) placed.append(QRectF());
            break;
        }
        const bool wide = area.width() >= area.height();
        const double thickness = sum / side;
        double at = wide ? area.top() : area.left();
        for (; start < end; ++start) {
            const double length = sizes[start] * scale / thickness;
            placed.append(wide ? QRectF(area.left(), at, thickness, length) : QRectF(at, area.top(), length, thickness));
            at += length;
        }
        if (wide)
            area.setLeft(area.left() + thickness);
        else
            area.setTop(area.top() + thickness);
    }
    return placed;
}

Treemap::Treemap(QWidget* parent) : QWidget(parent) {
    setMinimumHeight(160);
    setObjectName(QStringLiteral("treemap"));
    setAccessibleName(tr("Regions of the file by size"));
}

void Treemap::setRegions(std::vector<flat::Region> regions, std::uint64_t size) {
    m_regions = std::move(regions);
    m_size = size;
    m_current = -1;
    std::map<flat::RegionKind, Group> groups;
    for (int i = 0; i < static_cast<int>(m_regions.size()); ++i) {
        Group& group = groups[m_regions[static_cast<std::size_t>(i)].kind];
        group.kind = m_regions[static_cast<std::size_t>(i)].kind;
        group.size += m_regions[static_cast<std::size_t>(i)].size;
        group.members.append(i);
    }
    m_groups.clear();
    for (auto& [kind, group] : groups) m_groups.append(std::move(group));
    std::sort(m_groups.begin(), m_groups.end(), [](const Group& a, const Group& b) { return a.size > b.size; });
    for (Group& group : m_groups)
        std::sort(group.members.begin(), group.members.end(), [this](int a, int b) {
            return m_regions[static_cast<std::size_t>(a)].size > m_regions[static_cast<std::size_t>(b)].size;
        });
    place();
    update();
}

void Treemap::place() {
    m_areas.assign(m_regions.size(), QRectF());
    QList<double> sizes;
    for (const Group& group : m_groups) sizes.append(static_cast<double>(group.size));
    const QList<QRectF> areas = squarified(sizes, QRectF(rect()).adjusted(8, 4, -8, -4));
    for (qsizetype i = 0; i < m_groups.size(); ++i) {
        m_groups[i].area = areas[i];
        placeMembers(m_groups[i]);
    }
}

void Treemap::placeMembers(Group& group) {
    const bool header = group.area.width() >= kHeaderWidth && group.area.height() >= kHeaderHeight;
    const QRectF inner = group.area.adjusted(2, header ? kHeader : 2, -2, -2);
    QList<double> sizes;
    for (const int member : group.members) sizes.append(static_cast<double>(m_regions[static_cast<std::size_t>(member)].size));
    const QList<QRectF> areas = squarified(sizes, inner);
    group.rest = {};
    group.restCount = 0;
    for (qsizetype i = 0; i < areas.size(); ++i) {
        if (areas[i].width() >= kLeastSide && areas[i].height() >= kLeastSide) {
            m_areas[static_cast<std::size_t>(group.members[i])] = areas[i];
        } else if (!areas[i].isNull()) {
            group.rest = group.rest.united(areas[i]);
            ++group.restCount;
        }
    }
}

void Treemap::setCurrent(int index) {
    m_current = index;
    update();
}

int Treemap::at(QPointF point) const {
    for (std::size_t i = 0; i < m_areas.size(); ++i)
        if (m_areas[i].contains(point)) return static_cast<int>(i);
    return -1;
}

void Treemap::resizeEvent(QResizeEvent*) { place(); }

void Treemap::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens& t = tokens();
    painter.fillRect(rect(), t.base);
    const QFontMetricsF small(smallFont()), bold(headingFont());
    for (const Group& group : m_groups) {
        const FamilyColours& colours = t.families[static_cast<std::size_t>(familyOf(group.kind))];
        painter.setPen(QPen(t.border, 1));
        painter.setBrush(t.raised);
        painter.drawRect(group.area);
        if (group.area.width() >= kHeaderWidth && group.area.height() >= kHeaderHeight) {
            const QRectF row(group.area.left() + 5, group.area.top(), group.area.width() - 10, kHeader);
            const QString bytes = bytesText(group.size),
                          name = text(regionKindName(group.kind)).replace(QLatin1Char('_'), QLatin1Char(' '));
            painter.setFont(headingFont());
            painter.setPen(t.text);
            painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, bold.elidedText(name, Qt::ElideMiddle, row.width()));
            painter.setFont(smallFont());
            painter.setPen(t.text2);
            if (bold.horizontalAdvance(name) + small.horizontalAdvance(bytes) + 12 < row.width())
                painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, bytes);
        }
        painter.setFont(smallFont());
        for (const int member : group.members) {
            const QRectF area = m_areas[static_cast<std::size_t>(member)];
            if (area.isNull()) continue;
            painter.setPen(QPen(member == m_current ? t.accent : colours.bar, member == m_current ? 2.5 : 1));
            painter.setBrush(colours.fill);
            painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5));
            if (area.width() < kNameWidth || area.height() < kNameHeight) continue;
            painter.setPen(t.text);
            painter.drawText(
                area.adjusted(5, 2, -4, -2), Qt::AlignLeft | Qt::AlignTop,
                small.elidedText(text(m_regions[static_cast<std::size_t>(member)].name), Qt::ElideMiddle, area.width() - 9));
        }
        if (group.restCount > 0) painter.fillRect(group.rest, QBrush(colours.bar, Qt::BDiagPattern));
    }
}

void Treemap::mousePressEvent(QMouseEvent* event) {
    setCurrent(at(event->position()));
    if (m_current >= 0) emit regionClicked(m_current);
}

bool Treemap::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QString tip;
    if (const int index = at(help->pos()); index >= 0) {
        const flat::Region& region = m_regions[static_cast<std::size_t>(index)];
        tip = QStringLiteral("<b>%1</b><br>%2 at %3")
                  .arg(text(region.name).toHtmlEscaped(), bytesText(region.size), hexText(region.offset));
        if (!region.owner.empty()) tip += QStringLiteral("<br>") + text(region.owner).toHtmlEscaped();
    } else {
        for (const Group& group : m_groups)
            if (group.rest.contains(help->pos()))
                tip = tr("%1 too small to draw").arg(plural(static_cast<std::uint64_t>(group.restCount), "region"));
    }
    if (tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tip, this);
    return true;
}

}  // namespace etscope::ui
