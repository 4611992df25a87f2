#include <simdjson.h>

#include <algorithm>
#include <cstdio>
#include <random>

#include "bench/child.h"
#include "bench/goals.h"
#include "compare/logged_tensors.h"
#include "exported/program.h"
#include "flat/table_reader.h"
#include "program/program.h"
#include "schema/program_generated.h"
#include "session/session.h"
#include "tensor/element_reader.h"

namespace etscope::bench {
namespace {

std::string largeRecord(LargeFiles& files) { return files.record(sized(20 * kMiB, kMiB), sized(1000 * kMiB, kMiB)); }
std::uint64_t programBytes() { return sized(100 * kMiB, kMiB); }
constexpr int kRounds = 7;

}  // namespace

bool openRecord(LargeFiles& files) {
    const std::string path = largeRecord(files);
    bool held = true;
    for (const auto& [threads, limit] : {std::pair{"1", 2.5}, std::pair{"2", 1.8}}) {
        const Ratio ratio = interleaved(
            kRounds,
            [&] {
                return inFreshProcess({"open", path, threads});
            },
            [&] {
                return inFreshProcess({"floor", path, threads});
            });
        held =
            verdict("P1", ratio.value(), limit, "x",
                    std::string("2 GB record opened and both graphs decoded, threads: ") + threads + ", " + milliseconds(ratio)) &&
            held;
    }
    return held;
}

namespace {

/// The same work in Python: prints seconds and peak memory in KiB.
constexpr const char* kPython = R"(
import io, json, resource, sys, time, zipfile
base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.perf_counter()
outer, kept = zipfile.ZipFile(sys.argv[1]), []  # a session keeps both programs, too
for info in outer.infolist():
    if info.file_size == 0: continue
    with outer.open(info) as f:
        head = f.read(4)
        if head[:1] == b"{": kept.append(json.loads(outer.read(info)))
        elif head == b"PK\x03\x04": zipfile.ZipFile(outer.open(info)).namelist()
print(time.perf_counter() - start, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - base) * 1024)
)";

}  // namespace

bool againstPython(LargeFiles& files) {
    const std::string path = largeRecord(files);
    const std::string out = outputOf({"python3", "-c", kPython, path});
    double seconds = 0, bytes = 0;
    if (std::sscanf(out.c_str(), "%lf %lf", &seconds, &bytes) != 2) {
        std::printf("P2 skipped: there is no python3\n");
        return true;
    }
    std::vector<double> own;
    for (int i = 0; i < kRounds; ++i) own.push_back(inFreshProcess({"open", path, "2"}));
    const double memory = inFreshProcess({"open-memory", path});
    const bool faster = verdict("P2", seconds / median(own), 50, "x", "faster than Python's zipfile and json", true);
    return verdict("P2", memory / bytes, 1.0 / 20, "x", "of Python's memory") && faster;
}

bool directoryPhase(LargeFiles& files) {
    const auto source = need(Source::open(largeRecord(files)));
    Diagnostics diagnostics;
    const ZipIndex zip = need(ZipIndex::read(ByteRange::whole(source), diagnostics));
    std::uint64_t directory = 0;
    for (const ZipEntry& entry : zip.entries()) directory += 46 + entry.name.size();
    const auto reads = static_cast<double>(source->readCount());
    const auto bytes = static_cast<double>(source->bytesRead());
    const std::uint64_t before = source->readCount();
    static_cast<void>(need(zip.data(zip.entries().back())));
    bool held = verdict("P3", reads, 3, " reads", "of the directory phase");
    held = verdict("P3", bytes, static_cast<double>(64 * 1024 + directory), " B", "of the directory phase") && held;
    return verdict("P3", static_cast<double>(source->readCount() - before), 1, " reads", "for a data offset") && held;
}

