// What a table says outside the window: copies, files, pictures of all of it.
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QHeaderView>
#include <algorithm>

#include "look/picture_file.h"
#include "look/questions.h"
#include "models/table_view.h"

namespace etscope::ui {

std::function<QString()> TableView::textOf(TableFormat format, std::vector<int> rows) const {
    const QList<int> columns = shownColumns();
    QStringList titles;
    for (const int column : columns) titles.append(copiedTitle(m_model->columns()[static_cast<std::size_t>(column)]));
    CellReader cell = m_model->sharedReader();
    if (!cell) cell = [model = m_model](int row, int column) { return model->cell(row, column); };
    return [format, columns, titles, rows = std::move(rows), cell = std::move(cell)] {
        return tableText(format, titles, static_cast<int>(rows.size()), [&](int row, int column) {
            return copiedText(cell(rows[static_cast<std::size_t>(row)], columns[column]));
        });
    };
}

std::vector<int> TableView::copiedRows() const {
    std::vector<int> rows;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        for (int shown = range.top(); shown <= range.bottom(); ++shown) rows.push_back(shown);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    for (int& row : rows) row = m_filter->tableRow(row);
    return rows.empty() ? m_filter->rows() : rows;
}

void TableView::copy(TableFormat format) {
    std::vector<int> rows = copiedRows();
    const bool large = rows.size() > TableFilter::kAtOnce && m_model->sharedReader();
    auto make = textOf(format, std::move(rows));
    if (!large) return QApplication::clipboard()->setText(make());
    m_copy.start(
        tr("Copying rows"), [make = std::move(make)](const JobContext&) -> Result<QString> { return make(); },
        [](Result<QString> made) {
            if (made) QApplication::clipboard()->setText(*made);
        });
}

void TableView::writeWhole(const QString& path, TableFormat format, std::function<void(Result<void>)> done) {
    auto make = textOf(format, m_filter->rows());
    // What only the window's thread can read is small.
    if (!m_model->sharedReader()) make = [content = make()] { return content; };
    m_write.start(
        tr("Writing %1").arg(QFileInfo(path).fileName()),
        [path, make = std::move(make)](const JobContext& job) -> Result<bool> {
            const auto written = writeThroughDevice(path, job, [&](QIODevice& device) -> Result<void> {
                device.write(make().toUtf8());
                return {};
            });
            if (!written) return written.failure();
            return true;
        },
        [done = std::move(done)](Result<bool> written) { done(written ? Result<void>() : Result<void>(written.failure())); });
}

void TableView::save() {
    const auto told = [this](const Result<void>& written) {
        if (!written) tell(this, tr("Save this table"), QString::fromStdString(written.error().message));
    };
    askForPath(this,
               {PathQuestion::Kind::Save, tr("Save this table"), objectName() + QStringLiteral(".csv"),
                tr("Tables (*.csv *.tsv *.json *.md)")},
               [this, told](const QString& path) {
                   const auto format = tableFormat(suffixOf(path));
                   if (!format) return told(suffixUnsupported(path, tr(".csv, .tsv, .json or .md")));
                   writeWhole(path, *format, told);
               });
}

QSize TableView::wholeSize() const {
    return {horizontalHeader()->length(), horizontalHeader()->height() + verticalHeader()->length()};
}

void TableView::paintWhole(QPainter& painter) {
    const int top = horizontalHeader()->height();
    int x = 0;
    for (const int column : shownColumns()) {
        const int width = columnWidth(column);
        QStyleOptionHeader head;
        head.initFrom(horizontalHeader());
        head.rect = QRect(x, 0, width, top);
        head.section = column;
        head.text = m_model->titleOf(column);
        head.textAlignment = m_model->columns()[static_cast<std::size_t>(column)].alignment();
        painter.save();
        style()->drawControl(QStyle::CE_Header, &head, &painter, horizontalHeader());
        painter.restore();  // what it leaves clips all
        for (int row = 0; row < m_filter->rowCount(); ++row) {
            QStyleOptionViewItem cell;
            cell.initFrom(this);
            cell.state = QStyle::State_Enabled;
            cell.rect = QRect(x, top + verticalHeader()->sectionPosition(row), width, rowHeight(row));
            itemDelegate()->paint(&painter, cell, m_filter->index(row, column));
        }
        x += width;
    }
}

}  // namespace etscope::ui
