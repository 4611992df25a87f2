#include "answers/program_tables.h"

#include "answers/call_names.h"
#include "answers/tables.h"
#include "compare/run_cases.h"
#include "delegates/ethos_u_commands.h"
#include "look/language.h"
#include "look/numbers.h"
#include "models/address.h"
#include "profile/call_places.h"

namespace etscope::ui {
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

/// What the runs of a method say of its calls.
struct CallTimes {
    std::map<std::int64_t, profile::DumpedCall> calls;
    double all = 0;  ///< ticks
};

Result<CallTimes> callTimes(const session::MethodView& method, const JobContext& job) {
    const auto runs = compare::runs(method.session, job);
    if (!runs) return runs.failure();
    std::vector<join::SessionRun> own;
    for (const join::SessionRun& run : **runs)
        if (run.attribution.method == method.name) own.push_back(run);
    CallTimes times{profile::callsOf(profile::eventStatistics(own, 1))};
    for (const auto& [instruction, call] : times.calls) times.all += call.ticks;
    return times;
}

Cell shareCell(const QString& amount, double value, double all, const QString& ofWhat) {
    const double share = all > 0 ? value / all : 0;
    return {.text = QObject::tr("%1 · %2 %").arg(amount, QString::number(share * 100, 'f', 1)),
            .sort = value,
            .tooltip = QObject::tr("%1 % of %2").arg(QString::number(share * 100, 'f', 2), ofWhat),
            .share = share};
}

/// The delegates of one method: names and times of their calls.
class DelegateWords {
public:
    DelegateWords(const session::MethodView& method, CallTimes times, const JobContext& job)
        : m_names(method.session, text(method.name), {}, job), m_times(std::move(times)) {}

