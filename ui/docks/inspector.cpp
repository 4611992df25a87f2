#include "docks/inspector.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>
#include <algorithm>

#include "base/text.h"
#include "compare/logged_tensors.h"
#include "compare/output_sources.h"

#include "compare/tensor_list.h"
#include "docks/problems.h"
#include "findings/overview.h"
#include "frame/file_names.h"
#include "inventory/metadata.h"
#include "inventory/summary.h"
#include "inventory/tensor_rows.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "look/words.h"
#include "pages/output_matrix.h"
#include "pages/program_tables.h"
#include "pages/tensor_model.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

/// The name of a fact: long ones give way to what they name.
QLabel* makeName(const QString& name, QWidget* parent) {
    const QFontMetrics metrics(bodyFont());
    auto* label = plainLabel(metrics.elidedText(name, Qt::ElideMiddle, 18 * metrics.averageCharWidth()), parent, &Tokens::text3);
    if (label->text() != name) label->setToolTip(tip(name));
    label->setAlignment(Qt::AlignTop);
    return label;
}

QString totalsText(const std::optional<inventory::DataTotals>& amount) {
    if (!amount) return Inspector::tr("not known");
    const int count = counted(amount->count);
    return amount->bytes ? Inspector::tr("%n tensor(s), %1", nullptr, count).arg(bytesText(*amount->bytes))
                         : Inspector::tr("%n tensor(s)", nullptr, count);
}

/// Constants of the program and of its delegates together: at least so many where one of them is not known.
QString constantsText(const inventory::MethodData& data) {
    std::uint64_t count = 0, bytes = 0;
    bool all = true;
    for (const auto& part : {data.constants, data.delegateData}) {
        all = all && part && part->bytes;
        count += part ? part->count : 0;
        bytes += part ? part->bytes.value_or(0) : 0;
    }
    const QString amount = Inspector::tr("%n tensor(s), %1", nullptr, counted(count)).arg(bytesText(bytes));
    return all ? amount : count == 0 ? Inspector::tr("not known") : QStringLiteral("≥ ") + amount;
}

/// Without a record nothing tells parameters from other constants.
Facts weightFacts(const inventory::MethodData& data) {
    if (!data.parameters)
        return {{Inspector::tr("Constants"), constantsText(data)},
                {Inspector::tr("Of the program"), totalsText(data.constants)},
                {Inspector::tr("Of delegates"), totalsText(data.delegateData)}};
    return {{Inspector::tr("Parameters"), totalsText(data.parameters)},
            {Inspector::tr("Buffers"), totalsText(data.buffers)},
            {Inspector::tr("Constants"), totalsText(data.constants)},
            {Inspector::tr("Of delegates"), totalsText(data.delegateData)},
            {Inspector::tr("Not used"), totalsText(data.unusedParameters)}};
}

}  // namespace

Facts Inspector::wrongFacts(const Error& error) { return {{text(error.code), html(text(error.message))}}; }

Section::Section(const QString& name, const QString& title, const QString& value, QWidget* body, QWidget* parent)
    : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QPushButton(this);
    head->setObjectName(QStringLiteral("sectionHead"));
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 10, 0);
    row->addStretch();
    auto* count = plainLabel(value, head, &Tokens::text3);
    count->setFont(smallFont());
    row->addWidget(count);
    column->addWidget(head);
    column->addWidget(body);
    const QString key = QStringLiteral("sections/") + name;
    const auto fold = [head, body, title](bool open) {
        head->setText(QString(title).replace(QLatin1Char('&'), QLatin1String("&&")));
        head->setIcon(lineIcon(open ? Icon::Down : Icon::Right));
        body->setVisible(open);
    };
    fold(QSettings().value(key, true).toBool());
    connect(head, &QPushButton::clicked, this, [body, key, fold] {
        const bool open = body->isHidden();
        QSettings().setValue(key, open);
        fold(open);
    });
}

