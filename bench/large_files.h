// Large input files for benchmarks in a folder that goes away with the object. Weights are holes: a 2 GB record takes the
// disk space of its JSON.
#pragma once

#include <cstdint>
#include <string>

namespace etscope::bench {

class LargeFiles {
public:
    LargeFiles();
    LargeFiles(const LargeFiles&) = delete;
    LargeFiles& operator=(const LargeFiles&) = delete;
    ~LargeFiles();

    /// One program JSON; made on first call.
    std::string program(std::uint64_t bytes);
    /// An ETRecord with an exported and an edge program of `jsonBytes` each and two state dicts of `weightBytes` each.
    std::string record(std::uint64_t jsonBytes, std::uint64_t weightBytes);
    /// A program of one method with that many values and instructions, and one segment of `segmentBytes`.
    std::string executable(std::uint32_t instructions, std::uint64_t segmentBytes);

    /// Of a file of that name in the folder.
    std::string path(const std::string& name) const { return m_folder + "/" + name; }

private:
    std::string m_folder;
};

}  // namespace etscope::bench
