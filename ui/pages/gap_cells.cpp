#include "pages/gap_cells.h"

#include <cmath>

#include "base/enum_table.h"
#include "look/numbers.h"
#include "look/words.h"

namespace etscope::ui {
namespace {

using evaluate::Verdict;

/// Why a call has no verdict.
QString auditStateText(replay::AuditState state) {
    switch (state) {
        case replay::AuditState::Judged: break;
        case replay::AuditState::NotLogged: return QObject::tr("not recorded");
        case replay::AuditState::UnknownInput: return QObject::tr("unknown input");
        case replay::AuditState::NotEvaluated: return QObject::tr("not evaluated");
    }
    return {};
}

const evaluate::Judgement* judgementOf(const causes::RowParts* parts) {
    return parts != nullptr && parts->audit ? parts->audit->judgement() : nullptr;
}

QString whyUnknown(const causes::RowParts* parts) {
    if (parts == nullptr) return QObject::tr("not judged yet");
    return parts->audit ? text(parts->audit->reason) : QObject::tr("the call was not replayed");
}

}  // namespace

QString verdictText(Verdict verdict) {
    switch (verdict) {
        case Verdict::Exact: return QObject::tr("exact");
        case Verdict::Normal: return QObject::tr("normal");
        case Verdict::High: return QObject::tr("high");
        case Verdict::NotRounding: return QObject::tr("not rounding");
    }
    return {};
}

Mark markOf(Verdict verdict) {
    return verdict == Verdict::NotRounding ? Mark::Differ : verdict == Verdict::High ? Mark::Warning : Mark::Match;
}

QString originText(causes::Origin origin) { return word(text(causes::originName(origin))); }

Mark signOf(causes::Origin origin) {
    constexpr EnumTable<causes::Origin::Inherited, Mark> kSigns({Mark::None, Mark::Introduced, Mark::Constant, Mark::Inherited});
    return kSigns[origin];
}

Cell partCell(const std::optional<double>& part, const causes::RowParts* parts) {
    if (!part) return noCell(whyUnknown(parts));
    return {.text = shortFloatText(*part), .sort = *part, .copy = floatText(*part), .dim = *part == 0};
}

Cell unitsCell(const causes::RowParts* parts) {
    const evaluate::Judgement* judgement = judgementOf(parts);
    if (judgement == nullptr) return noCell(whyUnknown(parts));
    if (judgement->units == 0) return {.text = QStringLiteral("0"), .sort = 0.0, .dim = true};
    const double ofNormal = judgement->normal > 0 ? judgement->units / judgement->normal : std::numeric_limits<double>::infinity();
    const QString units = QString::number(judgement->units, 'g', 2), normal = QString::number(judgement->normal, 'g', 3);
    return {.text = ofNormal <= 1             ? QObject::tr("%1 of %2").arg(units, normal)
                    : std::isfinite(ofNormal) ? QStringLiteral("× %1").arg(floatText(ofNormal))
                                              : QStringLiteral("× ∞"),
            .sort = ofNormal,
            .tooltip = QObject::tr("The worst element is %1 units of rounding off; up to %2 are normal, up to %3 possible")
                           .arg(floatText(judgement->units), normal, floatText(judgement->limit)),
            .share = std::min(ofNormal, 1.0),
            .judged = markOf(judgement->verdict)};
}

Cell verdictCell(const causes::RowParts* parts) {
    if (parts == nullptr || !parts->audit) return noCell(whyUnknown(parts));
    const replay::AuditRow& audit = *parts->audit;
    const evaluate::Judgement* judgement = audit.judgement();
    if (judgement == nullptr)
        return {.text = auditStateText(audit.state), .mark = Mark::Missing, .tooltip = text(audit.reason), .dim = true};
    return {.text = verdictText(judgement->verdict),
            .mark = markOf(judgement->verdict),
            .tooltip = audit.assumed ? QObject::tr("It reads state that no run logged") : QString(),
            .strong = judgement->verdict == Verdict::NotRounding};
}

Cell accumulatorCell(const causes::RowParts* parts) {
    const evaluate::Judgement* judgement = judgementOf(parts);
    if (judgement == nullptr || !judgement->accumulator) return {};
    return {.text = text(evaluate::word(*judgement->accumulator)), .dim = *judgement->accumulator == evaluate::Accumulator::F32};
}

}  // namespace etscope::ui
