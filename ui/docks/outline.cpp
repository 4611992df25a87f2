#include "docks/outline.h"

#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "answers/program_tables.h"
#include "answers/tensor_model.h"
#include "compare/logged_tensors.h"
#include "compare/output_sources.h"
#include "compare/run_cases.h"
#include "compare/tensor_list.h"
#include "inventory/metadata.h"
#include "inventory/named_data.h"
#include "inventory/weight_roles.h"
#include "join/call_titles.h"
#include "join/stage_graph.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/rich_text.h"
#include "models/address.h"
#include "session/delegate_stages.h"

namespace etscope::ui {
namespace {

/// Rows of one group; the page has all.
constexpr qsizetype kOutlineMostRows = 1000;
/// More files of single arrays than these stand under one row.
constexpr std::ptrdiff_t kFewArrays = 5;

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

/// What a click on a row selects.
Address meantBy(const QTreeWidgetItem& row) {
    const auto address = row.data(0, AddressOfItem).value<Address>();
    const QString path = row.data(0, ModulePath).toString();
    return path.isEmpty() ? address : Address::ofModule(address.method, address.stage, path);
}

/// "XNNPACK 9 · attention" of a delegate of the plan; of other graphs the stage.
QString titleOf(const session::MethodView& method, const graph::StageId& stage, const JobContext& job) {
    const bool main = stage.is(graph::StageId::Kind::Payload) && stage.name().empty();
    return main ? text(join::delegateTitle(method, stage.index(), job).listed()) : text(stage);
}

}  // namespace

QTreeWidgetItem* Outline::add(QTreeWidgetItem* parent, const Row& row) {
    auto* item = new QTreeWidgetItem(parent, {row.name, row.value});
    item->setIcon(0, lineIcon(row.icon));
    item->setData(0, AddressOfItem, QVariant::fromValue(row.address));
    item->setData(0, ToFill, static_cast<int>(row.fill));
    const QString stage =
        row.fill == Fill::Stage && row.name != row.address.stage ? QLatin1Char('\n') + row.address.stage : QString();
    item->setToolTip(0, tip(row.name + stage));
    if (row.fill != Fill::Nothing) item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    return item;
}

Outline::Outline(Workspace& workspace, const SessionMarker& marker, QWidget* parent)
    : QTreeWidget(parent), m_workspace(workspace), m_marker(marker) {
    setColumnCount(2);
    setHeaderHidden(true);
    setObjectName(QStringLiteral("outline"));
    setAccessibleName(tr("Outline"));
    setIndentation(px(12));
    setUniformRowHeights(true);
    setItemDelegate(new OutlineDelegate(this));
    header()->hideSection(1);  // the values: the delegate draws them beside the names
    connect(&workspace, &Workspace::sessionChanged, this, &Outline::fill);
    connect(&workspace, &Workspace::verdictChanged, this, &Outline::markRows);
    connect(&marker, &SessionMarker::changed, this, &Outline::markRows);
    connect(&workspace, &Workspace::gapChanged, this, &Outline::judgeStages);
    connect(&workspace, &Workspace::verdictChanged, this, &Outline::judgeStages);
    connect(&workspace, &Workspace::selectionChanged, this, &Outline::follow);
    connect(this, &QTreeWidget::itemExpanded, this, &Outline::open);
    connect(this, &QTreeWidget::currentItemChanged, this, &Outline::choose);
    connect(this, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* item) {
        const auto page = item->data(0, PageOfItem).value<PageId>();
        m_workspace.showPage(page == PageId::None ? PageId::Graph : page);
    });
    auto* column = new QVBoxLayout(viewport());
    m_nothing = plainLabel(tr("Nothing is open. Files, methods and modules will be listed here."), viewport(), &Tokens::text2);
    m_nothing->setWordWrap(true);
    m_nothing->setContentsMargins(px(6), px(6), px(6), 0);
    column->addWidget(m_nothing, 0, Qt::AlignTop);
    fill();
}

void Outline::choose(QTreeWidgetItem* item) {
    if (m_quiet || item == nullptr) return;
    if (const Address address = meantBy(*item); address.valid()) m_workspace.reveal(address);
}

