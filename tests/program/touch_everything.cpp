#include "program/touch_everything.h"

#include "program/container_spec.h"
#include "program/memory_plan.h"
#include "program/metadata.h"
#include "program/program.h"
#include "program/region_check.h"
#include "support/bytes.h"

namespace etscope::test {
namespace {

using namespace etscope::program;

void touchPlan(const Program& program, const ExecutionPlan& plan) {
    for (const TensorInfo& tensor : plan.tensors) {
        if (const auto bytes = program.tensorBytes(tensor)) static_cast<void>(bytes->readAll());
        static_cast<void>(tensor.strides());
    }
    for (const Value& value : plan.values)
        if (const auto* list = std::get_if<IntList>(&value)) static_cast<void>(plan.integers(*list));
    for (const Delegate& delegate : plan.delegates) {
        if (const auto bytes = program.delegateBytes(delegate)) static_cast<void>(bytes->readAll());
        for (const CompileSpec& spec : delegate.compileSpecs) static_cast<void>(spec.value.hasData() && spec.value.readAll());
    }
    static_cast<void>(memoryPlan(plan));
    if (const auto spec = parseContainerSpec(plan.encodedOutputs)) static_cast<void>(leafPlaces(*spec));
}

}  // namespace

ProgramTouch touchProgram(const std::string& bytes) {
    ProgramTouch touch;
    const auto opened = Program::open(inMemory(bytes), touch.diagnostics);
    if (!opened) {
        touch.diagnostics.error(opened.error());
        return touch;
    }
    touch.opened = true;
    const Program& program = **opened;
    for (const ExecutionPlan& plan : program.plans()) touchPlan(program, plan);
    for (std::uint32_t i = 0; i < std::min<std::uint64_t>(program.constantCount(), 1000); ++i)
        static_cast<void>(program.constantBytes(i));
    for (const NamedData& entry : program.namedData()) static_cast<void>(program.namedData(entry.key));
    Diagnostics ignored;
    const auto metadata = readMetadata(program, ignored);
    static_cast<void>(checkMetadata(metadata));
    static_cast<void>(checkMetadata(metadata, program));
    touch.trouble = troubleWithRegions(regions(program), bytes.size());
    for (const Diagnostic& item : touch.diagnostics.items())
        if (item.code.empty() || item.message.empty() || item.where.empty())
            touch.trouble = "a diagnostic without code, message or place: " + item.code;
    return touch;
}

}  // namespace etscope::test
