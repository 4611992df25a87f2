// The tables of what an export cost.
#include <algorithm>
#include <cmath>
#include <map>

#include "answers/tables.h"
#include "compare/quantisation.h"
#include "compare/tensor_list.h"
#include "findings/undelegated.h"
#include "join/weights.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/words.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

Cell shareCell(std::optional<double> share) {
    if (!share) return noCell();
    return {.text = QString::number(100 * *share, 'f', 1) + QStringLiteral(" %"), .sort = *share};
}

bool hasMethods(const session::Session& session) { return !session.methods().empty(); }

Cell nodesCell(const QStringList& nodes) {
    constexpr qsizetype kShown = 2;
    QStringList shown = nodes.mid(0, kShown);
    if (nodes.size() > kShown) shown.append(QObject::tr("and %1 more").arg(nodes.size() - kShown));
    return {.text = shown.join(QStringLiteral(", ")),
            .tooltip = nodes.mid(0, 40).join(QLatin1Char('\n')),
            .copy = nodes.join(QStringLiteral(", "))};
}

Result<Rows> undelegatedRows(const SessionPtr& session, const QString&, const JobContext& job) {
    const auto found = findings::undelegated({*session, {}}, job);
    if (!found) return found.failure();
    Rows rows;
    std::size_t places = 0;
    for (const findings::UndelegatedOperator& one : *found) {
        places += one.nodes.size();
        const QStringList nodes = texts(one.nodes), evidence = said(one.evidence);
        rows.add(
            {{.text = text(one.target)},
             {.text = text(one.method)},
             countCell(one.nodes.size()),
             shareCell(one.share),
             {.text = said(one.reason), .tooltip = said(one.reason)},
             evidence.isEmpty() ? noCell()
                                : Cell{.text = evidence.join(QStringLiteral("; ")), .tooltip = evidence.join(QLatin1Char('\n'))},
             nodesCell(nodes)},
            nodes.isEmpty() ? Address::ofMethod(text(one.method)) : Address::ofNode(text(one.method), one.stage, nodes.front()));
    }
    rows.summary = QObject::tr("%1 at %n place(s)", nullptr, counted(places))
                       .arg(QObject::tr("%n operator(s)", nullptr, counted(found->size())));
    return rows;
}

Cell decibelCell(const compare::QuantisationRow& row) {
    const double sqnr = row.all.sqnrDb();
    if (row.original.empty() || std::isnan(sqnr)) return noCell();
    return {.text = std::isinf(sqnr) ? QStringLiteral("∞") : QString::number(sqnr, 'f', 1), .sort = sqnr};
}

/// What has one scale: "tensor", "channel", "32 in a row".
QString schemeText(const inventory::QuantisedWeight& weight) {
    if (weight.groupSize() > 0) return QObject::tr("%1 in a row").arg(weight.groupSize());
    return weight.scheme() == "per_tensor"    ? QObject::tr("tensor")
           : weight.scheme() == "per_channel" ? QObject::tr("channel")
                                              : QObject::tr("block");
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
    const auto found = compare::quantisation(*session, job);
    const auto names = join::weights(*session, job);
    if (!found) return found.failure();
    if (!names) return names.failure();
    const auto tensors = compare::tensorList(*session, job);
    if (!tensors) return tensors.failure();
    const WeightAddresses addresses(**tensors);
    Rows rows;
    for (const compare::QuantisationRow& row : found->rows) {
        const inventory::QuantisedWeight& weight = row.weight;
        const join::StoredWeight* stored = weight.delegate ? (*names)->at(weight.values.storage) : nullptr;
        const std::string known = stored != nullptr ? stored->nameInRecord() : std::string();
        const bool ranged = !row.original.empty() && weight.least && weight.greatest && row.all.count > 0;
        const double clipped = ranged ? static_cast<double>(row.all.clipped) / static_cast<double>(row.all.count) : 0.0;
        const bool shared = found->weightBytes > 0 && !weight.delegate && weight.stage != "program";
        const double share = shared ? static_cast<double>(row.bytes) / static_cast<double>(found->weightBytes) : 0.0;
        const std::string& name = known.empty() ? weight.name : known;
        rows.add({{.text = text(name), .tooltip = text(weight.name)},
                  {.text = text(weight.method)},
                  {.text = text(tensor::typeAndShapeText(weight.values.type, weight.values.shape))},
                  {.text = schemeText(weight), .tooltip = text(weight.format)},
                  bytesCell(row.bytes),
                  shareCell(shared ? std::optional(share) : std::nullopt),
                  decibelCell(row),
                  row.original.empty() ? noCell() : numberCell(row.all.maxAbs),
                  shareCell(ranged ? std::optional(clipped) : std::nullopt),
                  row.original.empty() ? Cell{.text = said(row.reason), .tooltip = said(row.reason), .dim = true}
                                       : Cell{.text = text(row.original)}},
                 addresses.of(weight, name));
    }
    const auto held = static_cast<std::size_t>(
        std::ranges::count_if(found->rows, [](const compare::QuantisationRow& row) { return !row.original.empty(); }));
    rows.summary = QObject::tr("%n quantised weight(s), %1 held against an original", nullptr, counted(found->rows.size()))
                       .arg(countText(held));
    return rows;
}

}  // namespace