void Outline::fill() {
    ++m_generation;
    m_filled = m_workspace.session();
    for (const auto& job : m_jobs) job->cancel();
    m_cases.cancel();
    m_judging.cancel();
    m_indices.clear();
    m_states.clear();
    m_toJudge.clear();
    m_quiet = true;
    clear();
    m_nothing->setVisible(m_workspace.session() == nullptr);
    m_behind = !isVisible() && m_workspace.session() != nullptr;
    if (m_workspace.session() == nullptr || m_behind) {
        m_quiet = false;
        return;
    }
    auto* root =
        new QTreeWidgetItem(this, {tr("Session"), tr("%n file(s)", nullptr, counted(m_workspace.session()->files().size()))});
    root->setFont(0, headingFont());
    addFiles(root);
    addMethods(root);
    add(root, {Icon::Data, tr("Metadata"), {}, {}, Fill::Metadata})->setData(0, PageOfItem, QVariant::fromValue(PageId::Metadata));
    add(root, {Icon::Buffer, tr("Named data"), {}, {}, Fill::NamedData})
        ->setData(0, PageOfItem, QVariant::fromValue(PageId::NamedData));
    root->setExpanded(true);
    root->child(0)->setExpanded(true);
    root->child(1)->setExpanded(true);
    m_quiet = false;
    countCases();
    markRows();
    follow(m_workspace.selection());
}

/// Nobody reads it while it is closed.
void Outline::showEvent(QShowEvent* event) {
    QTreeWidget::showEvent(event);
    if (m_behind) fill();
    if (std::exchange(m_unjudged, false)) judgeStages();
}

void Outline::addFiles(QTreeWidgetItem* root) {
    auto* files = add(root, {Icon::File, tr("Files"), {}, {}});
    const session::Session& session = *m_workspace.session();
    const QStringList names = namesOfFiles(session);
    const auto arrays = std::ranges::count(session.files(), FileKind::Npy, &session::SessionFile::kind);
    QTreeWidgetItem* folded = nullptr;
    const auto most = static_cast<int>(std::min<std::ptrdiff_t>(arrays, kOutlineMostRows));
    for (const std::size_t i : filesByKind(session)) {
        const session::SessionFile& file = session.files()[i];
        const QString& name = names[static_cast<qsizetype>(i)];
        const bool folds = file.kind == FileKind::Npy && arrays > kFewArrays;
        if (folds && folded == nullptr)
            folded =
                add(files, {iconOf(file.kind), tr("%n array(s)", nullptr, counted(static_cast<std::uint64_t>(arrays))), {}, {}});
        if (folds && folded->childCount() == most) continue;
        add(folds ? folded : files, {iconOf(file.kind), name, bytesText(file.size), Address::ofFile(name)})
            ->setData(0, FileOfItem, static_cast<uint>(i));
    }
    if (folded != nullptr && arrays > most) addMore(folded, static_cast<quint64>(arrays - most), PageId::Overview);
}

/// The row that stands for those that there is no room for.
void Outline::addMore(QTreeWidgetItem* parent, quint64 count, PageId page) {
    add(parent, {Icon::Down, tr("and %1 more, on the page").arg(countText(count)), {}, {}})
        ->setData(0, PageOfItem, QVariant::fromValue(page));
}

void Outline::addMethods(QTreeWidgetItem* root) {
    const session::Session& session = *m_workspace.session();
    auto* methods = add(root, {Icon::Method, tr("Methods"), countText(session.methods().size()), {}});
    for (const session::Method& method : session.methods()) {
        const QString name = text(method.name);
        auto* item = add(methods, {Icon::Method, name, {}, Address::ofMethod(name)});
        for (const graph::StageId& stage : method.stages)
            add(item, {Icon::Stage, text(stage), {}, Address::ofStage(name, stage), Fill::Stage});
        for (const auto& [icon, title, fill, page] :
             {std::tuple{Icon::Dump, tr("Runs"), Fill::Runs, PageId::Events},
              std::tuple{Icon::Program, tr("Delegates"), Fill::Delegates, PageId::Delegates},
              std::tuple{Icon::Weights, tr("Weights"), Fill::Weights, PageId::Tensors}})
            add(item, {icon, title, {}, {}, fill})->setData(0, PageOfItem, QVariant::fromValue(page));
    }
}

