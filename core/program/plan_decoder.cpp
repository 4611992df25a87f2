#include "program/plan_decoder.h"

#include "base/escaped.h"

namespace etscope::program {
namespace {

template <class Table>
using TableVector = flatbuffers::Vector<flatbuffers::Offset<Table>>;

class PlanDecoder {
public:
    PlanDecoder(const wire::ExecutionPlan& table, std::size_t index, flat::TableReader& reader, Diagnostics& diagnostics)
        : m_table(table), m_reader(reader), m_diagnostics(diagnostics) {
        m_plan.name = reader.name(table.name());
        m_place = planPlace(index, m_plan.name);
    }

    ExecutionPlan decode() {
        const std::string owner = m_plan.name;
        own("plan", owner);
        m_reader.table(&m_table);
        m_reader.text(m_table.name());
        reportMissing();
        decodeContainer();
        m_plan.inputs = m_reader.numbers(m_table.inputs());
        m_plan.outputs = m_reader.numbers(m_table.outputs());
        m_plan.bufferSizes = m_reader.numbers(m_table.non_const_buffer_sizes());
        decodeDevices();
        own("values", owner);
        decodeValues();
        own("instructions", owner);
        decodeChains();
        own("operators", owner);
        decodeOperators();
        own("delegates", owner);
        decodeDelegates();
        return std::move(m_plan);
    }

private:
    void own(const char* part, const std::string& owner) { m_reader.ledger().addOwner(flat::RegionKind::Program, part, owner); }
    std::string at(std::string_view part, std::size_t index) const {
        return m_place + ", " + std::string(part) + "[" + std::to_string(index) + "]";
    }
    void missing(const void* field, const char* name) {
        if (field == nullptr)
            m_diagnostics.error("pte-plan-field-missing", m_place + ", " + name,
                                "the field is missing; the runtime refuses the method");
    }

    void reportMissing() {
        if (m_table.name() == nullptr || m_table.name()->size() == 0)
            m_diagnostics.error("pte-plan-name-missing", m_place, "the method has no name");
        missing(m_table.values(), "values");
        missing(m_table.inputs(), "inputs");
        missing(m_table.outputs(), "outputs");
        missing(m_table.chains(), "chains");
        missing(m_table.operators(), "operators");
        missing(m_table.delegates(), "delegates");
        missing(m_table.non_const_buffer_sizes(), "non_const_buffer_sizes");
    }

    void decodeContainer() {
        const auto* container = m_table.container_meta_type();
        if (container == nullptr) return;
        m_reader.table(container);
        m_plan.encodedInputs = m_reader.text(container->encoded_inp_str());
        m_plan.encodedOutputs = m_reader.text(container->encoded_out_str());
    }

    void decodeDevices() {
        const auto* devices = m_table.non_const_buffer_device();
        const auto count = m_reader.count(devices, sizeof(BufferDevice));
        for (flatbuffers::uoffset_t i = 0; i < count; ++i) {
            const auto* device = devices->Get(i);
            m_reader.table(device);
            m_plan.bufferDevices.push_back({device->buffer_idx(), {device->device_type(), device->device_index()}});
        }
    }

    void decodeValues() {
        const auto* values = m_table.values();
        const auto count = m_reader.count(values, sizeof(Value));
        m_plan.values.reserve(count);
        for (flatbuffers::uoffset_t i = 0; i < count && !m_reader.exhausted(); ++i) {
            m_reader.table(values->Get(i));
            m_plan.values.push_back(decodeValue(*values->Get(i), i));
        }
    }

    template <class List, class Table>
    Value listValue(const Table* table, std::size_t index) {
        m_reader.table(table);
        if (table->items() == nullptr)
            m_diagnostics.error("pte-list-items-missing", at("values", index), "the list has no items; the runtime refuses it");
        List list;
        list.items = m_reader.numbers(table->items());
        return list;
    }

    Value decodeValue(const wire::EValue& value, std::size_t index) {
        const auto type = static_cast<std::uint8_t>(value.val_type());
        if (type == 0 || type > static_cast<std::uint8_t>(wire::KernelTypes::MAX)) {
            m_diagnostics.error("pte-value-type", at("values", index), "unknown type of value " + std::to_string(type));
            return UnknownValue{type};
        }
        if (value.val_type() == wire::KernelTypes::Null) return NoneValue{};
        if (value.val() == nullptr) {
            m_diagnostics.error("pte-value-missing", at("values", index), "the value is missing");
            return UnknownValue{type};
        }
        m_reader.table(value.val());
        return presentValue(value, index);
    }

