#include "program/metadata_edit.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/byte_cursor.h"
#include "base/escaped.h"
#include "base/lists.h"
#include "io/output_file.h"
#include "program/front_block.h"
#include "program/metadata_change.h"

namespace etscope::program {
namespace {

// Slots of schema/program.fbs.
enum RootSlot : unsigned { RootPlans = 1, RootSegments = 4, RootNamedData = 7 };
enum PlanSlot : unsigned {
    PlanName,
    PlanContainer,
    PlanValues,
    PlanInputs,
    PlanOutputs,
    PlanChains,
    PlanOperators,
    PlanDelegates,
    PlanBufferSizes
};
enum ValueCode : std::uint8_t { CodeNone = 1, CodeInt = 2, CodeBool = 3, CodeDouble = 4, CodeString = 6 };
constexpr std::array<unsigned, 8> kRootSizes{4, 0, 0, 0, 0, 0, 0, 0};
constexpr std::array<unsigned, 10> kPlanSizes{};
constexpr std::array<unsigned, 2> kContainerSizes{};
constexpr std::array<unsigned, 2> kNamedSizes{0, 4};

constexpr std::uint64_t kProgramSizeAt = 16, kSegmentBaseAt = 24, kDataSizeAt = 32;  ///< in the file, behind "eh00" and its length
constexpr std::uint64_t kLeastAlignment = 128, kMostAlignment = 4096;
constexpr std::uint64_t kMostRegion = (std::uint64_t{1} << 31U) - 1;

using Object = std::shared_ptr<const NewObject>;

Failure notEditable(const std::string& why) { return fail("program-not-editable", why); }

Object valueObject(const MetadataValue& value) {
    NewTable content, holder;
    ValueCode code = CodeNone;
    if (const auto* integer = std::get_if<std::int64_t>(&value.value)) code = CodeInt, content.setNumber(0, *integer);
    if (const auto* flag = std::get_if<bool>(&value.value)) code = CodeBool, content.setNumber(0, static_cast<std::uint8_t>(*flag));
    if (const auto* real = std::get_if<double>(&value.value)) code = CodeDouble, content.setNumber(0, *real);
    if (const auto* text = std::get_if<std::string>(&value.value)) code = CodeString, content.setTarget(0, newText(*text));
    holder.setNumber(0, static_cast<std::uint8_t>(code));
    holder.setTarget(1, newObject(std::move(content)));
    return newObject(std::move(holder));
}

constexpr std::string_view kLeafSpec = R"({"type": null, "context": null, "children_spec": []})";

/// The tree of a bare value, or of a list of so many.
std::string specText(const MetadataValue& value) {
    const auto* items = std::get_if<std::vector<MetadataValue>>(&value.value);
    if (items == nullptr) return "[1, " + std::string(kLeafSpec) + "]";
    const std::string children = joined(*items, ", ", [](const MetadataValue&) { return kLeafSpec; });
    return R"([1, {"type": "builtins.list", "context": "null", "children_spec": [)" + children + "]}]";
}

bool isFlatList(const MetadataValue& value) {
    const auto* items = std::get_if<std::vector<MetadataValue>>(&value.value);
    return items != nullptr && std::ranges::none_of(*items, [](const MetadataValue& item) {
               return std::holds_alternative<std::vector<MetadataValue>>(item.value);
           });
}

bool sameShape(const MetadataValue& a, const MetadataValue& b) {
    const auto* left = std::get_if<std::vector<MetadataValue>>(&a.value);
    const auto* right = std::get_if<std::vector<MetadataValue>>(&b.value);
    if (left == nullptr || right == nullptr) return left == right;
    return std::ranges::equal(*left, *right, sameShape);
}

/// The method that returns a constant, as the exporter writes it.
Object constantPlan(const std::string& name, const MetadataValue& value) {
    std::vector<MetadataValue> leaves;
    addLeaves(value, leaves);
    NewOffsets values;
    std::vector<std::int32_t> outputs;
    for (const MetadataValue& leaf : leaves) {
        outputs.push_back(static_cast<std::int32_t>(outputs.size()));
        values.items.emplace_back(valueObject(leaf));
    }
    NewTable container, chain, plan;
    container.setTarget(0, newText(""));
    container.setTarget(1, newText(specText(value)));
    const std::vector<std::int32_t> none;
    chain.setTarget(0, newNumbers(none));
    chain.setTarget(1, newNumbers(none));
    chain.setTarget(2, newObject(NewOffsets{}));
    plan.setTarget(PlanName, newText(name));
    plan.setTarget(PlanContainer, newObject(std::move(container)));
    plan.setTarget(PlanValues, newObject(std::move(values)));
    plan.setTarget(PlanInputs, newNumbers(none));
    plan.setTarget(PlanOutputs, newNumbers(outputs));
    plan.setTarget(PlanChains, newObject(NewOffsets{{newObject(std::move(chain))}}));
    plan.setTarget(PlanOperators, newObject(NewOffsets{}));
    plan.setTarget(PlanDelegates, newObject(NewOffsets{}));
    plan.setTarget(PlanBufferSizes, newNumbers(std::vector<std::int64_t>{0}));
    return newObject(std::move(plan));
}

class Editor {
public:
    Editor(const Program& program, bool add, const JobContext& job) : m_program(program), m_add(add), m_job(job) {}

