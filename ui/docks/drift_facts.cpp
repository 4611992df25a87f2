// What the Inspector tells of a cell of the drift: what it means, where its error comes from, its operators and caches, the same
// layer in the other steps, the same step in the other layers.
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "answers/drift_words.h"
#include "docks/inspector.h"
#include "docks/section.h"
#include "look/language.h"
#include "look/make.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

constexpr std::size_t kMostOperators = 5;

/// A row of the drift over its steps, on a scale of decades, with the limit.
class StepLine : public QWidget {
public:
    StepLine(const DriftPlace& place, QWidget* parent) : QWidget(parent), m_place(place) {
        setFixedHeight(px(84));
        setAccessibleName(Inspector::tr("The row over all steps, of normal"));
        onThemeChange(this, [this] { update(); });
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Tokens& t = tokens();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setFont(smallFont());
        const double line = QFontMetricsF(smallFont()).height();
        const QRectF area(12, 6, width() - 24, height() - line - 12);
        const auto& cells = m_place.at().cells;
        double low = -1, high = 1;
        for (const causes::DriftCell& cell : cells)
            if (cell.total && *cell.total > 0 && std::isfinite(*cell.total))
                low = std::min(low, std::log10(*cell.total)), high = std::max(high, std::log10(*cell.total));
        low = std::max(low, -4.0);
        const auto y = [&](double ratio) {
            const double decade = ratio > 0 ? std::log10(ratio) : low;
            return area.bottom() - std::clamp((decade - low) / (high - low), 0.0, 1.0) * area.height();
        };
        const double each = area.width() / static_cast<double>(std::max<std::size_t>(1, cells.size()));
        painter.setPen(QPen(t.text2, 1, Qt::DashLine));
        painter.drawLine(QPointF(area.left(), y(1)), QPointF(area.right(), y(1)));
        QPolygonF path;
        for (std::size_t s = 0; s < cells.size(); ++s)
            if (cells[s].total) path << QPointF(area.left() + (static_cast<double>(s) + 0.5) * each, y(*cells[s].total));
        painter.setPen(QPen(t.series[0], 1));
        painter.drawPolyline(path);
        for (std::size_t s = 0; s < cells.size(); ++s) {
            if (!cells[s].total) continue;
            const QPointF at(area.left() + (static_cast<double>(s) + 0.5) * each, y(*cells[s].total));
            painter.setBrush(s == m_place.step ? t.series[0] : t.base);
            painter.drawEllipse(at, s == m_place.step ? 4.5 : 2.8, s == m_place.step ? 4.5 : 2.8);
        }
        painter.setPen(t.text3);
        for (const std::size_t s : {std::size_t(0), m_place.step, cells.size() - 1})
            painter.drawText(QRectF(area.left() + (static_cast<double>(s) + 0.5) * each - 20, height() - line - 2, 40, line),
                             Qt::AlignCenter, QString::number(s));
    }

private:
    DriftPlace m_place;
};

QString headOf(const DriftPlace& place) {
    const causes::DriftStep& step = place.drift->steps[place.step];
    QStringList parts;
    if (!place.at().type.empty()) parts.append(text(place.at().type));
    parts.append(Inspector::tr("run %1").arg(step.run));
    if (step.caseIndex) parts.append(Inspector::tr("case %1").arg(*step.caseIndex));
    if (step.tokens) parts.append(Inspector::tr("%n token(s)", nullptr, static_cast<int>(*step.tokens)));
    return parts.join(QStringLiteral(" · "));
}

QString cellLink(const Address& near, const DriftPlace& place, std::size_t row, std::size_t step) {
    const causes::DriftRow& one = place.drift->rows[row];
    return link(Address::ofCell(near.method, text(rowKey(one)), static_cast<qint64>(step)).text(), rowTitle(one));
}

