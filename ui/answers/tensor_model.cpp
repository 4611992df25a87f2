#include "answers/tensor_model.h"

#include "inventory/tensor_rows.h"
#include "look/numbers.h"
#include "look/words.h"
#include "tensor/format.h"

namespace etscope::ui {
namespace {

enum TensorColumn { NameColumn, RoleColumn, MethodColumn, StageColumn, CaseColumn, TypeColumn, BytesColumn, OffsetColumn };

Mark stateMark(tensor::DataState state) {
    switch (state) {
        case tensor::DataState::Dense: return Mark::None;
        case tensor::DataState::Unreadable: return Mark::Unreadable;
        default: return Mark::Missing;
    }
}

}  // namespace

QString tensorName(const inventory::TensorRow& row) {
    if (!row.name.empty()) return text(row.name);
    const auto offset = row.tensor.dataOffset();
    const QString role = word(text(tensorRoleName(row.role)));
    return offset ? QObject::tr("%1 at %2").arg(role, hexText(*offset)) : role;
}

QString tensorTypeText(const tensor::Tensor& tensor) { return text(tensor::typeAndShapeText(tensor.type, tensor.shape)); }

std::span<const Column> TensorModel::columns() const {
    static constexpr Column kColumns[] = {
        {QT_TRANSLATE_NOOP("Column", "Name"),
         QT_TRANSLATE_NOOP("Column", "Name in the file: the parameter's path, the input's name, or the output's place"), kCode},
        {QT_TRANSLATE_NOOP("Column", "Role"), QT_TRANSLATE_NOOP("Column", "What the tensor is for"), kPlain, 17},
        {QT_TRANSLATE_NOOP("Column", "Method"), QT_TRANSLATE_NOOP("Column", "The method it belongs to"), kPlain, 16},
        {QT_TRANSLATE_NOOP("Column", "Stage"), QT_TRANSLATE_NOOP("Column", "The stage whose copy this is"), kPlain, 10},
        {QT_TRANSLATE_NOOP("Column", "Case"), QT_TRANSLATE_NOOP("Column", "Number of the reference case"), kNumber, 6},
        {QT_TRANSLATE_NOOP("Column", "Type and shape"), QT_TRANSLATE_NOOP("Column", "Element type and sizes"), kCode, 20},
        {QT_TRANSLATE_NOOP("Column", "Bytes"), QT_TRANSLATE_NOOP("Column", "Bytes of the values; views of one storage count each"),
         kNumber, 10},
        {QT_TRANSLATE_NOOP("Column", "Offset"),
         QT_TRANSLATE_NOOP("Column", "Where the first element lies, from the start of the file"), kDigits, 13}};
    return kColumns;
}

Cell TensorModel::cellOf(const inventory::TensorRow& tensor, int column) {
    const auto bytes = tensor.tensor.byteCount();
    const auto offset = tensor.tensor.dataOffset();
    switch (column) {
        case NameColumn:
            return {.text = tensorName(tensor),
                    .mark = stateMark(tensor.tensor.state),
                    .tooltip = text(tensor.tensor.note),
                    .dim = tensor.name.empty()};
        case RoleColumn: return {.text = word(text(tensorRoleName(tensor.role)))};
        case MethodColumn: return {.text = text(tensor.method)};
        case StageColumn: return {.text = text(tensor.stage)};
        case CaseColumn:
            return tensor.caseIndex
                       ? Cell{.text = QString::number(*tensor.caseIndex), .sort = QVariant::fromValue(*tensor.caseIndex)}
                       : noCell();
        case TypeColumn: return {.text = tensorTypeText(tensor.tensor), .dim = false};
        case BytesColumn: return bytes ? bytesCell(*bytes) : noCell();
        case OffsetColumn: return offset ? offsetCell(*offset) : noCell();
        default: return {};
    }
}

}  // namespace etscope::ui