    Result<EditedProgram> edit(const std::vector<MetadataChange>& changes, const std::string& path) {
        if (auto read = readRegion(); !read) return read.failure();
        Diagnostics diagnostics;
        m_entries = readMetadata(m_program, diagnostics);
        for (const MetadataChange& change : changes)
            if (auto changed = this->change(change); !changed) return changed.failure();
        if (m_planListChanged) m_root.setTarget(RootPlans, newObject(NewOffsets{m_plans}));
        if (m_namedListChanged) m_root.setTarget(RootNamedData, newObject(NewOffsets{m_named}));
        if (m_segmentListChanged) m_root.setTarget(RootSegments, newObject(NewOffsets{m_segments}));
        if (auto written = write(path); !written) return written.failure();
        return std::move(m_result);
    }

private:
    Result<void> readRegion() {
        const FileHeader& header = m_program.header();
        if (header.regionSize >= kMostRegion) return notEditable("the program's tables have 2 GiB or more");
        m_bytes.resize(static_cast<std::size_t>(header.regionSize));
        if (auto read = m_program.file().read(0, m_bytes); !read) return read;
        const auto root = flat::RawTable::root(m_bytes);
        if (!root || !m_program.verified()) return notEditable("the program is damaged: `verify` says where");
        auto copied = copyOf(*root, kRootSizes);
        if (!copied) return copied.failure();
        m_root = *std::move(copied);
        m_plans = itemsOf(*root, RootPlans);
        m_named = itemsOf(*root, RootNamedData);
        m_segments = itemsOf(*root, RootSegments);
        if (m_plans.size() != m_program.plans().size() || m_named.size() != m_program.namedData().size() ||
            m_segments.size() != m_program.segments().segments.size())
            return notEditable("the program is damaged: `verify` says where");
        m_end = m_program.file().size;
        return {};
    }

    /// The region has been verified.
    std::vector<Target> itemsAt(std::size_t vector) const {
        std::vector<Target> items;
        const auto count = loadLittle<std::uint32_t>(m_bytes.data() + vector);
        for (std::uint32_t i = 0; i < count; ++i)
            if (const auto target = flat::followOffset(m_bytes, vector + (i + 1) * sizeof(std::uint32_t)))
                items.emplace_back(*target);
        return items;
    }
    std::vector<Target> itemsOf(const flat::RawTable& table, unsigned slot) const {
        const auto vector = table.vector(slot, sizeof(std::uint32_t));
        return vector ? itemsAt(vector->first - sizeof(std::uint32_t)) : std::vector<Target>{};
    }
    Result<NewTable> copyAt(const Target& target, std::span<const unsigned> sizes) const {
        const auto* position = std::get_if<std::size_t>(&target);
        if (position == nullptr) return std::get<NewTable>(std::get<Object>(target)->content);
        const auto table = flat::RawTable::at(m_bytes, *position);
        return table ? copyOf(*table, sizes) : Result<NewTable>(notEditable("the program is damaged: `verify` says where"));
    }

