#include "models/column_widths.h"

#include <QFontMetrics>
#include <algorithm>
#include <array>

#include "look/tokens.h"
#include "models/row_delegate.h"

namespace etscope::ui {
namespace {

constexpr int kMeasured = 400, kLookedAt = 20'000;  // rows
constexpr int kLongest = 72, kShortest = 14;        // characters of names
constexpr int kShortestWords = 20;                  // of what is no code: names of methods, kinds, roles
constexpr int kMargins = 18;                        // around a text
constexpr int kTitleMargin = 20, kSortSign = 12;
constexpr std::array kWantedOfNames{31, 17};  // characters of the first names

bool showsNothing(const Cell& cell) {
    return cell.mark == Mark::None && cell.share < 0 && (cell.text.isEmpty() || cell.text == QStringLiteral("–"));
}

bool isEmpty(const TableModel& table, int column) {
    const int rows = table.rows();
    if (rows == 0 || rows > kLookedAt) return false;
    for (int row = 0; row < rows; ++row)
        if (!showsNothing(table.cell(row, column))) return false;
    return true;
}

ColumnNeed needOf(const TableModel& table, int c, const QFontMetrics& titleMetrics, bool sorted) {
    const Column& column = table.columns()[static_cast<std::size_t>(c)];
    const int unit = QFontMetrics(column.isCode() ? codeFont() : bodyFont()).averageCharWidth();
    const int title = titleMetrics.horizontalAdvance(table.titleOf(c)) + kTitleMargin + (sorted ? kSortSign : 0);
    const int rows = table.rows(), step = std::max(1, rows / kMeasured);
    int widest = 0;
    bool marked = false;
    for (int row = 0; row < rows; row += step) {
        const Cell cell = table.cell(row, c);
        widest = std::max(widest, RowDelegate::widthOf(cell, column));
        marked = marked || cell.mark != Mark::None;
    }
    if (c == 0 && table.parents() != nullptr) widest += foldArea({}, 1).right();
    const bool number = column.isNumber();
    const bool whole = number || (marked && widest <= kShortest * 2 * unit);
    ColumnNeed need;
    need.natural = std::max(title, whole ? widest : std::min(widest, kLongest * unit));
    need.least = whole ? need.natural
                       : std::min(need.natural, std::max(title, (column.isCode() ? kShortest : kShortestWords) * unit + kMargins));
    need.full = std::max(title, widest);
    need.empty = isEmpty(table, c);
    need.grows = !number && (column.width == 0 || column.isCode());
    return need;
}

/// The first name says what a row is: it may be this many times as wide as the others, and where all scrolls anyway it has this
/// part of the room.
constexpr int kFirstsShare = 2, kFirstsPart = 3;

std::size_t firstName(const std::vector<ColumnNeed>& needs, const std::vector<int>& widths) {
    std::size_t c = 0;
    while (c < needs.size() && (widths[c] == 0 || needs[c].least == needs[c].natural)) ++c;
    return c;
}

/// What the first name has at least: where the others can have their least beside it, no more than they leave.
int partOfFirst(const std::vector<ColumnNeed>& needs, const std::vector<int>& widths, const std::vector<int>& fixed, int room) {
    const std::size_t first = firstName(needs, widths);
    int others = 0;
    for (std::size_t c = 0; c < widths.size(); ++c)
        if (c != first && widths[c] > 0) others += fixed[c] >= 0 ? widths[c] : needs[c].least;
    const int left = room - others, part = room / kFirstsPart;
    return first < needs.size() && left >= needs[first].least ? std::min(left, part) : part;
}

/// What is left of a column where others may have `level`; the first name has `part`.
int shrunk(const ColumnNeed& need, int width, int level, int part, bool first) {
    return std::min(width, std::max(need.least, first ? std::max(level * kFirstsShare, part) : level));
}

/// The width that no shrinkable column may exceed so that all fit.
int levelFor(const std::vector<ColumnNeed>& needs, const std::vector<int>& widths, const std::vector<int>& fixed, int room) {
    const std::size_t first = firstName(needs, widths);
    const int part = partOfFirst(needs, widths, fixed, room);
    int low = 0, high = 0;
    for (const int width : widths) high = std::max(high, width);
    const auto total = [&](int level) {
        int sum = 0;
        for (std::size_t c = 0; c < widths.size(); ++c)
            sum += fixed[c] >= 0 || widths[c] == 0 ? widths[c] : shrunk(needs[c], widths[c], level, part, c == first);
        return sum;
    };
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (total(middle) <= room)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/// Sentences that reach beyond the limit, from the left on; what is left then.
int fill(const std::vector<ColumnNeed>& needs, const std::vector<int>& fixed, int left, std::vector<int>& widths) {
    for (std::size_t c = 0; c < widths.size(); ++c) {
        if (fixed[c] >= 0 || widths[c] == 0) continue;
        const int more = std::clamp(needs[c].full - widths[c], 0, left);
        widths[c] += more;
        left -= more;
    }
    return left;
}

void shareOut(const std::vector<ColumnNeed>& needs, const std::vector<int>& fixed, int left, std::vector<int>& widths) {
    int sum = 0;
    for (std::size_t c = 0; c < widths.size(); ++c) sum += needs[c].grows && fixed[c] < 0 ? widths[c] : 0;
    if (sum == 0) return;
    for (std::size_t c = 0; c < widths.size(); ++c)
        if (needs[c].grows && fixed[c] < 0) widths[c] += static_cast<int>(static_cast<qint64>(left) * widths[c] / sum);
}

}  // namespace

std::vector<ColumnNeed> columnNeeds(const TableModel& table, const QFontMetrics& title, int sorted) {
    std::vector<ColumnNeed> needs;
    for (int c = 0; c < table.columnCount(); ++c) needs.push_back(needOf(table, c, title, c == sorted));
    return needs;
}

int wantedOfName(const ColumnNeed& need, int name) {
    if (name >= static_cast<int>(kWantedOfNames.size())) return need.least;
    const int wanted = kWantedOfNames[static_cast<std::size_t>(name)] * QFontMetrics(codeFont()).averageCharWidth();
    return std::max(need.least, std::min(need.natural, wanted));
}

std::vector<int> columnWidths(const std::vector<ColumnNeed>& needs, const std::vector<bool>& hidden, const std::vector<int>& fixed,
                              int room) {
    std::vector<int> widths;
    int total = 0;
    for (std::size_t c = 0; c < needs.size(); ++c) {
        widths.push_back(hidden[c] ? 0 : fixed[c] >= 0 ? fixed[c] : needs[c].natural);
        total += widths.back();
    }
    if (total < room) {
        shareOut(needs, fixed, fill(needs, fixed, room - total, widths), widths);
    } else if (total > room) {
        const int level = levelFor(needs, widths, fixed, room);
        const std::size_t first = firstName(needs, widths);
        const int part = partOfFirst(needs, widths, fixed, room);
        for (std::size_t c = 0; c < widths.size(); ++c)
            if (fixed[c] < 0 && widths[c] > 0) widths[c] = shrunk(needs[c], widths[c], level, part, c == first);
    }
    return widths;
}

}  // namespace etscope::ui
