// The table of named data.
#include <algorithm>

#include "answers/program_tables.h"
#include "answers/sharing_model.h"
#include "answers/tables.h"
#include "base/base_name.h"
#include "base/hex.h"
#include "inventory/named_data.h"
#include "inventory/sharing.h"
#include "join/call_titles.h"
#include "join/weights.h"
#include "look/language.h"
#include "look/numbers.h"
#include "tensor/format.h"

namespace etscope::ui {

using inventory::NamedDataRow;

/// A key with all that is known of it.
struct NamedRow {
    const NamedDataRow* data;
    const join::StoredWeight* weight;      ///< null: not known
    const inventory::SharedBytes* shared;  ///< null: one copy that one alone reads
    QString file;
    Cell users;
};

namespace {

using SharedAt = std::map<std::pair<unsigned, std::uint64_t>, const inventory::SharedBytes*>;

QVariant dataNumber(std::uint64_t value) { return QVariant::fromValue(static_cast<qulonglong>(value)); }

SharedAt byPlace(const inventory::SharingMap& map) {
    SharedAt shared;
    for (const inventory::SharedBytes& one : map.shared)
        for (const inventory::BytesPlace& place : one.places) shared[{place.file, place.offset}] = &one;
    return shared;
}

/// The name in the record, the key where that is a name, else none; below it what the file calls it.
Cell dataNameCell(const NamedRow& named) {
    const NamedDataRow& row = *named.data;
    const join::StoredWeight* weight = named.weight;
    const QString key = text(row.key), inRecord = weight != nullptr ? text(weight->nameInRecord()) : QString();
    const bool hash = isHash(key);
    const QString name = !inRecord.isEmpty() ? inRecord : hash ? QString() : key;
    Cell cell{.text = name.isEmpty() ? QObject::tr("no name") : name,
              .mark = row.note.empty() ? Mark::None : Mark::Error,
              .second = hash          ? shortHash(key)
                        : name == key ? QString()
                                      : QObject::tr("key: %1").arg(key),
              .tooltip = (name.isEmpty() || name == key ? key : name + QLatin1Char('\n') + key) +
                         (row.note.empty() ? QString() : QLatin1Char('\n') + text(row.note)),
              .copy = name.isEmpty() ? key : QString(),
              .dim = name.isEmpty()};
    if (cell.second.isEmpty() && !row.sha256.empty()) cell.second = shortHash(text(row.sha256));
    return cell;
}

/// "XNNPACK 3", and the operator or module that it was made for where that is known.
Cell usersCell(const session::Session& session, const NamedDataRow& row, const join::StoredWeight* weight) {
    if (row.shadowedBy)
        return {.text = QObject::tr("%1 answers the key").arg(text(baseName(session.files()[*row.shadowedBy].path))),
                .mark = Mark::Warning};
    if (row.users.empty()) return {.text = QObject::tr("read by no method"), .dim = true};
    QStringList methods, readers, whole;
    for (const inventory::NamedDataUser& user : row.users) {
        const program::ExecutionPlan* plan = session.plan(user.method);
        const QString method = text(user.method);
        QString reader = QObject::tr("the plan");
        if (user.delegate && plan != nullptr && static_cast<std::size_t>(*user.delegate) < plan->delegates.size())
            reader = QStringLiteral("%1 %2")
                         .arg(text(join::shortBackendName(plan->delegates[static_cast<std::size_t>(*user.delegate)].id)))
                         .arg(*user.delegate);
        if (!methods.contains(method)) methods.append(method);
        readers.append(reader);
        whole.append(method + QStringLiteral(" · ") + reader);
    }
    QString second = readers.join(QStringLiteral(", "));
    if (weight != nullptr && !weight->operators.empty())
        if (const std::string& module = weight->operators.front().module; !module.empty())
            second += QStringLiteral(", ") + text(module);
    return {.text = methods.join(QStringLiteral(", ")), .second = second, .tooltip = whole.join(QLatin1Char('\n'))};
}

Cell contentCell(const NamedRow& named) {
    const NamedDataRow& row = *named.data;
    const join::StoredWeight* weight = named.weight;
    if (row.tensor) {
        const std::vector<std::int64_t> shape(row.tensor->sizes.begin(), row.tensor->sizes.end());
        return {.text = text(tensor::typeAndShapeText(row.tensor->scalarType, shape))};
    }
    if (weight != nullptr && weight->typed)
        return {.text = text(tensor::typeAndShapeText(weight->tensor.type, weight->tensor.shape))};
    if (row.users.empty()) return noCell();
    return {.text = QObject::tr("packed by the backend"), .dim = true};
}

Cell copiesCell(const NamedRow& row) {
    if (row.shared == nullptr) return {.text = QStringLiteral("1"), .sort = dataNumber(1)};
    const inventory::SharedBytes& one = *row.shared;
    const bool copies = one.places.size() > 1;
    return {.text = copies ? QObject::tr("%1 copies").arg(one.places.size()) : QObject::tr("shared"),
            .sort = dataNumber(one.places.size()),
            .mark = copies ? Mark::Warning : Mark::Match,
            .tooltip = QObject::tr("equal bytes; %1 saved, %2 could be").arg(bytesText(one.saved), bytesText(one.wasted))};
}

Cell filePlaceCell(const NamedRow& row) {
    return {.text = row.file, .second = row.data->bytes.hasData() ? hexText(row.data->bytes.offset) : QString()};
}

Cell hashCell(const NamedRow& row) {
    const QString whole = text(row.data->sha256);
    return {.text = whole.left(12), .tooltip = whole, .copy = whole};
}

Result<Rows> namedDataRows(const SessionPtr& session, const QString&, const JobContext& job) {
    auto read = inventory::namedData(*session, true, job);
    if (!read) return read.failure();
    const auto weights = join::weights(*session, job);
    if (!weights) return weights.failure();
    const auto sharing = inventory::sharingMap(*session, job);
    if (!sharing) return sharing.failure();
    const SharedAt shared = byPlace(**sharing);
    const QStringList files = namesOfFiles(*session);
    const auto data = std::make_shared<inventory::NamedData>(*std::move(read));
    std::ranges::stable_sort(data->rows, std::greater{}, [](const NamedDataRow& row) { return row.bytes.size; });
    std::vector<NamedRow> all;
    for (const NamedDataRow& row : data->rows) {
        const join::StoredWeight* weight = row.bytes.hasData() ? (*weights)->at(row.bytes) : nullptr;
        const auto hit = row.bytes.hasData() ? shared.find({row.file, row.bytes.offset}) : shared.end();
        all.push_back({&row, weight, hit == shared.end() ? nullptr : hit->second, files[static_cast<qsizetype>(row.file)],
                       usersCell(*session, row, weight)});
    }
    const auto addressOf = [](const NamedRow& row) { return Address::ofData(text(row.data->key)); };
    const std::tuple held(data, *weights, *sharing);
    Rows rows = Tables::namedData().rows(all, addressOf, std::make_shared<decltype(held)>(held));
    std::uint64_t bytes = 0;
    std::size_t named = 0;
    for (const NamedRow& row : all) {
        const Cell name = dataNameCell(row);
        if (!name.dim) rows.alias(Address::ofData(name.text), addressOf(row));
        bytes += row.data->bytes.size;
        named += name.dim ? 0U : 1U;
        rows.choices.push_back((row.shared != nullptr ? 2U : 0U) | (name.dim ? 4U : 0U));
    }
    if ((*sharing)->copied > 0) rows.finding = Mark::Warning;
    rows.summary =
        QObject::tr("%n entries, %1; %2 with a name", nullptr, counted(data->rows.size())).arg(bytesText(bytes), countText(named));
    if (!rows.empty()) return rows;
    rows.summary = QObject::tr("no named data");
    if ((*sharing)->shared.empty())
        rows.nothing = nothingIn(*session, QObject::tr("No named data"), QObject::tr("There are no named data in %1."));
    return rows;
}

}  // namespace

const TypedSpec<NamedRow>& Tables::namedData() {
    using Row = NamedRow;
    static const TypedSpec<Row> kSpec{
        {"namedDataTable", QT_TR_NOOP("Hashing named data"), QT_TR_NOOP("weight, used_by:text_decoder, copies>1"), hasDataFile,
         QT_TR_NOOP("No named data"), QT_TR_NOOP("Named data are stored in a program (.pte) or in tensor data (.ptd)."),
         QT_TR_NOOP("Add the .pte or .ptd of this export."), namedDataRows},
        {{{QT_TR_NOOP("Weight"), QT_TR_NOOP("Its name in the record, by contents or by the operator that reads it; else its key"),
           kCode},
          dataNameCell},
         {{QT_TR_NOOP("Used by"), QT_TR_NOOP("Methods, and what of them asks for the key"), kPlain, 24},
          [](const Row& row) { return row.users; }},
         {{QT_TR_NOOP("Content"), QT_TR_NOOP("Type and shape, where anybody says them"), kCode, 14}, contentCell},
         {{QT_TR_NOOP("Size"), QT_TR_NOOP("Without padding"), kNumber, 10},
          [](const Row& row) { return bytesCell(row.data->bytes.size); }},
         {{QT_TR_NOOP("File"), QT_TR_NOOP("That holds it, and where"), kPlain, 14}, filePlaceCell},
         {{QT_TR_NOOP("Copies"), QT_TR_NOOP("How often the bytes are stored"), kPlain, 12}, copiesCell},
         {{QT_TR_NOOP("Segment"), QT_TR_NOOP("Index in that file"), kNumber, 9, kOnDemand},
          [](const Row& row) { return Cell{.text = QString::number(row.data->segment), .sort = dataNumber(row.data->segment)}; }},
         {{"SHA-256", QT_TR_NOOP("Of the bytes; the tooltip and copies have it whole"), kCode, 14, kOnDemand}, hashCell}}};
    return kSpec;
}

}  // namespace etscope::ui