    Cell inside(const inventory::DelegateRow& row) const {
        if (row.calls.empty()) return {.text = QObject::tr("never called"), .dim = true};
        const CallName name = m_names.of(row.calls.front());
        return {.text = name.brief, .tooltip = name.whole, .family = static_cast<int>(name.family)};
    }
    Cell module(const inventory::DelegateRow& row) const {
        const QString module = row.calls.empty() ? QString() : m_names.of(row.calls.front()).module;
        return nameCell(module);
    }
    Cell time(const inventory::DelegateRow& row) const {
        double ticks = 0;
        bool any = false;
        for (const std::int64_t call : row.calls)
            if (const auto hit = m_times.calls.find(call); hit != m_times.calls.end()) ticks += hit->second.ticks, any = true;
        return any ? shareCell(durationText(ticks), ticks, m_times.all, QObject::tr("the time of all instructions")) : noCell();
    }

private:
    CallNames m_names;
    CallTimes m_times;
};

std::vector<Cell> delegateCells(const inventory::DelegateRow& row, const DelegateWords& words, double allBytes) {
    const bool graph = row.decoded != nullptr && row.decoded->graph != nullptr;
    QStringList calls, specs;
    for (const std::int64_t call : row.calls) calls.append(QStringLiteral("0/%1").arg(call));
    for (const delegates::CompileSpec& spec : row.compileSpecs)
        specs.append(text(spec.key) + QStringLiteral(" = ") + text(delegates::compileSpecText(spec)));
    const auto nodes = graph ? row.decoded->graph->top().nodes.size() : 0;
    return {{.text = text(row.method)},
            {.text = QStringLiteral("%1 %2").arg(text(join::shortBackendName(row.id))).arg(row.index),
             .sort = QStringLiteral("%1 %2").arg(text(row.id)).arg(row.index, 6, 10, QLatin1Char('0')),
             .tooltip = text(row.id)},
            words.inside(row),
            words.module(row),
            shareCell(bytesText(row.bytes.size), static_cast<double>(row.bytes.size), allBytes, QObject::tr("all delegates")),
            words.time(row),
            graph ? countCell(nodes) : Cell{.mark = Mark::Unreadable, .tooltip = text(row.reason)},
            calls.isEmpty() ? noCell() : Cell{.text = calls.join(QStringLiteral(", "))},
            nameCell(text(row.reason)),
            row.decoded != nullptr ? Cell{.text = text(row.decoded->format), .dim = row.decoded->opaque()} : noCell(),
            row.bytes.hasData() ? offsetCell(row.bytes.offset) : noCell(),
            specs.isEmpty() ? noCell() : Cell{.text = specs.join(QStringLiteral("; ")), .tooltip = specs.join(QLatin1Char('\n'))}};
}

Result<Rows> delegateTableRows(const SessionPtr& session, const QString&, const JobContext& job) {
    const auto delegates = inventory::delegateRows(*session, job);
    if (!delegates) return delegates.failure();
    Rows rows;
    std::size_t decoded = 0;
    double bytes = 0;
    for (const inventory::DelegateRow& row : *delegates) bytes += static_cast<double>(row.bytes.size);
    std::map<std::string, DelegateWords> words;
    for (const inventory::DelegateRow& row : *delegates) {
        auto known = words.find(row.method);
        if (known == words.end()) {
            auto times = callTimes({*session, row.method}, job);
            if (!times) return times.failure();
            known = words.try_emplace(row.method, session::MethodView(*session, row.method), *std::move(times), job).first;
        }
        decoded += row.decoded != nullptr && row.decoded->graph != nullptr ? 1U : 0U;
        rows.add(delegateCells(row, known->second, bytes), delegateAddress(row));
        if (row.opens) rows.opens[rows.size() - 1] = {{text(*row.opens), text(*row.opens)}};
        if (row.bytes.hasData()) rows.links[rows.size() - 1] = payloadLinks(row);
    }
    if (rows.empty())
        rows.nothing = nothingIn(*session, QObject::tr("No delegates"),
                                 QObject::tr("There are no delegates in %1: the kernels of the runtime run everything."));
    rows.summary = QObject::tr("%1 of %n delegate(s) decoded", nullptr, counted(delegates->size())).arg(countText(decoded));
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
    if (row.decoded != nullptr && row.decoded->graph != nullptr)
        return Address::ofStage(method, graph::StageId::payload(static_cast<std::uint32_t>(row.index)));
    return row.calls.empty() ? Address::ofMethod(method) : Address::ofInstruction(method, row.calls.front());
}

bool hasProgram(const session::Session& session) { return session.programFile() != nullptr; }

const RowsSpec& Tables::delegates() {
    static constexpr Column kColumns[] = {
        {QT_TR_NOOP("Method"), QT_TR_NOOP("Entry point"), kPlain, 15},
        {QT_TR_NOOP("Backend"), QT_TR_NOOP("And the number in the method's list of delegates"), kPlain, 14},
        {QT_TR_NOOP("Computes"), QT_TR_NOOP("What its first call runs: folded patterns and operators"), kCode},
        {QT_TR_NOOP("Module"), QT_TR_NOOP("Around what it computes"), kCode},
        {QT_TR_NOOP("Bytes"), QT_TR_NOOP("Of the payload, and their share of all delegates"), kNumber, 20},
        {QT_TR_NOOP("Time"), QT_TR_NOOP("Medians of its calls over all runs, and their share of the method's instructions"),
         kNumber, 20},
        {QT_TR_NOOP("Nodes"), QT_TR_NOOP("Of the decoded graph"), kNumber, 7, 1},
        {QT_TR_NOOP("Calls"), QT_TR_NOOP("Instructions that run it"), kCode, 8, 1},
        {QT_TR_NOOP("Why not decoded"), QT_TR_NOOP("Where there is no graph")},
        {QT_TR_NOOP("Format"), QT_TR_NOOP("Of the payload, by its content"), kPlain, 10, kOnDemand},
        {QT_TR_NOOP("Offset"), QT_TR_NOOP("From the start of the file"), kDigits, 12, kOnDemand},
        {QT_TR_NOOP("Compile specs"), QT_TR_NOOP("What the backend was told"), kPlain, 0, kOnDemand}};
    static constexpr RowsSpec kSpec{.table = "delegateTable",
                                    .job = QT_TR_NOOP("Decoding delegates"),
                                    .filter = QT_TR_NOOP("Xnnpack, method:text_decoder, format:opaque"),
                                    .hasContent = hasProgram,
                                    .emptyTitle = QT_TR_NOOP("No delegates"),
                                    .emptyWhy = QT_TR_NOOP("Delegate payloads are stored in a program (.pte)."),
                                    .emptyAction = QT_TR_NOOP("Add the .pte of this export."),
                                    .make = delegateTableRows,
                                    .columns = kColumns};
    return kSpec;
}

}  // namespace etscope::ui
