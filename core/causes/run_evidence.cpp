#include "causes/run_evidence.h"

#include "base/name_text.h"

namespace etscope::causes {

using replay::AuditRow;

MovedConstants movedConstants(const std::vector<AuditRow>& rows, std::size_t run) {
    MovedConstants found;
    for (const AuditRow& row : rows)
        if (row.run == run && row.moved && row.judgement() != nullptr)
            (row.otherElements ? found.others : found.own).insert(*row.moved);
    return found;
}

Sentence otherWeightsText(const MovedConstants& moved) {
    return Sentence::of(
        "%1 calls that move constants give other elements than the program's constants have: the dump is of a run with other "
        "weights",
        moved.others.size());
}

Sentence otherConstantText(const program::ExecutionPlan& plan, const AuditRow& row) {
    const program::TensorInfo* tensor = plan.tensor(*row.moved);
    const std::string name = tensor->name().empty() ? "v" + std::to_string(*row.moved) : validName(std::string(tensor->name()));
    return Sentence::of(
        "the run had other elements in constant '%1' than the program: instruction %2 (%3) only moves them and gives none of them; "
        "was it loaded with other data?",
        name, row.instruction, row.op);
}

std::optional<Sentence> refutedText(const program::ExecutionPlan& plan, const std::vector<AuditRow>& rows, std::size_t run,
                                    const replay::Fed& fed, std::size_t input) {
    const auto calledAt = [&plan](std::int64_t number) {
        const program::Instruction* instruction = plan.instructionAt(0, number);
        return instruction != nullptr ? plan.calledOperator(*instruction) : nullptr;
    };
    const std::size_t index = *fed.inputs.caseIndex;
    const Sentence known = Sentence::of(
        "was not fed as case %1 has it: no instruction that reads it gave what it gives on that; what it was is not known", index);
    const auto lone = fed.each[input].loneReader;
    const program::Operator* op = lone ? calledAt(*lone) : nullptr;
    if (op == nullptr) return known;
    bool right = false;
    for (const AuditRow& row : rows) {
        if (row.run != run || row.instruction == *lone || row.delegate || row.judgement() == nullptr) continue;
        if (calledAt(row.instruction) != op) continue;
        if (row.wrong()) return std::nullopt;
        right = true;
    }
    if (right) return known;
    return Sentence::of(
        "was not fed as case %1 has it, or kernel '%2' at instruction %3, which alone reads it, is wrong in all that it gives: "
        "other "
        "values on it would tell",
        index, op->fullName(), *lone);
}

}  // namespace etscope::causes