const RowsSpec& Tables::undelegated() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("Operator"), QT_TR_NOOP("That no delegate runs"), kCode, 27},
        {QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 13},
        {QT_TR_NOOP("Places"), QT_TR_NOOP("Nodes or instructions"), kNumber, 8},
        {QT_TR_NOOP("Time"), QT_TR_NOOP("Share of the method's calls, where a run is there"), kNumber, 8},
        {QT_TR_NOOP("Why"), QT_TR_NOOP("As far as the session tells"), kPlain, 46},
        {QT_TR_NOOP("Evidence"), QT_TR_NOOP("What differs from the operators that delegates run"), kPlain, 36},
        {QT_TR_NOOP("Nodes"), QT_TR_NOOP("The first ones; the tooltip has more, a copy all"), kCode, 24}};
    static constexpr RowsSpec kSpec{"undelegatedTable",
                                    QT_TR_NOOP("Looking for what runs outside delegates"),
                                    QT_TR_NOOP("view_copy, method:text_decoder"),
                                    kColumns,
                                    hasMethods,
                                    QT_TR_NOOP("Nothing to list"),
                                    QT_TR_NOOP("No method of this session has a delegate, or delegates run all of it."),
                                    QT_TR_NOOP("Add the .pte or the ETRecord of an export that was lowered."),
                                    undelegatedRows,
                                    nullptr,
                                    true};
    return kSpec;
}

const RowsSpec& Tables::quantisation() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("Weight"), QT_TR_NOOP("Its name in the graph; of a delegate's, the name in the record or the key"), kPlain, 30},
        {QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 12},
        {QT_TR_NOOP("Integers"), QT_TR_NOOP("Type and shape as stored"), kCode, 18},
        {QT_TR_NOOP("A scale for"), QT_TR_NOOP("The integers that share one"), kPlain, 13},
        {QT_TR_NOOP("Bytes"), QT_TR_NOOP("Of the integers"), kNumber, 10},
        {QT_TR_NOOP("Share"), QT_TR_NOOP("Of the weights of the session's graphs"), kNumber, 8},
        {QT_TR_NOOP("SQNR dB"), QT_TR_NOOP("Signal against the error of quantising; more is better"), kNumber, 9},
        {QT_TR_NOOP("Max |d|"), QT_TR_NOOP("Largest error of an element"), kNumber, 12},
        {QT_TR_NOOP("Clipped"), QT_TR_NOOP("Originals beyond the range of the integers"), kNumber, 9},
        {QT_TR_NOOP("Original"), QT_TR_NOOP("The real numbers it was made of, or why they are not known"), kPlain, 30}};
    static constexpr RowsSpec kSpec{"quantisationTable",
                                    QT_TR_NOOP("Holding quantised weights against their originals"),
                                    QT_TR_NOOP("wq, method:text_decoder, original:weight"),
                                    kColumns,
                                    hasMethods,
                                    QT_TR_NOOP("No quantised weights"),
                                    QT_TR_NOOP("No graph, tensor or delegate of this session states scales."),
                                    QT_TR_NOOP("Add the ETRecord of a quantised export."),
                                    quantisationRows};
    return kSpec;
}

}  // namespace etscope::ui