    Value presentValue(const wire::EValue& value, std::size_t index) {
        switch (value.val_type()) {
            case wire::KernelTypes::Int: return std::int64_t{value.val_as_Int()->int_val()};
            case wire::KernelTypes::Bool: return value.val_as_Bool()->bool_val();
            case wire::KernelTypes::Double: return value.val_as_Double()->double_val();
            case wire::KernelTypes::Tensor: return tensorValue(*value.val_as_Tensor(), index);
            case wire::KernelTypes::String:
                if (value.val_as_String()->string_val() == nullptr)
                    m_diagnostics.error("pte-value-missing", at("values", index), "the string has no text");
                return m_reader.text(value.val_as_String()->string_val());
            case wire::KernelTypes::IntList: return listValue<IntList>(value.val_as_IntList(), index);
            case wire::KernelTypes::DoubleList: return listValue<DoubleList>(value.val_as_DoubleList(), index);
            case wire::KernelTypes::BoolList: return listValue<BoolList>(value.val_as_BoolList(), index);
            case wire::KernelTypes::TensorList: return listValue<TensorList>(value.val_as_TensorList(), index);
            default: return listValue<OptionalTensorList>(value.val_as_OptionalTensorList(), index);
        }
    }

    Value tensorValue(const wire::Tensor& table, std::size_t index) {
        if (table.sizes() == nullptr || table.dim_order() == nullptr)
            m_diagnostics.error("pte-tensor-shape-missing", at("values", index),
                                std::string("the tensor has no ") + (table.sizes() == nullptr ? "sizes" : "dim order"));
        if (!m_reader.take(sizeof(TensorInfo))) return UnknownValue{static_cast<std::uint8_t>(wire::KernelTypes::Tensor)};
        m_plan.tensors.push_back(decodeTensor(table));
        return TensorValue{static_cast<std::uint32_t>(m_plan.tensors.size() - 1)};
    }

    TensorInfo decodeTensor(const wire::Tensor& table) {
        TensorInfo tensor;
        tensor.scalarType = scalarTypeFromC10(table.scalar_type());
        tensor.storageOffset = table.storage_offset();
        tensor.sizes = m_reader.numbers(table.sizes());
        tensor.dimOrder = m_reader.numbers(table.dim_order());
        tensor.requiresGrad = table.requires_grad();
        tensor.dataBufferIndex = table.data_buffer_idx();
        tensor.layout = table.layout();
        const auto dynamism = table.shape_dynamism();
        tensor.dynamism = dynamism < 0 || dynamism > 2 ? Dynamism::Unknown : static_cast<Dynamism>(dynamism);
        if (const auto* plan = table.allocation_info()) {
            m_reader.table(plan);
            tensor.allocation =
                Allocation{plan->memory_id(), plan->memory_offset_low() | (std::uint64_t{plan->memory_offset_high()} << 32U)};
        }
        if (const auto* extra = table.extra_tensor_info()) {
            m_reader.table(extra);
            tensor.extra = ExtraTensorInfo{extra->mutable_data_segments_idx(),
                                           m_reader.name(extra->fully_qualified_name()),
                                           extra->location(),
                                           {extra->device_type(), extra->device_index()}};
        }
        return tensor;
    }

    void decodeChains() {
        const auto* chains = m_table.chains();
        const auto count = m_reader.count(chains, sizeof(Chain));
        if (chains != nullptr && chains->size() == 0)
            m_diagnostics.error("pte-plan-field-missing", m_place + ", chains", "the method has no chain; the runtime refuses it");
        for (flatbuffers::uoffset_t i = 0; i < count; ++i) m_plan.chains.push_back(decodeChain(*chains->Get(i), i));
    }

    Chain decodeChain(const wire::Chain& table, std::size_t chainIndex) {
        m_reader.table(&table);
        Chain chain;
        chain.inputs = m_reader.numbers(table.inputs());
        chain.outputs = m_reader.numbers(table.outputs());
        const auto count = m_reader.count(table.instructions(), sizeof(Instruction));
        chain.instructions.reserve(count);
        if (table.instructions() == nullptr)
            m_diagnostics.error("pte-plan-field-missing", at("chains", chainIndex) + ", instructions",
                                "the field is missing; the runtime refuses the method");
        for (flatbuffers::uoffset_t i = 0; i < count && !m_reader.exhausted(); ++i) {
            m_instruction = std::to_string(chainIndex) + "/" + std::to_string(i);
            chain.instructions.push_back(decodeInstruction(*table.instructions()->Get(i)));
        }
        decodeStackTraces(table.stacktrace(), chain);
        return chain;
    }

    void reportInstruction(std::string_view code, const std::string& message) {
        m_diagnostics.error(code, m_place + ", instruction " + m_instruction, message);
    }

    template <class Call>
    std::vector<ValueIndex> arguments(const Call& call) {
        if (call.args() == nullptr) reportInstruction("pte-arguments-missing", "the call has no arguments");
        return m_reader.numbers(call.args());
    }

