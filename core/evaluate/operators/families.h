// The families of operators, each a table of rows. Internal to core/evaluate.
#pragma once

#include <span>

#include "evaluate/operator_table.h"

namespace etscope::evaluate {

std::span<const OperatorRow> arithmeticRows();  ///< element by element over several tensors
std::span<const OperatorRow> functionRows();    ///< of one tensor, element by element
std::span<const OperatorRow> activationRows();
std::span<const OperatorRow> reductionRows();
std::span<const OperatorRow> normalizationRows();
std::span<const OperatorRow> matmulRows();
std::span<const OperatorRow> convolutionRows();
std::span<const OperatorRow> poolingRows();
std::span<const OperatorRow> resamplingRows();
std::span<const OperatorRow> gridRows();  ///< sampling at given places
std::span<const OperatorRow> paddingRows();
std::span<const OperatorRow> patchRows();  ///< windows as columns and back, channels as pixels and back
std::span<const OperatorRow> distanceRows();
std::span<const OperatorRow> viewRows();
std::span<const OperatorRow> indexingRows();
std::span<const OperatorRow> embeddingBagRows();
std::span<const OperatorRow> scatteringRows();
std::span<const OperatorRow> maskRows();
std::span<const OperatorRow> arrangementRows();
std::span<const OperatorRow> partRows();  ///< a part of a tensor replaced
std::span<const OperatorRow> selectionRows();
std::span<const OperatorRow> countingRows();
std::span<const OperatorRow> creationRows();
std::span<const OperatorRow> attentionRows();
std::span<const OperatorRow> compositeRows();  ///< norms of vectors, instance norm, einsum, splits: by other rows
std::span<const OperatorRow> recurrentRows();  ///< LSTM, GRU, plain cells
std::span<const OperatorRow> llamaRows();
std::span<const OperatorRow> deltaRuleRows();  ///< of linear attention
std::span<const OperatorRow> mixtureRows();    ///< of experts
std::span<const OperatorRow> cacheRows();      ///< beside the graph, and across attention
std::span<const OperatorRow> quantizedDecomposedRows();
std::span<const OperatorRow> quantizedTableRows();  ///< embeddings and products over packed weights
std::span<const OperatorRow> torchaoRows();
std::span<const OperatorRow> packedTableRows();  ///< GGUF, NVFP4, MX, int4, float8 made floating
std::span<const OperatorRow> symbolicRows();
std::span<const OperatorRow> tapRows();  ///< of intermediate outputs

}  // namespace etscope::evaluate