    Result<void> change(const MetadataChange& change) {
        std::string key = change.key;
        auto entry = std::ranges::find(m_entries, key, &MetadataEntry::key);
        if (entry == m_entries.end()) {
            entry = std::ranges::find(m_entries, std::string(kMetadataPrefix) + key, &MetadataEntry::key);
            if (entry == m_entries.end()) return addKey(change);
            key = entry->key;
        }
        const MetadataReading* reading = readingOf(*entry, change.type);
        if (reading == nullptr)
            return fail(
                "metadata-value",
                "the value is of type " + std::string(metadataTypeName(entry->chosen().value)) + ", not " + escaped(change.type),
                escaped(key));
        auto value = parseMetadataValue(change.value, metadataTypeName(reading->value), &reading->value);
        if (!value) return fail(value.error().code, value.error().message, escaped(key));
        ChangedMetadata row{key, entry->source, reading->value, *value, {}};
        if (entry->guessed && change.type.empty())
            row.note = "nothing but the bytes tells the type: say KEY:TYPE=VALUE where it is another";
        auto done = entry->source == MetadataSource::ConstantMethod ? changeMethod(key, reading->value, *value)
                                                                    : changeNamed(key, *value, reading->tag.has_value(), row.note);
        if (done) m_result.changes.push_back(std::move(row));
        return done;
    }

    static const MetadataReading* readingOf(const MetadataEntry& entry, std::string_view type) {
        if (type.empty()) return &entry.chosen();
        const auto fits = [type](const MetadataReading& reading) { return metadataTypeName(reading.value) == type; };
        const auto found = std::ranges::find_if(entry.readings, fits);
        return found == entry.readings.end() ? nullptr : &*found;
    }

    Result<void> addKey(const MetadataChange& change) {
        std::vector<std::string> keys;
        for (const MetadataEntry& entry : m_entries) keys.push_back(entry.key);
        const std::string near = joined(nearKeys(change.key, keys), ", ", escaped);
        if (!m_add)
            return fail("no-such-key",
                        "the program has no metadata of this key" + (near.empty() ? "" : "; near it: " + near) + "; --add adds one",
                        escaped(change.key));
        if (change.type.empty()) return fail("usage", "a key that is added needs a type: " + escaped(change.key) + ":int=…");
        if (m_program.plan(change.key) != nullptr)
            return fail("metadata-value", "a method that computes has this name", escaped(change.key));
        auto value = parseMetadataValue(change.value, change.type, nullptr);
        if (!value) return value.failure();
        ChangedMetadata row{change.key, MetadataSource::ConstantMethod, std::nullopt, *value, {}};
        Result<void> done;
        if (change.key.starts_with(kMetadataPrefix)) {
            row.source = MetadataSource::NamedData;
            done = addNamed(change.key, *value);
        } else if (change.key.find('\0') != std::string::npos || change.key.empty()) {
            return fail("metadata-value", "a method needs a name", escaped(change.key));
        } else if (!isFlatList(*value) && std::holds_alternative<std::vector<MetadataValue>>(value->value)) {
            return fail("metadata-value", "a list inside a list is not added", escaped(change.key));
        } else {
            m_plans.emplace_back(constantPlan(change.key, *value));
            m_planListChanged = true;
        }
        if (done) m_result.changes.push_back(std::move(row));
        return done;
    }

