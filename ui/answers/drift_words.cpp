#include "answers/drift_words.h"

#include <QObject>
#include <algorithm>
#include <array>
#include <cmath>

#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

/// Decades below and above the limit that the ramp spans.
constexpr double kBelow = 2, kDriftWordsAbove = 5;
/// Of the ramp: where normal ends, and where what is not normal begins.
constexpr double kNormalEnd = 0.08, kWrongBegin = 0.38;

double rampOf(double ratio) {
    if (!(ratio > 0)) return 0;
    const double decade = std::log10(ratio);
    if (ratio <= 1) return kNormalEnd * std::clamp((decade + kBelow) / kBelow, 0.0, 1.0);
    return kWrongBegin + (1 - kWrongBegin) * std::clamp(decade / kDriftWordsAbove, 0.0, 1.0);
}

QString runText(const causes::DriftStep& step) { return QObject::tr("run %1").arg(step.run); }

/// What an operator is found by: the row of the first wrong call.
QString firstNode(const causes::Drift& drift) { return text(drift.rows[drift.first->row].cells[drift.first->step].node); }

/// It begins in this cell.
bool isFirst(const DriftPlace& place) {
    const auto& first = place.drift->first;
    return first && first->step == place.step && place.row <= first->row && first->row <= place.row + place.at().below;
}

bool anyDiffers(const causes::DriftStep& step) { return std::ranges::any_of(step.outputs, &causes::DriftOutput::differs); }

bool anyKnown(const causes::Drift& drift) {
    return std::ranges::any_of(drift.rows, [](const causes::DriftRow& row) {
        return std::ranges::any_of(row.cells,
                                   [](const causes::DriftCell& cell) { return cell.state == causes::DriftState::Known; });
    });
}

}  // namespace

QColor driftColour(double ratio) { return heatColour(std::isinf(ratio) ? 1 : rampOf(ratio)); }

QColor driftInk(double ratio) {
    const QColor back = driftColour(ratio);
    const double light = 0.299 * back.redF() + 0.587 * back.greenF() + 0.114 * back.blueF();
    return light > 0.5 ? QColor(0x1B, 0x22, 0x2E) : QColor(0xFA, 0xFB, 0xFD);
}

QString ratioText(double ratio) {
    if (!std::isfinite(ratio)) return QStringLiteral("∞");
    if (ratio == 0) return QStringLiteral("0");
    if (ratio < 0.01) return QStringLiteral("< 0.01");
    if (ratio < 10) return QString::number(ratio, 'f', 2);
    if (ratio < 1e6) return countText(static_cast<std::uint64_t>(std::llround(ratio)));
    return floatText(ratio);
}

QString timesText(const std::optional<double>& ratio) {
    return ratio ? QStringLiteral("× %1").arg(ratioText(*ratio)) : QObject::tr("not known");
}

QString stateText(causes::DriftState state) {
    switch (state) {
        case causes::DriftState::NotLogged: return QObject::tr("not logged");
        case causes::DriftState::NotComputed: return QObject::tr("not computed");
        case causes::DriftState::NotCompared: return QObject::tr("not compared");
        case causes::DriftState::Known: break;
    }
    return QObject::tr("compared");
}

QString rowTitle(const causes::DriftRow& row) {
    static constexpr std::array kWords{QT_TRANSLATE_NOOP("QObject", "operators"), QT_TRANSLATE_NOOP("QObject", "before layers"),
                                       QT_TRANSLATE_NOOP("QObject", "after layers")};
    if (row.kind == causes::DriftRow::Kind::State && !row.parent) return QObject::tr("carried state");
    if (row.kind != causes::DriftRow::Kind::Operators) return text(row.name);
    for (const char* word : kWords)
        if (row.name.ends_with(word)) return text(row.name).replace(QLatin1String(word), QObject::tr(word));
    return text(row.name);
}

QString stepTitle(const causes::Drift&, std::size_t step) { return QObject::tr("step %1").arg(step); }

QString originWord(causes::DriftOrigin origin) {
    switch (origin) {
        case causes::DriftOrigin::None: return QObject::tr("normal");
        case causes::DriftOrigin::Own: return QObject::tr("own error");
        case causes::DriftOrigin::Constant: return QObject::tr("constant");
        case causes::DriftOrigin::Inherited: return QObject::tr("inherited");
        case causes::DriftOrigin::State: return QObject::tr("state");
        case causes::DriftOrigin::Unknown: break;
    }
    return QObject::tr("not explained");
}

