#include "answers/tensor_model.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "inventory/tensor_rows.h"
#include "look/numbers.h"
#include "look/words.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

Mark stateMark(tensor::DataState state) {
    switch (state) {
        case tensor::DataState::Dense: return Mark::None;
        case tensor::DataState::Unreadable: return Mark::Unreadable;
        default: return Mark::Missing;
    }
}

using Entry = TensorModel::Entry;

Cell tensorNameCell(const Entry& entry) {
    const inventory::TensorRow& row = entry.tensor;
    return {
        .text = tensorName(row), .mark = stateMark(row.tensor.state), .tooltip = text(row.tensor.note), .dim = row.name.empty()};
}

Cell tensorCaseCell(const Entry& entry) {
    const inventory::TensorRow& row = entry.tensor;
    if (!row.caseIndex) return noCell();
    return {.text = QString::number(*row.caseIndex), .sort = QVariant::fromValue(*row.caseIndex)};
}

Cell tensorBytesCell(const Entry& entry) {
    const inventory::TensorRow& row = entry.tensor;
    const auto bytes = row.tensor.byteCount();
    return bytes ? bytesCell(*bytes) : noCell();
}

Cell tensorOffsetCell(const Entry& entry) {
    const inventory::TensorRow& row = entry.tensor;
    const auto offset = row.tensor.dataOffset();
    return offset ? offsetCell(*offset) : noCell();
}

/// Weights, buffers, the rest.
int rankOf(inventory::TensorRole role) { return !isWeight(role) ? 2 : isBuffer(role) ? 1 : 0; }

}  // namespace

TensorModel::Order::Order(const session::Session& session, const compare::TensorList& list)
    : shown(list.rows()->size()), places(shown.size()), weights(countWeights(*list.rows())), files(namesOfFiles(session)) {
    std::iota(shown.begin(), shown.end(), 0U);
    const auto key = [&rows = *list.rows()](std::uint32_t at) {
        const int rank = rankOf(rows[at].role);
        const auto bytes = rank < 2 ? rows[at].tensor.byteCount() : std::nullopt;
        return std::tuple(rank, ~bytes.value_or(0), at);
    };
    std::ranges::sort(shown, {}, key);
    for (std::uint32_t row = 0; row < shown.size(); ++row) places[shown[row]] = row;
}

QString tensorName(const inventory::TensorRow& row) {
    if (!row.name.empty()) return text(row.name);
    const auto offset = row.tensor.dataOffset();
    const QString role = word(text(tensorRoleName(row.role)));
    return offset ? QObject::tr("%1 at %2").arg(role, hexText(*offset)) : role;
}

QString tensorTypeText(const tensor::Tensor& tensor) { return text(tensor::typeAndShapeText(tensor.type, tensor.shape)); }

const TypedTable<TensorModel::Entry>& TensorModel::table() {
    static const TypedTable<Entry> kTable{
        {{QT_TRANSLATE_NOOP("Column", "Name"),
          QT_TRANSLATE_NOOP("Column", "Name in the file: the parameter's path, the input's name, or the output's place"), kCode},
         tensorNameCell},
        {{QT_TRANSLATE_NOOP("Column", "Role"), QT_TRANSLATE_NOOP("Column", "What the tensor is for"), kPlain, 17},
         [](const Entry& row) -> Cell { return {.text = word(text(tensorRoleName(row.tensor.role)))}; }},
        {{QT_TRANSLATE_NOOP("Column", "Method"), QT_TRANSLATE_NOOP("Column", "The method it belongs to"), kPlain, 16},
         [](const Entry& row) -> Cell { return {.text = text(row.tensor.method)}; }},
        {{QT_TRANSLATE_NOOP("Column", "Stage"), QT_TRANSLATE_NOOP("Column", "The stage whose copy this is"), kPlain, 10},
         [](const Entry& row) -> Cell { return {.text = text(row.tensor.stage)}; }},
        {{QT_TRANSLATE_NOOP("Column", "File"), QT_TRANSLATE_NOOP("Column", "The file that holds it"), kPlain, 16, 1},
         [](const Entry& row) -> Cell { return {.text = row.file, .dim = true}; }},
        {{QT_TRANSLATE_NOOP("Column", "Case"), QT_TRANSLATE_NOOP("Column", "Number of the reference case"), kNumber, 6},
         tensorCaseCell},
        {{QT_TRANSLATE_NOOP("Column", "Type and shape"), QT_TRANSLATE_NOOP("Column", "Element type and sizes"), kCode, 20},
         [](const Entry& row) -> Cell { return {.text = tensorTypeText(row.tensor.tensor)}; }},
        {{QT_TRANSLATE_NOOP("Column", "Bytes"), QT_TRANSLATE_NOOP("Column", "Bytes of the values; views of one storage count each"),
          kNumber, 10},
         tensorBytesCell},
        {{QT_TRANSLATE_NOOP("Column", "Offset"),
          QT_TRANSLATE_NOOP("Column", "Where the first element lies, from the start of the file"), kDigits, 13},
         tensorOffsetCell}};
    return kTable;
}

}  // namespace etscope::ui
