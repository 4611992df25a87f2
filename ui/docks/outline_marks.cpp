// The rows of the Outline: their marks, of files, methods and runs by the verdict, of weights, metadata and named data by what is
// found out after it, of modules by what is known of the calls; and how they are drawn.
#include <QPainter>

#include "docks/outline.h"
#include "look/marks.h"
#include "look/rich_text.h"
#include "look/tokens.h"
#include "models/address.h"
#include "workspace/verdict_words.h"

namespace etscope::ui {
namespace {

constexpr int kOutlineDelegateGap = 5, kOutlineDelegateMark = 11;

/// Of a module the class at its end tells least, of a weight the modules at its beginning.
Qt::TextElideMode elision(const QModelIndex& index) {
    if (!index.data(ModulePath).toString().isEmpty()) return Qt::ElideRight;
    return index.data(AddressOfItem).value<Address>().kind == Address::Kind::Tensor ? Qt::ElideLeft : Qt::ElideMiddle;
}

}  // namespace

EntityState Outline::moduleState(const QTreeWidgetItem& item) const {
    const auto states = m_states.find(item.data(0, AddressOfItem).value<Address>().text());
    if (states == m_states.end() || states->second == nullptr) return {};
    const QStringList folded = item.data(0, FoldedPaths).toStringList();
    std::vector<std::string> paths;
    for (const QString& path : folded) paths.push_back(path.toStdString());
    if (paths.empty()) paths.push_back(item.data(0, ModulePath).toString().toStdString());
    return states->second->ofAll(paths);
}

/// That of the first file that has a mark, of all or of those that are one array.
EntityState Outline::stateOfFiles(bool arrays) const {
    for (const std::size_t file : filesByKind(*m_workspace.session()))
        if (m_fileStates[file].mark != Mark::None && (!arrays || m_workspace.session()->files()[file].kind == FileKind::Npy))
            return m_fileStates[file];
    return {};
}

EntityState Outline::stateOf(const QTreeWidgetItem& item) const {
    const auto address = item.data(0, AddressOfItem).value<Address>();
    const findings::SessionVerdict* verdict = m_workspace.verdict().get();
    const SessionMarks* marks = m_marker.marks().get();
    const session::Session& session = *m_workspace.session();
    const auto what = item.data(0, PageOfItem).value<PageId>();
    if (!item.data(0, ModulePath).toString().isEmpty()) return moduleState(item);
    switch (address.kind) {
        case Address::Kind::File: return m_fileStates[item.data(0, FileOfItem).toUInt()];
        case Address::Kind::Method:
            return verdict != nullptr ? methodState(*verdict, address.method) : checkingState(m_workspace.checking());
        case Address::Kind::Stage: {
            const auto states = m_states.find(address.text());
            return states != m_states.end() && states->second != nullptr ? states->second->of({}) : EntityState();
        }
        case Address::Kind::Run:
            return verdict != nullptr ? runState(*verdict, address.column) : checkingState(m_workspace.checking());
        case Address::Kind::Metadata: return metadataState(session, address.name);
        case Address::Kind::Tensor: return marks != nullptr ? marks->weightOf(item.text(0).toStdString()) : EntityState();
        case Address::Kind::None:
            if (const auto* files = topLevelItem(0)->child(0); &item == files || item.parent() == files)
                return stateOfFiles(&item != files);
            if (marks == nullptr || item.parent() == nullptr) return {};
            if (what == PageId::Metadata) return marks->metadata;
            if (what == PageId::NamedData) return marks->namedData;
            if (what == PageId::Tensors)
                return marks->weightsOf(item.parent()->data(0, AddressOfItem).value<Address>().method.toStdString());
            return {};
        default: return {};
    }
}

void Outline::setState(QTreeWidgetItem* item, const EntityState& state) {
    const Address address = item->data(0, AddressOfItem).value<Address>();
    const bool titled = address.kind == Address::Kind::Stage && address.stage != item->text(0);
    const QString name = titled ? item->text(0) + QLatin1Char('\n') + address.stage : item->text(0);
    const QString mark = state.mark == Mark::None ? QString() : state.words.isEmpty() ? markName(state.mark) : state.words;
    const QString told = tip(mark.isEmpty() ? name : name + QLatin1Char('\n') + mark);
    // Most rows stay as they are, and each change is told to the view.
    if (item->data(0, MarkOfItem).toInt() == static_cast<int>(state.mark) && item->toolTip(0) == told) return;
    item->setData(0, MarkOfItem, static_cast<int>(state.mark));
    item->setToolTip(0, told);
    item->setData(0, Qt::AccessibleDescriptionRole, mark);
}

void Outline::markRows() {
    if (m_behind) return;
    if (m_workspace.session() == nullptr || m_filled.lock() != m_workspace.session()) return;  // it is filled soon
    m_fileStates = fileStates(*m_workspace.session(), m_workspace.verdict().get());
    // What is as it should be has no mark here.
    for (EntityState& state : m_fileStates)
        if (state.mark == Mark::Match || state.mark == Mark::Missing) state = {};
    for (QTreeWidgetItemIterator it(this); *it != nullptr; ++it) setState(*it, stateOf(**it));
    viewport()->update();
}

/// All of the session, that in view first: a row has its mark before it is opened.
void Outline::judgeStages() {
    m_judging.cancel();
    m_toJudge.clear();
    m_unjudged = !isVisible();
    if (m_unjudged) return m_states.clear();
    if (m_workspace.verdict() == nullptr) {
        m_states.clear();
        return markRows();
    }
    for (QTreeWidgetItemIterator it(this); *it != nullptr; ++it) {
        const auto address = (*it)->data(0, AddressOfItem).value<Address>();
        if (address.kind != Address::Kind::Stage || m_toJudge.contains(address)) continue;
        if (address.stageId().insideDelegate() && !m_indices.contains(address.text())) continue;  // decoded when it is opened
        const bool inView = address.method == m_workspace.method() && address.stage == m_workspace.stage();
        inView ? m_toJudge.prepend(address) : m_toJudge.append(address);
    }
    judgeNext();
}

void Outline::judgeNext() {
    if (m_toJudge.isEmpty()) return;
    const Address stage = m_toJudge.takeFirst();
    m_judging.start(
        tr("Judging modules"),
        [session = m_workspace.session(), stage](const JobContext& job) {
            return moduleStates({*session, stage.method.toStdString()}, stage.stageId(), job);
        },
        [this, stage](Result<ModuleStatesPtr> states) {
            if (states) {
                m_states[stage.text()] = *std::move(states);
                markRows();
            }
            judgeNext();
        },
        Urgency::Filling);
}

void OutlineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& given, const QModelIndex& index) const {
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    QString value = index.siblingAtColumn(1).data().toString();
    const auto mark = static_cast<Mark>(index.data(MarkOfItem).toInt());
    const int side = px(kOutlineDelegateMark), markRoom = mark == Mark::None ? 0 : side + kOutlineDelegateGap;
    const QStyle* style = option.widget->style();
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    const int whole = style->subElementRect(QStyle::SE_ItemViewItemText, &option, option.widget).width() - 2 * margin - markRoom;
    const int wanted = value.isEmpty() ? 0 : QFontMetrics(smallFont()).horizontalAdvance(value) + 2 * kOutlineDelegateGap;
    // The size of a file and the cases of a method give way to its name.
    const Address::Kind kind = index.data(AddressOfItem).value<Address>().kind;
    const bool nameFirst = kind == Address::Kind::File || kind == Address::Kind::Method;
    if (nameFirst && QFontMetrics(option.font).horizontalAdvance(option.text) > whole - wanted) value.clear();
    const int room = whole - (value.isEmpty() ? 0 : wanted);
    option.text = QFontMetrics(option.font).elidedText(option.text, elision(index), room);
    option.textElideMode = Qt::ElideNone;
    style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
    painter->setFont(smallFont());
    painter->setPen(tokens().text3);
    painter->drawText(option.rect.adjusted(0, 0, -kOutlineDelegateGap - markRoom, 0), Qt::AlignRight | Qt::AlignVCenter, value);
    if (mark == Mark::None) return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintMark(*painter,
              QRectF(option.rect.right() - kOutlineDelegateGap - side + 1, option.rect.center().y() - side / 2.0 + 0.5, side, side),
              mark);
    painter->restore();
}

}  // namespace etscope::ui