    Result<void> changeMethod(const std::string& name, const MetadataValue& before, const MetadataValue& value) {
        const auto& plans = m_program.plans();
        const auto index = static_cast<std::size_t>(std::ranges::find(plans, name, &ExecutionPlan::name) - plans.begin());
        auto plan = copyAt(m_plans[index], kPlanSizes);
        if (!plan) return plan.failure();
        const bool same = sameShape(before, value);
        if (!same && !(isFlatList(before) && isFlatList(value)))
            return fail("metadata-value", "the value is nested in another way than the one that it replaces", escaped(name));
        std::vector<MetadataValue> leaves;
        addLeaves(value, leaves);
        NewOffsets values{valuesOf(*plan)};
        std::vector<std::int32_t> outputs = plans[index].outputs;
        // In the places of the old ones, where there are as many; else behind all that there is.
        const bool inPlace = same && std::set<std::int32_t>(outputs.begin(), outputs.end()).size() == outputs.size();
        if (!inPlace) outputs.clear();
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            if (inPlace && static_cast<std::size_t>(outputs[i]) < values.items.size()) {
                values.items[static_cast<std::size_t>(outputs[i])] = valueObject(leaves[i]);
                continue;
            }
            outputs.push_back(static_cast<std::int32_t>(values.items.size()));
            values.items.emplace_back(valueObject(leaves[i]));
        }
        if (!inPlace) plan->setTarget(PlanOutputs, newNumbers(outputs));
        plan->setTarget(PlanValues, newObject(std::move(values)));
        if (!same) plan->setTarget(PlanContainer, newObject(containerOf(*plan, value)));
        m_plans[index] = newObject(*std::move(plan));
        m_planListChanged = true;
        return {};
    }

    std::vector<Target> valuesOf(const NewTable& plan) const {
        const auto field = plan.fields.find(PlanValues);
        const auto* position = field == plan.fields.end() ? nullptr : std::get_if<std::size_t>(&std::get<Target>(field->second));
        return position == nullptr ? std::vector<Target>{} : itemsAt(*position);
    }

    NewTable containerOf(const NewTable& plan, const MetadataValue& value) const {
        NewTable container;
        if (const auto field = plan.fields.find(PlanContainer); field != plan.fields.end())
            if (auto old = copyAt(std::get<Target>(field->second), kContainerSizes)) container = *std::move(old);
        container.setTarget(1, newText(specText(value)));
        return container;
    }

    Result<void> changeNamed(const std::string& key, const MetadataValue& value, bool tagged, std::string& note) {
        auto bytes = metadataBytes(value, tagged);
        if (!bytes) return fail(bytes.error().code, bytes.error().message, escaped(key));
        const auto& named = m_program.namedData();
        const auto index = static_cast<std::size_t>(std::ranges::find(named, key, &NamedData::key) - named.begin());
        const std::uint32_t segment = named[index].segmentIndex;
        const bool fits = bytes->size() == m_program.segments().segments[segment].size;
        if (fits && users(segment) == 1 && !m_overwritten.contains(segment)) {
            m_overwritten[segment] = *std::move(bytes);
            return {};
        }
        auto entry = copyAt(m_named[index], kNamedSizes);
        if (!entry) return entry.failure();
        auto added = addSegment(*std::move(bytes));
        if (!added) return added.failure();
        entry->setNumber(1, *added);
        m_named[index] = newObject(*std::move(entry));
        m_namedListChanged = true;
        if (users(segment) == 1)
            note += (note.empty() ? "" : "; ") + std::string("the bytes that it had stay in the file, and nothing names them");
        return {};
    }

