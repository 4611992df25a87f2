// Value types: the tables that say what the named values of a graph are (tensor metas, symbolic scalars, custom objects), and
// the small records inside them. Internal to core/exported.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exported/read_state.h"
#include "graph/graph_model.h"

namespace etscope::exported {

/// One row of a graph's value tables.
struct ValueType {
    graph::StringId name;
    graph::ValueKind kind = graph::ValueKind::Unknown;
    graph::MetaId meta;
    graph::StringId expression;
    graph::StringId typeName;
};

/// One TensorMeta record.
struct TensorMetaRecord {
    graph::TensorMeta meta;
    std::vector<graph::Dim> sizes;
    std::vector<graph::Dim> strides;
    graph::Dim storageOffset{0, {}, false};
    bool hasType = false;
};
/// Reads the next value into `into`, whose vectors are reused.
void readTensorMeta(ReadState& state, TensorMetaRecord& into);

/// An object name → TensorMeta.
void readTensorValues(ReadState& state, std::vector<ValueType>& into);
/// An object name → SymInt, SymBool or SymFloat.
void readSymbolicValues(ReadState& state, graph::ValueKind kind, std::vector<ValueType>& into);
/// An object name → CustomObjArgument.
void readCustomObjects(ReadState& state, std::vector<ValueType>& into);

/// A Device record as "cuda:0"; invalid when the value is none.
graph::StringId readDevice(ReadState& state);
/// "strided", "contiguous_format"; "unknown:<n>" for numbers that are not listed.
std::string layoutName(std::int64_t code);
std::string memoryFormatName(std::int64_t code);
/// A symbolic expression for people: torch 8.x writes Symbol('s77', positive=True, integer=True) where 5.x writes s77.
std::string plainExpression(std::string_view text);

}  // namespace etscope::exported
