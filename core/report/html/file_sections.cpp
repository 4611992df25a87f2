// What is in the files: metadata, sizes, planned memory; the files themselves, and what was odd in them.
#include <algorithm>
#include <map>

#include "base/bytes_text.h"
#include "base/enum_table.h"
#include "io/sha256.h"
#include "report/html/charts.h"
#include "report/html/html_text.h"
#include "report/html/sections.h"
#include "report/text_cells.h"
#include "report/text_table.h"

namespace etscope::report::html {
namespace {

Cell valueCell(const Json& entry) {
    const Json& value = entry["flag"].is_null() ? entry["value"] : entry["flag"];
    Cell shown = codeCell(value.is_string() ? value.get<std::string>() : cell(value));
    if (entry["guessed"].get<bool>()) shown.html += " <span class=\"quiet\">guessed</span>";
    return shown;
}

void addEntries(Section& section, const Json& entries) {
    const TableForm form{
        "Metadata",
        columns(left("Key"), left("Value"), left("Type"), left("Source"), right("Bytes"), left("Meaning"), left("Read by")),
        "; etscope-cli metadata lists all"};
    section.table(form, entries.size(), [&](std::size_t i) {
        const Json &entry = entries[i], &known = entry["known"];
        return cells(codeCell(textOf(entry["key"])), valueCell(entry), textCell(words(textOf(entry["type"]))),
                     textCell(words(textOf(entry["source"]))), bytesCellOf(entry["bytes"]),
                     known.is_null() ? noCell() : textCell(textOf(known["meaning"])),
                     known.is_null() ? noCell() : textCell(cell(known["used_by"])));
    });
}

void addFindings(Section& section, const Json& findings) {
    const TableForm form{"What runners make of it", columns(left("Severity"), left("Key"), left("What was found"), left("Rule"))};
    section.table(form, findings.size(), [&](std::size_t i) {
        const Json& finding = findings[i];
        return cells(stateCell(textOf(finding["severity"])), codeCell(textOf(finding["key"])),
                     Cell{escape(sentence(textOf(finding["message"])), 600), {}}, codeCell(textOf(finding["code"])));
    });
}

flat::RegionKind kindNamed(std::string_view name) {
    using Kind = flat::RegionKind;
    for (const Kind kind : {Kind::Header, Kind::Program, Kind::Padding, Kind::Constant, Kind::NamedData, Kind::Delegate,
                            Kind::Tensor, Kind::Json, Kind::Zip})
        if (flat::regionKindName(kind) == name) return kind;
    return Kind::Unknown;
}

std::string regionName(const Json& region) {
    const auto recorded = region.find("name_in_record");
    return recorded != region.end() && !recorded->is_null() ? textOf(*recorded) : textOf(region["name"]);
}

std::size_t fileOf(const Json& region) { return region.value("file", std::size_t{0}); }

/// What came from a run, not what was exported.
bool isOfRuns(FileKind kind) {
    return kind == FileKind::EtDump || kind == FileKind::DebugBuffer || kind == FileKind::Npy || kind == FileKind::Npz;
}

void addSizePictures(Section& section, const Facts& facts, const Json& regions) {
    constexpr std::size_t kMostPictures = 4;
    std::map<std::size_t, std::vector<flat::Region>> ofFile;
    for (const Json& region : regions)
        ofFile[fileOf(region)].push_back({region["offset"].get<std::uint64_t>(), region["size"].get<std::uint64_t>(),
                                          regionName(region), kindNamed(textOf(region["kind"])), textOf(region["owner"])});
    std::vector<std::pair<std::uint64_t, std::size_t>> order;  // the largest first
    for (const auto& [file, mine] : ofFile)
        if (mine.size() > 1 && !isOfRuns(facts.session->files()[file].kind))
            order.emplace_back(facts.session->files()[file].size, file);
    std::ranges::stable_sort(order, std::greater());
    std::size_t drawn = 0;
    for (const auto& [size, file] : order) {
        if (drawn == kMostPictures) break;
        const std::string& name = facts.files[file];
        const std::string picture = sizesPicture(ofFile[file], "Where the bytes of " + name + " go");
        drawn += section.figure(picture, "<strong>" + escape(name, 120) + "</strong>, " + escape(bytesText(size)) +
                                             ": areas are bytes; hatched are regions that are too small to be drawn.")
                     ? 1U
                     : 0U;
    }
    if (drawn < order.size())
        section.quiet(counted(order.size() - drawn, "more file has", "more files have") + " no picture here.");
}

void addRegions(Section& section, const Facts& facts, const Json& regions) {
    std::vector<const Json*> rows;
    for (const Json& region : regions) rows.push_back(&region);
    std::ranges::stable_sort(rows, std::greater(), [](const Json* row) { return (*row)["size"].get<std::uint64_t>(); });
    const TableForm form{
        "Regions of the files, largest first",
        columns(left("File"), left("Name"), left("Kind"), right("Bytes"), right("Share", "Of its file"), left("For")),
        ", none of them larger; etscope-cli sizes lists all", 100};
    section.table(form, rows.size(), [&](std::size_t i) {
        const Json& region = *rows[i];
        const std::size_t file = fileOf(region);
        const auto size = region["size"].get<std::uint64_t>(), whole = facts.session->files()[file].size;
        return cells(textCell(facts.files[file]), codeCell(regionName(region)),
                     textCell(regionWord(kindNamed(textOf(region["kind"])))), bytesCell(size),
                     whole > 0 ? shareCell(static_cast<double>(size) / static_cast<double>(whole)) : noCell(),
                     region["owner"] == region["name"] ? noCell() : codeCell(textOf(region["owner"])));
    });
}

struct PeakRow {
    const Json *method, *tensor;
    std::uint64_t peak = 0;
};

/// Of each method's peaks the largest values, as many as are read.
std::vector<PeakRow> liveAtPeaks(const Json& methods) {
    constexpr std::size_t kOfOne = 12;
    std::vector<PeakRow> rows;
    for (const Json& method : methods)
        for (const Json& peak : method["peak"]) {
            std::vector<PeakRow> live;
            std::vector<std::int64_t> values;
            for (const Json& value : peak["live"]) values.push_back(value.get<std::int64_t>());
            for (const Json& tensor : method["tensors"])
                if (std::ranges::binary_search(values, tensor["value"].get<std::int64_t>()))
                    live.push_back({&method, &tensor, peak["bytes"].get<std::uint64_t>()});
            std::ranges::stable_sort(live, std::greater(),
                                     [](const PeakRow& r) { return (*r.tensor)["bytes"].get<std::uint64_t>(); });
            live.resize(std::min(live.size(), kOfOne));
            rows.insert(rows.end(), live.begin(), live.end());
        }
    return rows;
}

std::string writerOf(const Json& tensor) {
    const Json& writer = tensor["written_by"];
    if (writer.is_null()) return {};
    if (writer.contains("input")) return "input " + writer["input"].dump();
    const std::string op = textOf(writer["operator"]);
    return (op == "delegate_call" ? "delegate call" : op) + " (0/" + writer["instruction"].dump() + ")";
}

/// "4 … 29"; from before the first instruction on: "start … 29".
std::string usedText(const Json& tensor) {
    const Json &first = tensor["first_use"], &last = tensor["last_use"];
    if (first.is_null()) return {};
    return (first == -1 ? "start" : first.dump()) + " … " + last.dump();
}

void addLive(Section& section, const Json& methods) {
    const auto rows = liveAtPeaks(methods);
    const TableForm form{"What is in memory at the peaks: of each the largest values",
                         columns(left("Method"), left("Value"), left("Written by"), right("Bytes"), right("Share", "Of the peak"),
                                 left("In use", "From and until which instruction")),
                         "; etscope-cli memory lists all values"};
    section.table(form, rows.size(), [&](std::size_t i) {
        const Json& tensor = *rows[i].tensor;
        const auto bytes = tensor["bytes"].get<std::uint64_t>();
        const std::string name = textOf(tensor["name"].is_null() ? tensor["name_in_record"] : tensor["name"]);
        const std::string use = usedText(tensor);
        return cells(codeCell(textOf((*rows[i].method)["method"])),
                     name.empty() ? textCell("value " + tensor["value"].dump()) : codeCell(name), codeCell(writerOf(tensor)),
                     bytesCell(bytes),
                     rows[i].peak > 0 ? shareCell(static_cast<double>(bytes) / static_cast<double>(rows[i].peak)) : noCell(),
                     textCell(use));
    });
}

Result<void> addMemoryPictures(Section& section, const program::Program& program, const JobContext& job) {
    constexpr std::size_t kMostPictures = 12;
    std::size_t drawn = 0, all = 0;
    for (const program::ExecutionPlan& plan : program.plans()) {
        const auto memory = program::memoryPlan(plan, job);
        if (!memory) return memory.failure();
        for (const program::MemoryPeak& peak : memory->peaks) {
            ++all;
            if (drawn == kMostPictures) continue;
            const auto buffer = std::ranges::find(memory->buffers, peak.memoryId, &program::PlannedBuffer::memoryId);
            const std::uint64_t planned =
                buffer == memory->buffers.end() || buffer->bytes < 0 ? 0 : static_cast<std::uint64_t>(buffer->bytes);
            const std::string what = plan.name + ", memory " + std::to_string(peak.memoryId);
            const std::string picture = memoryPicture(peak, planned, plan.instructionCount(), "Memory in use over " + what);
            drawn += section.figure(picture, "<strong>" + escape(what, 120) + "</strong>: " + escape(bytesText(planned)) +
                                                 " are planned, " + escape(bytesText(peak.bytes)) + " are in use at the peak.")
                         ? 1U
                         : 0U;
        }
    }
    if (drawn < all) section.quiet(counted(all - drawn, "more buffer has", "more buffers have") + " no picture here.");
    return {};
}

/// In the words of docs/GLOSSARY.md; in the order of FileKind.
std::string_view kindWord(FileKind kind) {
    static constexpr EnumTable<FileKind::Unknown> kWords(
        {"record", "program", "tensor data", "bundled program", "dump", "debug buffer", "exported program", "torch.save file",
         "NumPy array", "NumPy archive", "safetensors", "native graph", "tokenizer", "memory map", "trace", "run", "not known"});
    return kWords[kind];
}

Result<std::string> hashOf(const session::SessionFile& file, const JobContext& job) {
    if (!file.bytes.hasData()) return std::string();
    auto hash = sha256(file.bytes, job);
    if (!hash && !hash.cancelled()) return std::string();
    return hash;
}

void addJoins(Section& section, const Json& joins) {
    const TableForm form{"Whether the files belong together", columns(left("Files"), left("State"), left("Evidence"))};
    section.table(form, joins.size(), [&](std::size_t i) {
        const Json& join = joins[i];
        std::vector<std::string> lines;
        if (!join["finding"].is_null()) lines.push_back(escape(textOf(join["finding"]), kMostCell));
        for (const Json& line : join["evidence"]) lines.push_back(escape(textOf(line), kMostCell));
        return cells(textCell(textOf(join["files"][0]) + " and " + textOf(join["files"][1])), stateCell(textOf(join["state"])),
                     linesCell(lines));
    });
}

}  // namespace

Result<void> fillMetadata(Section& section, const Facts& facts, const JobContext& job) {
    bool failed = false;
    const auto document = metadataDocument(*facts.session, failed, job);
    if (!document) return document.failure();
    const Json &entries = (*document)["entries"], &findings = (*document)["findings"], &runner = (*document)["runner"];
    if (entries.empty() && findings.empty())
        return fail("no-program", facts.session->programFile() == nullptr
                                      ? "No program is open: metadata are its constant methods and named data"
                                      : "The program has neither constant methods nor named metadata");
    if (!runner.is_null()) section.quiet("Made for the " + textOf(runner["name"]) + " (" + textOf(runner["evidence"]) + ").");
    addFindings(section, findings);
    addEntries(section, entries);
    for (const char* severity : {"note", "warning", "error"})
        for (const Json& finding : findings)
            if (finding["severity"] == severity) section.setMark(markOf(severity));
    return {};
}

Result<void> fillSizes(Section& section, const Facts& facts, const JobContext& job) {
    const auto document = sizesDocument(*facts.session, job);
    if (!document) return document.failure();
    const Json& regions = (*document)["regions"];
    if (regions.empty()) return fail("no-files", "No file has bytes that could be accounted for");
    section.lend(section.room() * 2 / 3);
    addSizePictures(section, facts, regions);
    section.lend(kMostReport);
    addRegions(section, facts, regions);
    return {};
}

Result<void> fillMemory(Section& section, const Facts& facts, const JobContext& job) {
    const session::SessionFile* file = facts.session->programFile();
    if (file == nullptr) return fail("no-program", "No program is open: memory is planned in a program");
    const auto document = memoryDocument(*facts.session, {}, part(job, 0, 0.5));
    if (!document) return document.failure();
    section.lend(section.room() * 2 / 3);
    if (auto drawn = addMemoryPictures(section, *file->program, part(job, 0.5, 1)); !drawn) return drawn;
    section.lend(kMostReport);
    addLive(section, (*document)["methods"]);
    if (section.rows() == 0 && section.pictures() == 0) return fail("no-program", "The program plans no memory");
    return {};
}

Result<void> fillFiles(Section& section, const Facts& facts, const JobContext& job) {
    const auto& files = facts.session->files();
    std::vector<std::string> hashes;
    double done = 0, all = 1;
    for (const session::SessionFile& file : files) all += static_cast<double>(file.size);
    for (const session::SessionFile& file : files) {
        auto hash = hashOf(file, part(job, done / all, (done + static_cast<double>(file.size)) / all));
        if (!hash) return hash.failure();
        hashes.push_back(*std::move(hash));
        done += static_cast<double>(file.size);
    }
    const TableForm form{"Files of this session; folders are left out",
                         columns(left("File"), left("Kind"), left("What it is"), right("Size"), left("State"), left("SHA-256"))};
    section.table(form, files.size(), [&](std::size_t i) {
        const session::SessionFile& file = files[i];
        const std::string damage = file.error ? file.error->message : file.damage ? file.damage->message : std::string();
        return cells(
            codeCell(facts.files[i]), textCell(kindWord(file.kind)), textCell(file.detail), bytesCell(file.size),
            damage.empty() ? textCell("read") : Cell{stateHtml("unreadable") + "<br>" + escape(sentence(damage), kMostCell), "0"},
            hashes[i].empty() ? noCell() : codeCell(hashes[i]));
    });
    addJoins(section, facts.verdict["joins"]);
    return {};
}

Result<void> fillDiagnostics(Section& section, const Facts& facts, const JobContext&) {
    const Diagnostics diagnostics = facts.session->diagnostics();
    std::vector<Diagnostic> rows = diagnostics.items();
    std::ranges::stable_sort(rows, std::greater(), &Diagnostic::severity);
    if (rows.empty()) {
        section.quiet("Nothing odd was met in what was read of the files.");
        return {};
    }
    section.setMark(markOf(severityName(rows.front().severity)));
    const TableForm form{"What was odd in what was read of the files",
                         columns(left("Severity"), left("Where"), left("What"), right("Times"), left("Code")),
                         ", none of them more severe; --json of every command lists all"};
    section.table(form, rows.size(), [&](std::size_t i) {
        const Diagnostic& row = rows[i];
        return cells(stateCell(severityName(row.severity)), codeCell(row.where), Cell{escape(sentence(row.message), 600), {}},
                     countCell(row.count), codeCell(row.code));
    });
    return {};
}

}  // namespace etscope::report::html
