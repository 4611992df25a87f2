#include "delegates/mlir_operations.h"

#include <limits>

#include "base/checked_math.h"
#include "delegates/limits.h"

namespace etscope::delegates {

/// Reads blocks, operations and regions, each inside the other.
class MlirOperationReader {
public:
    MlirOperationReader(const MlirBytecode& file, const JobContext& job)
        : m_file(file), m_job(job), m_budget(file.operations.size()) {}

    Result<MlirOperations> read() {
        Part part{MlirCursor(m_file.operations), m_file.operationsAt, nullptr};
        Scope scope;
        scope.next.push_back(0);
        part.scope = &scope;
        const bool whole = readBlock(part, m_out.m_top, 0);
        if (m_job.cancelled()) return cancelledFailure();
        if (m_deep)
            return fail("limit-exceeded",
                        "operations lie in each other more than " + std::to_string(limits::kMaxMessageDepth) + " deep",
                        m_file.where(part.at()));
        if (m_budget.spent())
            return fail("delegate-too-many-elements", "the operations are more than their bytes can hold", m_file.where(part.at()));
        if (!whole) return fail("mlir-damaged", "the MLIR bytecode is damaged: an operation breaks off", m_file.where(m_failedAt));
        return std::move(m_out);
    }

private:
    /// Values are counted from the innermost isolated region; a region inside takes the numbers behind those of the one around it.
    struct Scope {
        std::vector<std::uint64_t> next;
        std::uint64_t size = 0;
    };
    struct Part {
        MlirCursor cursor;
        std::uint64_t start = 0;  ///< in the file
        Scope* scope = nullptr;
        std::uint64_t at() const noexcept { return start + cursor.position(); }
    };

    bool stop(const Part& part) {
        if (m_failedAt == 0) m_failedAt = part.at();
        return false;
    }
    static std::uint32_t placeIn(const auto& pool) { return static_cast<std::uint32_t>(pool.size()); }

