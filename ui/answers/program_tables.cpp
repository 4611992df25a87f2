#include "answers/program_tables.h"

#include <algorithm>

#include "answers/call_names.h"
#include "answers/tables.h"
#include "delegates/ethos_u_commands.h"
#include "look/language.h"
#include "look/numbers.h"
#include "models/address.h"
#include "profile/summary.h"

namespace etscope::ui {

/// A delegate, with what its calls are called and take.
struct CalledDelegate : inventory::DelegateRow {
    CallName name = {};                ///< of its first call
    std::optional<double> ticks = {};  ///< of its calls in a run, at the median; nothing: no run tells
    std::optional<double> share = {};  ///< of the time of the method's calls; nothing: the same, or they cannot be added
    double allBytes = 0;               ///< of all delegates
};

namespace {

/// The payload as text.
QList<RowLink> payloadLinks(const inventory::DelegateRow& row) {
    const auto stage = graph::StageId::payload(static_cast<std::uint32_t>(row.index));
    const Address address = Address::ofStage(text(row.method), stage);
    QList<RowLink> links;
    if (row.decoded != nullptr && delegates::ethosUCommandBlock(*row.decoded, row.bytes))
        links.append({QObject::tr("Show listing"), {Link::Does::ShowListing, PageId::None, address}});
    links.append({QObject::tr("Show bytes"), {Link::Does::ShowBytes, PageId::None, address}});
    return links;
}

/// What the instructions of a method are called, and what its runs say of them.
struct MethodCalls {
    CallNames names;
    std::shared_ptr<const profile::Summary> times;

    /// Name and times of what the instructions that call it do.
    void tell(CalledDelegate& one) const {
        if (!one.calls.empty()) one.name = names.of(one.calls.front());
        if (times->calls.empty()) return;
        const profile::DumpedCalls& known = times->calls.front();
        for (const std::int64_t instruction : one.calls)
            if (const profile::DumpedCall* call = known.find(instruction); call != nullptr && call->ticks)
                one.ticks = one.ticks.value_or(0) + *call->ticks;
        if (one.ticks) one.share = known.shareOf(*one.ticks);
    }
};

Result<MethodCalls> callsOf(const session::MethodView& method, const JobContext& job) {
    auto times = profile::methodSummary(method, job);
    if (!times) return times.failure();
    return MethodCalls{{method.session, text(method.name), {}, job}, *std::move(times)};
}

Cell shareCell(const QString& amount, double value, double share, const QString& ofWhat) {
    return {.text = QObject::tr("%1 · %2 %").arg(amount, QString::number(share * 100, 'f', 1)),
            .sort = value,
            .tooltip = QObject::tr("%1 % of %2").arg(QString::number(share * 100, 'f', 2), ofWhat),
            .share = share};
}

const graph::GraphModel* graphOf(const inventory::DelegateRow& row) {
    return row.decoded != nullptr ? row.decoded->graph.get() : nullptr;
}

Cell backendCell(const CalledDelegate& row) {
    return {.text = QStringLiteral("%1 %2").arg(text(join::shortBackendName(row.id))).arg(row.index),
            .sort = QStringLiteral("%1 %2").arg(text(row.id)).arg(row.index, 6, 10, QLatin1Char('0')),
            .tooltip = text(row.id)};
}

Cell computesCell(const CalledDelegate& row) {
    if (row.calls.empty()) return {.text = QObject::tr("never called"), .dim = true};
    return {.text = row.name.brief, .tooltip = row.name.whole, .family = static_cast<int>(row.name.family)};
}

Cell callTimeCell(const CalledDelegate& row) {
    if (!row.ticks) return noCell();
    const QString time = durationText(*row.ticks);
    if (!row.share) return {.text = time, .sort = *row.ticks};
    return shareCell(time, *row.ticks, *row.share, QObject::tr("the time of all instructions"));
}

Cell graphNodesCell(const CalledDelegate& row) {
    const graph::GraphModel* graph = graphOf(row);
    return graph != nullptr ? countCell(graph->top().nodes.size()) : Cell{.mark = Mark::Unreadable, .tooltip = text(row.reason)};
}

Cell callsCell(const CalledDelegate& row) {
    QStringList calls;
    for (const std::int64_t call : row.calls) calls.append(QStringLiteral("0/%1").arg(call));
    return calls.isEmpty() ? noCell() : Cell{.text = calls.join(QStringLiteral(", "))};
}

Cell specsCell(const CalledDelegate& row) {
    QStringList specs;
    for (const delegates::CompileSpec& spec : row.compileSpecs)
        specs.append(text(spec.key) + QStringLiteral(" = ") + text(delegates::compileSpecText(spec)));
    return specs.isEmpty() ? noCell() : Cell{.text = specs.join(QStringLiteral("; ")), .tooltip = specs.join(QLatin1Char('\n'))};
}

Result<Rows> delegateTableRows(const SessionPtr& session, const QString&, const JobContext& job) {
    auto delegates = inventory::delegateRows(*session, job);
    if (!delegates) return delegates.failure();
    double bytes = 0;
    for (const inventory::DelegateRow& row : *delegates) bytes += static_cast<double>(row.bytes.size);
    std::map<std::string, MethodCalls> methods;
    std::vector<CalledDelegate> all;
    for (inventory::DelegateRow& row : *delegates) {
        auto known = methods.find(row.method);
        if (known == methods.end()) {
            auto calls = callsOf({*session, row.method}, job);
            if (!calls) return calls.failure();
            known = methods.try_emplace(row.method, *std::move(calls)).first;
        }
        known->second.tell(all.emplace_back(CalledDelegate{std::move(row), {}, {}, {}, bytes}));
    }
    Rows rows = Tables::delegates().rows(all, delegateAddress);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].opens) rows.opens[i] = {{text(*all[i].opens), text(*all[i].opens)}};
        if (all[i].bytes.hasData()) rows.links[i] = payloadLinks(all[i]);
    }
    if (rows.empty())
        rows.nothing = nothingIn(*session, QObject::tr("No delegates"),
                                 QObject::tr("There are no delegates in %1: the kernels of the runtime run everything."));
    const auto decoded = static_cast<std::uint64_t>(std::ranges::count_if(all, graphOf));
    rows.summary = QObject::tr("%1 of %n delegate(s) decoded", nullptr, counted(all.size())).arg(countText(decoded));
    return rows;
}

}  // namespace