    Instruction decodeInstruction(const wire::Instruction& table) {
        m_reader.table(&table);
        const auto type = static_cast<std::uint8_t>(table.instr_args_type());
        if (type == 0 || type > static_cast<std::uint8_t>(wire::InstructionArguments::MAX)) {
            reportInstruction("pte-instruction-type", "unknown type of instruction " + std::to_string(type));
            return UnknownInstruction{type};
        }
        if (table.instr_args() == nullptr) {
            reportInstruction("pte-instruction-missing", "the instruction says nothing but its type");
            return UnknownInstruction{type};
        }
        m_reader.table(table.instr_args());
        if (const auto* kernel = table.instr_args_as_KernelCall()) return KernelCall{kernel->op_index(), arguments(*kernel)};
        if (const auto* call = table.instr_args_as_DelegateCall()) return DelegateCall{call->delegate_index(), arguments(*call)};
        if (const auto* move = table.instr_args_as_MoveCall()) return MoveCall{move->move_from(), move->move_to()};
        if (const auto* jump = table.instr_args_as_JumpFalseCall())
            return JumpFalseCall{jump->cond_value_index(), jump->destination_instruction()};
        return FreeCall{table.instr_args_as_FreeCall()->value_index()};
    }

    void decodeStackTraces(const TableVector<wire::FrameList>* lists, Chain& chain) {
        const auto count = m_reader.count(lists, sizeof(std::vector<Frame>));
        for (flatbuffers::uoffset_t i = 0; i < count && !m_reader.exhausted(); ++i) {
            m_reader.table(lists->Get(i));
            auto& frames = chain.stackTraces.emplace_back();
            const auto* items = lists->Get(i)->items();
            const auto frameCount = m_reader.count(items, sizeof(Frame));
            for (flatbuffers::uoffset_t k = 0; k < frameCount && !m_reader.exhausted(); ++k) {
                const auto* frame = items->Get(k);
                m_reader.table(frame);
                frames.push_back({m_reader.text(frame->filename()), frame->lineno(), m_reader.text(frame->name()),
                                  m_reader.text(frame->context())});
            }
        }
    }

    void decodeOperators() {
        const auto* operators = m_table.operators();
        const auto count = m_reader.count(operators, sizeof(Operator));
        for (flatbuffers::uoffset_t i = 0; i < count && !m_reader.exhausted(); ++i) {
            const auto* table = operators->Get(i);
            m_reader.table(table);
            if (table->name() == nullptr || table->name()->size() == 0)
                m_diagnostics.error("pte-operator-name-missing", at("operators", i), "the operator has no name");
            m_plan.operators.push_back({m_reader.name(table->name()), m_reader.name(table->overload())});
        }
    }

    void decodeDelegates() {
        const auto* delegates = m_table.delegates();
        const auto count = m_reader.count(delegates, sizeof(Delegate));
        for (flatbuffers::uoffset_t i = 0; i < count && !m_reader.exhausted(); ++i)
            m_plan.delegates.push_back(decodeDelegate(*delegates->Get(i), at("delegates", i)));
    }

    Delegate decodeDelegate(const wire::BackendDelegate& table, const std::string& place) {
        m_reader.table(&table);
        Delegate delegate;
        delegate.id = m_reader.name(table.id());
        if (delegate.id.empty()) m_diagnostics.error("pte-delegate-id-missing", place, "the delegate does not name its backend");
        if (const auto* reference = table.processed()) {
            m_reader.table(reference);
            delegate.hasData = true;
            const auto location = reference->location();
            delegate.location = location == 0   ? DataLocation::Inline
                                : location == 1 ? DataLocation::Segment
                                                : DataLocation::Unknown;
            delegate.dataIndex = reference->index();
        } else {
            m_diagnostics.error("pte-delegate-data-missing", place, "the delegate does not say where its data are");
        }
        const auto* specs = table.compile_specs();
        const auto count = m_reader.count(specs, sizeof(CompileSpec));
        for (flatbuffers::uoffset_t i = 0; i < count && !m_reader.exhausted(); ++i) {
            m_reader.table(specs->Get(i));
            delegate.compileSpecs.push_back({m_reader.name(specs->Get(i)->key()), m_reader.bytes(specs->Get(i)->value())});
        }
        return delegate;
    }

    const wire::ExecutionPlan& m_table;
    flat::TableReader& m_reader;
    Diagnostics& m_diagnostics;
    ExecutionPlan m_plan;
    std::string m_place;
    std::string m_instruction;  ///< "<chain>/<instruction>" that is being decoded
};

}  // namespace

std::string planPlace(std::size_t index, const std::string& name) {
    return "execution_plan[" + std::to_string(index) + "] \"" + escaped(name) + "\"";
}

ExecutionPlan decodePlan(const wire::ExecutionPlan& table, std::size_t index, flat::TableReader& reader, Diagnostics& diagnostics) {
    return PlanDecoder(table, index, reader, diagnostics).decode();
}

}  // namespace etscope::program
