// Tables as text, as they are shown: the texts of cells under the titles of their columns. Any thread.
#pragma once

#include <QString>
#include <QStringList>
#include <functional>
#include <optional>

namespace etscope::ui {

enum class TableFormat { Tsv, Csv, Json, Markdown };

/// By the suffix of a file: "tsv", "csv", "json", "md"; nothing for others.
std::optional<TableFormat> tableFormat(const QString& suffix);

/// `titles` of the columns that `cell(row, column)` has texts for. TSV has blanks for tabs and line ends, JSON is a list of
/// objects, in which the second column of one title is "title 2".
QString tableText(TableFormat format, const QStringList& titles, int rows, const std::function<QString(int, int)>& cell);

}  // namespace etscope::ui
