#include "etrecord/names.h"

#include <array>
#include <utility>

namespace etscope::etrecord {
namespace {

using Named = std::pair<std::string_view, Role>;

constexpr std::array<Named, 8> kSideTables{{{kIdentifier, Role::Identifier},
                                            {"debug_handle_map", Role::DebugHandleMap},
                                            {"delegate_map", Role::DelegateMap},
                                            {"instruction_id_to_num_outs_map", Role::InstructionOutputCounts},
                                            {"export_graph_id", Role::ExportGraphId},
                                            {"reference_outputs", Role::ReferenceOutputs},
                                            {"representative_inputs", Role::RepresentativeInputs},
                                            {"program_buffer", Role::ProgramBuffer}}};
constexpr std::array<Named, 3> kSuffixes{
    {{"_state_dict", Role::StateDict}, {"_constants", Role::Constants}, {"_example_inputs", Role::ExampleInputs}}};
// Members of Python's ETRecordReservedFileNames enum that stand for a program prefix.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kAliases{
    {{"ETRecordReservedFileNames.EDGE_DIALECT_EXPORTED_PROGRAM", kEdge},
     {"ETRecordReservedFileNames.ET_DIALECT_GRAPH_MODULE", "et_dialect_graph_module"},
     {"ETRecordReservedFileNames.EXPORTED_PROGRAM", kExported}}};

}  // namespace

std::string canonicalName(std::string_view name) {
    for (const auto& [alias, value] : kAliases)
        if (name.starts_with(alias)) return std::string(value) + std::string(name.substr(alias.size()));
    return std::string(name);
}

std::optional<Role> sideTableRole(std::string_view name) noexcept {
    for (const auto& [known, role] : kSideTables)
        if (known == name) return role;
    return std::nullopt;
}

std::optional<ArtifactName> artifactName(std::string_view name) noexcept {
    for (const auto& [suffix, role] : kSuffixes)
        if (name.size() > suffix.size() && name.ends_with(suffix))
            return ArtifactName{name.substr(0, name.size() - suffix.size()), role};
    return std::nullopt;
}

ProgramName programName(std::string_view name) {
    if (name == kExported) return {"exported", "forward"};
    if (name == kEdge) return {"edge", "forward"};
    // The edge layout alone may have slashes in method names; elsewhere the last slash separates.
    if (name.starts_with(kEdge) && name.size() > kEdge.size() && name[kEdge.size()] == '/')
        return {"edge", std::string(name.substr(kEdge.size() + 1))};
    const auto slash = name.rfind('/');
    if (slash == std::string_view::npos) return {std::string(name), "forward"};
    return {std::string(name.substr(0, slash)), std::string(name.substr(slash + 1))};
}

}  // namespace etscope::etrecord