    /// The first of so many new values; nothing: they are too many.
    static std::optional<std::uint32_t> define(Scope& scope, std::uint32_t count) {
        std::uint64_t& next = scope.next.back();
        const std::uint64_t first = next;
        next += count;
        if (next > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
        return static_cast<std::uint32_t>(first);
    }

    /// A count, then so many numbers.
    bool readNumbers(Part& part, MlirSlice& slice) {
        const auto count = part.cursor.index();
        if (!count || *count > part.cursor.remaining() || !m_budget.take(*count)) return stop(part);
        slice = {placeIn(m_out.m_numbers), *count};
        for (std::uint32_t i = 0; i < *count; ++i) {
            const auto number = part.cursor.index();
            if (!number) return stop(part);
            m_out.m_numbers.push_back(*number);
        }
        return true;
    }

    bool readBlock(Part& part, MlirBlock& block, int depth) {
        const auto head = part.cursor.number();
        if (!head || (*head >> 1U) > part.cursor.remaining()) return stop(part);
        if ((*head & 1U) != 0 && !readArguments(part, block)) return stop(part);
        std::vector<std::uint32_t> numbers;
        for (std::uint64_t i = 0; i < *head >> 1U; ++i) {
            if (i % 1024 == 0 && m_job.cancelled()) return false;
            numbers.push_back(placeIn(m_out.m_operations));
            if (!m_budget.take(1) || !readOperation(part, depth)) return stop(part);
        }
        block.operations = {placeIn(m_out.m_blockOperations), static_cast<std::uint32_t>(numbers.size())};
        m_out.m_blockOperations.insert(m_out.m_blockOperations.end(), numbers.begin(), numbers.end());
        return true;
    }

    bool readArguments(Part& part, MlirBlock& block) {
        const auto count = part.cursor.index();
        if (!count || *count > part.cursor.remaining() || !m_budget.take(*count)) return stop(part);
        block.arguments = {placeIn(m_out.m_numbers), *count};
        for (std::uint32_t i = 0; i < *count; ++i) {
            const auto type = part.cursor.index();
            if (!type || ((*type & 1U) != 0 && !part.cursor.index())) return stop(part);
            m_out.m_numbers.push_back(*type >> 1U);
        }
        const auto first = define(*part.scope, *count);
        const auto orders = part.cursor.byte();
        if (!first || !orders || (*orders != 0 && !skipUseOrders(part, *count))) return stop(part);
        block.firstArgument = *first;
        return true;
    }

    /// In which order the users of a value stand: nothing that a graph shows.
    bool skipUseOrders(Part& part, std::uint32_t values) {
        const auto count = values > 1 ? part.cursor.index() : std::optional<std::uint32_t>(1);
        if (!count || *count > part.cursor.remaining()) return false;
        for (std::uint32_t i = 0; i < *count; ++i) {
            if (values > 1 && !part.cursor.number()) return false;
            const auto head = part.cursor.number();
            if (!head || (*head >> 1U) > part.cursor.remaining()) return false;
            for (std::uint64_t n = 0; n < *head >> 1U; ++n)
                if (!part.cursor.number()) return false;
        }
        return true;
    }

    bool readOperation(Part& part, int depth) {
        enum : unsigned {
            kAttributes = 1,
            kResults = 2,
            kOperands = 4,
            kSuccessors = 8,
            kRegions = 16,
            kUseOrders = 32,
            kProperties = 64
        };
        const auto name = part.cursor.index();
        const auto mask = part.cursor.byte();
        const auto location = part.cursor.index();
        if (!name || !mask || !location || *name >= m_file.operationNames.size()) return stop(part);
        MlirOperation one;
        one.name = *name;
        one.location = *location;
        MlirSlice successors;
        const auto number = [&](unsigned bit, std::uint32_t& into) {
            if ((*mask & bit) == 0) return true;
            const auto value = part.cursor.index();
            into = value.value_or(MlirOperation::kNone);
            return value.has_value();
        };
        const auto list = [&](unsigned bit, MlirSlice& into) { return (*mask & bit) == 0 || readNumbers(part, into); };
        if (!number(kAttributes, one.attributes) || !number(kProperties, one.properties) || !list(kResults, one.results) ||
            !list(kOperands, one.operands) || !list(kSuccessors, successors))
            return stop(part);
        if ((*mask & kUseOrders) != 0 && !skipUseOrders(part, one.results.count)) return stop(part);
        const auto first = define(*part.scope, one.results.count);
        if (!first) return stop(part);
        one.firstResult = *first;
        const std::uint32_t place = placeIn(m_out.m_operations);
        m_out.m_operations.push_back(one);
        return (*mask & kRegions) == 0 || readRegions(part, place, depth);
    }

    bool readRegions(Part& part, std::uint32_t operation, int depth) {
        m_deep = m_deep || depth + 1 >= limits::kMaxMessageDepth;
        const auto head = part.cursor.number();
        if (m_deep || !head || (*head >> 1U) > part.cursor.remaining() || !m_budget.take(*head >> 1U)) return stop(part);
        const auto count = static_cast<std::uint32_t>(*head >> 1U);
        const std::uint32_t first = placeIn(m_out.m_regions);
        m_out.m_operations[operation].regions = {first, count};
        m_out.m_regions.resize(m_out.m_regions.size() + count);
        for (std::uint32_t i = 0; i < count; ++i) {
            MlirRegion region;
            region.isolated = (*head & 1U) != 0;
            if (!(region.isolated ? readIsolated(part, region, depth + 1) : readRegion(part, region, depth + 1))) return stop(part);
            m_out.m_regions[first + i] = region;
        }
        return true;
    }

    /// A section of its own, with numbers of its own.
    bool readIsolated(Part& part, MlirRegion& region, int depth) {
        const auto id = part.cursor.byte();
        const auto size = part.cursor.number();
        if (!id || !size || (*id & 0x7FU) != 4) return stop(part);
        if ((*id & 0x80U) != 0) {
            const auto alignment = part.cursor.number();
            while (alignment && *alignment > 1 && part.at() % *alignment != 0)
                if (!part.cursor.byte()) return stop(part);
            if (!alignment) return stop(part);
        }
        const std::uint64_t start = part.at();
        const auto bytes = part.cursor.take(*size);
        if (!bytes) return stop(part);
        Scope scope;
        Part inner{MlirCursor(*bytes), start, &scope};
        return readRegion(inner, region, depth);
    }

    bool readRegion(Part& part, MlirRegion& region, int depth) {
        const auto blocks = part.cursor.index();
        if (!blocks || *blocks > part.cursor.remaining() || !m_budget.take(*blocks)) return stop(part);
        if (*blocks == 0) return true;
        const auto values = part.cursor.index();
        if (!values) return stop(part);
        Scope& scope = *part.scope;
        scope.next.push_back(scope.size);
        scope.size += *values;
        region.blocks = {placeIn(m_out.m_blocks), *blocks};
        m_out.m_blocks.resize(m_out.m_blocks.size() + *blocks);
        for (std::uint32_t i = 0; i < *blocks; ++i) {
            MlirBlock block;
            if (!readBlock(part, block, depth)) return stop(part);
            m_out.m_blocks[region.blocks.first + i] = block;
        }
        scope.next.pop_back();
        scope.size -= *values;
        return true;
    }

    const MlirBytecode& m_file;
    const JobContext& m_job;
    ElementBudget m_budget;
    MlirOperations m_out;
    std::uint64_t m_failedAt = 0;
    bool m_deep = false;
};

Result<MlirOperations> MlirOperations::read(const MlirBytecode& file, const JobContext& job) {
    return MlirOperationReader(file, job).read();
}

}  // namespace etscope::delegates
