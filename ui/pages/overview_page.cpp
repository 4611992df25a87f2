#include "pages/overview_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>
#include <array>

#include "base/text.h"
#include "look/numbers.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

Mark findingMark(session::FindingState state) {
    switch (state) {
        case session::FindingState::Works: return Mark::Match;
        case session::FindingState::Missing: return Mark::Missing;
        case session::FindingState::Doubtful: return Mark::Ambiguous;
        case session::FindingState::Damaged: return Mark::Error;
    }
    return Mark::None;
}

/// A mark, a title and a quieter text below; the text may hold links of pages.
QWidget* makeRow(Mark mark, const QString& title, const QString& detail, QWidget* parent) {
    auto* row = new QWidget(parent);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 5, 0, 5);
    layout->setSpacing(10);
    auto* picture = new QLabel(row);
    picture->setPixmap(markPixmap(mark, 14, row->devicePixelRatioF()));
    picture->setAccessibleName(markName(mark));
    layout->addWidget(picture, 0, Qt::AlignTop);
    auto* label = new QLabel(row);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setText(
        QStringLiteral("%1<br><span style='color:%3'>%2</span>").arg(title.toHtmlEscaped(), detail, tokens().text2.name()));
    layout->addWidget(label, 1);
    return row;
}

QWidget* makeFinding(const session::Finding& finding, QWidget* parent) {
    const QString action = finding.action.empty() ? QString() : QStringLiteral(". ") + text(finding.action);
    return makeRow(findingMark(finding.state), text(finding.title), (text(finding.detail) + action).toHtmlEscaped(), parent);
}

Mark joinMark(session::JoinState state) {
    switch (state) {
        case session::JoinState::Matched: return Mark::Match;
        case session::JoinState::Ambiguous: return Mark::Ambiguous;
        case session::JoinState::Mismatched: return Mark::Error;
        case session::JoinState::Unknown: return Mark::Missing;
    }
    return Mark::None;
}

/// "the program" for "pte".
QString fileWord(const std::string& kind) {
    static constexpr std::pair<std::string_view, const char*> kWords[] = {
        {"pte", QT_TRANSLATE_NOOP("OverviewPage", "the program")},
        {"etrecord", QT_TRANSLATE_NOOP("OverviewPage", "the record")},
        {"ptd", QT_TRANSLATE_NOOP("OverviewPage", "the tensor data")},
        {"bpte", QT_TRANSLATE_NOOP("OverviewPage", "the bundled program")},
        {"etdump", QT_TRANSLATE_NOOP("OverviewPage", "the ETDump")},
        {"debug_buffer", QT_TRANSLATE_NOOP("OverviewPage", "the debug buffer")}};
    for (const auto& [word, shown] : kWords)
        if (word == kind) return OverviewPage::tr(shown);
    return text(kind);
}

QWidget* makeJoin(const session::Join& join, QWidget* parent) {
    static constexpr std::array kWords{QT_TRANSLATE_NOOP("OverviewPage", "%1 belongs to %2"),
                                       QT_TRANSLATE_NOOP("OverviewPage", "%1 may belong to %2"),
                                       QT_TRANSLATE_NOOP("OverviewPage", "%1 does not belong to %2"),
                                       QT_TRANSLATE_NOOP("OverviewPage", "%1 with %2: nothing tells")};
    QStringList facts;
    for (const std::string& fact : join.evidence) facts.append(text(fact).toHtmlEscaped());
    QString title = OverviewPage::tr(kWords[static_cast<std::size_t>(join.state)]).arg(fileWord(join.from), fileWord(join.to));
    title[0] = title[0].toUpper();
    return makeRow(joinMark(join.state), title, facts.join(QStringLiteral("<br>")), parent);
}

QWidget* replaceHeading(QVBoxLayout* column, QWidget* old, QWidget* fresh) {
    delete column->replaceWidget(old, fresh);
    delete old;
    return fresh;
}

}  // namespace

