#include "gap/obstacle.h"

#include <algorithm>

#include "base/base_name.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "gap/gap.h"
#include "join/handles.h"
#include "join/runs.h"
#include "session/debug_buffers.h"

namespace etscope::gap {
namespace {

using Known = std::optional<Obstacle>;

std::string nameOf(const session::SessionFile& file) { return escaped(baseName(file.path)); }

std::size_t executionsIn(const etdump::Dump& dump) {
    return static_cast<std::size_t>(std::ranges::count_if(
        dump.runs(), [&dump](const etdump::Run& run) { return dump.blockKind(run) == etdump::BlockKind::Execute; }));
}

/// What reading the dump found wrong: of several errors the one that explains the others.
Known damageOf(const session::Session& session, const session::SessionFile& file) {
    const std::string name = nameOf(file);
    const Diagnostics diagnostics = session.diagnostics();
    const Diagnostic* told = nullptr;
    for (const Diagnostic& one : diagnostics.items()) {
        const bool isOfIt = one.where == name || one.where.starts_with(name + ' ');  // "run.etdp · run.etdp @ 0x10"
        if (one.severity != Severity::Error || !isOfIt) continue;
        if (told == nullptr || one.code == "etdump-half") told = &one;
    }
    if (told == nullptr) return std::nullopt;
    const bool half = told->code == "etdump-half";
    return Obstacle{"dump-damaged", Sentence::of("%1 is damaged", name), told->message,
                    Sentence::of(half ? Sentence::phrase(
                                            "Log the run with a runtime that writes values of half precision, or export in float32")
                                      : Sentence::phrase("Copy the ETDump again, or run the program again"))};
}

Known dumpObstacle(const session::Session& session, const session::SessionFile& file) {
    if (const Known damage = damageOf(session, file)) return damage;
    return Obstacle{"no-execution", Sentence::of("%1 records no execution", nameOf(file)),
                    Sentence::of("It holds %1 {1:block|blocks}, none of them a run of a method", file.dump->runs().size()),
                    Sentence::of("Add the ETDump of a run")};
}

/// `why`: a phrase.
Obstacle bufferObstacle(const session::SessionFile& file, const char* why) {
    return Obstacle{"debug-buffer-absent", Sentence::of("The debug buffer of %1 is missing", nameOf(file)), Sentence::of(why),
                    Sentence::of("Add the debug buffer of %1 (.dbg)", nameOf(file))};
}

/// What one of its runs lacks, or a method's all.
Known runObstacle(const session::Session& session, const std::vector<join::SessionRun>& runs) {
    for (const join::SessionRun& run : runs) {
        const session::SessionFile& file = session.files()[run.file];
        const bool names = !run.dump->values(run.run()).empty();
        if (!names)
            return Obstacle{"no-values", Sentence::of("Run %1 logged no values", run.index),
                            Sentence::of("%1 was written without debug values", nameOf(file)),
                            Sentence::of("Run with them: ETDumpGen with a debug buffer")};
        if (!run.buffer.hasData())
            return bufferObstacle(
                file, Sentence::phrase("The ETDump names the values that the run logged; their bytes are in the buffer"));
    }
    return std::nullopt;
}

}  // namespace

Known gapObstacle(const session::Session& session) {
    if (session.recordFile() == nullptr)
        return Obstacle{"no-record", Sentence::of("The ETRecord is missing"),
                        Sentence::of("It holds the graphs that reference values are computed from, and tells which node an "
                                     "instruction came from"),
                        Sentence::of("Add the ETRecord of this export (.etrecord)")};
    std::size_t dumps = 0, executions = 0;
    Known first, withoutBuffer;
    for (const session::SessionFile& file : session.files()) {
        if (file.dump == nullptr) continue;
        ++dumps;
        const std::size_t own = executionsIn(*file.dump);
        executions += own;
        if (own == 0 && !first) first = dumpObstacle(session, file);
        if (own > 0 && !session::bufferOf(session, file).hasData() && !withoutBuffer)
            withoutBuffer = bufferObstacle(
                file, Sentence::phrase("The ETDump names the values that its runs logged; their bytes are in the buffer"));
    }
    if (dumps == 0)
        return Obstacle{"no-runs", Sentence::of("The ETDump of a run is missing"),
                        Sentence::of("It tells what the runtime did, and names the values it logged"),
                        Sentence::of("Add the ETDump of a run (.etdp) with its debug buffer (.dbg)")};
    if (executions == 0) return first;
    const bool anyBuffer = std::ranges::any_of(session.files(), [&session](const session::SessionFile& file) {
        return file.dump != nullptr && executionsIn(*file.dump) > 0 && session::bufferOf(session, file).hasData();
    });
    return anyBuffer ? std::nullopt : withoutBuffer;
}

Result<Known> gapObstacle(const session::MethodView& method, const std::optional<std::size_t>& run, const JobContext& job) {
    if (Known files = gapObstacle(method.session)) return files;
    const auto all = join::runs(method.session, job);
    if (!all) return all.failure();
    std::vector<join::SessionRun> mine;
    std::vector<std::size_t> unknown;
    for (const join::SessionRun& one : **all) {
        if (one.kind() != etdump::BlockKind::Execute) continue;
        if (one.attribution.method == method.name && (!run || *run == one.index)) mine.push_back(one);
        if (!one.attribution.method) unknown.push_back(one.index);
    }
    if (mine.empty())
        return Known(Obstacle{"no-runs", Sentence::of("No run is known to be of %1", method.name),
                              unknown.empty()
                                  ? Sentence::of("The runs of this session are of other methods")
                                  : Sentence::of("Nothing tells which method these runs executed: %1", joined(unknown, ", ")),
                              Sentence::of("Add the ETDump of a run of %1", method.name)});
    if (Known ofRun = runObstacle(method.session, mine)) return ofRun;
    const session::Method* known = method.known();
    if (known == nullptr || !known->has(graph::StageId::edge()))
        return Known(Obstacle{"no-edge-graph", Sentence::of("The record has no edge graph of %1", method.name),
                              Sentence::of("Reference values are those of its nodes"),
                              Sentence::of("Add the ETRecord of the export with %1", method.name)});
    const auto handles = join::handles(method, job);
    if (handles.cancelled()) return handles.failure();
    if (!handles || (*handles)->rows.empty())
        return Known(Obstacle{"no-handles",
                              Sentence::of("Nothing tells which nodes the instructions of %1 are", method.name),
                              Sentence::of("The record's debug_handle_map has no instruction of %1, so the values that a run "
                                           "logged cannot be held against those of nodes",
                                           method.name),
                              {}});
    if ((*handles)->edgeByHandle.empty())
        return Known(Obstacle{"no-handles",
                              Sentence::of("No edge node of %1 carries a debug handle", method.name),
                              Sentence::of("The values that a run logged cannot be held against those of nodes"),
                              {}});
    return Known();
}

}  // namespace etscope::gap
