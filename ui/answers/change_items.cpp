#include "answers/change_items.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <set>

#include "answers/diff_cells.h"
#include "base/escaped.h"
#include "compare/output_changes.h"
#include "look/language.h"
#include "look/numbers.h"
#include "modules/work_title.h"

namespace etscope::ui {
namespace {

using compare::ChangeState;
using compare::ModuleChange;

QString shownNode(const QString& path) { return text(modules::shownNode(path.toStdString())); }

class Builder {
    Q_DECLARE_TR_FUNCTIONS(ChangeItems)
public:
    std::shared_ptr<const ChangeItems> make(compare::ModuleChanges changes, const compare::SessionDiff& diff) {
        m_out->methods = std::move(changes.methods);
        for (const compare::MethodChange& method : m_out->methods)
            for (const compare::StageDiff& stage : diff.stages)
                if (stage.method == method.root.title && stage.stage == method.stage) m_out->stages.push_back(stage);
        for (std::size_t m = 0; m < m_out->methods.size(); ++m) addMethod(static_cast<int>(m));
        for (const compare::ValueChange& change : diff.metadata) addMetadata(change);
        for (const compare::ValueChange& change : diff.outputs) addOutput(change);
        for (const std::string& method : changes.untold)
            add(-1, {.mark = Mark::Missing,
                     .title = text(escaped(method)),
                     .sentence = tr("no stage that both exports recorded: what its modules differ in is not known"),
                     .before = Address::ofMethod(text(method)),
                     .after = Address::ofMethod(text(method))});
        for (const std::string& method : changes.same)
            add(-1, {.mark = Mark::Unchanged,
                     .title = text(escaped(method)),
                     .sentence = tr("no module differs in operators, types, places or values that could be compared"),
                     .before = Address::ofMethod(text(method)),
                     .after = Address::ofMethod(text(method))});
        addUntold(diff);
        addRenamed();
        return m_out;
    }

private:
    int add(int parent, ChangeItem item) {
        const int index = static_cast<int>(m_out->items.size());
        item.parent = parent;
        item.whole = item.sentence;
        item.sentence = diff::shortNumbers(item.whole);
        m_out->items.push_back(std::move(item));
        (parent < 0 ? m_out->top : m_out->items[static_cast<std::size_t>(parent)].children).push_back(index);
        return index;
    }

    void addMethod(int method) {
        const compare::MethodChange& change = m_out->methods[static_cast<std::size_t>(method)];
        addModule(-1, change.root, method);
    }

    static Mark markOf(const ModuleChange& change) {
        if (change.state == ChangeState::Added) return Mark::Added;
        if (change.state == ChangeState::Removed) return Mark::Removed;
        const bool inside =
            std::ranges::any_of(change.children, [](const ModuleChange& child) { return markOf(child) != Mark::Unchanged; });
        return change.state || inside || !change.nodes.empty() ? Mark::Changed : Mark::Unchanged;
    }

    void addModule(int parent, const ModuleChange& change, int method) {
        const compare::MethodChange& of = m_out->methods[static_cast<std::size_t>(method)];
        const QString name = parent < 0 ? text(change.title) : QString(), stage = text(of.stage.text());
        const QString owner = text(of.root.title);
        const auto address = [&](const compare::MethodFacts& facts) {
            if (parent < 0) return Address::ofStage(owner, of.stage);
            return facts.modules.contains(change.paths.front()) ? Address::ofModule(owner, stage, text(change.paths.front()))
                                                                : Address();
        };
        ChangeItem item{.mark = markOf(change),
                        .title = text(escaped(change.title)),
                        .sentence = sentence(change),
                        .bytesBefore = change.bytesLeft,
                        .bytesAfter = change.bytesRight,
                        .before = address(of.left),
                        .after = address(of.right),
                        .method = method};
        item.odd = change.odd;
        item.paths = texts(change.paths);
        const int index = add(parent, std::move(item));
        for (const ModuleChange& child : change.children) addModule(index, child, method);
        for (const compare::NodeChange& node : change.nodes) addNode(index, node, method);
    }

    static QString sentence(const ModuleChange& change) {
        QString words = text(escaped(change.sentence));
        if (change.paths.size() > 1) words = tr("%n alike: %1", nullptr, counted(change.paths.size())).arg(words);
        if (change.odd) words = tr("differs from its likes: %1").arg(words);
        return words;
    }

