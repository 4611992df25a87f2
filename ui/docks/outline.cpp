#include "docks/outline.h"

#include <QHeaderView>
#include <algorithm>

#include "compare/output_sources.h"
#include "frame/file_names.h"
#include "join/graph_index.h"
#include "look/marks.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "look/tokens.h"

namespace etscope::ui {
namespace {

enum Roles { AddressOfItem = Qt::UserRole, ModulePath, StageToFill };
constexpr int kMaxDepth = 12;

Icon iconOf(FileKind kind) {
    switch (kind) {
        case FileKind::EtRecord: return Icon::Record;
        case FileKind::Pte:
        case FileKind::Bpte:
        case FileKind::Native: return Icon::Program;
        case FileKind::Ptd: return Icon::Data;
        case FileKind::EtDump: return Icon::Dump;
        case FileKind::DebugBuffer:
        case FileKind::Npy:
        case FileKind::Npz: return Icon::Buffer;
        default: return Icon::File;
    }
}

QTreeWidgetItem* add(QTreeWidgetItem* parent, Icon icon, const QString& name, const QString& value, const Address& address) {
    auto* item = new QTreeWidgetItem(parent, {name, value});
    item->setIcon(0, lineIcon(icon));
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setForeground(1, tokens().text3);
    item->setData(0, AddressOfItem, QVariant::fromValue(address));
    item->setToolTip(0, tip(name));
    return item;
}

}  // namespace

Outline::Outline(Workspace& workspace, QWidget* parent) : QTreeWidget(parent), m_workspace(workspace) {
    setColumnCount(2);
    setHeaderHidden(true);
    setObjectName(QStringLiteral("outline"));
    setAccessibleName(tr("Outline"));
    setIndentation(14);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    connect(&workspace, &Workspace::sessionChanged, this, &Outline::fill);
    connect(&workspace, &Workspace::selectionChanged, this, &Outline::follow);
    connect(this, &QTreeWidget::itemExpanded, this, &Outline::fillStage);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (m_quiet || item == nullptr) return;
        const auto address = item->data(0, AddressOfItem).value<Address>();
        const QString path = item->data(0, ModulePath).toString();
        if (address.valid()) m_workspace.select(address);
        if (!path.isEmpty()) emit moduleChosen(address.method, address.stage, path);
    });
    connect(this, &QTreeWidget::itemDoubleClicked, this, [this] { m_workspace.showPage(QStringLiteral("graph")); });
    fill();
}

void Outline::fill() {
    m_job.cancel();
    m_quiet = true;
    clear();
    const SessionPtr& session = m_workspace.session();
    if (session == nullptr) {
        auto* item = new QTreeWidgetItem(this, {tr("Nothing is open."), {}});
        item->setForeground(0, tokens().text2);
        m_quiet = false;
        return;
    }
    auto* root = new QTreeWidgetItem(this, {tr("Session"), plural(session->files().size(), "file")});
    root->setFont(0, headingFont());
    root->setForeground(1, tokens().text3);
    root->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    auto* files = add(root, Icon::File, tr("Files"), {}, {});
    const QStringList names = fileNames(*session);
    for (std::size_t i = 0; i < session->files().size(); ++i) {
        const session::SessionFile& file = session->files()[i];
        const QString& name = names[static_cast<qsizetype>(i)];
        auto* item = add(files, iconOf(file.kind), name, bytesText(file.size), Address::ofFile(name));
        if (file.error || (file.zip != nullptr && file.zip->recovered())) item->setIcon(0, markIcon(Mark::Error));
    }
    auto* methods = add(root, Icon::Method, tr("Methods"), countText(session->methods().size()), {});
    const auto references = compare::methodReferences(*session);
    for (const session::Method& method : session->methods()) {
        const auto mine = references.find(method.name);
        auto* item =
            add(methods, Icon::Method, text(method.name), mine != references.end() ? plural(mine->second.cases, "case") : QString(),
                Address::ofMethod(text(method.name)));
        for (const graph::StageId& stage : method.stages) {
            auto* stageItem = add(item, Icon::Stage, text(stage), {}, Address::ofStage(text(method.name), text(stage)));
            stageItem->setData(0, StageToFill, true);
            stageItem->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
        }
    }
    root->setExpanded(true);
    files->setExpanded(true);
    methods->setExpanded(true);
    m_quiet = false;
    follow(m_workspace.selection());
}

