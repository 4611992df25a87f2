// What is said of a method that is held against itself: a row for each check, and what its inputs were taken for. Rich texts in the
// GUI thread only.
#pragma once

#include <QString>
#include <memory>

#include "consistency/consistency.h"
#include "models/rows.h"

namespace etscope::ui {

using ConsistencyPtr = std::shared_ptr<const consistency::MethodConsistency>;

/// One check of a method.
struct ConsistencyRow {
    ConsistencyPtr made;
    std::size_t check = 0;
};
/// With the table's columns, each row at the first node that differs.
Rows consistencyRows(const ConsistencyPtr& made);
/// How many checks agree, disagree, and were not asked.
QString consistencyText(const consistency::MethodConsistency& made);
/// What the program did, and why nothing; empty: nobody asked.
QString playedText(const consistency::MethodConsistency& made);
/// Rich text: "tokens: input_ids · cache position: pos", each input a link "role:NAME" to choose another role by; its reason is the
/// link's title.
QString rolesText(const consistency::MethodConsistency& made);
/// In the language shown: "cache position".
QString roleText(consistency::Role role);

}  // namespace etscope::ui