Facts cellFacts(const DriftPlace& place, const Address& address) {
    const causes::DriftCell& cell = place.cell();
    Facts facts{{{}, html(sentenceOf(place))}};
    if (cell.total) facts.append({Inspector::tr("Total error"), html(timesText(cell.total)), text(cell.node)});
    if (cell.own) facts.append({Inspector::tr("Own error"), html(timesText(cell.own)), text(cell.ownNode)});
    if (cell.calls > 0)
        facts.append(
            {Inspector::tr("Calls"), Inspector::tr("%1 of %n compared", nullptr, static_cast<int>(cell.calls)).arg(cell.compared)});
    if (!cell.total || cell.node.empty()) return facts;
    const Address node = Address::ofNode(address.method, QStringLiteral("edge"), text(cell.node));
    const Address given = Address::given(node, static_cast<qint64>(place.drift->steps[place.step].run));
    facts.append({{},
                  pageLink(PageId::Outputs, given, Inspector::tr("Compare values")) + QStringLiteral(" · ") +
                      pageLink(PageId::Graph, node, Inspector::tr("Show in graph"))});
    return facts;
}

Facts operatorFacts(const DriftPlace& place, const Address& address, std::size_t& all) {
    std::vector<const causes::DriftRow*> rows;
    for (std::size_t r = place.row + 1; r <= place.row + place.at().below; ++r)
        if (place.drift->rows[r].kind == causes::DriftRow::Kind::Operator && place.drift->rows[r].cells[place.step].calls > 0)
            rows.push_back(&place.drift->rows[r]);
    all = rows.size();
    std::ranges::stable_sort(rows, std::greater(),
                             [&](const causes::DriftRow* row) { return row->cells[place.step].own.value_or(-1); });
    Facts facts;
    for (const causes::DriftRow* row : rows) {
        if (facts.size() == static_cast<qsizetype>(kMostOperators)) break;
        const causes::DriftCell& cell = row->cells[place.step];
        facts.append({html(timesText(cell.own)),
                      link(Address::ofNode(address.method, QStringLiteral("edge"), text(row->path)).text(), text(row->name)),
                      cell.total ? Inspector::tr("total error %1").arg(timesText(cell.total)) : stateText(cell.state)});
    }
    if (all > kMostOperators) facts.append({{}, Inspector::tr("%n more", nullptr, static_cast<int>(all - kMostOperators))});
    return facts;
}

/// What the step before left, which this one read.
Facts cacheFacts(const DriftPlace& place) {
    Facts facts;
    const std::size_t top = place.drift->topOf(place.row);
    for (const causes::DriftCache& cache : place.drift->caches) {
        if (cache.row != top || place.step == 0) continue;
        const causes::DriftCacheCell& left = cache.cells[place.step - 1];
        QString note;
        if (left.wrongPlaces)
            note = Inspector::tr("places %1 … %2 are wrong").arg(left.wrongPlaces->first).arg(left.wrongPlaces->second);
        if (!left.reason.empty()) note = said(left.reason);
        facts.append({text(cache.group), html(timesText(left.total)), note, text(cache.name)});
    }
    return facts;
}

Facts stepFacts(const DriftPlace& place, const Address& address) {
    std::optional<std::size_t> first, worst;
    const auto& rows = place.drift->rows;
    for (std::size_t r = 0; r < rows.size(); r += rows[r].below + 1) {
        const causes::DriftCell& cell = rows[r].cells[place.step];
        if (!first && cell.wrong()) first = r;
        if (cell.total && (!worst || *cell.total > *rows[*worst].cells[place.step].total)) worst = r;
    }
    Facts facts;
    facts.append({Inspector::tr("First wrong"), first ? cellLink(address, place, *first, place.step) : Inspector::tr("none")});
    if (worst)
        facts.append({Inspector::tr("Worst"), cellLink(address, place, *worst, place.step),
                      timesText(rows[*worst].cells[place.step].total)});
    for (const causes::DriftOutput& output : place.drift->steps[place.step].outputs) {
        QString note = output.differs ? Inspector::tr("outside the tolerance") : Inspector::tr("within the tolerance");
        if (output.sameTokens) note += QStringLiteral(", ") + tokenWords(*output.sameTokens);
        facts.append({Inspector::tr("Output"),
                      output.notFinite > 0
                          ? Inspector::tr("%n element(s) finite on one side only", nullptr, counted(output.notFinite))
                          : Inspector::tr("max |d| %1").arg(floatText(output.maxAbs)),
                      note, text(output.node)});
    }
    return facts;
}

}  // namespace