Inspector::Inspector(Workspace& workspace, QWidget* parent) : QScrollArea(parent), m_workspace(workspace) {
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setObjectName(QStringLiteral("inspector"));
    setAccessibleName(tr("Inspector"));
    m_content = new QWidget(this);
    m_content->setObjectName(QStringLiteral("pageArea"));
    m_column = new QVBoxLayout(m_content);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->setAlignment(Qt::AlignTop);
    setWidget(m_content);
    connect(&workspace, &Workspace::selectionChanged, this, &Inspector::show);
    connect(&workspace, &Workspace::relatedChanged, this, &Inspector::showRelated);
    connect(&workspace, &Workspace::gapChanged, this, [this] {
        if (m_workspace.selection().kind == Address::Kind::Node) show(m_workspace.selection());
    });
    connect(&workspace, &Workspace::sessionChanged, this, [this] { show(m_workspace.selection()); });
    show({});
}

void Inspector::clear() {
    m_node.cancel();
    m_gap.cancel();
    m_method.cancel();
    m_facts.cancel();
    m_groups.cancel();
    m_tensor.cancel();
    m_related = nullptr;
    while (QLayoutItem* item = m_column->takeAt(0)) {
        // It may be what was just clicked: it goes later, and is not seen until then.
        if (item->widget() != nullptr) item->widget()->hide(), item->widget()->deleteLater();
        delete item;
    }
}

void Inspector::show(const Address& address) {
    clear();
    if (m_workspace.session() == nullptr) return showHeading(tr("Nothing is open"), {});
    switch (address.kind) {
        case Address::Kind::File: return showFile(address);
        case Address::Kind::Node: return showNode(address);
        case Address::Kind::Metadata: return showMetadata(address);
        case Address::Kind::Tensor: return showTensor(address);
        case Address::Kind::Output: return showOutput(address);
        case Address::Kind::Problem: return showProblem(address);
        case Address::Kind::Module: return showModule(address);
        case Address::Kind::Value:
        case Address::Kind::Result: return showValue(address);
        case Address::Kind::Data: return showData(address);
        case Address::Kind::Region: return showRegion(address);
        case Address::Kind::Run:
        case Address::Kind::Event: return showRun(address);
        case Address::Kind::Method:
        case Address::Kind::Stage: return showMethod(address);
        case Address::Kind::None:
            return m_workspace.method().isEmpty() ? showHeading(tr("Nothing selected"), {})
                                                  : showMethod(Address::ofMethod(m_workspace.method()));
    }
}

void Inspector::showHeading(const QString& title, const QString& second) {
    auto* box = new QWidget(m_content);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(12, 10, 12, 10);
    column->setSpacing(3);
    auto* name = new TextLabel(title, Qt::PlainText, &Tokens::text, box);
    name->setFont(headingFont());
    column->addWidget(name);
    if (!second.isEmpty()) {
        auto* line = new TextLabel(second, Qt::PlainText, &Tokens::text2, box);
        line->setFont(codeFont());
        column->addWidget(line);
    }
    m_column->addWidget(box);
}

/// What belongs to the selection stays last.
void Inspector::addSection(const char* title, const QString& value, const Facts& facts) {
    if (!facts.isEmpty())
        m_column->insertWidget(m_related != nullptr ? m_column->indexOf(m_related) : -1, makeSection(title, value, facts));
}

QWidget* Inspector::makeSection(const char* title, const QString& value, const Facts& facts) {
    auto* body = new QWidget(m_content);
    auto* grid = new QGridLayout(body);
    grid->setContentsMargins(12, 6, 10, 8);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const Fact& fact : facts) {
        auto* name = makeName(fact.label, body);
        auto* what = new TextLabel(fact.content, Qt::RichText, &Tokens::text, body);
        if (!fact.tooltip.isEmpty()) what->setToolTip(tip(fact.tooltip));
        if (!fact.note.isEmpty()) {
            const auto addNote = [what, fact] {
                what->setWhole(fact.content +
                               QStringLiteral(" <span style='color:%1'>%2</span>").arg(tokens().text3.name(), html(fact.note)));
            };
            addNote();
            onThemeChange(what, addNote);
        }
        connect(what, &QLabel::linkActivated, &m_workspace, &Workspace::follow);
        grid->addWidget(name, row, 0);
        grid->addWidget(what, row++, 1);
    }
    return new Section(QString::fromUtf8(title), tr(title), value, body, m_content);
}