/// The column of the values is hidden: nothing but this has their rows painted again.
void Outline::setValue(QTreeWidgetItem* item, const QString& value) {
    item->setText(1, value);
    viewport()->update();
}

/// How many reference cases each method has: pickles may have to be read for it.
void Outline::countCases() {
    m_cases.start(
        tr("Counting cases"),
        [session = m_workspace.session()](const JobContext&) -> Result<std::map<QString, quint64>> {
            std::map<QString, quint64> cases;
            for (const auto& [method, references] : compare::methodReferences(*session)) cases[text(method)] = references.cases;
            return cases;
        },
        [this](Result<std::map<QString, quint64>> cases) {
            QTreeWidgetItem* methods = topLevelItem(0)->child(1);
            for (int i = 0; cases && i < methods->childCount(); ++i)
                if (const auto hit = cases->find(methods->child(i)->text(0)); hit != cases->end())
                    setValue(methods->child(i), tr("%n case(s)", nullptr, counted(hit->second)));
        });
}

/// What is inside of a row, when it is opened for the first time.
void Outline::open(QTreeWidgetItem* item) {
    const auto what = static_cast<Fill>(item->data(0, ToFill).toInt());
    if (what == Fill::Nothing || what == Fill::Reading) return;
    if (what != Fill::Module) return read(item, what);
    item->setData(0, ToFill, static_cast<int>(Fill::Nothing));
    const auto index = m_indices.find(item->data(0, AddressOfItem).value<Address>().text());
    if (index == m_indices.end()) return;
    addModules(item, *index->second, modules::ModuleId(item->data(0, ModuleNumber).toUInt()));
    markRows();
}

void Outline::read(QTreeWidgetItem* item, Fill what) {
    auto free = std::ranges::find_if(m_jobs, [](const auto& job) { return !job->running(); });
    if (free == m_jobs.end()) free = m_jobs.insert(m_jobs.end(), std::make_unique<Job<Content>>(this));
    item->setData(0, ToFill, static_cast<int>(Fill::Reading));
    auto address = item->data(0, AddressOfItem).value<Address>();
    if (!address.valid() && item->parent() != nullptr) address = item->parent()->data(0, AddressOfItem).value<Address>();
    (*free)->start(
        tr("Reading %1").arg(item->text(0)),
        [session = m_workspace.session(), what, address, judged = m_workspace.verdict() != nullptr](const JobContext& job) {
            return contentOf(session, what, address, judged, job);
        },
        [this, item, what, generation = m_generation](Result<Content> content) {
            if (generation != m_generation) return;  // fill() cancels, too
            // What could not be read, or was cancelled, is read when it is opened again.
            item->setData(0, ToFill, static_cast<int>(content ? Fill::Nothing : what));
            if (content) return take(item, std::move(*content));
            item->setExpanded(false);
            item->setToolTip(0, tip(text(content.error().message)));
        });
}

/// Whether there is no room for a further row, which is counted then.
bool Outline::isFull(Content& content) {
    if (content.rows.size() < kOutlineMostRows) return false;
    ++content.more;
    return true;
}

