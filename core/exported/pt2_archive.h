// Pt2Archive: the directory of a `.pt2` zip (torch.export.save), old and new form: which entries are programs, weights,
// constants and sample inputs. Reads the archive's small JSON configurations, no tensor. Immutable; any thread.
// Rules: docs/FORMATS.md "PT2 archives".
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/job_context.h"
#include "base/result.h"
#include "io/zip_index.h"
#include "tensor/tensor.h"

namespace etscope::exported {

/// One weight or constant of a new-form archive. Each lies in an entry of its own, raw unless pickled.
struct Pt2Tensor {
    std::string name;                  ///< "layers.0.weight"
    std::string pathName;              ///< "weight_0": file name in the archive
    std::optional<std::size_t> entry;  ///< in ZipIndex::entries(); nothing: the archive lacks it (the tensor says so)
    bool isConstant = false;
    bool isParameter = false;
    bool pickled = false;   ///< a torch.save archive instead of raw bytes
    tensor::Tensor tensor;  ///< raw ones: where the elements lie; pickled ones: type and shape only
};

struct Pt2Model {
    std::string name;                         ///< "model"
    std::size_t program = 0;                  ///< entry with the program JSON
    std::optional<std::size_t> sampleInputs;  ///< torch.save archive
    std::optional<std::size_t> stateDict;     ///< torch.save archives: of the old form, and of the new one before torch 2.9
    std::optional<std::size_t> constants;
    std::vector<Pt2Tensor> tensors;  ///< new form

    /// torch.export.save calls every program so: only the archive's file says what it is.
    bool isUnnamed() const noexcept { return name == "model"; }
};

struct Pt2Archive {
    std::shared_ptr<const ZipIndex> zip;
    std::vector<Pt2Model> models;

    /// Errors: `pt2-without-program`.
    static Result<std::shared_ptr<const Pt2Archive>> read(std::shared_ptr<const ZipIndex> zip, Diagnostics& diagnostics,
                                                          const JobContext& job = {});
    Result<ByteRange> content(std::size_t entry) const { return zip->content(zip->entries()[entry]); }
};

}  // namespace etscope::exported
