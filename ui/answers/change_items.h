// What two exports differ in, by meaning, as the rows of a tree: methods, modules with a sentence each, their nodes, metadata. Made
// in a job from the core's module changes; any thread.
#pragma once

#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

#include "compare/module_changes.h"
#include "look/marks.h"
#include "models/address.h"

namespace etscope::ui {

struct ChangeItem {
    int parent = -1;            ///< index of the item around; -1: none
    std::vector<int> children;  ///< indices, in order
    Mark mark = Mark::Changed;
    QString title;     ///< bold, or of nodes in the face of code
    QString sentence;  ///< behind it, in clauses that "; " parts; numbers have four digits
    QString whole;     ///< the same with all digits
    bool node = false;
    bool odd = false;  ///< a block that is told otherwise than most of its likes
    std::optional<std::uint64_t> bytesBefore, bytesAfter;
    Address before, after;  ///< in the other export and in this one; invalid: it does not have it
    QStringList paths;    ///< of modules: those that it tells of
    int method = -1;      ///< index into ChangeTreeData::methods; −1: of none
};

struct ChangeItems {
    std::vector<ChangeItem> items;
    std::vector<int> top;
    std::vector<compare::MethodChange> methods;
    std::vector<compare::StageDiff> stages;  ///< per method: the one that was compared

    /// The item and those around it, from the top on.
    std::vector<int> chain(int item) const;
};
using ChangeItemsPtr = std::shared_ptr<const ChangeItems>;

ChangeItemsPtr changeItems(compare::ModuleChanges changes, const compare::SessionDiff& diff);

}  // namespace etscope::ui
