#include "graph/fixture_graphs.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "etrecord/record.h"
#include "exported/metadata.h"
#include "exported/program.h"

namespace etscope::test {
namespace {

namespace fs = std::filesystem;
const fs::path kFixtures = ETSCOPE_SOURCE_DIR "/tests/fixtures";

template <class T>
T orExit(Result<T> result, const std::string& what) {
    if (result) return std::move(*result);
    std::fprintf(stderr, "%s: %s: %s\n", what.c_str(), result.error().code.c_str(), result.error().message.c_str());
    std::exit(1);
}

std::shared_ptr<const etrecord::Record> openRecord(const std::string& name) {
    Diagnostics diagnostics;
    auto source = orExit(Source::open((kFixtures / name).string()), name);
    auto zip = orExit(ZipIndex::read(ByteRange::whole(std::move(source)), diagnostics), name);
    return orExit(etrecord::Record::read(std::make_shared<const ZipIndex>(std::move(zip)), diagnostics), name);
}

std::vector<modules::ModuleStep> parsedStack(std::string_view text) {
    std::vector<modules::ModuleStep> steps;
    for (const exported::ModuleCall& call : exported::parseModuleStack(text)) steps.push_back({call.path, call.type});
    return steps;
}

}  // namespace

std::vector<FixtureStage> fixtureStages() {
    std::vector<std::string> records;
    for (const auto& entry : fs::recursive_directory_iterator(kFixtures))
        if (entry.path().extension() == ".etrecord") records.push_back(fs::relative(entry.path(), kFixtures).generic_string());
    std::sort(records.begin(), records.end());
    std::vector<FixtureStage> stages;
    for (const std::string& name : records) {
        const auto record = openRecord(name);
        for (const etrecord::StageEntry& entry : record->stages()) stages.push_back({name, entry.method, entry.stage});
    }
    return stages;
}

std::shared_ptr<const modules::GraphIndex> fixtureIndex(const FixtureStage& stage) {
    const auto record = openRecord(stage.record);
    for (const etrecord::StageEntry& entry : record->stages()) {
        if (entry.method != stage.method || entry.stage != stage.stage) continue;
        Diagnostics diagnostics;
        const ByteRange json = orExit(record->content(entry.program), stage.name());
        const auto program = orExit(exported::Program::read(json, diagnostics, {}), stage.name());
        return orExit(modules::GraphIndex::build(program->graph, parsedStack), stage.name());
    }
    std::fprintf(stderr, "no stage %s\n", stage.name().c_str());
    std::exit(1);
}

}  // namespace etscope::test