    void addNode(int parent, const compare::NodeChange& change, int method) {
        const compare::MethodChange& of = m_out->methods[static_cast<std::size_t>(method)];
        const auto path = [](const compare::MethodFacts& facts, graph::NodeId node) {
            return node.valid() ? text(facts.index->model().nodePath(node)) : QString();
        };
        const QString left = path(of.left, change.left), right = path(of.right, change.right), owner = text(of.root.title);
        const auto address = [&](const QString& node) {
            return node.isEmpty() ? Address() : Address::ofNode(owner, of.stage, node);
        };
        constexpr std::array kMarks{Mark::Added, Mark::Removed, Mark::Changed};
        QString words = text(escaped(change.text));
        if (!left.isEmpty() && !right.isEmpty() && left != right) words = tr("now %1; %2").arg(shownNode(right), words);
        QString title = shownNode(left.isEmpty() ? right : left);
        if (!title.isEmpty() && title.front().isDigit()) {  // an instruction: what it does comes first
            const auto& [facts, node] = left.isEmpty() ? std::pair(&of.right, change.right) : std::pair(&of.left, change.left);
            words = words.isEmpty() ? title : QStringLiteral("%1: %2").arg(title, words);
            title = text(modules::shownOperator(facts->index->operatorOf(node).title));
        }
        add(parent, {.mark = kMarks[static_cast<std::size_t>(change.state())],
                     .title = title,
                     .sentence = words,
                     .node = true,
                     .before = address(left),
                     .after = address(right),
                     .method = method});
    }

    void addMetadata(const compare::ValueChange& change) {
        const auto value = [&](bool left) {
            return change.changes.empty() ? QString()
                                          : text(escaped(left ? change.changes.front().left : change.changes.front().right));
        };
        const bool added = change.state == ChangeState::Added, removed = change.state == ChangeState::Removed;
        const Address address = Address::ofMetadata(text(change.name));
        add(-1, {.mark = added     ? Mark::Added
                         : removed ? Mark::Removed
                                   : Mark::Changed,
                 .title = text(escaped(change.name)),
                 .sentence = added     ? tr("= %1, metadata").arg(value(false))
                             : removed ? tr("was %1, metadata").arg(value(true))
                                       : tr("%1 → %2, metadata").arg(value(true), value(false)),
                 .before = added ? Address() : address,
                 .after = removed ? Address() : address});
    }

    void addOutput(const compare::ValueChange& change) {
        QStringList words = diff::changeWords(change.changes);
        if (change.maxAbs) words.append(tr("max |d| %1").arg(floatText(*change.maxAbs)));
        if (words.isEmpty()) words.append(tr("an output"));
        const bool added = change.state == ChangeState::Added, removed = change.state == ChangeState::Removed,
                   worse = compare::standingChange(change) < 0;
        const Address address = diff::outputAddress(change);
        add(-1, {.mark = added     ? Mark::Added
                         : removed ? Mark::Removed
                         : worse   ? Mark::Differ
                                   : Mark::Changed,
                 .title = tr("Output %1 of %2").arg(change.output).arg(text(escaped(change.method))),
                 .sentence = words.join(QStringLiteral("; ")),
                 .before = added ? Address() : address,
                 .after = removed ? Address() : address});
    }

    /// What is in no module's sentence: contents that only a program has, payloads of delegates, what could not be read.
    void addUntold(const compare::SessionDiff& diff) {
        std::set<std::string_view> told;
        for (const compare::MethodChange& method : m_out->methods)
            for (const compare::MethodFacts* side : {&method.left, &method.right})
                for (const auto& [path, facts] : side->modules)
                    for (const compare::ModuleWeight& weight : facts.weights) told.insert(weight.name);
        std::size_t weights = 0, unread = 0;
        for (const compare::ValueChange& change : diff.tensors)
            if (change.state == ChangeState::NotCompared)
                ++unread;
            else if (!told.contains(change.name))
                ++weights;
        if (weights > 0)
            add(-1, {.title = tr("%n weight(s) that no module names differ(s)", nullptr, counted(weights)),
                     .sentence = tr("listed by node")});
        if (!diff.delegates.empty())
            add(-1, {.title = tr("%n delegate(s) differ(s) in backend or content", nullptr, counted(diff.delegates.size())),
                     .sentence = tr("listed by node")});
        if (unread > 0)
            add(-1, {.mark = Mark::Missing,
                     .title = tr("%n weight(s) could not be compared", nullptr, counted(unread)),
                     .sentence = tr("listed by node")});
    }

    void addRenamed() {
        std::size_t names = 0, classes = 0;
        for (const compare::MethodChange& method : m_out->methods) names += method.renamedNodes, classes += method.relabelledNodes;
        if (names > 0) add(-1, {.mark = Mark::Unchanged, .title = tr("%n node(s) only changed the name", nullptr, counted(names))});
        if (classes > 0)
            add(-1, {.mark = Mark::Unchanged,
                     .title = tr("%n node(s) only changed the name of a class around them", nullptr, counted(classes))});
    }

    std::shared_ptr<ChangeItems> m_out = std::make_shared<ChangeItems>();
};

}  // namespace

std::vector<int> ChangeItems::chain(int item) const {
    std::vector<int> way;
    for (; item >= 0; item = items[static_cast<std::size_t>(item)].parent) way.push_back(item);
    std::ranges::reverse(way);
    return way;
}

ChangeItemsPtr changeItems(compare::ModuleChanges changes, const compare::SessionDiff& diff) {
    return Builder().make(std::move(changes), diff);
}

}  // namespace etscope::ui