OverviewPage::OverviewPage(Workspace& workspace, QWidget* parent) : Page(workspace, parent) {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    outer->addWidget(scroll);
    auto* content = new QWidget(scroll);
    content->setObjectName(QStringLiteral("pageArea"));
    scroll->setWidget(content);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(12, 12, 12, 12);
    m_column->setSpacing(6);
    m_filesHeading = makeHeading(tr("Files"), {}, content);
    m_column->addWidget(m_filesHeading);
    m_fileView = new TableView(content);
    m_fileView->setObjectName(QStringLiteral("card"));
    m_fileView->setAccessibleName(tr("Files"));
    m_fileView->setTable(&m_files);
    m_column->addWidget(m_fileView);
    m_strips = new QVBoxLayout;
    m_column->addLayout(m_strips);
    m_column->addSpacing(10);
    m_methodsHeading = makeHeading(tr("Methods"), {}, content);
    m_column->addWidget(m_methodsHeading);
    m_methodView = new TableView(content);
    m_methodView->setObjectName(QStringLiteral("card"));
    m_methodView->setAccessibleName(tr("Methods"));
    m_methodView->setTwoLineRows(true);
    m_methodView->setTable(&m_methods);
    m_column->addWidget(m_methodView);
    m_column->addSpacing(10);
    auto* lower = new QHBoxLayout;
    lower->setSpacing(24);
    auto* left = new QVBoxLayout;
    m_flowHeading = makeHeading(tr("Flow between methods"), {}, content);
    left->addWidget(m_flowHeading);
    m_flow = new FlowView(content);
    m_flow->setObjectName(QStringLiteral("flow"));
    left->addWidget(m_flow);
    m_flowNote = new QLabel(content);
    m_flowNote->setWordWrap(true);
    left->addWidget(m_flowNote);
    left->addStretch();
    lower->addLayout(left, 5);
    m_findingsBox = new QWidget(content);
    m_findingsBox->setObjectName(QStringLiteral("findings"));
    m_findings = new QVBoxLayout(m_findingsBox);
    m_findings->setContentsMargins(0, 0, 0, 0);
    m_findings->setSpacing(0);
    lower->addWidget(m_findingsBox, 3, Qt::AlignTop);
    m_column->addLayout(lower);
    m_column->addStretch();
    connect(m_fileView, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_methodView, &TableView::rowSelected, &workspace, &Workspace::select);
    connect(m_methodView, &TableView::rowOpened, this, [this](const Address& address) {
        this->workspace().select(address);
        this->workspace().showPage(QStringLiteral("graph"));
    });
    connect(m_flow, &FlowView::methodClicked, this,
            [this](const QString& method) { this->workspace().select(Address::ofMethod(method)); });
    connect(&workspace, &Workspace::selectionChanged, this, [this](const Address& address) {
        if (address.kind == Address::Kind::File) m_fileView->selectAddress(address);
        if (!address.method.isEmpty()) m_methodView->selectAddress(Address::ofMethod(address.method));
    });
}