/// `judged`: the verdict is known, so what is known of the calls is quick to be had.
Result<Outline::Content> Outline::contentOf(const SessionPtr& session, Fill what, const Address& address, bool judged,
                                            const JobContext& job) {
    Content content;
    if (what == Fill::Stage) {
        auto index = join::graphIndex({*session, address.method.toStdString()}, address.stageId(), job);
        if (!index) return index.failure();
        content.index = *std::move(index);
        if (what == Fill::Stage && judged)
            if (auto states = moduleStates({*session, address.method.toStdString()}, address.stageId(), job))
                content.states = *std::move(states);
    } else if (what == Fill::Weights) {
        return weightsOf(session, address, job);
    } else if (what == Fill::Delegates) {
        const auto stages = session::delegateStages({*session, address.method.toStdString()}, job);
        if (!stages) return stages.failure();
        for (const graph::StageId& stage : *stages)
            if (!isFull(content))
                content.rows.append({Icon::Stage,
                                     titleOf({*session, address.method.toStdString()}, stage, job),
                                     {},
                                     Address::ofStage(address.method, stage),
                                     Fill::Stage});
    } else if (what == Fill::Runs) {
        const auto runs = compare::runs(*session, job);
        if (!runs) return runs.failure();
        for (const join::SessionRun& run : **runs)
            if (text(run.attribution.method.value_or(std::string())) == address.method && !isFull(content))
                content.rows.append({Icon::Dump, tr("run %1").arg(run.index),
                                     run.caseIndex ? tr("case %1").arg(*run.caseIndex) : QString(),
                                     Address::ofRun(static_cast<qint64>(run.index))});
    } else if (what == Fill::Metadata) {
        for (const program::MetadataEntry& entry : inventory::metadata(*session)->entries)
            if (!isFull(content))
                content.rows.append(
                    {Icon::Data, text(entry.key), metadataValueText(entry).left(24), Address::ofMetadata(text(entry.key))});
    } else {
        const auto data = inventory::namedData(*session, false, job);
        if (!data) return data.failure();
        for (const inventory::NamedDataRow& row : data->rows)
            if (!isFull(content))
                content.rows.append({Icon::Buffer, text(row.key), bytesText(row.bytes.size), Address::ofData(text(row.key))});
    }
    return content;
}

Result<Outline::Content> Outline::weightsOf(const SessionPtr& session, const Address& address, const JobContext& job) {
    const auto list = compare::tensorList(*session, job);
    if (!list) return list.failure();
    const auto& rows = *(*list)->rows();
    Content content;
    // Of a method that several stages list with their weights: those of the first.
    std::string stage;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const inventory::TensorRow& row = rows[i];
        if (text(row.method) != address.method || !inventory::isWeight(row.role)) continue;
        if (content.rows.isEmpty()) stage = row.stage;
        if (row.stage != stage) continue;
        if (isFull(content)) continue;
        const QString name = row.name.empty() ? tr("constant %1").arg(content.rows.size()) : text(row.name);
        content.rows.append({Icon::Weights, name, tensorTypeText(row.tensor), Address::of((*list)->entity(i))});
    }
    return content;
}

void Outline::take(QTreeWidgetItem* item, Content content) {
    if (content.index != nullptr) {
        const modules::GraphIndex& index = *content.index;
        setValue(item, countText(index.model().top().nodes.size()));
        const QString address = item->data(0, AddressOfItem).value<Address>().text();
        m_indices[address] = content.index;
        if (content.states != nullptr) m_states[address] = content.states;
        addModules(item, index, index.hierarchy().root());
    } else {
        setValue(item, countText(static_cast<quint64>(content.rows.size()) + content.more));
        const QVariant page = item->data(0, PageOfItem);
        for (const Row& row : std::as_const(content.rows))  // stages are in the graph
            add(item, row)->setData(0, PageOfItem, row.fill == Fill::Stage ? QVariant() : page);
        if (content.more > 0) addMore(item, content.more, page.value<PageId>());
    }
    if (item->childCount() == 0) item->setChildIndicatorPolicy(QTreeWidgetItem::DontShowIndicatorWhenChildless);
    markRows();
}