QWidget* Inspector::makeChain(const QString& name, const QString& title, const QString& value, const QList<Link>& chain) {
    int widest = 0;
    for (const Link& link : chain)
        widest = std::max(widest, QFontMetrics(bodyFont()).horizontalAdvance(link.label + QLatin1Char(' ')));
    auto* body = new QWidget(m_content);
    auto* grid = new QGridLayout(body);
    grid->setContentsMargins(12, 6, 10, 8);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(2, 1);
    int row = 0;
    for (const Link& link : chain) {
        auto* mark = new QLabel(body);
        const auto paint = [mark, which = link.mark] { mark->setPixmap(markPixmap(which, 12, mark->devicePixelRatioF())); };
        paint();
        onThemeChange(mark, paint);
        mark->setAccessibleName(markName(link.mark));
        mark->setContentsMargins(0, (QFontMetrics(bodyFont()).height() - 12) / 2, 0, 0);
        auto* label = plainLabel(link.label, body, &Tokens::text3);
        label->setFixedWidth(widest);
        auto* what = new TextLabel(link.value, Qt::RichText, &Tokens::text, body);
        connect(what, &QLabel::linkActivated, &m_workspace, &Workspace::follow);
        auto* evidence = new TextLabel(link.evidence, Qt::PlainText, &Tokens::text3, body);
        evidence->setFont(smallFont());
        auto* texts = new QVBoxLayout;
        texts->setSpacing(0);
        texts->addWidget(what);
        if (!link.evidence.isEmpty()) texts->addWidget(evidence);
        grid->addWidget(mark, row, 0, Qt::AlignTop);
        grid->addWidget(label, row, 1, Qt::AlignTop);
        grid->addLayout(texts, row++, 2);
    }
    return new Section(name, title, value, body, m_content);
}

void Inspector::showFile(const Address& address) {
    const session::Session& session = *m_workspace.session();
    const qsizetype at = fileNames(session).indexOf(address.name);
    if (at < 0) return;
    const session::SessionFile& file = session.files()[static_cast<std::size_t>(at)];
    showHeading(address.name, text(file.path));
    addSection(QT_TR_NOOP("File"), {},
               {{tr("Kind"), html(text(fileKindName(file.kind)))},
                {tr("Size"), bytesText(file.size)},
                {tr("Bytes"), countText(file.size)},
                {tr("Detail"), html(text(file.detail))}});
    if (file.error) addSection(QT_TR_NOOP("What is wrong"), {}, {{text(file.error->code), html(text(file.error->message))}});
    if (file.native != nullptr) showNative(file);
    if (file.record == nullptr) return;
    Facts entries;
    for (std::size_t i = 0; i < file.record->entries().size() && i < 200; ++i) {
        const ZipEntry& entry = file.record->zipEntry(i);
        entries.append({text(etrecord::roleName(file.record->entries()[i].role)),
                        html(text(escaped(entry.name))) + QStringLiteral("<br>") +
                            (entry.truncated ? tr("%1 of %2").arg(bytesText(entry.compressedSize), bytesText(entry.size))
                                             : bytesText(entry.size))});
    }
    addSection(QT_TR_NOOP("Entries"), countText(file.record->entries().size()), entries);
}

/// What a native file holds; the files inside open in windows of their own.
void Inspector::showNative(const session::SessionFile& file) {
    Facts facts, nested;
    for (const delegates::Fact& fact : file.native->facts) facts.append({text(fact.name), html(text(fact.text))});
    for (std::size_t i = 0; i < file.native->nested.size(); ++i) {
        const delegates::NestedFile& one = file.native->nested[i];
        nested.append({text(one.name), link(QStringLiteral("open:%1#nested:%2").arg(text(file.path)).arg(i), text(one.kind)) +
                                           QLatin1Char(' ') + bytesText(one.bytes.size)});
    }
    addSection(file.native->format.c_str(), text(file.native->version), facts);
    addSection(QT_TR_NOOP("Files inside"), countText(file.native->nested.size()), nested);
}

