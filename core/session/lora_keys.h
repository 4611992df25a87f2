// The list of modules that adapters are for, which lies beside a program that takes its adapter as inputs. Any thread. Rules:
// docs/FORMATS.md "Keys of adapters".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "tensordata/tensor_data.h"

namespace etscope::session {

struct LoraKeys {
    std::string path;
    std::vector<std::string> modules;  ///< in the file's order, each once
    std::optional<Error> error;        ///< why there are none

    /// "MODULE.lora_a", "MODULE.lora_b" of each: the keys of an adapter's file.
    std::vector<std::string> keys() const;
    /// Whether the file has one of them.
    bool anyIn(const tensordata::TensorData& data) const;
};

/// Reads `model.lora_keys.json` beside `model.pte`; nothing where there is no such file. A file that cannot be read has its error:
/// `lora-keys-form`, `limit-exceeded`, those of readJson() and of opening.
std::optional<LoraKeys> loraKeysBeside(const std::string& program);

}  // namespace etscope::session