/// The modules of a stage, when it is opened for the first time.
void Outline::fillStage(QTreeWidgetItem* item) {
    if (!item->data(0, StageToFill).toBool()) return;
    item->setData(0, StageToFill, false);
    const auto address = item->data(0, AddressOfItem).value<Address>();
    m_filling = item;
    m_job.start(
        tr("Reading modules"),
        [session = m_workspace.session(), address](const JobContext& job) -> Result<std::shared_ptr<const modules::GraphIndex>> {
            return join::graphIndex(*session, address.method.toStdString(), address.stageId(), job);
        },
        [this](Result<std::shared_ptr<const modules::GraphIndex>> index) {
            if (!index) return;
            const modules::Hierarchy& hierarchy = (*index)->hierarchy();
            m_filling->setText(1, countText((*index)->model().top().nodes.size()));
            addModules(m_filling, **index, hierarchy.root(), 0);
            if (m_filling->childCount() == 0) m_filling->setChildIndicatorPolicy(QTreeWidgetItem::DontShowIndicatorWhenChildless);
        });
}

/// A run of equal siblings is one row: "1 … 10 like 0".
void Outline::addModules(QTreeWidgetItem* parent, const modules::GraphIndex& index, modules::ModuleId id, int depth) {
    const modules::Hierarchy& hierarchy = index.hierarchy();
    if (depth > kMaxDepth) return;
    const auto address = parent->data(0, AddressOfItem).value<Address>();
    const auto& children = hierarchy.module(id).children;
    for (std::size_t i = 0; i < children.size(); ++i) {
        const modules::Module& module = hierarchy.module(children[i]);
        const auto repeats = hierarchy.repeats(children[i]);
        const bool first = repeats.empty() || repeats.front() == children[i];
        if (!first) {
            std::size_t run = i;
            while (run + 1 < children.size() && hierarchy.alike(children[i], children[run + 1])) ++run;
            const QString from = text(module.name), to = text(hierarchy.module(children[run]).name);
            auto* item =
                add(parent, Icon::Module, run == i ? from : from + QStringLiteral(" … ") + to.section(QLatin1Char('.'), -1),
                    QStringLiteral("×%1").arg(run - i + 1), address);
            item->setText(0, item->text(0) + tr(" like %1").arg(text(hierarchy.module(repeats.front()).name)));
            item->setData(0, ModulePath, text(module.path));
            i = run;
            continue;
        }
        auto* item = add(parent, Icon::Module,
                         text(module.name) + (module.type.empty() ? QString() : QStringLiteral("  ") + text(module.className())),
                         countText(module.nodeCount), address);
        item->setData(0, ModulePath, text(module.path));
        addModules(item, index, children[i], depth + 1);
    }
}

void Outline::follow(const Address& address) {
    m_quiet = true;
    QTreeWidgetItem* best = nullptr;
    for (QTreeWidgetItemIterator it(this); *it != nullptr; ++it) {
        const auto own = (*it)->data(0, AddressOfItem).value<Address>();
        if (!(*it)->data(0, ModulePath).toString().isEmpty() || !own.valid()) continue;
        const bool stage = own.kind == Address::Kind::Stage && own.method == address.method && own.stage == address.stage;
        const bool method = own.kind == Address::Kind::Method && own.method == address.method;
        if (own == address || stage || (method && best == nullptr)) best = *it;
    }
    if (best != nullptr && (currentItem() == nullptr || currentItem()->data(0, ModulePath).toString().isEmpty()))
        setCurrentItem(best);
    m_quiet = false;
}

}  // namespace etscope::ui
