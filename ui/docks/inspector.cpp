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

#include "findings/overview.h"
#include "frame/file_names.h"
#include "inventory/metadata.h"
#include "inventory/summary.h"
#include "inventory/tensor_rows.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "pages/program_tables.h"
#include "pages/tensor_model.h"
#include "tensor/format.h"

namespace etscope::ui {

Section::Section(const QString& title, const QString& value, QWidget* body, QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QPushButton(this);
    head->setObjectName(QStringLiteral("sectionHead"));
    head->setStyleSheet(QStringLiteral("QPushButton#sectionHead { background: %1; border: none; border-bottom: 1px solid %2; "
                                       "border-radius: 0; font-weight: 600; text-align: left; padding: 5px 10px; }")
                            .arg(tokens().raised.name(), tokens().hairline.name()));
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 10, 0);
    row->addStretch();
    auto* count = new QLabel(value, head);
    count->setFont(smallFont());
    count->setStyleSheet(QStringLiteral("color: %1; font-weight: 400").arg(tokens().text3.name()));
    row->addWidget(count);
    column->addWidget(head);
    column->addWidget(body);
    const QString key = QStringLiteral("sections/") + title;
    const auto fold = [head, body, title](bool open) {
        head->setText(title);
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
    m_content = new QWidget(this);
    m_content->setObjectName(QStringLiteral("pageArea"));
    m_column = new QVBoxLayout(m_content);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_column->setAlignment(Qt::AlignTop);
    setWidget(m_content);
    connect(&workspace, &Workspace::selectionChanged, this, &Inspector::show);
    connect(&workspace, &Workspace::sessionChanged, this, [this] { show(m_workspace.selection()); });
    show({});
}

void Inspector::clear() {
    m_node.cancel();
    m_method.cancel();
    m_metadata.cancel();
    while (QLayoutItem* item = m_column->takeAt(0)) {
        if (item->widget() != nullptr) item->widget()->deleteLater();
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
    auto* name = new QLabel(title, box);
    name->setFont(headingFont());
    name->setWordWrap(true);
    name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    name->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(name);
    if (!second.isEmpty()) {
        auto* line = new QLabel(second, box);
        line->setFont(codeFont());
        line->setWordWrap(true);
        line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        line->setStyleSheet(QStringLiteral("color: %1").arg(tokens().text2.name()));
        line->setTextInteractionFlags(Qt::TextSelectableByMouse);
        column->addWidget(line);
    }
    m_column->addWidget(box);
}

void Inspector::addSection(const QString& title, const QString& value, const Facts& facts) {
    if (facts.isEmpty()) return;
    auto* body = new QWidget(m_content);
    auto* grid = new QGridLayout(body);
    grid->setContentsMargins(12, 6, 10, 8);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(3);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const Fact& fact : facts) {
        auto* name = new QLabel(fact.label, body);
        name->setStyleSheet(QStringLiteral("color: %1").arg(tokens().text3.name()));
        name->setAlignment(Qt::AlignTop);
        const QString quiet = QStringLiteral(" <span style='color:%1'>%2</span>").arg(tokens().text3.name(), fact.note);
        auto* what = new QLabel(fact.note.isEmpty() ? fact.content : fact.content + quiet, body);
        what->setToolTip(fact.tooltip);
        what->setTextFormat(Qt::RichText);
        what->setWordWrap(true);
        what->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        what->setTextInteractionFlags(Qt::TextBrowserInteraction);
        connect(what, &QLabel::linkActivated, &m_workspace, &Workspace::follow);
        grid->addWidget(name, row, 0);
        grid->addWidget(what, row++, 1);
    }
    m_column->addWidget(new Section(title, value, body, m_content));
}

void Inspector::addChain(const QList<Link>& chain) {
    auto* body = new QWidget(m_content);
    auto* grid = new QGridLayout(body);
    grid->setContentsMargins(12, 6, 10, 8);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(2, 1);
    int row = 0;
    qsizetype known = 0;
    for (const Link& link : chain) {
        known += link.mark == Mark::Match ? 1 : 0;
        auto* mark = new QLabel(body);
        mark->setPixmap(markPixmap(link.mark, 12, devicePixelRatioF()));
        mark->setAccessibleName(markName(link.mark));
        mark->setContentsMargins(0, (QFontMetrics(bodyFont()).height() - 12) / 2, 0, 0);
        auto* label = new QLabel(link.label, body);
        label->setStyleSheet(QStringLiteral("color: %1").arg(tokens().text3.name()));
        label->setFixedWidth(QFontMetrics(bodyFont()).horizontalAdvance(QStringLiteral("Runtime value ")));
        auto* value = new QLabel(QStringLiteral("%1<br><span style='color:%3; font-size:%4pt'>%2</span>")
                                     .arg(link.value, link.evidence.toHtmlEscaped(), tokens().text3.name())
                                     .arg(smallFont().pointSizeF()),
                                 body);
        value->setTextFormat(Qt::RichText);
        value->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        value->setWordWrap(true);
        value->setTextInteractionFlags(Qt::TextBrowserInteraction);
        connect(value, &QLabel::linkActivated, &m_workspace, &Workspace::follow);
        grid->addWidget(mark, row, 0, Qt::AlignTop);
        grid->addWidget(label, row, 1, Qt::AlignTop);
        grid->addWidget(value, row++, 2);
    }
    m_column->addWidget(new Section(tr("Chain"), tr("%1 of %2 links").arg(known).arg(chain.size()), body, m_content));
}

void Inspector::showFile(const Address& address) {
    const session::Session& session = *m_workspace.session();
    const qsizetype at = fileNames(session).indexOf(address.name);
    if (at < 0) return;
    const session::SessionFile& file = session.files()[static_cast<std::size_t>(at)];
    showHeading(address.name, text(file.path));
    addSection(tr("File"), {},
               {{tr("Kind"), text(fileKindName(file.kind))},
                {tr("Size"), bytesText(file.size)},
                {tr("Bytes"), countText(file.size)},
                {tr("Detail"), text(file.detail).toHtmlEscaped()}});
    if (file.error) addSection(tr("What is wrong"), {}, {{text(file.error->code), text(file.error->message).toHtmlEscaped()}});
    if (file.native != nullptr) showNative(file);
    if (file.record == nullptr) return;
    Facts entries;
    for (std::size_t i = 0; i < file.record->entries().size() && i < 200; ++i) {
        const ZipEntry& entry = file.record->zipEntry(i);
        entries.append({text(etrecord::roleName(file.record->entries()[i].role)),
                        text(escaped(entry.name)).toHtmlEscaped() + QStringLiteral("<br>") +
                            (entry.truncated ? tr("%1 of %2").arg(bytesText(entry.compressedSize), bytesText(entry.size))
                                             : bytesText(entry.size))});
    }
    addSection(tr("Entries"), countText(file.record->entries().size()), entries);
}

/// What a native file holds; the files inside open in windows of their own.
void Inspector::showNative(const session::SessionFile& file) {
    Facts facts, nested;
    for (const delegates::Fact& fact : file.native->facts) facts.append({text(fact.name), text(fact.text).toHtmlEscaped()});
    for (std::size_t i = 0; i < file.native->nested.size(); ++i) {
        const delegates::NestedFile& one = file.native->nested[i];
        nested.append({text(one.name), QStringLiteral("<a href='open:%1#nested:%2'>%3</a> %4")
                                           .arg(text(file.path).toHtmlEscaped())
                                           .arg(i)
                                           .arg(text(one.kind), bytesText(one.bytes.size))});
    }
    addSection(text(file.native->format), text(file.native->version), facts);
    addSection(tr("Files inside"), countText(file.native->nested.size()), nested);
}

void Inspector::showMethod(const Address& address) {
    const SessionPtr session = m_workspace.session();
    const session::Method* method = session->method(address.method.toStdString());
    if (method == nullptr) return;
    showHeading(address.method, address.text());
    m_method.start(
        tr("Reading the method"),
        [session, name = method->name](const JobContext& job) { return inventory::summary(*session, name, job); },
        [this, session, method](Result<std::shared_ptr<const inventory::MethodSummary>> made) {
            if (!made) return;
            const inventory::MethodSummary& summary = **made;
            Facts signature, nodes, delegates;
            const auto code = [](const std::string& value) {
                return QStringLiteral("<code>%1</code>").arg(text(value).toHtmlEscaped());
            };
            for (const inventory::Port& port : summary.inputs)
                signature.append(
                    {tr("in"), text(port.name).toHtmlEscaped() + QStringLiteral(" ") + code(findings::portText(port))});
            for (const inventory::Port& port : summary.outputs)
                signature.append(
                    {tr("out"), text(port.name).toHtmlEscaped() + QStringLiteral(" ") + code(findings::portText(port))});
            addSection(tr("Signature"), tr("%1 in · %2 out").arg(summary.inputs.size()).arg(summary.outputs.size()), signature);
            for (const auto& [stage, count] : summary.nodeCounts)
                nodes.append(
                    {text(stage), QStringLiteral("<a href='%1'>%2</a>")
                                      .arg(Address::ofStage(text(method->name), text(stage)).text(), plural(count, "node"))});
            addSection(tr("Stages"), countText(summary.nodeCounts.size()), nodes);
            for (const inventory::DelegateTotals& one : summary.delegates)
                delegates.append({text(one.backend), plural(one.calls, "call")});
            addSection(tr("Delegation"), {}, delegates);
            const auto totals = [](const std::optional<inventory::DataTotals>& amount) {
                if (!amount) return tr("not known");
                return plural(amount->count, "tensor") +
                       (amount->bytes ? QStringLiteral(", ") + bytesText(*amount->bytes) : QString());
            };
            addSection(tr("Weights"), {},
                       {{tr("Parameters"), totals(summary.data.parameters)},
                        {tr("Buffers"), totals(summary.data.buffers)},
                        {tr("Constants"), totals(summary.data.constants)},
                        {tr("Of delegates"), totals(summary.data.delegateData)},
                        {tr("Not used"), totals(summary.data.unusedParameters)}});
            const auto references = compare::methodReferences(*session);
            const auto mine = references.find(method->name);
            addSection(
                tr("Cases"), {},
                {{tr("References"), mine != references.end()
                                        ? QStringLiteral("<a href='page:outputs'>%1</a>").arg(plural(mine->second.cases, "case"))
                                        : tr("none in this session")}});
        });
}

void Inspector::showMetadata(const Address& address) {
    showHeading(address.name, address.text());
    m_metadata.start(
        tr("Reading metadata"),
        [session = m_workspace.session(), key = address.name](const JobContext&) -> Result<Facts> {
            const auto metadata = inventory::metadata(*session);
            Facts facts;
            for (const program::MetadataEntry& entry : metadata->entries) {
                if (text(entry.key) != key) continue;
                facts.append({tr("Value"), metadataValueText(entry).toHtmlEscaped()});
                facts.append({tr("Type"), text(program::metadataTypeName(entry.chosen().value))});
                if (entry.guessed)
                    facts.append(
                        {tr("Doubt"), otherReadingsText(entry).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"))});
                facts.append({tr("Source"), text(program::metadataSourceName(entry.source))});
            }
            if (facts.isEmpty()) facts.append({tr("Value"), tr("absent")});
            if (const program::KnownKey* known = program::knownKey(key.toStdString())) {
                facts.append({tr("Meaning"), text(known->meaning).toHtmlEscaped()});
                facts.append({tr("Read by"), text(known->usedBy).toHtmlEscaped()});
            }
            for (const program::MetadataFinding& finding : metadata->findings)
                if (text(finding.key) == key) facts.append({tr("Finding"), text(finding.message).toHtmlEscaped()});
            return facts;
        },
        [this](Result<Facts> facts) {
            if (facts) addSection(tr("Metadata"), {}, *facts);
        });
}

void Inspector::showTensor(const Address& address) {
    const auto rows = compare::tensors(*m_workspace.session(), {});
    const auto row = address.name.toUInt();
    if (!rows || row >= (*rows)->size()) return;
    const inventory::TensorRow& tensor = (**rows)[row];
    showHeading(text(tensor.name), tensorTypeText(tensor.tensor));
    const auto offset = tensor.tensor.dataOffset();
    QString strides;
    for (const std::int64_t stride : tensor.tensor.effectiveStrides())
        strides += (strides.isEmpty() ? QString() : QStringLiteral(", ")) + QString::number(stride);
    Facts facts{{tr("Role"), text(tensorRoleName(tensor.role))},
                {tr("Strides"), strides},
                {tr("Offset"), offset ? hexText(*offset) : tr("not in the file")},
                {tr("Bytes"), countText(tensor.tensor.byteCount().value_or(0))},
                {tr("Storage"), text(tensor.tensor.storageId).toHtmlEscaped()}};
    if (!tensor.method.empty()) facts.append({tr("Method"), QStringLiteral("<a href='%1'>%1</a>").arg(text(tensor.method))});
    if (!tensor.tensor.note.empty()) facts.append({tr("Note"), text(tensor.tensor.note).toHtmlEscaped()});
    addSection(tr("Tensor"), {}, facts);
    if (!tensor.tensor.quantization) return;
    const tensor::Quantization& q = *tensor.tensor.quantization;
    addSection(tr("Quantisation"), text(q.scheme),
               {{tr("Scales"), countText(q.scales.size())},
                {tr("First scale"), q.scales.empty() ? QString() : floatText(q.scales.front())},
                {tr("First zero point"), q.zeroPoints.empty() ? QString() : floatText(q.zeroPoints.front())}});
}

void Inspector::showOutput(const Address& address) {
    showHeading(tr("%1, %2, output %3")
                    .arg(address.method, columnText(address.caseIndex).replace(QLatin1Char(':'), QLatin1Char(' ')))
                    .arg(address.output),
                address.text());
    addSection(tr("Pairing"), tr("by order"),
               {{tr("Rule"), tr("Per method, the numbers of the raw outputs in ascending order are its cases 0, 1, 2, …")}});
    addSection(tr("Where"), {},
               {{tr("Difference"), QStringLiteral("<a href='page:outputs'>%1</a>").arg(tr("Outputs"))},
                {tr("Method"), QStringLiteral("<a href='%1'>%1</a>").arg(address.method)}});
}

void Inspector::showProblem(const Address& address) {
    const Diagnostics diagnostics = m_workspace.session()->diagnostics();
    const auto row = address.name.toUInt();
    if (row >= diagnostics.items().size()) return;
    const Diagnostic& item = diagnostics.items()[row];
    showHeading(text(item.code), text(item.where));
    addSection(tr("What it means"), text(severityName(item.severity)),
               {{tr("Message"), text(item.message).toHtmlEscaped()}, {tr("Count"), countText(item.count)}});
}

void Inspector::showNode(const Address& address) {
    showHeading(address.name, address.text());
    const SessionPtr session = m_workspace.session();
    m_node.start(
        tr("Reading the node"), [session, address](const JobContext& job) { return nodeFacts(session, address, job); },
        [this, address](Result<NodeFacts> facts) {
            if (!facts)
                return addSection(tr("Not found"), {}, {{text(facts.error().code), text(facts.error().message).toHtmlEscaped()}});
            Facts target{{tr("Target"), QStringLiteral("<code>%1</code>").arg(facts->target.toHtmlEscaped())}};
            if (!facts->modulePath.isEmpty()) target.append({tr("Module"), facts->modulePath.toHtmlEscaped()});
            addSection(tr("Operator"), facts->family, target);
            addChain(facts->chain);
            for (const FactGroup& group : facts->groups) addSection(group.title, group.value, group.facts);
            addSection(tr("Inputs"), countText(static_cast<std::uint64_t>(facts->inputs.size())), facts->inputs);
            addSection(tr("Outputs"), countText(static_cast<std::uint64_t>(facts->outputs.size())), facts->outputs);
            addSection(tr("Used by"), countText(static_cast<std::uint64_t>(facts->consumers.size())), facts->consumers);
            addSection(tr("Attributes"), {}, facts->attributes);
        });
}

}  // namespace etscope::ui