void Inspector::showMethod(const Address& address) {
    const SessionPtr session = m_workspace.session();
    const session::Method* method = session->method(address.method.toStdString());
    if (method == nullptr) return;
    showHeading(address.method, address.text());
    m_method.start(
        tr("Reading the method"),
        [session, name = method->name](const JobContext& job) -> Result<MethodFacts> {
            auto summary = inventory::summary(*session, name, job);
            if (!summary) return summary.failure();
            const auto references = compare::methodReferences(*session);
            const auto mine = references.find(name);
            return MethodFacts{*std::move(summary), mine != references.end() ? mine->second.cases : 0};
        },
        [this, session, method](Result<MethodFacts> found) {
            if (!found) return addSection(QT_TR_NOOP("Not read"), {}, wrongFacts(found.error()));
            const inventory::MethodSummary& summary = *found->summary;
            Facts signature, nodes, delegates;
            const auto portText = [](const inventory::Port& port) {
                return html(text(port.name)) + QLatin1Char(' ') + code(text(findings::portText(port)));
            };
            for (const inventory::Port& port : summary.inputs) signature.append({tr("in"), portText(port)});
            for (const inventory::Port& port : summary.outputs) signature.append({tr("out"), portText(port)});
            addSection(QT_TR_NOOP("Signature"),
                       tr("%1 in · %2 out").arg(countText(summary.inputs.size()), countText(summary.outputs.size())), signature);
            for (const auto& [stage, count] : summary.nodeCounts)
                nodes.append({text(stage), link(Address::ofStage(text(method->name), text(stage)).text(),
                                                tr("%n node(s)", nullptr, counted(count)))});
            addSection(QT_TR_NOOP("Stages"), countText(summary.nodeCounts.size()), nodes);
            for (const inventory::DelegateTotals& one : summary.delegates)
                delegates.append({text(one.backend), tr("%n call(s)", nullptr, counted(one.calls))});
            addSection(QT_TR_NOOP("Delegation"), {}, delegates);
            addSection(QT_TR_NOOP("Weights"), {}, weightFacts(summary.data));
            addSection(QT_TR_NOOP("Cases"), {},
                       {{tr("References"),
                         found->cases > 0 ? link(QStringLiteral("page:outputs"), tr("%n case(s)", nullptr, counted(found->cases)))
                                          : tr("none in this session")}});
        });
}

void Inspector::showMetadata(const Address& address) {
    showHeading(address.name, address.text());
    m_facts.start(
        tr("Reading metadata"),
        [session = m_workspace.session(), key = address.name](const JobContext&) -> Result<Facts> {
            const auto metadata = inventory::metadata(*session);
            Facts facts;
            for (const program::MetadataEntry& entry : metadata->entries) {
                if (text(entry.key) != key) continue;
                facts.append({tr("Value"), html(metadataValueText(entry))});
                facts.append({tr("Type"), text(program::metadataTypeName(entry.chosen().value))});
                if (entry.guessed)
                    facts.append({tr("Doubt"), html(otherReadingsText(entry)).replace(QLatin1Char('\n'), QStringLiteral("<br>"))});
                facts.append({tr("Source"), word(text(program::metadataSourceName(entry.source)))});
            }
            if (facts.isEmpty()) facts.append({tr("Value"), tr("absent")});
            if (const program::KnownKey* known = program::knownKey(key.toStdString())) {
                facts.append({tr("Meaning"), html(text(known->meaning))});
                facts.append({tr("Read by"), html(text(known->usedBy))});
            }
            for (const program::MetadataFinding& finding : metadata->findings)
                if (text(finding.key) == key) facts.append({tr("Finding"), html(text(finding.message))});
            return facts;
        },
        [this](Result<Facts> facts) {
            if (facts) addSection(QT_TR_NOOP("Metadata"), {}, *facts);
        });
}

void Inspector::showTensor(const Address& address) {
    m_tensor.start(
        tr("Reading the tensor list"),
        [session = m_workspace.session(), address](const JobContext& job) -> Result<TensorFacts> {
            const auto list = compare::tensorList(*session, job);
            if (!list) return list.failure();
            const auto row = (*list)->row(address.entity());
            return row ? tensorFacts((*(*list)->rows())[*row]) : TensorFacts();
        },
        [this, address](Result<TensorFacts> found) {
            if (!found) return addSection(QT_TR_NOOP("Not found"), {}, wrongFacts(found.error()));
            if (found->groups.isEmpty()) return showHeading(tr("This tensor is not in the session any more"), address.text());
            showHeading(found->title, found->second);
            for (const FactGroup& group : found->groups) addSection(group.title, group.value, group.facts);
        });
}