    /// Everything of the program that names the segment.
    std::size_t users(std::uint32_t segment) const {
        std::size_t count = static_cast<std::size_t>(std::ranges::count(m_program.namedData(), segment, &NamedData::segmentIndex));
        if (m_program.constantSegment() && m_program.constantSegment()->segmentIndex == segment) ++count;
        for (const SubsegmentOffsets& one : m_program.mutableDataSegments()) count += one.segmentIndex == segment ? 1U : 0U;
        for (const ExecutionPlan& plan : m_program.plans())
            for (const Delegate& delegate : plan.delegates)
                count += delegate.location == DataLocation::Segment && delegate.dataIndex == segment ? 1U : 0U;
        return count;
    }

    Result<void> addNamed(const std::string& key, const MetadataValue& value) {
        const bool tagged = std::ranges::any_of(m_entries, [](const MetadataEntry& entry) {
            return entry.source == MetadataSource::NamedData && entry.chosen().tag.has_value();
        });
        auto bytes = metadataBytes(value, tagged);
        auto segment = bytes ? addSegment(*std::move(bytes)) : Result<std::uint32_t>(bytes.failure());
        if (!segment) return segment.failure();
        NewTable entry;
        entry.setTarget(0, newText(key));
        entry.setNumber(1, *segment);
        m_named.emplace_back(newObject(std::move(entry)));
        m_namedListChanged = true;
        return {};
    }

    Result<std::uint32_t> addSegment(std::vector<std::byte> bytes) {
        const FileHeader& header = m_program.header();
        if (!header.extended || header.segmentBase == 0)
            return notEditable("the program has no segments that named data could stand in");
        const std::uint64_t start = (m_end - header.segmentBase + kLeastAlignment - 1) / kLeastAlignment * kLeastAlignment;
        NewTable segment;
        segment.setNumber(0, start);
        segment.setNumber(1, static_cast<std::uint64_t>(bytes.size()));
        m_segments.emplace_back(newObject(std::move(segment)));
        m_segmentListChanged = true;
        m_end = header.segmentBase + start + bytes.size();
        m_appended.emplace_back(header.segmentBase + start, std::move(bytes));
        return static_cast<std::uint32_t>(m_segments.size() - 1);
    }

    /// The segments keep their distance from the start of the file modulo what they may be aligned to.
    std::uint64_t alignment() const {
        return std::clamp(flat::alignmentOf(m_program.header().segmentBase), kLeastAlignment, kMostAlignment);
    }

    Result<void> write(const std::string& path) {
        const FileHeader& header = m_program.header();
        const std::uint64_t head = header.headerBytes();
        const bool tables = m_planListChanged || m_namedListChanged || m_segmentListChanged;
        const LaidOut block =
            tables ? layOut(m_root, static_cast<std::size_t>(head), static_cast<std::size_t>(alignment())) : LaidOut{};
        if (block.bytes.size() + m_bytes.size() > kMostRegion) return notEditable("the program's tables would have 2 GiB or more");
        auto file = OutputFile::create(path, m_job);
        if (!file) return file.failure();
        std::vector<std::byte> start(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(head));
        if (tables) patchHead(start, block);
        if (auto written = file->write(start); !written) return written;
        if (auto written = file->write(block.bytes); !written) return written;
        if (auto written = writeRest(*file, head); !written) return written;
        m_result.before = m_program.file().size;
        m_result.inserted = block.bytes.size();
        m_result.after = std::max(m_end, m_result.before) + block.bytes.size();
        m_result.appended = m_result.after - m_result.before - m_result.inserted;
        return file->commit();
    }

    template <class T>
    static void patch(std::vector<std::byte>& bytes, std::uint64_t at, T number) {
        const auto own = std::as_bytes(std::span(&number, 1));
        std::ranges::copy(own, bytes.begin() + static_cast<std::ptrdiff_t>(at));
    }

    void patchHead(std::vector<std::byte>& head, const LaidOut& block) const {
        const FileHeader& header = m_program.header();
        patch(head, 0, static_cast<std::uint32_t>(block.root));
        if (!header.extended) return;
        patch(head, kProgramSizeAt, header.programSize + block.bytes.size());
        if (header.segmentBase != 0) patch(head, kSegmentBaseAt, header.segmentBase + block.bytes.size());
        if (header.segmentDataSize && !m_appended.empty()) patch(head, kDataSizeAt, m_end - header.segmentBase);
    }

