#include "models/table_text.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace etscope::ui {
namespace {

QString field(TableFormat format, QString text) {
    switch (format) {
        case TableFormat::Csv: return QString::fromStdString(csvField(spreadsheetText(text.toStdString())));
        case TableFormat::Markdown: return text.replace(u'|', QStringLiteral("\\|")).replace(u'\n', u' ');
        default:
            return QString::fromStdString(
                spreadsheetText(text.replace(u'\t', u' ').replace(u'\n', u' ').remove(u'\r').toStdString()));
    }
}

QString line(TableFormat format, QStringList cells) {
    for (QString& cell : cells) cell = field(format, cell);
    if (format == TableFormat::Markdown) return QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
    return format == TableFormat::Csv ? cells.join(u',') + QStringLiteral("\r\n") : cells.join(u'\t') + u'\n';
}

QString jsonText(const QStringList& titles, int rows, const std::function<QString(int, int)>& cell) {
    std::vector<std::string> keys;
    for (qsizetype c = 0; c < titles.size(); ++c) {
        const auto before = titles.first(c).count(titles[c]);
        keys.push_back((before == 0 ? titles[c] : QStringLiteral("%1 %2").arg(titles[c]).arg(before + 1)).toStdString());
    }
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (int row = 0; row < rows; ++row) {
        nlohmann::ordered_json object = nlohmann::ordered_json::object();
        for (std::size_t c = 0; c < keys.size(); ++c) object[keys[c]] = cell(row, static_cast<int>(c)).toStdString();
        list.push_back(std::move(object));
    }
    return QString::fromStdString(list.dump(2)) + u'\n';
}

}  // namespace

std::optional<TableFormat> tableFormat(const QString& suffix) {
    if (suffix == QLatin1String("tsv")) return TableFormat::Tsv;
    if (suffix == QLatin1String("csv")) return TableFormat::Csv;
    if (suffix == QLatin1String("json")) return TableFormat::Json;
    return suffix == QLatin1String("md") ? std::optional(TableFormat::Markdown) : std::nullopt;
}

QString tableText(TableFormat format, const QStringList& titles, int rows, const std::function<QString(int, int)>& cell) {
    if (format == TableFormat::Json) return jsonText(titles, rows, cell);
    QString text = line(format, titles);
    if (format == TableFormat::Markdown) text += line(format, QStringList(titles.size(), QStringLiteral("---")));
    for (int row = 0; row < rows; ++row) {
        QStringList cells;
        for (int column = 0; column < titles.size(); ++column) cells.append(cell(row, column));
        text += line(format, std::move(cells));
    }
    return text;
}

}  // namespace etscope::ui
