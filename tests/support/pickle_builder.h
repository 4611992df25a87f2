// Pieces of pickle streams (protocol 2, no memo) and torch.save archives around them. A piece is the opcodes that leave one
// value on the stack. Opcodes: Lib/pickletools.py of CPython; layout: torch/serialization.py.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/zip_builder.h"

namespace etscope::test::pickled {

using Piece = std::string;

Piece none();
Piece boolean(bool value);
Piece integer(std::int64_t value);
Piece real(double value);
Piece text(std::string_view value);
Piece tuple(const std::vector<Piece>& items);
Piece list(const std::vector<Piece>& items);
Piece dict(const std::vector<std::pair<Piece, Piece>>& items);
/// A global, named and not called.
Piece global(std::string_view module, std::string_view name);
Piece call(const Piece& callable, const Piece& argumentsTuple);
Piece integers(const std::vector<std::int64_t>& values);

/// Whole stream.
std::string stream(const Piece& value);

/// A torch tensor of `type` ("Float", "Long", …) over storage `key` of `numel` elements.
struct TensorSpec {
    std::string key = "0";
    std::string type = "Float";
    std::int64_t numel = 0;
    std::int64_t offset = 0;
    std::vector<std::int64_t> shape{}, strides{};
};
Piece tensor(const TensorSpec& spec);
Piece parameter(const TensorSpec& spec);

/// The archive of `torch.save`: data.pkl, byteorder, storages, version; stored members with data descriptors.
ZipBuilder torchArchive(const std::string& pickle, const std::map<std::string, std::string>& storages);
inline std::string torchSave(const Piece& root, const std::map<std::string, std::string>& storages) {
    return torchArchive(stream(root), storages).bytes();
}

}  // namespace etscope::test::pickled