/// The parts of the error of the worst call.
QWidget* Inspector::makeShares(const causes::DriftParts& parts) {
    struct Part {
        Mark mark;
        QString name;
        std::optional<double> value;
        QColor Tokens::*colour;
        int series;
    };
    const std::array<Part, 4> all{Part{Mark::Introduced, tr("own"), parts.own, &Tokens::amberMark, -1},
                                  Part{Mark::Constant, tr("constant"), parts.constant, nullptr, 1},
                                  Part{Mark::Inherited, tr("by input"), parts.byInput, nullptr, 0},
                                  Part{Mark::Inherited, tr("by cache"), parts.byCache, nullptr, 1}};
    double most = 0;
    for (const Part& part : all)
        if (part.value && std::isfinite(*part.value)) most = std::max(most, *part.value);
    auto* body = new QWidget(m_content);
    auto* grid = makeGrid(body, {12, 6, 10, 8}, 8, -1);
    grid->setColumnStretch(2, 1);
    for (int row = 0; row < static_cast<int>(all.size()); ++row) {
        const Part& part = all[static_cast<std::size_t>(row)];
        auto* mark = new QLabel(body);
        withTheme(mark, [mark, which = part.mark] { mark->setPixmap(markPixmap(which, 12, mark->devicePixelRatioF())); });
        grid->addWidget(mark, row, 0);
        grid->addWidget(plainLabel(part.name, body, &Tokens::text2), row, 1);
        const double share = part.value && most > 0 ? (std::isfinite(*part.value) ? *part.value / most : 1) : 0;
        grid->addWidget(new ShareBar(share, part.colour, part.series, body), row, 2);
        grid->addWidget(plainLabel(part.value ? floatText(*part.value) : tr("not known"), body, &Tokens::text2), row, 3,
                        Qt::AlignRight);
    }
    return new Section(QStringLiteral("Parts of a cell"), tr("Where the error comes from"), floatText(parts.error), body,
                       m_content);
}

void Inspector::showCell(const Address& address) {
    const auto place = placeOf({*m_workspace.session(), address.method.toStdString()}, address.name.toStdString(),
                               static_cast<std::size_t>(address.column - 1));
    const QString title = tr("%1, step %2").arg(address.name).arg(address.column - 1);
    if (!place) {
        showHeading(title, address.text(), address, {});
        addSection({QT_TR_NOOP("This cell"),
                    {},
                    {{{}, html(tr("The layers of this method have not been compared step by step yet."))},
                     {{}, pageLink(PageId::Gap, address, pageTitle(PageId::Gap))}}});
        return;
    }
    const causes::DriftCell& cell = place->cell();
    showHeading(title, headOf(*place), address, {});
    addSection({QT_TR_NOOP("This cell"), cell.total ? timesText(cell.total) : stateText(cell.state), cellFacts(*place, address)});
    if (cell.wrong()) m_column->addWidget(makeShares(cell.parts));
    std::size_t operators = 0;
    const Facts worst = operatorFacts(*place, address, operators);
    addSection({QT_TR_NOOP("Operators in this cell"), countText(operators), worst});
    addSection({QT_TR_NOOP("Caches read by this layer"), {}, cacheFacts(*place)});
    m_column->addWidget(new Section(QStringLiteral("Row over all steps"), tr("%1 over all steps").arg(rowTitle(place->at())), {},
                                    new StepLine(*place, m_content), m_content));
    addSection({QT_TR_NOOP("This step over all rows"), stepTitle(*place->drift, place->step), stepFacts(*place, address)});
}

}  // namespace etscope::ui
