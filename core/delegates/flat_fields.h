// The fields of a verified FlatBuffers table by name, in the order of their ids, with the defaults of the schema: serves
// operators, of which a schema has a hundred kinds. Reads the schema in its binary form. Views the table; one thread.
#pragma once

#include <flatbuffers/reflection_generated.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "delegates/slot_graph.h"

namespace etscope::delegates {

/// One field. Numbers are in `integer` or `number`; everything else is behind `data` (null when absent).
struct FieldView {
    std::string_view name;
    reflection::BaseType type = reflection::BaseType::None;
    reflection::BaseType element = reflection::BaseType::None;  ///< of vectors
    const reflection::Object* object = nullptr;                 ///< schema of a table or struct, or of the elements
    const reflection::Enum* words = nullptr;                    ///< names of the numbers
    bool present = false;
    std::int64_t integer = 0;
    double number = 0;
    const void* data = nullptr;

    bool isInteger() const noexcept { return type >= reflection::BaseType::Bool && type <= reflection::BaseType::ULong; }
    std::string_view objectName() const noexcept;  ///< without its namespace
    template <class T>
    const T* as() const noexcept {
        return static_cast<const T*>(data);
    }
};

class FieldSchema {
public:
    explicit FieldSchema(const std::uint8_t* binarySchema) : m_schema(reflection::GetSchema(binarySchema)) {}

    /// Name and table of a member of a union; both empty when the code is not listed.
    struct Member {
        std::string_view name;
        const reflection::Object* object = nullptr;
    };
    Member member(std::string_view unionName, std::int64_t code) const;
    /// The word of an enumeration's number, or the number.
    static std::string word(const reflection::Enum& words, std::int64_t code);
    /// The fields of a verified table; unions are left out.
    std::vector<FieldView> fields(const reflection::Object& object, const void* table) const;
    /// Fields of a table by its name in the schema.
    const reflection::Object* object(std::string_view fullName) const;

private:
    const reflection::Schema* m_schema;
};

/// A plain field (number, word, text, list of these) as an argument; absent texts and lists, and unset optional numbers, are None.
graph::Argument plainArgument(SlotGraph& graph, const FieldView& field, ElementBudget& budget);

}  // namespace etscope::delegates