Inspector::TensorFacts Inspector::tensorFacts(const inventory::TensorRow& tensor) {
    const auto offset = tensor.tensor.dataOffset();
    QString strides;
    for (const std::int64_t stride : tensor.tensor.effectiveStrides())
        strides += (strides.isEmpty() ? QString() : QStringLiteral(", ")) + QString::number(stride);
    Facts facts{{tr("Role"), word(text(tensorRoleName(tensor.role)))},
                {tr("Strides"), strides},
                {tr("Offset"), offset ? hexText(*offset) : tr("not in the file")},
                {tr("Bytes"), countText(tensor.tensor.byteCount().value_or(0))},
                {tr("Storage"), html(text(tensor.tensor.storageId))}};
    if (!tensor.method.empty()) facts.append({tr("Method"), link(text(tensor.method), text(tensor.method))});
    if (!tensor.tensor.note.empty()) facts.append({tr("Note"), html(text(tensor.tensor.note))});
    TensorFacts all{text(tensor.name), tensorTypeText(tensor.tensor), {{QT_TR_NOOP("Tensor"), {}, facts}}};
    if (!tensor.tensor.quantization) return all;
    const tensor::Quantization& q = *tensor.tensor.quantization;
    all.groups.append({QT_TR_NOOP("Quantisation"),
                       text(q.scheme),
                       {{tr("Scales"), countText(q.scales.size())},
                        {tr("First scale"), q.scales.empty() ? QString() : floatText(q.scales.front())},
                        {tr("First zero point"), q.zeroPoints.empty() ? QString() : floatText(q.zeroPoints.front())}}});
    return all;
}

void Inspector::showProblem(const Address& address) {
    const Diagnostics diagnostics = m_workspace.session()->diagnostics();
    const auto row = problemNames(diagnostics).indexOf(address.name);
    if (row < 0) return;
    const Diagnostic& item = diagnostics.items()[static_cast<std::size_t>(row)];
    showHeading(text(item.code), text(item.where));
    addSection(QT_TR_NOOP("What it means"), word(text(severityName(item.severity))),
               {{tr("Message"), html(text(item.message))}, {tr("Count"), countText(item.count)}});
}

void Inspector::showNode(const Address& address) {
    showHeading(address.name, address.text());
    const SessionPtr session = m_workspace.session();
    m_node.start(
        tr("Reading the node"), [session, address](const JobContext& job) { return nodeFacts(session, address, job); },
        [this, address](Result<NodeFacts> facts) {
            if (!facts) return addSection(QT_TR_NOOP("Not found"), {}, wrongFacts(facts.error()));
            Facts target{{tr("Target"), code(facts->target)}};
            if (!facts->modulePath.isEmpty()) target.append({tr("Module"), html(facts->modulePath)});
            addSection(QT_TR_NOOP("Operator"), facts->family, target);
            const auto known = std::ranges::count(facts->chain, Mark::Match, &Link::mark);
            m_chain = makeChain(QStringLiteral("Chain"), tr("Chain"), tr("%1 of %2 links").arg(known).arg(facts->chain.size()),
                                facts->chain);
            m_column->addWidget(m_chain);
            addGap(address);
            for (const FactGroup& group : facts->groups) addSection(group.title, group.value, group.facts);
            addSection(QT_TR_NOOP("Inputs"), countText(static_cast<std::uint64_t>(facts->inputs.size())), facts->inputs);
            addSection(QT_TR_NOOP("Outputs"), countText(static_cast<std::uint64_t>(facts->outputs.size())), facts->outputs);
            addSection(QT_TR_NOOP("Used by"), countText(static_cast<std::uint64_t>(facts->consumers.size())), facts->consumers);
            addSection(QT_TR_NOOP("Attributes"), {}, facts->attributes);
        });
}

}  // namespace etscope::ui