QString sentenceOf(const DriftPlace& place) {
    const causes::DriftCell& cell = place.cell();
    if (cell.state != causes::DriftState::Known) return asTitle(cell.reason);
    const QString node = text(cell.ownNode);
    switch (causes::originOf(cell)) {
        case causes::DriftOrigin::None: return QObject::tr("Rounding explains what is here: nothing of it is wrong.");
        case causes::DriftOrigin::Own:
            return QObject::tr("The error is made here: %1 returns wrong values for its inputs, own error × %2 of normal rounding.")
                .arg(node, ratioText(cell.own.value_or(0)));
        case causes::DriftOrigin::Constant:
            return QObject::tr(
                       "Constants of the program are not those of the record: that moves this cell × %1 of normal rounding.")
                .arg(ratioText(*cell.constant));
        case causes::DriftOrigin::Inherited: break;
        case causes::DriftOrigin::State: return QObject::tr("The run began with other contents than its case expects.");
        case causes::DriftOrigin::Unknown: return QObject::tr("Values are wrong here; which part of that is its own is not known.");
    }
    if (isFirst(place))
        return QObject::tr(
            "Nothing that was compared before it is wrong, and its calls are correct for their inputs: a constant, or a value that "
            "was not compared, is another.");
    const QString own = cell.own ? QObject::tr("It works by itself: own error × %1 of normal rounding.").arg(ratioText(*cell.own))
                                 : QObject::tr("Its own error is not known.");
    const double cache = cell.parts.byCache.value_or(0), input = cell.parts.byInput.value_or(0);
    const QString from = cache > input ? QObject::tr("Most of the error came in by caches that earlier steps left wrong.")
                         : cache > 0   ? QObject::tr("The error came in by its inputs and by caches that earlier steps left wrong.")
                                       : QObject::tr("Its inputs are wrong already.");
    return own + QLatin1Char(' ') + from;
}

QString tokenWords(double same) {
    if (same >= 1) return QObject::tr("token agrees");
    if (same <= 0) return QObject::tr("another token");
    return QObject::tr("%1 % of the tokens agree").arg(QString::number(100 * same, 'f', 1));
}

QString headlineOf(const causes::Drift& drift) {
    if (!anyKnown(drift)) return QObject::tr("Nothing could be compared");
    if (!drift.first && std::ranges::any_of(drift.steps, anyDiffers))
        return QObject::tr(
            "Nothing that was compared is beyond rounding; how far that moves the outputs which differ is not known");
    if (!drift.first) return QObject::tr("All compared values are within rounding");
    const causes::DriftRow& top = drift.rows[drift.topOf(drift.first->row)];
    const causes::DriftCell& cell = drift.rows[drift.first->row].cells[drift.first->step];
    const auto origin = causes::originOf(cell);
    if (origin == causes::DriftOrigin::State)
        return QObject::tr("Begins in step %1 (%2) with the state that it carries: %3")
            .arg(QString::number(drift.first->step), runText(drift.steps[drift.first->step]),
                 rowTitle(drift.rows[drift.first->row]));
    if (origin == causes::DriftOrigin::Inherited)
        return QObject::tr("Beyond rounding from step %1 (%2) on, %3: %4 inherits, total error × %5 of normal rounding")
            .arg(QString::number(drift.first->step), runText(drift.steps[drift.first->step]), rowTitle(top), firstNode(drift),
                 ratioText(*cell.total));
    const bool own = origin == causes::DriftOrigin::Own && cell.own;
    const QString error =
        own ? QObject::tr("own error × %1 of normal rounding").arg(ratioText(*cell.own))
            : QObject::tr("%1, total error × %2 of normal rounding").arg(originWord(origin), ratioText(*cell.total));
    return QObject::tr("Begins in step %1 (%2), %3: %4, %5")
        .arg(QString::number(drift.first->step), runText(drift.steps[drift.first->step]), rowTitle(top), firstNode(drift), error);
}

double largestOf(const causes::DriftOutput& output) { return output.notFinite > 0 ? HUGE_VAL : output.maxAbs; }

const causes::DriftOutput* worstOutput(const causes::DriftStep& step) {
    const auto share = [](const causes::DriftOutput& output) {
        return output.allowed > 0 ? largestOf(output) / output.allowed : largestOf(output);
    };
    const auto worst = std::ranges::max_element(
        step.outputs, {}, [&](const causes::DriftOutput& output) { return std::pair(output.differs, share(output)); });
    return worst == step.outputs.end() ? nullptr : &*worst;
}

}  // namespace etscope::ui
