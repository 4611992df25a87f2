// DirectoryReader: builds TensorData from a file: header, the directory of either schema, account of the region. Used once by
// TensorData::open().
#pragma once

#include <memory>

#include "flat/aligned_buffer.h"
#include "flat/table_reader.h"
#include "tensordata/tensor_data.h"

namespace etscope::tensordata {

class DirectoryReader {
public:
    DirectoryReader(const ByteRange& file, Diagnostics& diagnostics, const JobContext& job)
        : m_file(file), m_diagnostics(diagnostics), m_job(job) {}
    Result<std::shared_ptr<TensorData>> read();

private:
    Directory verify(std::span<const std::byte> region) const;
    Result<flat::AlignedBuffer> readRealigned() const;
    /// `inserted`: bytes behind the identifier that `region` leaves out.
    void decodeRegion(std::span<const std::byte> region, std::size_t inserted);
    void decode(std::span<const std::byte> region, flat::TableReader& reader);
    void decodeCurrent(std::span<const std::byte> region, flat::TableReader& reader);
    void decodeEarly(std::span<const std::byte> region, flat::TableReader& reader);
    template <class Segments>
    void decodeSegments(const Segments* segments, flat::TableReader& reader);
    template <class Layout>
    static TensorLayout layoutOf(const Layout& table, flat::TableReader& reader);

    const ByteRange& m_file;
    Diagnostics& m_diagnostics;
    const JobContext& m_job;
    std::shared_ptr<TensorData> m_data = std::make_shared<TensorData>();
};

}  // namespace etscope::tensordata