void OverviewPage::refresh() {
    const SessionPtr session = workspace().session();
    if (session == m_shown.lock() && session != nullptr) return;
    m_shown = session;
    m_files.setSession(session);
    m_methods.setSession(session);
    while (QLayoutItem* item = m_strips->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (session == nullptr) return;
    m_fileView->setFixedHeight(m_fileView->heightFor(12));
    m_methodView->setFixedHeight(m_methodView->heightFor(8));
    std::uint64_t damaged = 0;
    for (const session::SessionFile& file : session->files()) {
        const bool cut = file.zip != nullptr && file.zip->recovered();
        damaged += cut || file.error ? 1U : 0U;
        if (!cut) continue;
        m_strips->addWidget(makeHeading(tr("%1 by offset").arg(text(file.path).section(QLatin1Char('/'), -1)), {}, this));
        m_strips->addWidget(new ArchiveStrip(file, this));
    }
    m_filesHeading =
        replaceHeading(m_column, m_filesHeading,
                       makeHeading(tr("Files"),
                                   damaged > 0 ? tr("%1, of which %2 damaged").arg(session->files().size()).arg(damaged)
                                               : tr("%1 in this session").arg(session->files().size()),
                                   this));
    m_methodsHeading =
        replaceHeading(m_column, m_methodsHeading, makeHeading(tr("Methods"), countText(session->methods().size()), this));
    showFindings({});
    m_flow->setFlow({}, {});
    m_flowNote->clear();
    m_job.start(
        tr("Reading methods"),
        [session](const JobContext& job) -> Result<Facts> {
            Facts facts;
            for (const session::Method& method : session->methods()) {
                auto summary = session->summary(method.name, job);
                if (!summary && summary.error().code == "cancelled") return summary.failure();
                facts.summaries.push_back(summary ? std::move(*summary) : session::MethodSummary{});
                job.report(static_cast<double>(facts.summaries.size()) / static_cast<double>(session->methods().size()));
            }
            auto flow = session::methodFlow(*session, job);
            if (!flow) return flow.failure();
            facts.flow = std::move(*flow);
            facts.joins = session::joins(*session, job);
            facts.metadata = session::metadata(*session).findings;
            if (job.cancelled()) return cancelledFailure();
            return facts;
        },
        [this](Result<Facts> facts) {
            if (facts) showFacts(*facts), showFindings(*facts), judge();
            emit stateChanged();
        });
}

/// Reads the outputs: started when everything else is shown.
void OverviewPage::judge() {
    m_compare.start(
        tr("Comparing outputs"),
        [session = workspace().session()](const JobContext& job) { return session::methodVerdicts(session, job); },
        [this](Result<std::map<std::string, session::MethodVerdict>> verdicts) {
            if (verdicts) m_methods.setVerdicts(std::move(*verdicts));
        });
}

void OverviewPage::showFacts(const Facts& facts) {
    m_methods.setSummaries(facts.summaries);
    const SessionPtr session = workspace().session();
    std::vector<FlowView::Box> boxes;
    for (std::size_t i = 0; i < facts.summaries.size(); ++i) {
        const session::MethodSummary& summary = facts.summaries[i];
        FlowView::Box box;
        box.name = text(session->methods()[i].name);
        if (!summary.nodeCounts.empty()) box.nodes = plural(summary.nodeCounts.back().second, "node");
        const auto free = [&](const session::FlowEdge& edge, std::size_t port, bool input) {
            return (input ? edge.to : edge.from) == session->methods()[i].name && (input ? edge.input : edge.output) == port;
        };
        for (std::size_t p = 0; p < summary.inputs.size(); ++p)
            if (std::none_of(facts.flow.begin(), facts.flow.end(), [&](const auto& edge) { return free(edge, p, true); }))
                box.inputs.append(text(summary.inputs[p].name) + QLatin1Char('\n') + text(session::portText(summary.inputs[p])));
        for (std::size_t p = 0; p < summary.outputs.size(); ++p)
            if (std::none_of(facts.flow.begin(), facts.flow.end(), [&](const auto& edge) { return free(edge, p, false); }))
                box.outputs.append(text(session::portText(summary.outputs[p])));
        boxes.push_back(std::move(box));
    }
    m_flow->setFlow(std::move(boxes), facts.flow);
    m_flowNote->setText(facts.flow.empty()
                            ? tr("No output fits an input of another method.")
                            : tr("Inferred from types and shapes, not recorded: an arrow means that this output fits that input."));
}

/// Called at once with what the directories say, and again when the job has read the rest.
void OverviewPage::showFindings(const Facts& facts) {
    while (QLayoutItem* item = m_findings->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    std::vector<QWidget*> joins, doubtful, metadata, works;
    for (const session::Join& join : facts.joins) joins.push_back(makeJoin(join, m_findingsBox));
    for (const session::Finding& finding : session::findings(*workspace().session()))
        (finding.state == session::FindingState::Works ? works : doubtful).push_back(makeFinding(finding, m_findingsBox));
    for (const program::MetadataFinding& finding : facts.metadata) metadata.push_back(makeMetadataFinding(finding));
    const auto add = [this](const QString& title, const std::vector<QWidget*>& rows) {
        if (rows.empty()) return;
        m_findings->addWidget(makeHeading(title, countText(rows.size()), m_findingsBox));
        for (QWidget* row : rows) m_findings->addWidget(row);
        m_findings->addSpacing(10);
    };
    add(tr("Do they belong together?"), joins);
    add(tr("Missing or doubtful"), doubtful);
    add(tr("Metadata"), metadata);
    add(tr("What works"), works);
    m_findings->addStretch();
}

QWidget* OverviewPage::makeMetadataFinding(const program::MetadataFinding& finding) {
    const Mark mark = finding.severity == Severity::Error     ? Mark::Error
                      : finding.severity == Severity::Warning ? Mark::Warning
                                                              : Mark::Missing;
    QWidget* row = makeRow(
        mark, text(repairedUtf8(finding.key)),
        text(repairedUtf8(finding.message)).toHtmlEscaped() + QStringLiteral(" <a href='metadata'>%1</a>").arg(tr("Metadata")),
        m_findingsBox);
    for (QLabel* label : row->findChildren<QLabel*>())
        connect(label, &QLabel::linkActivated, this, [this](const QString& page) { workspace().showPage(page); });
    return row;
}

}  // namespace etscope::ui
