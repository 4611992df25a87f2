// The tables of the program side: metadata, named data, delegates. Each is a RowsSpec.
#pragma once

#include "pages/rows_page.h"
#include "program/metadata.h"

namespace etscope::ui {

const RowsSpec& metadataTable();
const RowsSpec& namedDataTable();
const RowsSpec& delegateTable();

/// Whether the session has a program.
bool hasProgram(const session::Session& session);

/// A value of metadata for people; `bytes` are those that are stored.
QString metadataValueText(const program::MetadataValue& value, const ByteRange& bytes);

}  // namespace etscope::ui