bool hasDataFile(const session::Session& session) {
    for (const session::SessionFile& file : session.files())
        if (file.program != nullptr || file.tensorData != nullptr) return true;
    return false;
}

Nothing nothingIn(const session::Session& session, const QString& what, const QString& why) {
    const QStringList names = namesOfFiles(session);
    QStringList holders;
    for (std::size_t i = 0; i < session.files().size(); ++i)
        if (session.files()[i].program != nullptr || session.files()[i].tensorData != nullptr)
            holders.append(names[static_cast<qsizetype>(i)]);
    return {what, why.arg(holders.join(QStringLiteral(", "))), {}};
}

Address delegateAddress(const inventory::DelegateRow& row) {
    const QString method = text(row.method);
    if (graphOf(row) != nullptr) return Address::ofStage(method, graph::StageId::payload(static_cast<std::uint32_t>(row.index)));
    return row.calls.empty() ? Address::ofMethod(method) : Address::ofInstruction(method, row.calls.front());
}

bool hasProgram(const session::Session& session) { return session.programFile() != nullptr; }

const TypedSpec<CalledDelegate>& Tables::delegates() {
    using Row = CalledDelegate;
    static const TypedSpec<Row> kSpec{
        {"delegateTable", QT_TR_NOOP("Decoding delegates"), QT_TR_NOOP("Xnnpack, method:text_decoder, format:opaque"), hasProgram,
         QT_TR_NOOP("No delegates"), QT_TR_NOOP("Delegate payloads are stored in a program (.pte)."),
         QT_TR_NOOP("Add the .pte of this export."), delegateTableRows},
        {{{QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 15},
          [](const Row& row) { return Cell{.text = text(row.method)}; }},
         {{QT_TR_NOOP("Backend"), QT_TR_NOOP("And the number in the method's list of delegates"), kPlain, 14}, backendCell},
         {{QT_TR_NOOP("Computes"), QT_TR_NOOP("What its first call runs: folded patterns and operators"), kCode}, computesCell},
         {{QT_TR_NOOP("Module"), QT_TR_NOOP("Around what it computes"), kCode},
          [](const Row& row) { return nameCell(row.name.module); }},
         {{QT_TR_NOOP("Bytes"), QT_TR_NOOP("Of the payload, and their share of all delegates"), kNumber, 20},
          [](const Row& row) {
              const auto bytes = static_cast<double>(row.bytes.size);
              return shareCell(bytesText(row.bytes.size), bytes, row.allBytes > 0 ? bytes / row.allBytes : 0,
                               QObject::tr("all delegates"));
          }},
         {{QT_TR_NOOP("Time"), QT_TR_NOOP("Of its calls in a run, at the median, and their share of the method's instructions"),
           kNumber, 20},
          callTimeCell},
         {{QT_TR_NOOP("Nodes"), QT_TR_NOOP("Of the decoded graph"), kNumber, 7, 1}, graphNodesCell},
         {{QT_TR_NOOP("Calls"), QT_TR_NOOP("Instructions that run it"), kCode, 8, 1}, callsCell},
         {{QT_TR_NOOP("Why not decoded"), QT_TR_NOOP("Where there is no graph")},
          [](const Row& row) { return nameCell(text(row.reason)); }},
         {{QT_TR_NOOP("Format"), QT_TR_NOOP("Of the payload, by its content"), kPlain, 10, kOnDemand},
          [](const Row& row) {
              return row.decoded != nullptr ? Cell{.text = text(row.decoded->format), .dim = row.decoded->opaque()} : noCell();
          }},
         {{QT_TR_NOOP("Offset"), QT_TR_NOOP("From the start of the file"), kDigits, 12, kOnDemand},
          [](const Row& row) { return row.bytes.hasData() ? offsetCell(row.bytes.offset) : noCell(); }},
         {{QT_TR_NOOP("Compile specs"), QT_TR_NOOP("What the backend was told"), kPlain, 0, kOnDemand}, specsCell}}};
    return kSpec;
}

}  // namespace etscope::ui