    /// What stood behind the header, with the values that are overwritten, and what comes behind it all.
    Result<void> writeRest(OutputFile& file, std::uint64_t at) {
        std::vector<std::pair<std::uint64_t, const std::vector<std::byte>*>> pieces;
        for (const auto& [index, bytes] : m_overwritten) {
            const auto place = m_program.segmentBytes(index);
            if (!place) return place.failure();
            pieces.emplace_back(place->offset - m_program.file().offset, &bytes);
        }
        for (const auto& [offset, bytes] : m_appended) pieces.emplace_back(offset, &bytes);
        std::ranges::sort(pieces);
        for (const auto& [offset, bytes] : pieces) {
            if (auto copied = copyTo(file, at, offset); !copied) return copied;
            if (auto written = file.write(*bytes); !written) return written;
            at = offset + bytes->size();
        }
        return copyTo(file, at, m_program.file().size);
    }

    /// Zeros where the file has ended before.
    Result<void> copyTo(OutputFile& file, std::uint64_t& at, std::uint64_t end) {
        std::vector<std::byte> block(std::size_t{1} << 20U);
        while (at < end) {
            if (m_job.cancelled()) return cancelledFailure();
            const std::uint64_t size = m_program.file().size;
            const std::uint64_t most = at < size ? std::min(end, size) - at : end - at;
            const auto part = std::span(block).first(static_cast<std::size_t>(std::min<std::uint64_t>(block.size(), most)));
            std::ranges::fill(part, std::byte{0});
            if (at < size)
                if (auto read = m_program.file().read(at, part); !read) return read;
            if (auto written = file.write(part); !written) return written;
            at += part.size();
            m_job.report(static_cast<double>(at) / static_cast<double>(std::max<std::uint64_t>(size, 1)));
        }
        return {};
    }

    const Program& m_program;
    bool m_add;
    const JobContext& m_job;
    std::vector<std::byte> m_bytes;  ///< the region
    std::vector<MetadataEntry> m_entries;
    NewTable m_root;
    std::vector<Target> m_plans, m_named, m_segments;
    bool m_planListChanged = false, m_namedListChanged = false, m_segmentListChanged = false;
    std::map<std::uint32_t, std::vector<std::byte>> m_overwritten;             ///< by segment
    std::vector<std::pair<std::uint64_t, std::vector<std::byte>>> m_appended;  ///< by place in the file, as it was
    std::uint64_t m_end = 0;                                                   ///< of the file as it was, with what is appended
    EditedProgram m_result;
};

}  // namespace

Result<MetadataChange> parseMetadataChange(std::string_view text) {
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return fail("usage", "a change is of the form KEY=VALUE, not " + escaped(text));
    const std::string_view name = text.substr(0, equals);
    const auto colon = name.rfind(':');
    constexpr std::array<std::string_view, 5> kTypes{"int", "float", "bool", "string", "list"};
    const bool typed = colon != std::string_view::npos && std::ranges::find(kTypes, name.substr(colon + 1)) != kTypes.end();
    return MetadataChange{std::string(typed ? name.substr(0, colon) : name), std::string(typed ? name.substr(colon + 1) : ""),
                          std::string(text.substr(equals + 1))};
}

Result<EditedProgram> setMetadata(const Program& program, const std::vector<MetadataChange>& changes, bool add,
                                  const std::string& path, const JobContext& job) {
    if (changes.empty()) return fail("usage", "say what changes: KEY=VALUE");
    for (std::size_t i = 0; i < changes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (changes[i].key == changes[j].key) return fail("usage", "a key is given twice", escaped(changes[i].key));
    return Editor(program, add, job).edit(changes, path);
}

}  // namespace etscope::program