namespace {

/// simdjson's first stage over the text: the index of its structure.
class Stage1 {
public:
    explicit Stage1(const simdjson::padded_string& text) : m_text(text) {
        if (simdjson::get_active_implementation()->create_dom_parser_implementation(text.size(), 1024, m_parser) !=
            simdjson::SUCCESS)
            std::exit(2);
    }
    void run() {
        if (m_parser->stage1(reinterpret_cast<const std::uint8_t*>(m_text.data()), m_text.size(), simdjson::stage1_mode::regular) !=
            simdjson::SUCCESS)
            std::exit(2);
    }

private:
    const simdjson::padded_string& m_text;
    std::unique_ptr<simdjson::internal::dom_parser_implementation> m_parser;
};

}  // namespace

bool decodeProgram(LargeFiles& files) {
    const std::string path = files.program(programBytes());
    const auto source = need(Source::open(path));
    simdjson::padded_string text;
    if (simdjson::padded_string::load(path).get(text) != simdjson::SUCCESS) std::exit(2);
    const auto decode = [&] {
        return secondsOf([&] {
            Diagnostics diagnostics;
            static_cast<void>(need(exported::Program::read(ByteRange::whole(source), diagnostics, {})));
        });
    };
    // Both write to memory that nobody has touched: an index that is kept from the last round would show what pages cost, once.
    const Ratio cold = interleaved(kRounds, decode, [&] { return secondsOf([&] { Stage1(text).run(); }); });
    return verdict("P4", cold.value(), 6, "x", "100 MB program JSON to graph against simdjson's stage 1: " + milliseconds(cold));
}

bool decodeMemory(LargeFiles& files) {
    const std::string path = files.program(programBytes());
    const double bytes = inFreshProcess({"memory", path}) / static_cast<double>(kMiB);
    return verdict("P5", bytes, 0.45 * static_cast<double>(programBytes()) / static_cast<double>(kMiB) + 16, " MiB",
                   "private memory for a 100 MB program JSON");
}

bool firstByte(LargeFiles& files) {
    const auto session = need(session::Session::open({largeRecord(files)}, {}, {}));
    const auto rows = need(compare::tensors(*session, {}));
    std::mt19937 random(1);
    std::vector<double> times;
    for (int i = 0; i < 500; ++i) {
        const tensor::Tensor& tensor = (*rows)[random() % rows->size()].tensor;
        const std::vector<std::int64_t> first(tensor.shape.size(), 0);
        times.push_back(secondsOf([&] { static_cast<void>(need(tensor::elementAt(tensor, first))); }));
    }
    return verdict("P12", median(times) * 1e3, 0.1, " ms", "first element of any of " + std::to_string(rows->size()) + " tensors");
}

bool openProgram(LargeFiles& files) {
    const std::uint32_t instructions = sized(20'000U, 200U);
    const auto source = need(Source::open(files.executable(instructions, sized(500 * kMiB, kMiB))));
    std::uint64_t region = 0;
    const auto open = [&] {
        return secondsOf([&] {
            Diagnostics diagnostics;
            region = need(program::Program::open(ByteRange::whole(source), diagnostics))->header().programSize;
        });
    };
    open();
    const std::uint64_t before = source->bytesRead();
    open();
    const double read = static_cast<double>(source->bytesRead() - before) / static_cast<double>(region);
    // What FlatBuffers' own code does: read, verify, tables into objects.
    const auto floor = [&] {
        return secondsOf([&] {
            const auto bytes = need(source->read(0, region));
            const auto* first = reinterpret_cast<const std::uint8_t*>(bytes.data());
            flatbuffers::Verifier verifier(first, bytes.size(), flat::verifierOptions(bytes.size()));
            if (!schema::program::VerifyProgramBuffer(verifier)) std::exit(2);
            static_cast<void>(schema::program::UnPackProgram(first));
        });
    };
    const Ratio ratio = interleaved(kRounds, open, floor);
    const bool little = verdict("program", read, 1.1, "x", "bytes read of a 500 MB program, of its region");
    return verdict("program", ratio.value(), 2.5, "x",
                   "opened with 20,000 instructions against FlatBuffers' verifier and objects: " + milliseconds(ratio)) &&
           little;
}

}  // namespace etscope::bench
