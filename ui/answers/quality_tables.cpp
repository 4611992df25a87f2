// The tables of what an export cost.
#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "answers/tables.h"
#include "compare/quantisation.h"
#include "compare/tensor_list.h"
#include "findings/undelegated.h"
#include "join/weights.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "modules/work_title.h"
#include "tensor/format.h"

namespace etscope::ui {

struct QuantisedRow : compare::QuantisationRow {
    std::string name = {};                           ///< in the record, else the weight's own
    std::optional<double> share = {}, clipped = {};  ///< of the session's weights; of the originals
};

namespace {

using findings::UndelegatedOperator;

Cell shareCell(std::optional<double> share) {
    if (!share) return noCell();
    return {.text = QString::number(100 * *share, 'f', 1) + QStringLiteral(" %"), .sort = *share};
}

bool hasMethods(const session::Session& session) { return !session.methods().empty(); }

Cell evidenceCell(const UndelegatedOperator& row) {
    const QStringList evidence = said(row.evidence);
    if (evidence.isEmpty()) return noCell();
    return {.text = evidence.join(QStringLiteral("; ")), .tooltip = evidence.join(QLatin1Char('\n'))};
}

Cell nodesCell(const UndelegatedOperator& row) {
    constexpr std::size_t kShown = 2;
    const QStringList nodes = texts(row.nodes);
    QStringList shown;
    for (const std::string& node : std::span(row.nodes).first(std::min(row.nodes.size(), kShown)))
        shown.append(text(modules::shownNode(node)));
    if (row.nodes.size() > kShown) shown.append(QObject::tr("and %1 more").arg(row.nodes.size() - kShown));
    return {.text = shown.join(QStringLiteral(", ")),
            .tooltip = nodes.mid(0, 40).join(QLatin1Char('\n')),
            .copy = nodes.join(QStringLiteral(", "))};
}

Result<Rows> undelegatedRows(const SessionPtr& session, const QString&, const JobContext& job) {
    auto found = findings::undelegated({*session, {}}, job);
    if (!found) return found.failure();
    std::size_t places = 0;
    for (const UndelegatedOperator& one : *found) places += one.nodes.size();
    const auto addressOf = [](const UndelegatedOperator& one) {
        const QString method = text(one.method);
        return one.nodes.empty() ? Address::ofMethod(method) : Address::ofNode(method, one.stage, text(one.nodes.front()));
    };
    Rows rows = Tables::undelegated().rows(*std::move(found), addressOf);
    rows.summary = QObject::tr("%1 at %n place(s)", nullptr, counted(places))
                       .arg(QObject::tr("%n operator(s)", nullptr, counted(rows.size())));
    return rows;
}

Cell decibelCell(const QuantisedRow& row) {
    const double sqnr = row.all.sqnrDb();
    if (row.original.empty() || std::isnan(sqnr)) return noCell();
    return {.text = std::isinf(sqnr) ? QStringLiteral("∞") : QString::number(sqnr, 'f', 1), .sort = sqnr};
}

Cell integersCell(const QuantisedRow& row) {
    const tensor::Tensor& values = row.weight.values;
    return {.text = text(tensor::typeAndShapeText(values.type, values.shape))};
}

/// What has one scale: "tensor", "channel", "32 in a row".
Cell schemeCell(const QuantisedRow& row) {
    const inventory::QuantisedWeight& weight = row.weight;
    return {.text = weight.groupSize() > 0             ? QObject::tr("%1 in a row").arg(weight.groupSize())
                    : weight.scheme() == "per_tensor"  ? QObject::tr("tensor")
                    : weight.scheme() == "per_channel" ? QObject::tr("channel")
                                                       : QObject::tr("block"),
            .tooltip = text(weight.format)};
}

Cell originalCell(const QuantisedRow& row) {
    return row.original.empty() ? Cell{.text = said(row.reason), .tooltip = said(row.reason), .dim = true}
                                : Cell{.text = text(row.original)};
}

/// Weights as the session's list of tensors names them; some are nowhere but in a delegate.
class WeightAddresses {
public:
    explicit WeightAddresses(const compare::TensorList& list) : m_list(list) {
        for (std::size_t row = 0; row < list.rows()->size(); ++row) {
            const inventory::TensorRow& one = (*list.rows())[row];
            m_rows.try_emplace({one.method, join::placeOf(one.tensor)}, row);
            m_named.try_emplace({one.method, one.name}, row);
        }
    }
    Address of(const inventory::QuantisedWeight& weight, const std::string& name) const {
        for (const std::string& method : {weight.method, std::string()})  // of several methods, too
            if (const auto row = m_rows.find({method, join::placeOf(weight.values)}); row != m_rows.end())
                return Address::of(m_list.entity(row->second));
        for (const std::string& method : {weight.method, std::string()})
            if (const auto row = m_named.find({method, name}); row != m_named.end()) return Address::of(m_list.entity(row->second));
        return Address::ofStage(text(weight.method), text(weight.stage));
    }

private:
    const compare::TensorList& m_list;
    std::map<std::pair<std::string, join::TensorPlace>, std::size_t> m_rows;
    std::map<std::pair<std::string, std::string>, std::size_t> m_named;
};

Result<Rows> quantisationRows(const SessionPtr& session, const QString&, const JobContext& job) {
    auto found = compare::quantisation(*session, job);
    const auto names = join::weights(*session, job);
    if (!found) return found.failure();
    if (!names) return names.failure();
    const auto tensors = compare::tensorList(*session, job);
    if (!tensors) return tensors.failure();
    const WeightAddresses addresses(**tensors);
    std::vector<QuantisedRow> quantised;
    std::size_t held = 0;
    for (compare::QuantisationRow& one : found->rows) {
        one.weight.scales = one.weight.zeroPoints = {};  // may be many
        one.channels = {};
        QuantisedRow& row = quantised.emplace_back(QuantisedRow{std::move(one)});
        const inventory::QuantisedWeight& weight = row.weight;
        const join::StoredWeight* stored = weight.delegate ? (*names)->at(weight.values.storage) : nullptr;
        if (stored != nullptr) row.name = stored->nameInRecord();
        if (row.name.empty()) row.name = weight.name;
        if (found->weightBytes > 0 && !weight.delegate && weight.stage != "program")
            row.share = static_cast<double>(row.bytes) / static_cast<double>(found->weightBytes);
        if (row.original.empty()) continue;
        ++held;
        if (weight.least && weight.greatest && row.all.count > 0)
            row.clipped = static_cast<double>(row.all.clipped) / static_cast<double>(row.all.count);
    }
    Rows rows = Tables::quantisation().rows(std::move(quantised),
                                            [&](const QuantisedRow& one) { return addresses.of(one.weight, one.name); });
    rows.summary = QObject::tr("%n quantised weight(s), %1 with a float original to compare", nullptr, counted(found->rows.size()))
                       .arg(countText(held));
    return rows;
}

}  // namespace

const TypedSpec<UndelegatedOperator>& Tables::undelegated() {
    using Row = UndelegatedOperator;
    static const TypedSpec<Row> kSpec{
        {"undelegatedTable", QT_TR_NOOP("Looking for what runs outside delegates"), QT_TR_NOOP("view_copy, method:text_decoder"),
         hasMethods, QT_TR_NOOP("Nothing to list"),
         QT_TR_NOOP("No method of this session has a delegate, or delegates run all of it."),
         QT_TR_NOOP("Add the .pte or the ETRecord of an export that was lowered."), undelegatedRows, nullptr, true},
        {{{QT_TR_NOOP("Operator"), QT_TR_NOOP("That no delegate runs"), kCode, 27},
          [](const Row& row) {
              return Cell{.text = text(modules::shownOperator(row.target)), .tooltip = text(row.target), .copy = text(row.target)};
          }},
         {{QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 13},
          [](const Row& row) { return Cell{.text = text(row.method)}; }},
         {{QT_TR_NOOP("Places"), QT_TR_NOOP("Nodes or instructions"), kNumber, 8},
          [](const Row& row) { return countCell(row.nodes.size()); }},
         {{QT_TR_NOOP("Time, p50"), QT_TR_NOOP("Of a run, at the median, all its places together; the rows stand by it"), kNumber,
           11, 0, QT_TR_NOOP("Time ns")},
          [](const Row& row) {
              if (!row.ticks) return noCell();
              return Cell{.text = durationText(*row.ticks), .sort = *row.ticks, .copy = QString::number(*row.ticks, 'g', 15)};
          }},
         {{QT_TR_NOOP("Share"), QT_TR_NOOP("Of the time of all instructions of its own method"), kNumber, 8},
          [](const Row& row) { return shareCell(row.share); }},
         {{QT_TR_NOOP("Why"), QT_TR_NOOP("As far as the session tells"), kPlain, 46},
          [](const Row& row) { return Cell{.text = said(row.reason), .tooltip = said(row.reason)}; }},
         {{QT_TR_NOOP("Evidence"), QT_TR_NOOP("What differs from the operators that delegates run"), kPlain, 36}, evidenceCell},
         {{QT_TR_NOOP("Nodes"), QT_TR_NOOP("The first ones; the tooltip has more, a copy all"), kCode, 24}, nodesCell}}};
    return kSpec;
}

const TypedSpec<QuantisedRow>& Tables::quantisation() {
    using Row = QuantisedRow;
    static const TypedSpec<Row> kSpec{
        {"quantisationTable", QT_TR_NOOP("Holding quantised weights against their originals"),
         QT_TR_NOOP("wq, method:text_decoder, original:weight"), hasMethods, QT_TR_NOOP("No quantised weights"),
         QT_TR_NOOP("None of these files contains quantisation scales."), QT_TR_NOOP("Add the ETRecord of a quantised export."),
         quantisationRows},
        {{{QT_TR_NOOP("Weight"), QT_TR_NOOP("Its name in the graph; of a delegate's, the name in the record or the key"), kPlain,
           30},
          [](const Row& row) { return Cell{.text = text(row.name), .tooltip = text(row.weight.name)}; }},
         {{QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 12},
          [](const Row& row) { return Cell{.text = text(row.weight.method)}; }},
         {{QT_TR_NOOP("Stored as"), QT_TR_NOOP("Type and shape as stored"), kCode, 18}, integersCell},
         {{QT_TR_NOOP("Granularity"), QT_TR_NOOP("The integers that share one"), kPlain, 13}, schemeCell},
         {{QT_TR_NOOP("Bytes"), QT_TR_NOOP("Of the integers"), kNumber, 10}, [](const Row& row) { return bytesCell(row.bytes); }},
         {{QT_TR_NOOP("Share"), QT_TR_NOOP("Of the weights of the session's graphs"), kNumber, 8},
          [](const Row& row) { return shareCell(row.share); }},
         {{QT_TR_NOOP("SQNR dB"), QT_TR_NOOP("Signal against the error of quantising; more is better"), kNumber, 9}, decibelCell},
         {{QT_TR_NOOP("Max |d|"), QT_TR_NOOP("Largest error of an element"), kNumber, 12},
          [](const Row& row) { return row.original.empty() ? noCell() : numberCell(row.all.maxAbs); }},
         {{QT_TR_NOOP("Clipped"), QT_TR_NOOP("Originals beyond the range of the integers"), kNumber, 9},
          [](const Row& row) { return shareCell(row.clipped); }},
         {{QT_TR_NOOP("Original"), QT_TR_NOOP("The real numbers it was made of, or why they are not known"), kPlain, 30},
          originalCell}}};
    return kSpec;
}

}  // namespace etscope::ui