/// The modules right inside one. A run of equal siblings is one row: "1 … 10 like 0".
void Outline::addModules(QTreeWidgetItem* parent, const modules::GraphIndex& index, modules::ModuleId id) {
    const modules::Hierarchy& hierarchy = index.hierarchy();
    const auto address = parent->data(0, AddressOfItem).value<Address>();
    const auto& children = hierarchy.module(id).children;
    const auto known = m_states.find(address.text());
    const auto markOf = [&](modules::ModuleId one) {
        const bool told = known != m_states.end() && known->second != nullptr;
        return told ? known->second->of(hierarchy.module(one).path).mark : Mark::None;
    };
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (parent->childCount() >= kOutlineMostRows) {
            add(parent, {Icon::Down, tr("and %1 more, in the graph").arg(countText(children.size() - i)), {}, address});
            return;
        }
        const modules::Module& module = hierarchy.module(children[i]);
        const auto repeats = hierarchy.repeats(children[i]);
        const bool first = repeats.empty() || repeats.front() == children[i];
        if (!first) {
            std::size_t run = i;
            const Mark mark = markOf(children[i]);
            while (run + 1 < children.size() && hierarchy.alike(children[i], children[run + 1]) &&
                   markOf(children[run + 1]) == mark)
                ++run;
            const QString from = text(module.name), to = text(hierarchy.module(children[run]).name);
            const QString names = run == i ? from : from + QStringLiteral(" … ") + to.section(QLatin1Char('.'), -1);
            auto* item = add(parent, {Icon::Module, tr("%1 like %2").arg(names, text(hierarchy.module(repeats.front()).name)),
                                      QStringLiteral("×%1").arg(run - i + 1), address});
            QStringList paths;
            for (std::size_t one = i; one <= run; ++one) paths.append(text(hierarchy.module(children[one]).path));
            item->setData(0, ModulePath, text(module.path));
            item->setData(0, FoldedPaths, paths);
            i = run;
            continue;
        }
        const QString name =
            text(index.titleOf(children[i])) + (module.type.empty() ? QString() : QStringLiteral("  ") + text(module.className()));
        const Fill fill = module.children.empty() ? Fill::Nothing : Fill::Module;
        auto* item = add(parent, {Icon::Module, name, countText(module.nodeCount), address, fill});
        item->setData(0, ModulePath, text(module.path));
        item->setData(0, ModuleNumber, static_cast<uint>(children[i].index()));
    }
}

/// The row of what is selected; else that of the module around it, of its stage or of its method. Null: there is none of these.
QTreeWidgetItem* Outline::rowOf(const Address& address) {
    QTreeWidgetItem* method = nullptr;
    for (QTreeWidgetItemIterator it(this); *it != nullptr; ++it) {
        const auto own = (*it)->data(0, AddressOfItem).value<Address>();
        if (!own.valid() || own.method != address.method) continue;
        if (own == address) return *it;
        // Before its modules, which have its address, too.
        if (own.kind == Address::Kind::Stage && own.stage == address.stage) return rowInside(*it, address.ofOperator());
        if (own.kind == Address::Kind::Method) method = *it;
    }
    return method;
}

/// Once the stage was opened, its modules are known: they are added down to the one that is meant or that the node is in.
QTreeWidgetItem* Outline::rowInside(QTreeWidgetItem* stage, const Address& address) {
    const auto index = m_indices.find(Address::ofStage(address.method, address.stage).text());
    if (index == m_indices.end()) return stage;
    const modules::Hierarchy& hierarchy = index->second->hierarchy();
    const std::string name = address.name.toStdString();
    modules::ModuleId module;
    if (address.kind == Address::Kind::Module)
        module = hierarchy.findPath(name);
    else if (const graph::NodeId node = index->second->model().findNode(name); address.kind == Address::Kind::Node && node.valid())
        module = hierarchy.moduleOf(node);
    if (!module.valid()) return stage;
    QTreeWidgetItem* row = stage;
    for (const modules::ModuleId one : hierarchy.chain(module)) {
        if (one == hierarchy.root()) continue;
        open(row);
        const QString path = text(hierarchy.module(one).path);
        int child = 0;
        const auto isRow = [&](const QTreeWidgetItem& item) {
            const QVariant number = item.data(0, ModuleNumber);
            return number.isValid() ? number.toUInt() == one.index() : item.data(0, FoldedPaths).toStringList().contains(path);
        };
        while (child < row->childCount() && !isRow(*row->child(child))) ++child;
        if (child == row->childCount()) break;
        row = row->child(child);
    }
    return row;
}

void Outline::follow(const Address& address) {
    if (m_behind) return;
    // Several rows can be of one module: the one that was chosen stays.
    if (currentItem() != nullptr && meantBy(*currentItem()) == address) return;
    QTreeWidgetItem* row = rowOf(address);
    if (row == nullptr) return;
    m_quiet = true;
    for (QTreeWidgetItem* around = row->parent(); around != nullptr; around = around->parent()) around->setExpanded(true);
    setCurrentItem(row);
    m_quiet = false;
}

}  // namespace etscope::ui
