#include "answers/tensor_model.h"

#include <algorithm>
#include <array>
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

using inventory::TensorRow;

Cell tensorNameCell(const TensorRow& row) {
    return {
        .text = tensorName(row), .mark = stateMark(row.tensor.state), .tooltip = text(row.tensor.note), .dim = row.name.empty()};
}

Cell tensorCaseCell(const TensorRow& row) {
    if (!row.caseIndex) return noCell();
    return {.text = QString::number(*row.caseIndex), .sort = QVariant::fromValue(*row.caseIndex)};
}

Cell tensorBytesCell(const TensorRow& row) {
    const auto bytes = row.tensor.byteCount();
    return bytes ? bytesCell(*bytes) : noCell();
}

Cell tensorOffsetCell(const TensorRow& row) {
    const auto offset = row.tensor.dataOffset();
    return offset ? offsetCell(*offset) : noCell();
}

/// Weights, buffers, the rest.
int rankOf(inventory::TensorRole role) {
    using enum inventory::TensorRole;
    constexpr std::array kWeights{Parameter, Constant, External, NamedData, DelegateConstant};
    return std::ranges::find(kWeights, role) != kWeights.end() ? 0 : role == Buffer ? 1 : 2;
}

}  // namespace

TensorModel::Order::Order(const compare::TensorList& list) : shown(list.rows()->size()), places(shown.size()) {
    std::iota(shown.begin(), shown.end(), 0U);
    const auto key = [&rows = *list.rows()](std::uint32_t at) {
        const int rank = rankOf(rows[at].role);
        const auto bytes = rank < 2 ? rows[at].tensor.byteCount() : std::nullopt;
        return std::tuple(rank, ~bytes.value_or(0), at);
    };
    std::ranges::sort(shown, {}, key);
    for (std::uint32_t row = 0; row < shown.size(); ++row) {
        places[shown[row]] = row;
        if (rankOf((*list.rows())[shown[row]].role) < 2) weights = row + 1;
    }
}

QString tensorName(const inventory::TensorRow& row) {
    if (!row.name.empty()) return text(row.name);
    const auto offset = row.tensor.dataOffset();
    const QString role = word(text(tensorRoleName(row.role)));
    return offset ? QObject::tr("%1 at %2").arg(role, hexText(*offset)) : role;
}

QString tensorTypeText(const tensor::Tensor& tensor) { return text(tensor::typeAndShapeText(tensor.type, tensor.shape)); }

const TypedTable<TensorRow>& TensorModel::table() {
    static const TypedTable<TensorRow> kTable{
        {{QT_TRANSLATE_NOOP("Column", "Name"),
          QT_TRANSLATE_NOOP("Column", "Name in the file: the parameter's path, the input's name, or the output's place"), kCode},
         tensorNameCell},
        {{QT_TRANSLATE_NOOP("Column", "Role"), QT_TRANSLATE_NOOP("Column", "What the tensor is for"), kPlain, 17},
         [](const TensorRow& row) -> Cell { return {.text = word(text(tensorRoleName(row.role)))}; }},
        {{QT_TRANSLATE_NOOP("Column", "Method"), QT_TRANSLATE_NOOP("Column", "The method it belongs to"), kPlain, 16},
         [](const TensorRow& row) -> Cell { return {.text = text(row.method)}; }},
        {{QT_TRANSLATE_NOOP("Column", "Stage"), QT_TRANSLATE_NOOP("Column", "The stage whose copy this is"), kPlain, 10},
         [](const TensorRow& row) -> Cell { return {.text = text(row.stage)}; }},
        {{QT_TRANSLATE_NOOP("Column", "Case"), QT_TRANSLATE_NOOP("Column", "Number of the reference case"), kNumber, 6},
         tensorCaseCell},
        {{QT_TRANSLATE_NOOP("Column", "Type and shape"), QT_TRANSLATE_NOOP("Column", "Element type and sizes"), kCode, 20},
         [](const TensorRow& row) -> Cell { return {.text = tensorTypeText(row.tensor)}; }},
        {{QT_TRANSLATE_NOOP("Column", "Bytes"), QT_TRANSLATE_NOOP("Column", "Bytes of the values; views of one storage count each"),
          kNumber, 10},
         tensorBytesCell},
        {{QT_TRANSLATE_NOOP("Column", "Offset"),
          QT_TRANSLATE_NOOP("Column", "Where the first element lies, from the start of the file"), kDigits, 13},
         tensorOffsetCell}};
    return kTable;
}

}  // namespace etscope::ui
