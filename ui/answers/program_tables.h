// What tables of the program side share.
#pragma once

#include "inventory/delegate_rows.h"
#include "models/rows.h"
#include "program/metadata.h"

namespace etscope::ui {

/// The decoded graph of a delegate; without one, its first call.
Address delegateAddress(const inventory::DelegateRow& row);

/// Whether the session has a program or tensor data.
bool hasDataFile(const session::Session& session);
/// Where such files are there that could hold it: `why` names them in its %1.
Nothing nothingIn(const session::Session& session, const QString& what, const QString& why);

/// Whether the session has a program.
bool hasProgram(const session::Session& session);

/// A value of metadata for people; `bytes` are those that are stored.
QString metadataValueText(const program::MetadataValue& value);
/// The value of an entry, known flags as true and false.
QString metadataValueText(const program::MetadataEntry& entry);
/// What a guessed value may be as well, a line each; empty where nothing was guessed.
QString otherReadingsText(const program::MetadataEntry& entry);

}  // namespace etscope::ui
