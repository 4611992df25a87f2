#include "pages/gap_page.h"

#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include "base/text.h"
#include "look/numbers.h"
#include "session/gap.h"

namespace etscope::ui {
namespace {

constexpr std::array kValueFiles{FileKind::Npz, FileKind::Safetensors, FileKind::TorchSave};

bool holdsValues(const session::SessionFile& file) {
    return std::ranges::find(kValueFiles, file.kind) != kValueFiles.end() && file.source != nullptr;
}

bool hasGap(const session::Session& session) {
    const auto any = [&session](auto&& test) { return std::ranges::any_of(session.files(), test); };
    return session.recordFile() != nullptr && any(holdsValues) &&
           any([](const session::SessionFile& file) { return file.dump != nullptr; });
}

/// The table of the first value file that has values of the method's nodes.
Result<session::GapTable> gapOf(const session::Session& session, const std::string& method, QString& source,
                                const JobContext& job) {
    session::GapTable table;
    for (const session::SessionFile& file : session.files()) {
        if (!holdsValues(file)) continue;
        Diagnostics diagnostics;
        const auto references = session::fileReferences(file.path, diagnostics, job);
        session.addDiagnostics(diagnostics);
        if (!references) continue;
        auto made = session::numericGap(session, method, **references, {}, job);
        if (!made && made.error().code == "cancelled") return made;
        if (!made) continue;
        table = std::move(*made);
        source = text((*references)->source());
        if (std::ranges::any_of(table.rows, [](const auto& row) { return row.result.has_value(); })) return table;
    }
    return table;
}

Mark markOf(const session::GapRow& row) {
    switch (row.state) {
        case session::GapState::Ok: return row.diverges ? Mark::Differ : Mark::Match;
        case session::GapState::ShapeMismatch: return Mark::Incomparable;
        case session::GapState::NoReference:
        case session::GapState::NoRuntimeValue: return Mark::Missing;
        case session::GapState::Incomparable: return Mark::Unreadable;
    }
    return Mark::None;
}

/// The error is the call's own when it is more than twice what its inputs bring.
bool isIntroduced(const session::GapRow& row) { return row.error > 2 * row.inherited; }

QString handlesText(const std::vector<std::int64_t>& handles) {
    if (handles.empty()) return {};
    const auto [least, most] = std::ranges::minmax_element(handles);
    return *least == *most ? QString::number(*least) : QStringLiteral("%1 … %2").arg(*least).arg(*most);
}

Address addressOf(const QString& method, const session::GapRow& row) {
    return Address::ofNode(method, QStringLiteral("program"), QStringLiteral("0/%1").arg(row.instruction));
}

Cell metricCell(const session::GapRow& row, double tensor::Metrics::*metric) {
    if (!row.result || !row.result->metrics) return {.text = QStringLiteral("–"), .dim = true};
    const double value = (*row.result->metrics).*metric;
    return {.text = floatText(value), .sort = value};
}

Result<Rows> gapRows(const SessionPtr& session, const QString& method, const JobContext& job) {
    QString source;
    const auto table = gapOf(*session, method.toStdString(), source, job);
    if (!table) return table.failure();
    Rows rows;
    std::size_t compared = 0;
    for (const session::GapRow& row : table->rows) {
        const Address address = addressOf(method, row);
        const bool judged = row.result && row.result->metrics;
        compared += judged ? 1U : 0U;
        const QString last = row.nodes.empty() ? QString() : text(row.nodes.back());
        rows.add({{.text = QStringLiteral("0/%1").arg(row.instruction),
                   .sort = QVariant::fromValue(static_cast<qlonglong>(row.instruction))},
                  {.text = handlesText(row.debugHandles)},
                  {.text = last, .tooltip = text([&] {
                                     std::string all;
                                     for (const std::string& node : row.nodes) all += (all.empty() ? "" : "\n") + node;
                                     return all;
                                 }())},
                  {.text = text(row.runtime)},
                  metricCell(row, &tensor::Metrics::maxAbs),
                  metricCell(row, &tensor::Metrics::mse),
                  metricCell(row, &tensor::Metrics::snrDb),
                  judged ? Cell{.text = floatText(row.error), .sort = row.error} : Cell{.text = QStringLiteral("–"), .dim = true},
                  !judged             ? Cell{.text = text(session::gapStateName(row.state)), .dim = true}
                  : isIntroduced(row) ? Cell{.text = QObject::tr("introduced")}
                                      : Cell{.text = QObject::tr("inherited"), .dim = true},
                  {.mark = markOf(row), .tooltip = text(row.note)}},
                 address);
        if (judged)
            rows.points.push_back({static_cast<double>(row.instruction), row.error, row.diverges, !isIntroduced(row),
                                   QStringLiteral("0/%1 · %2\n%3\nrelative error %4")
                                       .arg(row.instruction)
                                       .arg(last, text(row.runtime), floatText(row.error)),
                                   address});
        if (row.diverges) rows.finding = Mark::Differ;
    }
    rows.summary =
        QObject::tr("%1 of %2 compared · reference %3").arg(countText(compared), plural(table->rows.size(), "call"), source);
    return rows;
}

const RowsSpec& gapTable() {
    static constexpr Column kColumns[] = {
        {"Instr.", "Chain and instruction", Qt::AlignLeft, true, 9},
        {"Handles", "Debug handles of the call, from least to largest", Qt::AlignLeft, true, 10},
        {"Last edge node", "Of the nodes that carry them; the tooltip has all", Qt::AlignLeft, true, 0},
        {"Runs as", "The event that logged the value", Qt::AlignLeft, true, 20},
        {"max_abs", "Largest |runtime − reference|", Qt::AlignRight, false, 10},
        {"mse", "Mean of (runtime − reference)²", Qt::AlignRight, false, 10},
        {"snr_db", "10·log10(mean reference² / mean difference²)", Qt::AlignRight, false, 10},
        {"Error", "‖runtime − reference‖ / ‖reference‖", Qt::AlignRight, false, 10},
        {"Error is", "Introduced: more than twice what the inputs of the call bring", Qt::AlignLeft, false, 13},
        {"", "Within the tolerance (rtol 1e-3, atol 1e-5)", Qt::AlignCenter, false, 4}};
    static constexpr RowsSpec kSpec{
        "gapTable",
        "Comparing values of operators",
        "linear, error is:introduced",
        kColumns,
        hasGap,
        "No numeric gap",
        "It needs an ETRecord, an ETDump with its debug buffer, and reference values of the nodes: .npz, "
        ".safetensors or torch.save, keyed by node name or debug handle.",
        "Add the missing files.",
        gapRows};
    return kSpec;
}

}  // namespace

GapPage::GapPage(Workspace& workspace, QWidget* parent) : RowsPage(workspace, gapTable(), parent) {
    m_plot = new GapPlot(this);
    chartPlace()->addWidget(m_plot, 1);
    connect(m_plot, &GapPlot::pointClicked, &workspace, &Workspace::select);
    connect(&workspace, &Workspace::selectionChanged, this, [this](const Address& address) {
        m_plot->setSelected(address);
        if (address.kind == Address::Kind::Node) table()->selectAddress(address);
    });
}

}  // namespace etscope::ui
