#include "answers/sharing_model.h"

#include <QPainter>
#include <algorithm>

#include "inventory/named_data.h"
#include "inventory/sharing.h"
#include "join/weights.h"
#include "look/language.h"
#include "look/numbers.h"
#include "look/tokens.h"
#include "models/address.h"
#include "models/table_filter.h"

namespace etscope::ui {
namespace {

using inventory::BytesPlace;
using inventory::SharedBytes;

constexpr double kDisc = 13, kSmallDisc = 8, kSquare = 15, kUnused = 3;

/// The name that most of the places agree on: the record's before that of a key.
WeightNames namesOf(const session::Session& session, const join::WeightMap& weights, const SharedBytes& shared) {
    for (const BytesPlace& place : shared.places) {
        const auto* weight = weights.at({session.files()[place.file].source, place.offset, shared.size});
        if (weight == nullptr) continue;
        QStringList names;
        if (weight->record != nullptr)
            for (const std::string& name : weight->record->names) names.append(text(name));
        else if (!weight->nameInRecord().empty())
            names.append(text(weight->nameInRecord()));
        if (!names.isEmpty()) return weightNames(names);
    }
    QStringList keys;
    for (const inventory::BytesUser& user : shared.users)
        if (const QString key = text(user.name); !key.isEmpty() && !isHash(key) && !keys.contains(key)) keys.append(key);
    return weightNames(keys);
}

using DataAt = std::map<std::pair<unsigned, std::uint64_t>, QString>;

DataAt keysByPlace(const inventory::NamedData& data) {
    DataAt keys;
    for (const inventory::NamedDataRow& row : data.rows)
        if (row.bytes.hasData()) keys.try_emplace({row.file, row.bytes.offset}, text(row.key));
    return keys;
}

/// Named data are told by their key, other bytes by where they lie.
Address addressOf(const SharedBytes& shared, const DataAt& keys, const QStringList& files) {
    for (const BytesPlace& place : shared.places)
        if (const auto key = keys.find({place.file, place.offset}); key != keys.end()) return Address::ofData(key->second);
    const BytesPlace& first = shared.places.front();
    return Address::ofRegion(files[static_cast<qsizetype>(first.file)], first.offset);
}

/// By content, by key, else by place.
QString identityOf(const SharedBytes& shared, const QStringList& files) {
    if (!shared.sha256.empty()) return text(shared.sha256);
    for (const inventory::BytesUser& user : shared.users)
        if (isHash(text(user.name))) return text(user.name);
    const BytesPlace& first = shared.places.front();
    return files[static_cast<qsizetype>(first.file)] + u' ' + hexText(first.offset);
}

}  // namespace

bool isHash(const QString& key) {
    return key.size() == 64 &&
           std::ranges::all_of(key, [](QChar letter) { return letter.isDigit() || (letter >= u'a' && letter <= u'f'); });
}

QString shortHash(const QString& hash) { return isHash(hash) ? hash.first(8) + u'…' + hash.last(8) : hash; }

WeightNames weightNames(const QStringList& inRecord) {
    if (inRecord.isEmpty()) return {};
    return {inRecord.front(),
            inRecord.size() > 1 ? QObject::tr("also %1").arg(inRecord.mid(1).join(QStringLiteral(", "))) : QString()};
}

Result<SharedWeights> sharedWeights(const session::Session& session, const JobContext& job) {
    const auto map = inventory::sharingMap(session, job);
    if (!map) return map.failure();
    SharedWeights made;
    made.saved = (*map)->saved;
    made.wasted = (*map)->wasted;
    made.sharedOnce = (*map)->sharedOnce;
    made.copied = (*map)->copied;
    if ((*map)->shared.empty()) return made;
    const auto weights = join::weights(session, job);
    if (!weights) return weights.failure();
    const auto data = inventory::namedData(session, false, job);
    if (!data) return data.failure();
    std::vector<std::string> methods;
    for (const program::ExecutionPlan& plan : session.programFile()->program->plans())
        if (plan.instructionCount() > 0) methods.push_back(plan.name), made.methods.append(text(plan.name));
    const QStringList files = namesOfFiles(session);
    const DataAt keys = keysByPlace(*data);
    for (const SharedBytes& one : (*map)->shared) {
        const WeightNames names = namesOf(session, **weights, one);
        SharedWeight row{.name = names.name, .also = names.also, .whole = identityOf(one, files)};
        row.hash = shortHash(row.whole);
        row.bytes = one.size;
        row.saved = one.saved;
        row.wasted = one.wasted;
        for (const std::string& method : methods) row.copies.push_back(inventory::copiesRead(one, method));
        for (const BytesPlace& place : one.places) row.files.append(files[static_cast<qsizetype>(place.file)]);
        row.address = addressOf(one, keys, files);
        made.weights.push_back(std::move(row));
    }
    return made;
}

SharingModel::SharingModel(SharedWeights content, QObject* parent) : TableModel(parent), m_content(std::move(content)) {
    for (const QString& method : m_content.methods) m_titles.push_back(method.toUtf8());
    m_columns.push_back(
        {QT_TRANSLATE_NOOP("Column", "Weight"), QT_TRANSLATE_NOOP("Column", "Its name in the record, else its key"), kCode});
    m_columns.push_back({QT_TRANSLATE_NOOP("Column", "Size"), QT_TRANSLATE_NOOP("Column", "Of one copy"), kNumber, 10});
    for (const QByteArray& title : m_titles)
        m_columns.push_back({title.constData(), QT_TRANSLATE_NOOP("Column", "The copy that this method reads"), kCentred, 12});
    m_columns.push_back(
        {QT_TRANSLATE_NOOP("Column", "Copies"), QT_TRANSLATE_NOOP("Column", "How often the bytes are stored"), kPlain, 18});
}

Cell SharingModel::methodCell(const SharedWeight& weight, std::size_t method) const {
    const std::vector<std::size_t>& copies = weight.copies[method];
    if (copies.empty()) return {.text = tr("not used"), .dim = true};
    if (weight.files.size() == 1) return {.text = tr("reads it"), .tooltip = weight.files.front()};
    QStringList numbers, files;
    for (const std::size_t copy : copies) {
        numbers.append(QString::number(copy + 1));
        files.append(weight.files[static_cast<qsizetype>(copy)]);
    }
    files.removeDuplicates();
    return {.text = tr("copy %1").arg(numbers.join(u'+')), .second = files.join(QStringLiteral(", "))};
}

Cell SharingModel::cell(int row, int column) const {
    const SharedWeight& weight = m_content.weights[static_cast<std::size_t>(row)];
    if (column == Weight) {
        const QString title = weight.name.isEmpty() ? tr("no name") : weight.name;
        return {
            .text = title,
            .second = weight.also.isEmpty() ? weight.hash : weight.also + QStringLiteral(" · ") + weight.hash,
            .tooltip = (weight.also.isEmpty() ? title : title + QLatin1Char('\n') + weight.also) + QLatin1Char('\n') + weight.whole,
            .copy = weight.name.isEmpty() ? weight.whole : weight.name,
            .dim = weight.name.isEmpty()};
    }
    if (column == Size) return bytesCell(weight.bytes);
    if (column < endOfMethods()) return methodCell(weight, static_cast<std::size_t>(column - FirstMethod));
    const bool copied = weight.wasted > 0;
    const std::uint64_t amount = copied ? weight.wasted : weight.saved;
    return {.text = copied ? tr("%n copies, equal bytes", nullptr, counted(static_cast<std::uint64_t>(weight.files.size())))
                           : tr("1 copy, shared"),
            .sort = QVariant::fromValue(
                static_cast<qlonglong>(copied ? -static_cast<qlonglong>(amount) : static_cast<qlonglong>(amount))),
            .mark = copied ? Mark::Warning : Mark::Match,
            .second = (copied ? tr("could save %1") : tr("saves %1")).arg(bytesText(amount))};
}

SharingDelegate::SharingDelegate(const SharingModel& model, const RowDelegate& base, QObject* parent)
    : QStyledItemDelegate(parent), m_model(model), m_base(base) {}

void SharingDelegate::paintSign(QPainter& painter, QPointF centre, bool copies, const QString& number, bool small) {
    const Tokens& t = tokens();
    painter.setPen(Qt::NoPen);
    painter.setBrush(copies ? t.amberMark : t.match);
    const double side = px(small ? kSmallDisc : copies ? kSquare : kDisc);
    QRectF area(0, 0, side, side);
    area.moveCenter(centre);
    if (!copies) return painter.drawEllipse(area);
    QFont font = smallFont();
    font.setBold(true);
    if (!number.isEmpty()) area.setWidth(std::max(side, QFontMetricsF(font).horizontalAdvance(number) + 6));
    area.moveCenter(centre);
    painter.drawRoundedRect(area, 2, 2);
    painter.setPen(t.base);
    painter.setFont(font);
    painter.drawText(area, Qt::AlignCenter, number);
}

void SharingDelegate::paintJoin(QPainter& painter, QPointF from, QPointF to, bool copies) {
    QPen pen(copies ? tokens().amberMark : tokens().match, 2);
    if (copies) pen.setDashPattern({2, 2});
    painter.setPen(pen);
    painter.drawLine(from, to);
}

/// The line runs from the first method that uses the weight to the last one, through cells of methods between.
void SharingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const auto* filter = qobject_cast<const TableFilter*>(index.model());
    if (filter == nullptr) return;
    m_base.paintBack(*painter, option, index);
    const SharedWeight& weight = m_model.content().weights[static_cast<std::size_t>(filter->tableRow(index.row()))];
    const int method = index.column() - SharingModel::FirstMethod, count = static_cast<int>(weight.copies.size());
    int first = count, last = -1;
    for (int m = 0; m < count; ++m)
        if (!weight.copies[static_cast<std::size_t>(m)].empty()) first = std::min(first, m), last = m;
    const bool copies = weight.files.size() > 1, small = count > kManyMethods;
    const QFontMetricsF metrics(smallFont());
    const QRectF area(option.rect);
    const QPointF centre(area.center().x(), copies ? area.top() + 4 + px(kSquare) / 2.0 : area.center().y());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (method > first && method <= last) paintJoin(*painter, {area.left(), centre.y()}, centre, copies);
    if (method >= first && method < last) paintJoin(*painter, centre, {area.right() + 1, centre.y()}, copies);
    const std::vector<std::size_t>& read = weight.copies[static_cast<std::size_t>(method)];
    if (read.empty()) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(tokens().control);
        painter->drawEllipse(centre, px(kUnused) / 2.0, px(kUnused) / 2.0);
    } else {
        QStringList numbers;
        for (const std::size_t copy : read) numbers.append(QString::number(copy + 1));
        paintSign(*painter, centre, copies, numbers.join(u'+'), small);
    }
    if (copies && !read.empty()) {
        painter->setFont(smallFont());
        painter->setPen(tokens().text2);
        painter->drawText(QRectF(area.left() + 2, area.bottom() - metrics.height() - 3, area.width() - 4, metrics.height()),
                          Qt::AlignCenter,
                          metrics.elidedText(index.data(SecondRole).toString(), Qt::ElideMiddle, area.width() - 6));
    }
    painter->restore();
}

}  // namespace etscope::ui
